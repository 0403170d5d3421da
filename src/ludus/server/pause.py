"""`Pause`: time that counts for nobody, because the store made everybody wait."""

from __future__ import annotations

from collections.abc import Callable

PAUSE = "The server is waiting for its store; nothing is lost, and all clocks stand still"
PAUSE_OVER = "The server goes on"


class Pause:
    """A clock that can be stopped: afterwards it goes on where it stood."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._stands: float | None = None
        self._lost = 0.0

    @property
    def is_on(self) -> bool:
        """Whether the clock stands still."""
        return self._stands is not None

    def now(self) -> float:
        """The time."""
        return self._clock() - self._lost if self._stands is None else self._stands

    def begin(self) -> None:
        """Stop the clock."""
        if self._stands is None:
            self._stands = self.now()

    def end(self) -> float:
        """Let it go on; the seconds it stood still."""
        if self._stands is None:
            return 0.0
        lost = self._clock() - self._lost - self._stands
        self._lost, self._stands = self._lost + lost, None
        return lost
