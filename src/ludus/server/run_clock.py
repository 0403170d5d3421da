"""`RunClock`: the time while a server runs, which only ever goes on as fast as time does, and can be stopped.

    time of day at the start  +  seconds since then  -  seconds for which it stood still

When somebody sets the machine's clock by an hour, nobody's game loses an hour. After a restart the time of day counts again; what
lies between two runs is credited to everybody anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

NOTEWORTHY = 5.0
"""Seconds by which the machine's clock must have been set to be worth a line in the log."""

log = structlog.get_logger("ludus")


class RunClock:
    """Called, it gives the time in seconds; it begins with the machine's time of day."""

    def __init__(self, time_of_day: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self._time_of_day, self._steady = time_of_day, steady
        self._base = time_of_day() - steady()
        self._ahead = 0.0  # by how much the machine's clock was ahead of ours when that was last logged
        self.stands = False
        """Whether it stands still."""
        self._stood = 0.0  # where it stands while that is so

    def __call__(self) -> float:
        """The time now."""
        return self._stood if self.stands else self._base + self._steady()

    def stop(self) -> None:
        """Stand still."""
        self._stood, self.stands = self(), True

    def go_on(self) -> float:
        """Go on from there; the seconds it stood still."""
        lost = self._base + self._steady() - self._stood if self.stands else 0.0
        self._base, self._ahead, self.stands = self._base - lost, self._ahead + lost, False
        return lost

    def watch(self) -> None:
        """Log when the machine's clock was set."""
        ahead = self._time_of_day() - self()
        if not self.stands and abs(ahead - self._ahead) > NOTEWORTHY:
            log.warning("the machine's clock was set; games go on by the old one", seconds=round(ahead - self._ahead))
            self._ahead = ahead
