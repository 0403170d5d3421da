"""Proof of the exact value of a position whose game must end, by null-window searches: is it worth more than this?

A step s stands for a value: 0 for a draw, s > 0 for a win s moves before the last possible one, s < 0 for such a loss. For a game
that can last n more moves,

    step     -n ... -2      -1     0     1       2     ...    n
    value  lost in 1    lost in n  draw  won in n       ...  won in 1

so the rule `remaining` bounds the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import inner, rule
from ludus.search.constants import DECIDED, WIN

remaining: Callable[..., int]
wins: Callable[..., int]
search: Callable[..., int]
HAS_WINS: bool

WHOLE = 1000  # a depth that reaches the end of any game


@inner
def value_of_step(step: int, most: int) -> int:
    """The value that a step stands for when the game can last at most `most` moves."""
    if step == 0:
        return 0
    return WIN - (most + 1 - step) if step > 0 else (most + 1 + step) - WIN


@inner
def step_of_value(worth: int, most: int) -> int:
    """The step for a value; a win or loss that would come after the last move is a draw."""
    if worth > DECIDED:
        return max(0, most + 1 - (WIN - worth))
    if worth < -DECIDED:
        return min(0, (WIN + worth) - most - 1)
    return 0


@rule
def prove(ctx: Any, state: Any, frame: Any) -> int:
    """The exact value: is it a quick loss, a quick win, more than a draw; then one step at a time away from the draw.

    A shallow search finds a quick win or loss. All other questions are expensive, and more so the closer they are to the value.
    Going one step at a time asks the fewest of these, because most positions are worth little more or less than a draw.
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
