"""`Experience`: how long analyses took, compared with what was expected; the next estimate is better for it (E9)."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from statistics import median
from typing import TypeAlias

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit

Sort: TypeAlias = tuple[str, bool, int]
"""Requests that take about as long as expected for the same reasons: game type, whether a depth was asked for, and how much of
the game is left, because the end of a game is searched completely in no time."""

REMEMBERED = 200
"""Estimates that are compared with what came of them."""

SORTS = 500
"""Kinds of requests that are remembered, most recent first."""

STAGE = 4
"""Moves of a game that make one stage of it."""

LEARNED = 0.3
"""How much of what was known the latest request replaces."""

LEAST = 0.0005
"""Seconds; shorter times are all the same."""


def sort_of(rulebook: Rulebook, state: StateRecord, limit: Limit) -> Sort:
    """What kind of request this is."""
    left = rulebook.hint("remaining", state) // STAGE if rulebook.game.remaining is not None else 0
    return rulebook.game.slug, limit.depth is not None, int(left)


class Experience:
    """Learns the factor between what is expected of a kind of request and what comes of it."""

    def __init__(self) -> None:
        self._bias: OrderedDict[Sort, float] = OrderedDict()  # logarithms of factors
        self.ratios: deque[float] = deque(maxlen=REMEMBERED)
        """Estimates over what came of them, for the latest requests."""

    def expect(self, sort: Sort, seconds: float) -> float:
        """What an expected time will turn out to be; a stage of a game that was not seen yet is taken to be like the nearest."""
        near = min((each for each in self._bias if each[:2] == sort[:2]), key=lambda each: abs(each[2] - sort[2]), default=sort)
        return max(LEAST, seconds) * math.exp(self._bias.get(near, 0.0))

    def note(self, sort: Sort, seconds: float, took: float) -> None:
        """Learn how long a request took for which some seconds were expected."""
        seen = math.log(max(LEAST, took) / max(LEAST, seconds))
        known = self._bias.pop(sort, None)
        self._bias[sort] = seen if known is None else known + (seen - known) * LEARNED
        while len(self._bias) > SORTS:
            self._bias.popitem(last=False)

    def judge(self, estimate: float, took: float) -> None:
        """Note what was told, and what came of it, with the time it had to wait."""
        self.ratios.append(max(LEAST, estimate) / max(LEAST, took))

    @property
    def typical_ratio(self) -> float | None:
        """The median of estimate over reality; None before the first."""
        return median(self.ratios) if self.ratios else None
