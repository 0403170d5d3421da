"""How fast each worker is at each game, learned while it works.

For a game and a worker this keeps the speed in positions a second, and the overhead: the time between an order and its result
that was not work; for the game, how much longer each depth takes than the one before. New figures count for a quarter, so a
worker that becomes slow, because somebody else uses its machine, is soon known as slow.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from ludus.cluster.outlook import Progression

NEWEST = 0.25
"""How much the newest figure counts."""

TINY = 1e-4
"""Searches that take less are all the same."""

REMEMBERED = 100
"""Estimates that are compared with what came of them."""

FIRST_SPEED = 1e6
"""Positions a second of a worker that has not worked yet."""


@dataclass
class Skill:
    """What is known about one worker at one game."""

    speed: float | None = None
    """Positions a second."""
    overhead: float = 0.002
    """Seconds from an order to its result that were not work."""
    jobs: int = 0
    nodes: int = 0

    def note_speed(self, nodes: int, seconds: float) -> None:
        """Learn from some work."""
        self.nodes += nodes
        if seconds > 0 and nodes > 0:
            seen = nodes / seconds
            self.speed = seen if self.speed is None else self.speed + (seen - self.speed) * NEWEST

    def note_overhead(self, seconds: float) -> None:
        """Learn how long an order and its result are on their way."""
        self.overhead += (max(0.0, seconds) - self.overhead) * NEWEST


@dataclass
class Performance:
    """What is known about all workers, for one game; the key of a worker is its name."""

    skills: dict[str, Skill] = field(default_factory=dict)
    progression: Progression = field(default_factory=Progression)
    """How much longer each depth takes than the one before."""

    def of(self, worker: str) -> Skill:
        """What is known about a worker."""
        return self.skills.setdefault(worker, Skill())

    def speed(self, worker: str) -> float:
        """Positions a second; of a worker that is new, what the others have on average."""
        return self.of(worker).speed or self._usual_speed()

    def share(self, worker: str, workers: Iterable[str]) -> float:
        """A worker's share of the speed of all."""
        return self.speed(worker) / sum(self.speed(each) for each in workers)

    def _usual_speed(self) -> float:
        known = [skill.speed for skill in self.skills.values() if skill.speed]
        return math.exp(sum(map(math.log, known)) / len(known)) if known else FIRST_SPEED


@dataclass
class Sizes:
    """How many positions or seconds a search takes, by its depth; learned from what was searched."""

    logs: dict[int, float] = field(default_factory=dict)
    growth: float = math.log(4.0)
    """The logarithm of the factor from one depth to the next."""

    def note(self, depth: int, size: float) -> None:
        """Learn from a finished search."""
        seen = math.log(max(TINY, size))
        self.logs[depth] = seen if depth not in self.logs else self.logs[depth] + (seen - self.logs[depth]) * NEWEST
        if depth - 1 in self.logs and depth > 2:
            grown = min(max(self.logs[depth] - self.logs[depth - 1], 0.2), 3.0)
            self.growth += (grown - self.growth) * NEWEST

    def expected(self, depth: int) -> float:
        """How much a search of this depth is expected to take."""
        if depth in self.logs:
            return math.exp(self.logs[depth])
        if not self.logs:
            return math.exp(min(60.0, self.growth * depth))
        nearest = min(self.logs, key=lambda known: (abs(known - depth), known))
        return math.exp(min(60.0, self.logs[nearest] + self.growth * (depth - nearest)))


@dataclass
class Durations:
    """How long all machines together take for a search, by its depth, and how good the estimates of that were."""

    sizes: Sizes = field(default_factory=Sizes)
    ratios: deque[float] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    """Estimated over actual time of the latest searches."""

    def expected(self, depth: int) -> float:
        """Seconds that a search is expected to take; 0 if none was completed."""
        return self.sizes.expected(depth) if self.sizes.logs else 0.0

    def note(self, depth: int, seconds: float) -> None:
        """Learn from a completed search."""
        expected = self.expected(depth)
        if expected and seconds > 0:
            self.ratios.append(expected / seconds)
        self.sizes.note(depth, seconds)
