"""`RunClock`: the time while a server runs, which only ever goes on as fast as time does.

    time of day at the start  +  seconds since then

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

    def __call__(self) -> float:
        """The time now."""
        now = self._base + self._steady()
        ahead = self._time_of_day() - now
        if abs(ahead - self._ahead) > NOTEWORTHY:
            log.warning("the machine's clock was set; games go on by the old one", seconds=round(ahead - self._ahead))
            self._ahead = ahead
        return now
