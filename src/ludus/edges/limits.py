"""What one connection, one address, and all of them together may ask of the server. Message sizes are in `wire/limits.py`."""

from __future__ import annotations

from collections import Counter

from ludus.edges.trusted_proxy import TrustedProxies
from ludus.server.policy import ConnectionPolicy
from ludus.server.rate_limit import Bucket, Rate, network

PAUSE = 0.1
"""The least time, in seconds, for which a client that is too fast has to wait. Reading several messages after a pause costs less
than waking up for each of them."""


class Addresses:
    """Counts connections, altogether and per network: anybody with an IPv6 address has 2 to the 64 of them."""

    def __init__(self, policy: ConnectionPolicy, proxies: TrustedProxies | None = None) -> None:
        self._policy, self.proxies = policy, proxies or TrustedProxies()
        self._counts: Counter[str] = Counter()
        self._all = 0

    def come(self, address: str) -> bool:
        """Count another connection; false if there are too many."""
        place = network(address)
        is_full = self._counts[place] >= self._policy.per_address and not self.proxies.trust(address)  # it comes for many
        if self._all >= self._policy.total or is_full:
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

    def __init__(self, policy: ConnectionPolicy, now: float) -> None:
        self._bucket = Bucket(Rate(policy.messages_at_once, 1 / policy.messages_per_second), now)

    def wait(self, now: float) -> float:
        """Count another message: 0 if it may be read now, otherwise the seconds to wait before trying again."""
        return 0.0 if self._bucket.take(now) else max(self._bucket.wait(now), PAUSE)
