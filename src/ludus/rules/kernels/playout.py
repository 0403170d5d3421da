"""Random games, as many as asked for, without leaving compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, bits, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
outcome: Callable[..., int]
chances: Callable[..., int]
make: Callable[..., None]
chance_makes: Callable[..., None]
scramble: Callable[..., Any]
pick: Callable[..., int]
STUCK_LOSES: bool

THIRTY_ONE, THIRTY_THREE = bits(31), bits(33)


@rule
def playout(states: Any, desks: Any, tally: Any, games: int, luck: int, most: int) -> int:
    """Play random games from `states[0]`; `tally.ended[0]` counts draws, `tally.ended[seat + 1]` wins.

    A game still going after `most` moves is counted in `tally.endless`. Returns the luck left over.
    """
    for _ in range(games):
        copy_into(states[1], states[0])
        winner = ONGOING
        for _ in range(most):
            winner = outcome(states[1])
            if winner != ONGOING:
                break
            lots = chances(states[1])
            luck = scramble(luck)
            if lots > 0:
                chance_makes(states[1], pick(states[1], lots, luck >> 11))
                continue
            count = legal(states[1], desks[0].moves)
            if count == 0:
                winner = 1 - states[1].turn if STUCK_LOSES else DRAW
                break
            make(states[1], desks[0].moves[((luck >> THIRTY_THREE) * count) >> THIRTY_ONE])  # quicker than a division
            tally.moves += 1
        if winner == ONGOING:
            tally.endless += 1
        else:
            tally.ended[winner + 1] += 1
    return luck
