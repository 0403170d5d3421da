"""The entries of the transposition table: their layout, how they are probed, stored and replaced, and when they cut off.

A bucket holds two entries, an entry two words. The second word is

    bit   0       20       30       32        44     50       63
          │ value │ depth  │ bound  │ best    │ age  │ mark   │ path
          │ +2^19 │ 0-1023 │ 1, 2, 3│ 0-4095  │ 0-63 │ 13 bits│ 1 bit
                             LOWER, UPPER or EXACT

and the first is that word xor the key, so an entry torn apart by two threads matches no key. `best` is the index of the best
move. The mark is a few bits of the key that this move leads to: mirror images may share an entry, but not the index of a move.
The last bit is set, by machines that search together, where the value holds only on the path by which the position was reached:
a draw by repetition decides it, and no other machine may be told.

Replacement: a position replaces its own entry. Otherwise the first entry of a bucket is replaced, unless it is from this search
and deeper; then the second one is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.rules.rule import inner
from ludus.search.constants import AGES, BUCKET_BYTES, DECIDED, ENTRY_BYTES, EXACT, LOWER, MARK, NO_VALUE, PROOF, UPPER
from ludus.search.intrinsics import load_word, store_word

REPEATS: bool
CLUSTERED: bool

DEPTH_AT, BOUND_AT, BEST_AT, AGE_AT, MARK_AT = 20, 30, 32, 44, 50  # the lowest bit of each field
VALUE_OFFSET, VALUE_MASK = 1 << 19, (1 << 20) - 1
DEPTH_MASK, BOUND_MASK, BEST_MASK, AGE_MASK = 1023, 3, 4095, AGES - 1
MARK_MASK, PATH_BIT = np.uint64(MARK), np.uint64(1 << 63)


# The layout


@inner
def pack(worth: int, depth: int, bound: int, best: int, age: int, mark: Any) -> Any:
    """The second word of an entry."""
    packed = (worth + VALUE_OFFSET) | depth << DEPTH_AT | bound << BOUND_AT | best << BEST_AT | age << AGE_AT
    return np.uint64(packed | np.int64(mark) << MARK_AT)


@inner
def entry_value(entry: int) -> int:
    """The value or bound, as counted from the position itself."""
    return (entry & VALUE_MASK) - VALUE_OFFSET


@inner
def entry_depth(entry: int) -> int:
    """How deep the position was searched."""
    return entry >> DEPTH_AT & DEPTH_MASK


@inner
def entry_bound(entry: int) -> int:
    """What the value is: `LOWER`, `UPPER` or `EXACT`, which is both."""
    return entry >> BOUND_AT & BOUND_MASK


@inner
def entry_best(entry: int) -> int:
    """The index of the best move, or `BEST_UNKNOWN`."""
    return entry >> BEST_AT & BEST_MASK


@inner
def entry_age(entry: int) -> int:
    """The age of the search that stored the entry."""
    return entry >> AGE_AT & AGE_MASK


@inner
def entry_on_path(entry: int) -> bool:
    """Whether the value holds only on the path by which the position was reached."""
    return entry < 0


@inner
def entry_mark(entry: int) -> Any:
    """The mark of the best move."""
    return np.uint64(entry >> MARK_AT) & MARK_MASK


@inner
def mark_of(code: Any) -> Any:
    """The mark of a move that leads to a position with this key."""
    return code & MARK_MASK


# Probing and storing


@inner
def bucket_of(ctx: Any, code: Any) -> Any:
    """The address of the bucket for a key."""
    return ctx.table + np.int64(code & ctx.mask) * BUCKET_BYTES


@inner
def probe(bucket: int, code: Any) -> int:
    """The entry for a key, or 0."""
    for slot in range(2):
        entry = load_word(bucket + slot * ENTRY_BYTES + 8)
        if (load_word(bucket + slot * ENTRY_BYTES) ^ entry) == code:
            return np.int64(entry)
    return np.int64(0)


@inner
def store(ctx: Any, bucket: int, code: Any, worth: int, depth: int, bound: int, best: int, leads_to: Any) -> None:
    """Store an entry; see above which one it replaces."""
    entry = pack(worth, depth, bound, best, ctx.age, mark_of(leads_to))
    if CLUSTERED and REPEATS and ctx.on_path != 0:
        entry |= PATH_BIT
    place = bucket
    first = load_word(bucket + 8)
    if (load_word(bucket) ^ first) != code:
        old = np.int64(first)
        if entry_age(old) == ctx.age and entry_depth(old) > depth:
            place += ENTRY_BYTES
    store_word(place, code ^ entry)
    store_word(place + 8, entry)


# Using an entry


@inner
def value_to_entry(worth: int, ply: int) -> int:
    """A value as an entry holds it: a win or a loss is counted from the position itself, not from the root of the search."""
    return worth + ply if worth > DECIDED else worth - ply if worth < -DECIDED else worth


@inner
def value_from_entry(entry: int, ply: int) -> int:
    """The value in an entry, with a win or a loss counted from the root of the search."""
    return value_to_entry(entry_value(entry), -ply)


@inner
def cutoff(ctx: Any, entry: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a position, if its entry tells enough for this depth and window; otherwise `NO_VALUE`.

    A win stays a win however shallow the search that found it, and so does a loss; but only a search as deep can tell that there
    is no quicker one. Where repetition matters, an earlier search knew a different past, and may have found a different value.
    """
    if REPEATS and entry_age(entry) != ctx.age:
        return NO_VALUE
    enough = entry_depth(entry) >= min(depth, PROOF + 1)
    bound = entry_bound(entry)
    worth = value_from_entry(entry, ply)
    if bound & LOWER and worth >= beta and (enough or worth > DECIDED):
        return worth
    if bound & UPPER and worth <= alpha and (enough or worth < -DECIDED):
        return worth
    if bound == EXACT and enough:
        return worth
    return NO_VALUE
