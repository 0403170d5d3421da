"""What one connection, one address, and all of them together may ask of the server. Message sizes are in `wire/limits.py`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ludus.server.rate_limit import Bucket, Rate, network
from ludus.wire.limits import MOST_ERRORS

MESSAGES = Rate(burst=200, every=0.01)
"""Messages read from one connection: 200 at once, then a hundred a second. The rest wait their turn."""

PAUSE = 0.1
"""The least time, in seconds, for which a client that is too fast has to wait. Reading several messages after a pause costs less
than waking up for each of them."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How much is too much."""

    idle: float = 3600.0
    """Seconds of silence after which a connection is closed."""
    line: float = 30.0
    """Seconds in which a message must be complete, from its first byte."""
    errors: int = MOST_ERRORS
    """Unreadable messages after which a connection is closed."""
    unread: int = 1 << 20
    """Bytes that a client may leave unread before it is cut off."""
    per_address: int = 200
    """Connections from one address, or from one IPv6 network."""
    connections: int = 20_000
    """Connections altogether."""
    messages: Rate = MESSAGES
    """Messages read from one connection; the rest wait their turn."""


class Addresses:
    """Counts connections, altogether and per network: anybody with an IPv6 address has 2 to the 64 of them."""

    def __init__(self, limits: ConnectionLimits) -> None:
        self._limits = limits
        self._counts: Counter[str] = Counter()
        self._all = 0

    def come(self, address: str) -> bool:
        """Count another connection; false if there are too many."""
        place = network(address)
        if self._all >= self._limits.connections or self._counts[place] >= self._limits.per_address:
            return False
        self._counts[place] += 1
        self._all += 1
        return True

    def go(self, address: str) -> None:
        """Count one less."""
        place = network(address)
        self._all -= 1
        self._counts[place] -= 1
        if self._counts[place] <= 0:
            del self._counts[place]


class MessageThrottle:
    """Slows down a connection that sends too fast."""

    def __init__(self, limits: ConnectionLimits, now: float) -> None:
        self._bucket = Bucket(limits.messages, now)

    def wait(self, now: float) -> float:
        """Count another message: 0 if it may be read now, otherwise the seconds to wait before trying again."""
        return 0.0 if self._bucket.take(now) else max(self._bucket.wait(now), PAUSE)
