"""How often something may be done, and who may try to log in: guessing passwords is slow, and nobody can lock another one out.

A bucket holds a few permissions, and gets a new one every so many seconds until it is full again.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from msgspec import Struct

MOST_REMEMBERED = 20_000
"""So many buckets of a kind are remembered, and so many places from which players came."""


class Rate(Struct, frozen=True):
    """How often: `burst` times at once, then once `every` so many seconds."""

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
        """In how many seconds it may be done once more."""
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

    def __init__(self, rate: Rate, most: int = MOST_REMEMBERED) -> None:
        self._rate, self._most = rate, most
        self._buckets: dict[str, Bucket] = {}  # the most recently used last

    def __len__(self) -> int:
        return len(self._buckets)

    def allows(self, key: str, now: float) -> bool:
        """Whether it may be done once more."""
        bucket = self._buckets.get(key)
        return bucket is None or bucket.allows(now)

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


def network(address: str) -> str:
    """Whom an address belongs to: of IPv6 a household has 2 to the 64, which therefore count as one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped) if found.ipv4_mapped else f"{int(found) >> 64:x}/64"


class LoginLimits(Struct, frozen=True):
    """How often passwords may be wrong, and how often there may be somebody new."""

    guesses: Rate = Rate(burst=5, every=60)
    """wrong passwords for one account from one network"""
    network: Rate = Rate(burst=30, every=10)
    """wrong passwords from one network, whatever the account"""
    strangers: Rate = Rate(burst=10, every=30)
    """wrong passwords for one account from all networks its owner never came from"""
    newcomers: Rate = Rate(burst=60, every=5)
    """new accounts and guests from one network: a class that comes in together fits"""


class LoginThrottle:
    """Who may try a password, and who may come in under a new name.

    An attempt counts as wrong until it turns out right, so that many at the same time do not slip through. From a network where
    the right password was given before, only wrong ones from there count: others cannot lock the owner out.
    """

    def __init__(self, limits: LoginLimits) -> None:
        self._guesses, self._network = Buckets(limits.guesses), Buckets(limits.network)
        self._strangers, self._newcomers = Buckets(limits.strangers), Buckets(limits.newcomers)
        self._known: dict[str, None] = {}  # account and network, the most recently used last

    def attempt(self, account: str, address: str, now: float) -> bool:
        """Try a password, if that may be done."""
        counted = self._counted(account, address)
        if not all(buckets.allows(key, now) for buckets, key in counted):
            return False
        for buckets, key in counted:
            buckets.take(key, now)
        return True

    def forgive(self, account: str, address: str, now: float) -> None:
        """The password was not looked at, or was right: what the attempt took is given back, and no more."""
        for buckets, key in self._counted(account, address):
            buckets.give_back(key, now)

    def welcome(self, account: str, address: str) -> None:
        """The owner of an account comes from here."""
        pair = _pair(account, address)
        self._known.pop(pair, None)
        self._known[pair] = None
        if len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]

    def newcomer(self, address: str, now: float) -> bool:
        """Come in under a new name, if that may be done."""
        return self._newcomers.take(network(address), now)

    def turned_away(self, address: str, now: float) -> None:
        """The newcomer did not come in after all."""
        self._newcomers.give_back(network(address), now)

    def _counted(self, account: str, address: str) -> list[tuple[Buckets, str]]:
        """The buckets that an attempt is taken from."""
        pair = _pair(account, address)
        counted = [(self._guesses, pair)]
        if pair not in self._known:
            counted += [(self._network, network(address)), (self._strangers, account)]
        return counted


def _pair(account: str, address: str) -> str:
    return f"{account} {network(address)}"
