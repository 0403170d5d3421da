"""What one connection, one address, and all of them together, may ask of the server."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ludus.server.accounts.login_throttle import Bucket, Rate, network

MESSAGES = Rate(burst=200, every=0.01)
"""So many messages are taken from a connection at once, then a hundred a second; the others wait."""

PAUSE = 0.1
"""Who is too fast waits at least so many seconds: to take some messages then costs less than to take one ten times as often."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is too much."""

    idle: float = 3600.0
    """A connection that says nothing for so many seconds is cut."""
    line: float = 30.0
    """A message must be complete so many seconds after its first byte."""
    errors: int = 50
    """After so many messages that cannot be read, a connection is cut."""
    unread: int = 1 << 20
    """Who leaves so many bytes unread is cut."""
    per_address: int = 200
    """So many connections from one address, or one network of IPv6."""
    connections: int = 20_000
    """So many connections altogether."""
    messages: Rate = MESSAGES
    """How many messages are taken from a connection; the others wait until it is their turn."""


class Addresses:
    """Counts the connections, altogether and from each network: who has an IPv6 address has 2 to the 64 of them."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._counts: Counter[str] = Counter()
        self._all = 0

    def come(self, address: str) -> bool:
        """Another connection; false when there are too many."""
        place = network(address)
        if self._all >= self._limits.connections or self._counts[place] >= self._limits.per_address:
            return False
        self._counts[place] += 1
        self._all += 1
        return True

    def go(self, address: str) -> None:
        """One less."""
        place = network(address)
        self._all -= 1
        self._counts[place] -= 1
        if self._counts[place] <= 0:
            del self._counts[place]


class Patience:
    """How much one connection has used up of what it may."""

    def __init__(self, limits: Limits, now: float) -> None:
        self._limits = limits
        self._bucket = Bucket(limits.messages, now)
        self._errors = 0

    def wait(self, now: float) -> float:
        """Another message: it may be taken now, or is to wait for so many seconds."""
        return 0.0 if self._bucket.take(now) else max(self._bucket.wait(now), PAUSE)

    def too_wrong(self) -> bool:
        """Another error: whether it is one too many."""
        self._errors += 1
        return self._errors >= self._limits.errors
