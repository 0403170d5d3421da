"""How many connections one address and all of them together may have. How fast they may talk is in `fair_share.py`, message
sizes are in `wire/limits.py`.
"""

from __future__ import annotations

from collections import Counter

from ludus.edges.trusted_proxy import TrustedProxies
from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import Pressure
from ludus.server.rate_limit import network

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
