"""What one connection, one address, and all of them together may ask of the server. Message sizes are in `wire/limits.py`."""

from __future__ import annotations

from collections import Counter

from ludus.edges.trusted_proxy import TrustedProxies
from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import Pressure
from ludus.server.rate_limit import network

PAUSE = 0.1
"""The least time, in seconds, for which a client that is too fast has to wait. Reading several messages after a pause costs less
than waking up for each of them."""

THIS_MACHINE = frozenset({"127.0.0.1", network("::1"), "local"})
"""The networks for which some connections are kept free: the operator and health checks come from there."""


class Addresses:
    """Counts connections, altogether and per network: anybody with an IPv6 address has 2 to the 64 of them."""

    def __init__(self, policy: ConnectionPolicy, proxies: TrustedProxies | None = None, pressure: Pressure | None = None) -> None:
        self._policy, self.proxies, self.pressure = policy, proxies or TrustedProxies(), pressure or Pressure()
        self._counts: Counter[str] = Counter()
        self._all = 0

    def come(self, address: str) -> bool:
        """Count another connection; false if there are too many."""
        place = network(address)
        reserved = 0 if place in THIS_MACHINE else self._policy.reserved
        is_full = self._counts[place] >= self._policy.per_address and not self.proxies.trust(address)  # it comes for many
        if self._all >= self._policy.total - reserved or is_full:
            self.pressure.note("refused", "too many connections", address)
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
    """Slows down a connection that sends too fast. It counts as a `Bucket` does, in one call, since every message passes here."""

    __slots__ = ("_at", "_burst", "_counted", "_rate")

    def __init__(self, policy: ConnectionPolicy, now: float) -> None:
        self._burst, self._rate = policy.messages_at_once, policy.messages_per_second
        self._counted, self._at = 0.0, now  # the messages that time has not made up for yet: what is missing in the bucket

    def wait(self, now: float) -> float:
        """Count another message: 0 if it may be read now, otherwise the seconds to wait before trying again."""
        if now > self._at:  # a clock that is set back makes up for nothing, and nobody waits for the old time to come again
            self._counted = max(0.0, self._counted - (now - self._at) * self._rate)
        self._at = now
        beyond = self._counted + 1 - self._burst
        if beyond > 0:
            return max(beyond / self._rate, PAUSE)
        self._counted += 1
        return 0.0

    def pay(self, count: int, now: float) -> float:
        """Count what was read before it could be counted: the seconds to wait before anything else is read."""
        uncounted = count if self.wait(now) else count - 1  # it counts one, unless that is one too many
        self._counted += uncounted
        beyond = self._counted - self._burst
        return max(beyond / self._rate, PAUSE) if beyond > 0 else 0.0
