"""Whose turn it is to try a password when many strangers want to: each network gets one turn, in the order in which they came.

    ann:    bucket ●●○○○        10 tries at once, then one every 30 s
            queue  198.51.100.7 at 10:00:30, 203.0.113.9 at 10:01:00, ...

Whoever guesses from forty networks waits forty times as long as the owner, who comes from one.
"""

from __future__ import annotations

from ludus.server.rate_limit import Bucket, Rate


class StrangerQueue:
    """The strangers who want to try the password of one account."""

    def __init__(self, rate: Rate, most: int, turn_seconds: float, now: float) -> None:
        self._rate, self._most, self._turn_seconds = rate, most, turn_seconds
        self._bucket = Bucket(rate, now)
        self._turns: dict[str, float] = {}  # when each network may try, in that order
        self._last = now

    @property
    def waiting(self) -> int:
        """The number of networks that wait for their turn."""
        return len(self._turns)

    def wait(self, network: str, now: float) -> float:
        """Seconds until a network may try; whoever has to wait gets a turn by asking."""
        self._forget(now)
        turn = self._turns.get(network)
        if turn is not None:
            return max(0.0, turn - now)
        if not self._turns and self._bucket.allows(now):
            return 0.0
        after = max(self._last, now) if self._turns else now
        turn = after + (self._rate.every if self._turns else self._bucket.wait(now))
        if len(self._turns) < self._most:
            self._turns[network], self._last = turn, turn
        return turn - now

    def take(self, network: str, now: float) -> None:
        """A network tries."""
        self._turns.pop(network, None)
        self._bucket.take(now)

    def give_back(self, now: float) -> None:
        """It was the owner, or the password was not looked at."""
        self._bucket.give_back(now)

    def is_quiet(self, now: float) -> bool:
        """Whether nothing is lost when it is forgotten."""
        self._forget(now)
        return not self._turns and self._bucket.is_full(now)

    def _forget(self, now: float) -> None:
        """Drop turns that nobody has taken."""
        while self._turns:
            first = next(iter(self._turns))
            if now - self._turns[first] <= self._turn_seconds:
                return
            del self._turns[first]
