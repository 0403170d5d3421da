"""How far a search has come on its way to a depth, and how long the rest will take. Times are arguments.

    depth   1  2  3   4      5             6
            ├──┼──┼───┼──────┼─────────────┼─ ─ ─ ─ ─ ─
            begun                      now ┘             share = spent / (spent + rest of this depth + those to come)

How much longer a depth takes than the one before differs by game and by depth, but hardly by position: it is learned over all
searches of a game.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from statistics import NormalDist

MEASURABLE = 0.001
"""Depths that take fewer seconds than this say nothing about growth."""

NEWEST, NEWEST_OF_ALL = 0.25, 0.1
"""How much the newest factor counts, for its own depth and for depths that were never searched."""

LEAST, MOST = -1.0, 3.0
"""The logarithms of factors that are believed."""

SPREAD = 0.5
"""The standard deviation of the logarithm of a depth's time about what was expected."""

LATE = 1.05
"""What has taken far longer than expected will take longer still by this factor."""

LONGEST = 60.0
"""No expected time is longer than e to this power of seconds."""


@dataclass
class Progression:
    """By what factor each depth takes longer than the one before, in one game; all in logarithms."""

    factors: dict[int, float] = field(default_factory=dict)
    usual: float = math.log(2.2)
    """For depths that were never searched."""

    def note(self, depth: int, before: float, seconds: float) -> None:
        """Learn that a depth took some seconds, and the one before it some others."""
        if min(before, seconds) > MEASURABLE:
            seen = min(max(math.log(seconds / before), LEAST), MOST)
            known = self.factors.get(depth, seen)
            self.factors[depth] = known + (seen - known) * NEWEST
            self.usual += (seen - self.usual) * NEWEST_OF_ALL

    def factor(self, depth: int) -> float:
        """The logarithm of the factor from the depth before to this one."""
        return self.factors.get(depth, self.usual)


@dataclass
class Outlook:
    """The depths of one search: how long those took that are done, and what is to be expected of the others."""

    progression: Progression
    begun: float
    depth: int = 0
    """The last depth that is done."""
    seconds: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._depth_begun = self.begun

    def note(self, depth: int, now: float, *, tells: bool = True) -> None:
        """A depth is done; `tells` is false for a proof, which took as long as it takes and no part in the growth."""
        if tells:
            self.seconds[depth] = now - self._depth_begun
            if depth - 1 in self.seconds:
                self.progression.note(depth, self.seconds[depth - 1], self.seconds[depth])
        self.depth, self._depth_begun = depth, now

    def expected(self, depth: int) -> float | None:
        """How many seconds a depth is expected to take by itself, before it is begun; None if nothing was searched."""
        known = [each for each in (self.depth, self.depth - 1) if self.seconds.get(each, 0.0) > 0.0]
        if not known:
            return None
        logs = [math.log(self.seconds[each]) + self._grown(each, depth) for each in known]
        return math.exp(min(LONGEST, sum(logs) / len(logs)))  # odd and even depths differ, so the last two count alike

    def share(self, last: int, now: float) -> float:
        """How much of the way to a last depth is done, by the time it takes."""
        spent, current = now - self.begun, self.expected(self.depth + 1)
        if current is None or spent <= 0.0:
            return 0.0
        current = _given_so_far(current, now - self._depth_begun)
        grown = (self._grown(self.depth + 1, depth) for depth in range(self.depth + 1, last + 1))
        whole = sum(current * math.exp(min(LONGEST, each)) for each in grown)
        return spent / (self._depth_begun - self.begun + whole) if whole > 0.0 else 1.0

    def _grown(self, known: int, depth: int) -> float:
        return sum(self.progression.factor(each) for each in range(known + 1, depth + 1))


def _given_so_far(expected: float, elapsed: float) -> float:
    """How long something takes that was expected to take some time, now that so much of it has passed: what is as likely to be
    too long as too short.
    """
    if elapsed <= 0.0:
        return expected
    usual = NormalDist()
    passed = min(0.9999, usual.cdf(math.log(elapsed / expected) / SPREAD))
    return max(LATE * elapsed, expected * math.exp(SPREAD * usual.inv_cdf((1.0 + passed) / 2.0)))
