"""Estimates: how long a depth will take, before it is searched.

There are two predictors. `Formula` needs only what was measured in a millisecond before the first search; `Growth` learns from
the depths of the current search, and is usually closer once there are some. A `Forecast` asks the one that was closer lately, and
keeps track of how far off its answers were. Nothing here looks at a clock: times are arguments.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

MEASURABLE = 0.001
"""Depths that take fewer seconds than this say nothing about growth, and no forecast is judged by them."""

REMEMBERED = 100
"""How many of the latest forecasts are judged."""

LATELY = 10
"""How many of their latest answers are used to compare the two predictors."""

LONGEST = 690.0
"""No forecast is longer than e to this power of seconds: a float holds no more."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What one step of a search costs, in seconds, and how many moves there are to choose from."""

    evaluation: float
    """V: finding the heuristic value of a position."""
    split: float
    """S: finding the moves of a position, and playing each of them."""
    branching: float
    """B: how many moves a position has."""
    overhead: float
    """O: beginning a search, and coming back from it."""


@dataclass(slots=True)
class Formula:
    """T = AB * (S * (B^(N-1) - 1) / (B - 1) + V * (B^N - 1) / (B - 1) + O) for a tree of N levels.

    The position itself is the first level, so looking d moves ahead makes N = d + 1. Compared with looking at everything,
    alpha-beta at best looks at the share AB = (B^ceil(d/2) + B^floor(d/2) - 1) / B^d. The factor by which a game falls behind
    that, or gets ahead of it thanks to the table, is learned.
    """

    costs: Costs
    learned: float = 1.0

    def gain(self, depth: int) -> float:
        """AB: the share of the whole tree that alpha-beta looks at."""
        branching = self._branching
        return self.learned * (branching ** -(depth // 2) + branching ** -(depth - depth // 2) - branching**-depth)

    def seconds_for(self, depth: int) -> float:
        """How many seconds a depth is expected to take by itself."""
        branching, costs, levels = self._branching, self.costs, depth + 1
        splits = (power(branching, levels - 1) - 1) / (branching - 1)
        evaluations = (power(branching, levels) - 1) / (branching - 1)
        return self.gain(depth) * (costs.split * splits + costs.evaluation * evaluations + costs.overhead)

    def note(self, depth: int, seconds: float) -> None:
        """Learn how long a depth took."""
        expected = self.seconds_for(depth)
        if seconds > MEASURABLE and expected > 0:
            self.learned *= math.sqrt(seconds / expected)

    @property
    def _branching(self) -> float:
        return max(1.1, self.costs.branching)  # the formula divides by B - 1


@dataclass(slots=True)
class Growth:
    """Learns how much longer each depth takes than the one before.

    Odd and even depths differ in most games, so the factor is taken over two depths at a time. After a proof was given up, the
    table helps with the next few depths, but less with each of them, so their times grow faster than usual. Then what a depth
    would take without that help counts as much as what the last one took with it.
    """

    seconds: dict[int, float] = field(default_factory=dict)
    factor: float = 4.0
    unhelped: int = 0
    """The last depth that was searched without the help of a proof; 0 for none."""

    def note(self, depth: int, seconds: float, *, helped: bool = False) -> None:
        """Learn how long a depth took."""
        if depth == 1:
            self.forget()
        self.seconds[depth] = seconds
        if helped:
            return
        self.unhelped = depth
        if depth > 4 and self.seconds.get(depth - 2, 0.0) > MEASURABLE:
            seen = max(1.0, seconds / self.seconds[depth - 2]) ** 0.5
            self.factor += (seen - self.factor) * 0.5

    def forget(self) -> None:
        """Forget the depths of another search, but keep how much they grew."""
        self.seconds.clear()
        self.unhelped = 0

    def seconds_for(self, depth: int) -> float | None:
        """How many seconds a depth is expected to take by itself; None if no depth has been searched."""
        if not self.seconds:
            return None
        known = max(self.seconds)
        grown = self._grown(known, depth)
        return math.sqrt(grown * max(grown, self._grown(self.unhelped, depth))) if known > self.unhelped > 0 else grown

    def _grown(self, known: int, depth: int) -> float:
        return self.seconds[known] * power(self.factor, depth - known)


@dataclass(slots=True)
class Forecast:
    """How long the next depths are expected to take, and how good such forecasts have been so far."""

    formula: Formula
    growth: Growth = field(default_factory=Growth)
    errors: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """The factors by which the latest forecasts were off, at least 1."""
    of_formula: deque[float] = field(default_factory=lambda: deque(maxlen=LATELY))
    of_growth: deque[float] = field(default_factory=lambda: deque(maxlen=LATELY))
    """The factors by which each of the two was off lately, whichever was asked."""
    depth: int = 0
    """The last depth searched."""

    def begin(self) -> None:
        """Get ready for another position."""
        self.depth = 0
        self.growth.forget()

    def note(self, depth: int, seconds: float, *, helped: bool = False) -> None:
        """Learn how long a depth took; `helped` says that a proof of the same position came before it."""
        if seconds > MEASURABLE and depth == self.depth + 1:
            self.errors.append(off_by(self.seconds_for(depth), seconds))
            grown = self.growth.seconds_for(depth)
            if grown is not None:
                self.of_formula.append(off_by(self.formula.seconds_for(depth), seconds))
                self.of_growth.append(off_by(grown, seconds))
        self.depth = depth
        self.growth.note(depth, seconds, helped=helped)
        self.formula.note(depth, seconds)

    def next_depth(self) -> float:
        """How many seconds the next depth is expected to take."""
        return self.seconds_for(self.depth + 1)

    def seconds_for(self, depth: int) -> float:
        """How many seconds a depth is expected to take by itself."""
        grown = self.growth.seconds_for(depth)
        tells = max(self.growth.seconds.values(), default=0.0) > MEASURABLE
        better = (typical(self.of_growth) or 1.0) <= (typical(self.of_formula) or 1.0)
        return grown if tells and better and grown is not None else self.formula.seconds_for(depth)

    @property
    def error(self) -> float | None:
        """The median factor by which the latest forecasts were off; None if none could be judged."""
        return typical(self.errors)


def power(base: float, exponent: int) -> float:
    """A number to some power, limited to what a float can hold."""
    return math.exp(min(LONGEST, exponent * math.log(base)))


def off_by(expected: float, seconds: float) -> float:
    """The factor by which a forecast was off, in either direction."""
    return math.exp(abs(math.log(max(expected, 1e-9) / max(seconds, 1e-9))))


def typical(errors: Iterable[float]) -> float | None:
    """The median factor by which forecasts were off."""
    known = list(errors)
    return median(known) if known else None
