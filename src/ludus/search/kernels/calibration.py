"""Calibration: what one step of a search costs in this game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import ONGOING, rule
from ludus.rules.state import copy_into
from ludus.search.intrinsics import next_record

legal: Callable[..., int]
chances: Callable[..., int]
outcome: Callable[..., int]
make: Callable[..., None]
value: Callable[..., int]


@rule
def calibrate(ctx: Any, root: Any, frame: Any, steps: int, evaluating: int) -> int:
    """Find and play all moves of `steps` positions, each one move further into the game; returns how many moves were played.

    With `evaluating` the positions they lead to are valued as well; the sum is kept, so that the compiler cannot skip any.
    """
    state = next_record(root)
    child = next_record(state)
    copy_into(state, root)
    total = 0
    worth = 0
    for step in range(steps):
        count = legal(state, frame.moves)
        if count == 0 or outcome(state) != ONGOING or chances(state) > 0:
            copy_into(state, root)
            continue
        for index in range(count):
            copy_into(child, state)
            make(child, frame.moves[index])
            if evaluating != 0:
                worth += value(child)
        total += count
        make(state, frame.moves[(step * 7 + 3) % count])
    ctx.worth = worth
    return total
