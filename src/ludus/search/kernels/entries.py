"""What a search remembers of a position, and how it knows it again.

A table entry is two words, the second of which is

    bit  0      20      30  32         44   50
         value   depth  kind  best move  age  mark        kind: 1 at least, 2 at most, 3 exactly

and the first that word xor the key: an entry that two threads have torn apart matches no key. The mark is a few bits of the key
to which the best move leads: mirror images may share an entry, but not the number of their best move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import rule
from ludus.search.intrinsics import address_of, load, store

key: Callable[..., int]
REPEATS: bool
HAS_KEY: bool
WORDS: int
MASKS: Any  # the bits that tell positions apart
COUNTERS: Any  # the bits of counters, which make no other position but may well decide what it is worth

WIN, DECIDED = 100_000, 90_000  # as the search counts
PROOF = 500  # depths beyond this were searched to the end of the game
AT_LEAST, AT_MOST, EXACTLY = 1, 2, 3
MIX, HALF = np.uint64(0x9E37_79B9_7F4A_7C15), np.uint64(32)
ENTRY = 16  # bytes; two entries share a bucket
NOTHING = 1 << 40  # where a value is asked for and none is known
MARK = np.uint64(8191)


@rule
def position_of(state: Any) -> Any:
    """A number of 64 bits for the position, by which it is known again: counters do not matter for that."""
    place = address_of(state)
    mixed = MIX
    for word in range(WORDS):
        mixed = (mixed ^ (load(place + 8 * word) & MASKS[word])) * MIX
        mixed ^= mixed >> HALF
    return mixed


@rule
def key_of(state: Any) -> Any:
    """A number of 64 bits for everything that a value depends on, counters included, by which the table knows a state."""
    if HAS_KEY:
        mixed = np.uint64(key(state)) * MIX
        mixed ^= mixed >> HALF
    else:
        mixed = position_of(state)
    if REPEATS:
        place = address_of(state)
        for word in range(WORDS):
            if COUNTERS[word] != 0:
                mixed = (mixed ^ (load(place + 8 * word) & COUNTERS[word])) * MIX
                mixed ^= mixed >> HALF
    return mixed


@rule
def keep(ctx: Any, place: int, code: Any, worth: int, depth: int, kind: int, best: int, leads_to: Any) -> None:
    """Write an entry: into its own place, or the deeper of two into the first and the other into the second."""
    packed = (worth + (1 << 19)) | depth << 20 | kind << 30 | best << 32 | ctx.age << 44 | np.int64(leads_to & MARK) << 50
    entry = np.uint64(packed)
    first = load(place + 8)
    if (load(place) ^ first) != code:
        old = np.int64(first)
        if (old >> 44 & 63) == ctx.age and (old >> 20 & 1023) > depth:
            place += ENTRY
    store(place, code ^ entry)
    store(place + 8, entry)


@rule
def kept(place: int, code: Any) -> int:
    """The entry of a position, or 0."""
    for slot in range(2):
        entry = load(place + slot * ENTRY + 8)
        if (load(place + slot * ENTRY) ^ entry) == code:
            return np.int64(entry)
    return np.int64(0)


@rule
def counted_from_here(worth: int, ply: int) -> int:
    """A value as an entry holds it: a win or a loss is counted from the position itself, not from where the search began."""
    return worth + ply if worth > DECIDED else worth - ply if worth < -DECIDED else worth


@rule
def place_of(ctx: Any, code: Any) -> Any:
    """Where the table keeps a position."""
    return ctx.table + np.int64(code & ctx.mask) * 2 * ENTRY


@rule
def settled(ctx: Any, packed: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """The value of a position when its entry tells enough for this depth and window, or `NOTHING`.

    However shallow the search that found it, a win remains one, and so does a loss; but that there is no quicker one, only a
    search as deep can tell. Where repetition matters, an earlier search knew another past, and may have found another value.
    """
    if REPEATS and (packed >> 44 & 63) != ctx.age:
        return NOTHING
    enough = (packed >> 20 & 1023) >= min(depth, PROOF + 1)
    kind = packed >> 30 & 3
    worth = counted_from_here((packed & 0xFFFFF) - (1 << 19), -ply)
    if kind & AT_LEAST and worth >= beta and (enough or worth > DECIDED):
        return worth
    if kind & AT_MOST and worth <= alpha and (enough or worth < -DECIDED):
        return worth
    if kind == EXACTLY and enough:
        return worth
    return NOTHING
