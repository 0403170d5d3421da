"""The principal variation: the line that both sides are expected to play, as the table remembers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import ONGOING, inner, rule
from ludus.rules.state import copy_into
from ludus.search.constants import BEST_UNKNOWN
from ludus.search.intrinsics import next_record

legal: Callable[..., int]
wins: Callable[..., int]
chances: Callable[..., int]
outcome: Callable[..., int]
make: Callable[..., None]
table_key: Callable[..., Any]
repetition_key: Callable[..., Any]
bucket_of: Callable[..., Any]
probe: Callable[..., int]
entry_age: Callable[..., int]
entry_best: Callable[..., int]
entry_mark: Callable[..., Any]
mark_of: Callable[..., Any]
REPEATS: bool


@inner
def recall(ctx: Any, state: Any, frame: Any) -> int:
    """The best move that the table remembers for a position, or -1."""
    code = table_key(state)
    entry = probe(bucket_of(ctx, code), code)
    if entry == 0 or entry_best(entry) == BEST_UNKNOWN or (REPEATS and entry_age(entry) != ctx.age):
        return -1
    child = next_record(state)
    for move in range(legal(state, frame.moves)):
        copy_into(child, state)
        make(child, frame.moves[move])
        if mark_of(table_key(child)) == entry_mark(entry):
            return np.int64(frame.moves[move])
    return -1


@inner
def came_before(ctx: Any, state: Any, count: int) -> bool:
    """Whether the line, now `count` moves long, is back at a position it has passed; notes the position."""
    code = repetition_key(state)
    for earlier in range(count):
        if ctx.trail[earlier] == code:
            return True
    if count < ctx.trail.shape[0]:
        ctx.trail[count] = code
    return False


@rule
def trace(ctx: Any, state: Any, frame: Any, move: int, most: int) -> int:
    """Write the expected line into the context, beginning with a move, as far as the table remembers it; at most `most` moves."""
    count = 0
    if REPEATS:
        came_before(ctx, state, count)
    while True:
        ctx.line[count] = move
        count += 1
        child = next_record(state)
        copy_into(child, state)
        make(child, move)
        state = child
        if count >= most or outcome(state) != ONGOING or chances(state) > 0:
            return count
        if REPEATS and came_before(ctx, state, count):
            return count
        move = wins(state)
        if move < 0:
            move = recall(ctx, state, frame)
        if move < 0:
            return count
