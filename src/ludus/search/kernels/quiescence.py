"""Quiescence search: beyond the last depth, noise such as an exchange of captures is played out before a position is valued.

This is also where every search notices that it has to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, inner
from ludus.rules.state import copy_into
from ludus.search.constants import DEEPEST, WIN
from ludus.search.intrinsics import call_at, load_flag, next_record

noisy: Callable[..., int]
outcome: Callable[..., int]
make: Callable[..., None]
value: Callable[..., int]
CLUSTERED: bool

POLLED = 1023  # the stop flag is read once for each POLLED + 1 positions


@inner
def poll_stop(ctx: Any) -> None:
    """Notice now and then that the stop flag is up, or that enough positions were searched.

    In virtual time, a thread also gives up its turn when it has searched its share, and waits for the next.
    """
    if CLUSTERED and ctx.nodes >= ctx.pause:
        call_at(ctx.release, ctx.paused)
        call_at(ctx.acquire, ctx.go)
        if load_flag(ctx.stop) != 0:
            ctx.stopped = 1
    if ctx.nodes & POLLED == 0 and (load_flag(ctx.stop) != 0 or ctx.nodes >= ctx.most_nodes):
        ctx.stopped = 1


@inner
def quiescence(ctx: Any, state: Any, frame: Any, alpha: int, beta: int, ply: int) -> int:
    """The heuristic value once the noise is over; a side that has quiet moves as well may stop at any point (stand pat)."""
    count = noisy(state, frame.moves)
    highest = -WIN if count < 0 else value(state)
    if count == 0 or highest >= beta or ply >= DEEPEST:
        return value(state)
    child = next_record(state)
    for index in range(abs(count)):
        copy_into(child, state)
        make(child, frame.moves[index])
        ctx.nodes += 1
        poll_stop(ctx)
        if ctx.stopped != 0:
            return 0
        lower = max(alpha, highest)
        known = outcome(child)
        if known == DRAW:
            worth = 0
        elif known != ONGOING:
            worth = WIN - ply - 1 if known == state.turn else ply + 1 - WIN
        elif child.turn != state.turn:
            worth = -quiescence(ctx, child, next_record(frame), -beta, -lower, ply + 1)
        else:
            worth = quiescence(ctx, child, next_record(frame), lower, beta, ply + 1)
        if worth > highest:
            highest = worth
            if worth >= beta:
                break
    return highest
