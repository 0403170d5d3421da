"""How often something may be done: a bucket holds a few permissions, and gets new ones at a steady rate until it is full."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from msgspec import Struct


class Rate(Struct, frozen=True):
    """How often: `burst` times at once, then once in `every` seconds."""

    burst: int
    every: float


class Bucket:
    """What one connection, address or account may still do; full at first."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, float(rate.burst), now

    def allows(self, now: float) -> bool:
        """Whether it may be done once more."""
        return self._fill(now) >= 1

    def take(self, now: float) -> bool:
        """Do it once, if it may be done."""
        if self._fill(now) < 1:
            return False
        self._left -= 1
        return True

    def wait(self, now: float) -> float:
        """Seconds until it may be done once more."""
        return max(0.0, 1 - self._fill(now)) * self._rate.every

    def give_back(self, now: float) -> None:
        """It was not done after all."""
        self._left = min(self._fill(now) + 1, self._rate.burst)

    def is_full(self, now: float) -> bool:
        """Whether nothing is lost when it is forgotten."""
        return self._fill(now) >= self._rate.burst

    def _fill(self, now: float) -> float:
        # When the time of day is set back, nothing is added, and nobody waits for the old time to come again.
        if now > self._at:
            self._left = min(self._left + (now - self._at) / self._rate.every, self._rate.burst)
        self._at = now
        return self._left


class Buckets:
    """A bucket for each key. Those that are full again are forgotten; beyond `most` those that were used least recently."""

    def __init__(self, rate: Rate, most: int) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}  # the most recently used last

    def __len__(self) -> int:
        return len(self._buckets)

    def allows(self, key: str, now: float) -> bool:
        """Whether it may be done once more."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.allows(now)

    def wait(self, key: str, now: float) -> float:
        """Seconds until it may be done once more."""
        bucket = self._buckets.get(key)
        return bucket.wait(now) if bucket else 0.0

    def take(self, key: str, now: float) -> bool:
        """Do it once, if it may be done."""
        bucket = self._buckets.pop(key, None) or Bucket(self._rate, now)
        self._buckets[key] = bucket
        taken = bucket.take(now)
        self._forget(now)
        return taken

    def give_back(self, key: str, now: float) -> None:
        """It was not done after all."""
        if key in self._buckets:
            self._buckets[key].give_back(now)

    def _forget(self, now: float) -> None:
        while self._buckets:
            oldest = next(iter(self._buckets))
            if len(self._buckets) <= self._most and not self._buckets[oldest].is_full(now):
                return
            del self._buckets[oldest]


@lru_cache(10_000)  # it is asked for with every message
def network(address: str) -> str:
    """The network an address belongs to: a household has 2 to the 64 addresses of IPv6, so they count as one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped else f"{int(found) >> 64:x}/64"


@lru_cache(10_000)
def is_this_machine(address: str) -> bool:
    """Whether somebody is at the machine the server runs on."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return True  # inside the server itself
