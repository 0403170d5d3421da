"""`Pause`: time that counts for nobody, because the store made everybody wait."""

from __future__ import annotations

from collections.abc import Callable

PAUSE = "The server is waiting for its store; nothing is lost, and all clocks stand still"
PAUSE_OVER = "The server goes on"


class Pause:
    """A clock that can be stopped: afterwards it goes on where it stood."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.is_on = False
        """Whether the clock stands still."""
        self._stands = 0.0  # where it stands while that is so
        self._lost = 0.0

    def now(self) -> float:
        """The time."""
        return self._stands if self.is_on else self._clock() - self._lost

    def begin(self) -> None:
        """Stop the clock."""
        if not self.is_on:
            self._stands, self.is_on = self.now(), True

    def end(self) -> float:
        """Let it go on; the seconds it stood still."""
        if not self.is_on:
            return 0.0
        lost = self._clock() - self._lost - self._stands
        self._lost, self.is_on = self._lost + lost, False
        return lost
