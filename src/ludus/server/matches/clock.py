"""`Clocks`: how much time every seat of a match has left.

    move            seconds for each move
    main increment  seconds for the whole game, and seconds added after each move of one's own

Either may be 0 for no limit; where both are given, both hold. A clock changes only when it is started or stopped, or when the
server was down, so the same events give the same clocks again. Several run at once where players choose at the same time.
"""

from __future__ import annotations

from ludus.wire.messages import Clock


class Clocks:
    """The clocks of a match, one a seat; all stand still at first."""

    def __init__(self, move: float, main: float, increment: float, seats: int) -> None:
        self.move, self.main, self.increment = move, main, increment
        self._left = [main] * seats  # of the game's time, as it was when the clock last stood still
        self._since: dict[int, float] = {}  # when the clocks that run were started
        self._deadlines: dict[int, float] = {}  # when the time of their seats will be used up, where there is a limit
        self.due: float | None = None
        """When the first of the clocks that run will run out; None if none will."""
        self._shown: tuple[float, list[Clock]] | None = None  # what was shown last, and when; None after a change

    def start(self, seat: int, now: float) -> None:
        """Start a seat's clock; one that is running already goes on."""
        if seat not in self._since:
            self._since[seat] = now
            if self.move > 0 or self.main > 0:
                self._deadlines[seat] = now + self._limit(seat)
            self._note_change()

    def stop(self, seat: int, now: float, *, moved: bool = True) -> None:
        """Stop a seat's clock, and add the increment if it has moved in time."""
        if seat not in self._since:
            return
        if self.main > 0:
            self._left[seat] = max(0.0, self._left[seat] - self._elapsed(seat, now))
            if moved and self._left[seat] > 0:
                self._left[seat] += self.increment
        del self._since[seat]
        self._deadlines.pop(seat, None)
        self._note_change()

    def take_back(self, seat: int) -> None:
        """Take back the increment of a move that was taken back, but never so far that the seat loses on time."""
        left = self._left[seat]
        self._left[seat] = max(left - self.increment, min(left, self.increment))
        self._shown = None

    def sleep(self, seconds: float) -> None:
        """Move all clocks on: the server was down for these seconds, and nobody loses them."""
        for times in (self._since, self._deadlines):
            for seat in times:
                times[seat] += max(0.0, seconds)
        self._note_change()

    def _note_change(self) -> None:
        self._shown = None
        self.due = min(self._deadlines.values()) if self._deadlines else None

    def deadline(self, seat: int) -> float | None:
        """When a seat's time will be used up, as things are; never, if its clock stands still or there is no limit."""
        return self._deadlines.get(seat)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is used up, the first to run out first."""
        return [seat for time, seat in sorted((time, seat) for seat, time in self._deadlines.items()) if time <= now]

    def all_left(self, now: float) -> list[Clock]:
        """What is left to every seat; several messages of one moment share it, so nobody may change it."""
        if self._shown is None or self._shown[0] != now:
            self._shown = now, [self.left(seat, now) for seat in range(len(self._left))]
        return self._shown[1]

    def left(self, seat: int, now: float) -> Clock:
        """What is left of a seat's time, to the millisecond; 0 also where there is no limit."""
        if seat not in self._since:
            return Clock(self.move, round(self._left[seat], 3), False)
        elapsed = self._elapsed(seat, now)
        return Clock(round(max(0.0, self.move - elapsed), 3), round(max(0.0, self._left[seat] - elapsed), 3), True)

    def _limit(self, seat: int) -> float:
        """How long a seat may think now."""
        if self.move > 0 and self.main > 0:
            return min(self.move, self._left[seat])
        return self.move if self.move > 0 else self._left[seat]

    def _elapsed(self, seat: int, now: float) -> float:
        """For how long a seat's clock has run. Where the time of day was set back this is a gift, but only for that one move."""
        return max(0.0, now - self._since[seat])
