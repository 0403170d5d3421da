"""Counting move sequences, the classic test of a move generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import ONGOING, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
outcome: Callable[..., int]
chances: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]

MOST_CHANCES = 100_000  # where chance has more outcomes than this, they are not followed one by one


@rule
def perft(states: Any, buffers: Any, ply: int, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from `states[ply]`; finished games are not continued.

    The last level is counted by generating its moves. Chance is not a move: all its outcomes are followed. Returns -1 where
    there are too many of them.
    """
    if outcome(states[ply]) != ONGOING:
        return 0
    total = 0
    lots = chances(states[ply])
    if lots > MOST_CHANCES:
        return -1
    if lots > 0:
        for chance in range(lots):
            copy_into(states[ply + 1], states[ply])
            make_chance(states[ply + 1], chance)
            below = perft(states, buffers, ply + 1, depth)
            if below < 0:
                return below
            total += below
        return total
    count = legal(states[ply], buffers[ply].moves)
    if depth == 1:
        return count
    for index in range(count):
        copy_into(states[ply + 1], states[ply])
        make(states[ply + 1], buffers[ply].moves[index])
        below = perft(states, buffers, ply + 1, depth - 1)
        if below < 0:
            return below
        total += below
    return total
