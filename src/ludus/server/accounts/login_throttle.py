"""Who may try to log in: guessing passwords is slow, and nobody can lock somebody else out."""

from __future__ import annotations

from msgspec import Struct

from ludus.server.rate_limit import MOST_REMEMBERED, Buckets, Rate, network


class LoginLimits(Struct, frozen=True):
    """How often passwords may be wrong, and how often new players may come."""

    guesses: Rate = Rate(burst=5, every=60)
    """wrong passwords for one account from one network"""
    network: Rate = Rate(burst=30, every=10)
    """wrong passwords from one network, whatever the account"""
    strangers: Rate = Rate(burst=10, every=30)
    """wrong passwords for one account from all networks that its owner never came from"""
    newcomers: Rate = Rate(burst=60, every=5)
    """new accounts and guests from one network: a school class that comes in together fits"""


class LoginThrottle:
    """Decides who may try a password, and who may come in under a new name.

    An attempt counts as wrong until it turns out right, so that many at the same time do not slip through. For a network from
    which the right password came before, only wrong ones from there count: others cannot lock the owner out.
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
        """Give an attempt back: the password was right, or was not looked at."""
        for buckets, key in self._counted(account, address):
            buckets.give_back(key, now)

    def welcome(self, account: str, address: str) -> None:
        """Remember that the owner of an account comes from here."""
        pair = _pair(account, address)
        self._known.pop(pair, None)
        self._known[pair] = None
        if len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]

    def newcomer(self, address: str, now: float) -> bool:
        """Come in under a new name, if that may be done."""
        return self._newcomers.take(network(address), now)

    def turned_away(self, address: str, now: float) -> None:
        """Give a newcomer back who did not come in after all."""
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
