"""The exact value of a position whose game must end, by searches that each ask one question: is it worth more than this?

A step s stands for a value: 0 for a draw, s > 0 for a win s moves before the last possible one, s < 0 for such a loss. Of a game
that can last n more moves,

    step     -n ... -2      -1     0     1       2     ...    n
    value  lost in 1    lost in n  draw  won in n       ...  won in 1

and so `remaining` bounds the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import rule

remaining: Callable[..., int]
wins: Callable[..., int]
search: Callable[..., int]
HAS_WINS: bool

WIN, DECIDED = 100_000, 90_000  # as the search counts
WHOLE = 1000  # a depth that reaches the end of any game


@rule
def value_of_step(step: int, most: int) -> int:
    """The value that a step stands for when the game can last so many moves."""
    if step == 0:
        return 0
    return WIN - (most + 1 - step) if step > 0 else (most + 1 + step) - WIN


@rule
def step_of_value(worth: int, most: int) -> int:
    """The step for a value; a win or loss that would come after the last move is a draw."""
    if worth > DECIDED:
        return max(0, most + 1 - (WIN - worth))
    if worth < -DECIDED:
        return min(0, (WIN + worth) - most - 1)
    return 0


@rule
def prove(ctx: Any, state: Any, frame: Any) -> int:
    """The exact value: is it a quick loss, a quick win, more than a draw, and then a step at a time away from the draw.

    A quick win or loss is found by a shallow search. Of the other questions each is dear, and the more so the nearer it is to the
    value; a step at a time asks the fewest of those, as most positions are worth little more or less than a draw.
    """
    most = remaining(state)
    if HAS_WINS and wins(state) >= 0:
        ctx.best = wins(state)
        return WIN - 1
    low, high, half = -most, most, most // 2
    while low < high and ctx.stopped == 0:
        middle = 0
        if low < -half and high > 0:
            middle = -half
        elif low <= 0 and high > half:
            middle = half
        elif low > 0:
            middle = low
        elif high <= 0:
            middle = high - 1
        bound = value_of_step(middle, most)
        worth = search(ctx, state, frame, np.int64(WHOLE), bound, bound + 1, np.int64(0))  # typed like every other call
        if ctx.stopped != 0:
            break
        if worth <= bound:
            high = min(middle, step_of_value(worth, most))
        else:
            low = max(middle + 1, step_of_value(worth, most))
    return value_of_step(low, most)
