"""Random games, any number of them in one call of compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, bits, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
outcome: Callable[..., int]
chances: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]
next_random: Callable[..., Any]
pick_chance: Callable[..., int]
STUCK_LOSES: bool

THIRTY_ONE, THIRTY_THREE = bits(31), bits(33)


@rule
def playout(states: Any, buffers: Any, tally: Any, games: int, luck: int, most: int) -> int:
    """Play random games from `states[0]`; `tally.ended[0]` counts draws, `tally.ended[seat + 1]` wins.

    A game that is still going after `most` moves counts as `tally.endless`. Returns the next random number.
    """
    for _ in range(games):
        copy_into(states[1], states[0])
        winner = ONGOING
        for _ in range(most):
            winner = outcome(states[1])
            if winner != ONGOING:
                break
            lots = chances(states[1])
            luck = next_random(luck)
            if lots > 0:
                make_chance(states[1], pick_chance(states[1], lots, luck >> 11))
                continue
            count = legal(states[1], buffers[0].moves)
            if count == 0:
                winner = 1 - states[1].turn if STUCK_LOSES else DRAW
                break
            make(states[1], buffers[0].moves[((luck >> THIRTY_THREE) * count) >> THIRTY_ONE])  # quicker than a division
            tally.moves += 1
        if winner == ONGOING:
            tally.endless += 1
        else:
            tally.ended[winner + 1] += 1
    return luck
