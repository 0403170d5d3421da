"""The line that both sides are expected to play, as the table remembers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import ONGOING, rule
from ludus.rules.state import copy_into
from ludus.search.intrinsics import following

legal: Callable[..., int]
wins: Callable[..., int]
chances: Callable[..., int]
outcome: Callable[..., int]
make: Callable[..., None]
key_of: Callable[..., Any]
position_of: Callable[..., Any]
place_of: Callable[..., Any]
kept: Callable[..., int]
REPEATS: bool

MARK, BEST_UNKNOWN = np.uint64(8191), 4095  # as the search packs its entries


@rule
def recall(ctx: Any, state: Any, frame: Any) -> int:
    """The best move that the table remembers for a position, or -1."""
    code = key_of(state)
    packed = kept(place_of(ctx, code), code)
    best = packed >> 32 & 4095
    if packed == 0 or best == BEST_UNKNOWN or (REPEATS and (packed >> 44 & 63) != ctx.age):
        return -1
    child = following(state)
    for move in range(legal(state, frame.moves)):
        copy_into(child, state)
        make(child, frame.moves[move])
        if key_of(child) & MARK == np.uint64(packed >> 50):
            return np.int64(frame.moves[move])
    return -1


@rule
def came_before(ctx: Any, state: Any, count: int) -> bool:
    """Whether the line, which has so many moves now, is back at a position that it has passed; notes the position."""
    code = position_of(state)
    for earlier in range(count):
        if ctx.trail[earlier] == code:
            return True
    if count < ctx.trail.shape[0]:
        ctx.trail[count] = code
    return False


@rule
def trace(ctx: Any, state: Any, frame: Any, move: int, most: int) -> int:
    """Write the expected line onto the context, beginning with a move, as far as the table remembers it, and at most so long."""
    count = 0
    if REPEATS:
        came_before(ctx, state, count)
    while True:
        ctx.line[count] = move
        count += 1
        child = following(state)
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
