"""What machines that search the same position tell each other: entries of large subtrees, and marks for what each is busy with.

An item is two words, like a table entry: the second says what is told, and the first is that word xor the key. A mark is an item
whose bound is 0. It holds the depth, and where an entry has its best move, the number of the machine. A thread writes its items
into a ring, from which its machine sends them.

    frame, in words:   position │ key │ killer │ depth │ alpha │ lower │ beta │ kind, ... │ moves │ scores
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import inner, rule
from ludus.rules.state import copy_into
from ludus.search.constants import (
    AGES,
    ALL_NODE,
    CUT_NODE,
    ENTRY_BYTES,
    EXACT,
    EXPECTED,
    LOWER,
    MARK_BITS,
    MIX,
    NO_VALUE,
    RING_BITS,
    SIZES,
    UPPER,
)
from ludus.search.intrinsics import address_of, load_word, next_record, prefetch, record_size, store_word

make: Callable[..., None]
table_key: Callable[..., Any]
bucket_of: Callable[..., Any]
probe: Callable[..., int]
cutoff: Callable[..., int]
value_from_entry: Callable[..., int]
mark_of: Callable[..., Any]
entry_bound: Callable[..., int]
entry_depth: Callable[..., int]
entry_mark: Callable[..., Any]
entry_on_path: Callable[..., bool]
CLUSTERED: bool

KEY_AT, DEPTH_AT, ALPHA_AT, LOWER_AT, BETA_AT = 8, 24, 32, 40, 48  # the bytes of a frame at which its fields begin
NO_BOUND = 0
RING_MASK = (1 << RING_BITS) - 1
MARK_SHIFT = np.uint64(64 - MARK_BITS)
DEPTH_SHIFT, DEPTH_BITS = np.uint64(20), np.uint64(1023)
NUMBER_SHIFT = np.uint64(32)
AGE_SHIFT, AGE_BITS = np.uint64(44), np.uint64((AGES - 1) << 44)
SPREAD = np.uint64(MIX)
AHEAD = 8
"""Items by which memory is fetched ahead: waiting for it took most of the time."""


# Telling others


@inner
def push(ctx: Any, code: Any, word: Any) -> None:
    """Put an item into the ring of this thread; when the sender is too slow, the oldest ones are lost."""
    place = ctx.ring + (ctx.sent & RING_MASK) * ENTRY_BYTES
    store_word(place, code ^ word)
    store_word(place + 8, word)
    ctx.sent += 1


@inner
def send(ctx: Any, bucket: int, code: Any) -> None:
    """Tell the others what the table knows about a position, unless that holds only on this path."""
    entry = probe(bucket, code)
    if entry != 0 and not entry_on_path(entry):
        push(ctx, code, np.uint64(entry))


@inner
def mark_place(ctx: Any, code: Any) -> Any:
    """The address of the slot for the mark of a position."""
    return ctx.marks + ENTRY_BYTES * np.int64((code * SPREAD) >> MARK_SHIFT)


@inner
def announce(ctx: Any, code: Any, depth: int) -> None:
    """Tell everybody that this thread now searches a position."""
    if ctx.threads > 1:
        store_word(mark_place(ctx, code), code)
        store_word(mark_place(ctx, code) + 8, np.uint64(ctx.generation * 1024 + depth))
    push(ctx, code, np.uint64(depth) << DEPTH_SHIFT | np.uint64(ctx.number) << NUMBER_SHIFT)


@inner
def withdraw(ctx: Any, code: Any) -> None:
    """Forget that somebody searches a position."""
    place = mark_place(ctx, code)
    if load_word(place) == code:
        store_word(place, np.uint64(0))


@inner
def is_marked(ctx: Any, code: Any, depth: int) -> bool:
    """Whether somebody searches a position at least as deep."""
    place = mark_place(ctx, code)
    if load_word(place) != code:
        return False
    said = np.int64(load_word(place + 8))
    return said >> 10 == ctx.generation and said & 1023 >= depth


@inner
def rotate(ctx: Any, frame: Any, count: int, first: int) -> bool:
    """Put off as many of the next best moves as this machine's number says: machines in step then begin with different ones."""
    for turn in range(ctx.number % max(1, count - 1)):
        index = 0
        for other in range(1, count):
            if frame.scores[other] > frame.scores[index]:
                index = other
        frame.scores[index] = first - turn
    return True


# Hearing from others


@rule
def take(ctx: Any, address: int, count: int) -> int:
    """Take in items that others have sent; returns how many entries were news."""
    news = 0
    for number in range(count):
        ahead = address + min(number + AHEAD, count - 1) * ENTRY_BYTES
        coming = load_word(ahead) ^ load_word(ahead + 8)
        prefetch(bucket_of(ctx, coming))
        prefetch(mark_place(ctx, coming))
        word = load_word(address + number * ENTRY_BYTES + 8)
        code = load_word(address + number * ENTRY_BYTES) ^ word
        entry = np.int64(word)
        if entry_bound(entry) == NO_BOUND:
            if np.int64(word >> NUMBER_SHIFT) == ctx.number:
                continue
            depth = np.int64((word >> DEPTH_SHIFT) & DEPTH_BITS)
            place = mark_place(ctx, code)
            store_word(place, code)
            store_word(place + 8, np.uint64(ctx.generation * 1024 + depth))
        else:
            withdraw(ctx, code)
            news += take_entry(ctx, code, (word & ~AGE_BITS) | np.uint64(ctx.age) << AGE_SHIFT)
    return news


@inner
def take_entry(ctx: Any, code: Any, word: Any) -> int:
    """Store an entry that somebody else found, unless the table knows more; returns whether it did."""
    bucket = bucket_of(ctx, code)
    depth = entry_depth(np.int64(word))
    known = probe(bucket, code)
    if known != 0:
        deeper = entry_depth(known) - depth
        if deeper > 0 or (deeper == 0 and (entry_bound(known) == EXACT or entry_bound(known) == entry_bound(np.int64(word)))):
            return 0
    place = bucket
    first = np.int64(load_word(bucket + 8))
    if (load_word(bucket) ^ np.uint64(first)) != code and entry_depth(first) > depth:
        place += ENTRY_BYTES
    store_word(place, code ^ word)
    store_word(place + 8, word)
    return 1


@inner
def follow_news(ctx: Any, frame: Any, ply: int) -> None:
    """Go back to the first position on the path that somebody else has settled, or found a better move in."""
    ctx.heard = 0
    place = address_of(frame) - (ply - ctx.base) * record_size(frame)
    for above in range(ctx.base, ply):
        code, depth = load_word(place + KEY_AT), np.int64(load_word(place + DEPTH_AT))
        entry = probe(bucket_of(ctx, code), code)
        if entry != 0 and depth > 0:
            alpha, beta = np.int64(load_word(place + ALPHA_AT)), np.int64(load_word(place + BETA_AT))
            lower = np.int64(load_word(place + LOWER_AT))
            settled = above > ctx.base and cutoff(ctx, entry, depth, alpha, beta, above) != NO_VALUE
            if settled or raises(entry, depth, lower, beta, above):
                ctx.stopped = above + 2
                return
        place += record_size(frame)


@inner
def raises(entry: int, depth: int, lower: int, beta: int, ply: int) -> bool:
    """Whether an entry shows a better move than those found so far, in a window that is open."""
    if beta - lower <= 1 or entry_bound(entry) & LOWER == 0 or entry_depth(entry) < depth:
        return False
    return lower < value_from_entry(entry, ply) < beta


@inner
def same_move(state: Any, frame: Any, count: int, entry: int, depth: int, lower: int, beta: int, ply: int) -> int:
    """The index of a move better than those found so far, if the entry of the position shows one; otherwise -1."""
    if entry == 0 or not raises(entry, depth, lower, beta, ply):
        return -1
    child = next_record(state)
    for index in range(count):
        copy_into(child, state)
        make(child, frame.moves[index])
        if mark_of(table_key(child)) == entry_mark(entry):
            return index
    return -1


@inner
def settled_child(ctx: Any, state: Any, frame: Any, count: int, depth: int, beta: int, ply: int) -> int:
    """The value of a move that the table knows to be good enough, or `NO_VALUE` (enhanced transposition cutoff)."""
    child = next_record(state)
    for index in range(count):
        copy_into(child, state)
        make(child, frame.moves[index])
        code = table_key(child)
        entry = probe(bucket_of(ctx, code), code)
        if entry != 0 and not entry_on_path(entry) and entry_depth(entry) >= depth - 1:
            if child.turn != state.turn:
                worth = -value_from_entry(entry, ply + 1)
                enough = entry_bound(entry) & UPPER and worth >= beta
            else:
                worth = value_from_entry(entry, ply + 1)
                enough = entry_bound(entry) & LOWER and worth >= beta
            if enough:
                return worth
    return NO_VALUE


# What is worth telling


@inner
def is_shared(ctx: Any, depth: int) -> bool:
    """Whether the moves of a position searched to this depth take long enough for others to hear of them in time."""
    return depth > 2 and ctx.sizes[(depth - 1) & (SIZES - 1)] >= ctx.mark_nodes


@inner
def expect(frame: Any, below: Any, tried: int, put_off: bool, marked: bool) -> None:
    """Note what is expected of the position after a move, and whether it has to be searched now.

    It has not, if all that is left of it is what others are busy with, and another move would do: where no move is expected to be
    good enough, because all have to be tried anyway, and beside the expected line. Where one is expected to be good enough, that
    depends on the position above.
    """
    kind = frame.kind
    below.marked, below.insists = marked, frame.insists
    if put_off:
        below.insists = 1
    elif kind == ALL_NODE or (kind == EXPECTED and tried > 0):
        below.insists = 0
    if kind == EXPECTED:
        below.kind = EXPECTED if tried == 0 else CUT_NODE
    else:
        below.kind = CUT_NODE if kind == ALL_NODE else ALL_NODE


@inner
def tell(ctx: Any, frame: Any, bucket: int, code: Any, depth: int, spent: int) -> None:
    """Tell the others what was found, if it took long enough or they were told of it; and learn how long such searches take."""
    slot = depth & (SIZES - 1)
    ctx.sizes[slot] += (spent - ctx.sizes[slot]) // 8
    if spent >= ctx.send_nodes or frame.marked != 0:
        send(ctx, bucket, code)
