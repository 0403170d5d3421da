"""A stroll through a game, to see what one step of a search costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import ONGOING, rule
from ludus.rules.state import copy_into
from ludus.search.intrinsics import following

legal: Callable[..., int]
chances: Callable[..., int]
outcome: Callable[..., int]
make: Callable[..., None]
value: Callable[..., int]


@rule
def stroll(ctx: Any, root: Any, frame: Any, steps: int, evaluating: int) -> int:
    """Find and play all moves, so many times, each time a move further on; how many were played.

    The values of what they lead to are found, too, when asked for; their sum is left as the worth, so that none can be skipped.
    """
    state = following(root)
    child = following(state)
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
