"""`Clocks`: how much time every seat of a match has left.

    move            so many seconds for each move
    main increment  so many for the whole game, and some more after each move of one's own

Either may be 0 for no such limit; where both are given, both hold. A clock changes only when it is started or stopped, or the
server slept: the same events give the same clocks again. Several may run at once, where players choose at the same time.
"""

from __future__ import annotations

from ludus.wire.replies import Clock


class Clocks:
    """The clocks of a match, one a seat; all stand still at first."""

    def __init__(self, move: float, main: float, increment: float, seats: int) -> None:
        self.move, self.main, self.increment = move, main, increment
        self._left = [main] * seats  # of the game's time, as it was when the clock last stood still
        self._since: dict[int, float] = {}  # when the clocks that run were started

    def start(self, seat: int, now: float) -> None:
        """A seat's time runs from now on; a clock that runs already is not set back."""
        self._since.setdefault(seat, now)

    def stop(self, seat: int, now: float, *, moved: bool = True) -> None:
        """A seat's time runs no more; there is an increment only for who has moved, and not when it was too late."""
        if seat not in self._since:
            return
        self._left[seat] = max(0.0, self._left[seat] - self._elapsed(seat, now))
        del self._since[seat]
        if moved and self._left[seat] > 0:
            self._left[seat] += self.increment

    def sleep(self, seconds: float) -> None:
        """The server was not running for so long: that is nobody's time."""
        for seat in self._since:
            self._since[seat] += max(0.0, seconds)

    def deadline(self, seat: int) -> float | None:
        """When a seat's time will be used up, as things are; never, if its clock stands still or there is no limit."""
        limits = [left for limit, left in ((self.move, self.move), (self.main, self._left[seat])) if limit > 0]
        if seat not in self._since or not limits:
            return None
        return self._since[seat] + min(limits)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is used up, the first to run out first."""
        late = [(time, seat) for seat in self._since if (time := self.deadline(seat)) is not None and time <= now]
        return [seat for _, seat in sorted(late)]

    def left(self, seat: int, now: float) -> Clock:
        """What is left of a seat's time; 0 also where there is no limit."""
        elapsed = self._elapsed(seat, now)
        return Clock(max(0.0, self.move - elapsed), max(0.0, self._left[seat] - elapsed), seat in self._since)

    def _elapsed(self, seat: int, now: float) -> float:
        """For how long a seat's clock has run. Where the time of day was set back this is a gift, but only for that one move."""
        return max(0.0, now - self._since.get(seat, now))
