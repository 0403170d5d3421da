"""`Outage`: a database that is away for a while is waited for; everything that was to be kept is kept when it is back."""

from __future__ import annotations

import time
from collections.abc import Callable

import structlog

from ludus.server.store.errors import StoreAway

SHORTEST, LONGEST = 0.05, 1.0
"""Seconds between two tries: soon at first, then less often."""

log = structlog.get_logger("ludus")


class Outage:
    """From the first try that fails to the first that does not, or until it has lasted too long."""

    def __init__(
        self, most: float, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._most, self._clock, self._sleep = most, clock, sleep
        self._began = 0.0
        self._tries = 0

    def wait(self, error: StoreAway) -> None:
        """Wait before the next try; raises the error when that has been done for long enough."""
        now = self._clock()
        if not self._tries:
            self._began = now
            log.warning("the store is away; waiting for it", problem=str(error), seconds=self._most)
        if now - self._began >= self._most:
            raise error
        self._sleep(min(SHORTEST * 2**self._tries, LONGEST))
        self._tries += 1

    def end(self) -> None:
        """It is back."""
        log.warning("the store is back; nothing was lost", seconds=round(self._clock() - self._began, 1))
