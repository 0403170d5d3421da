"""Who may try to log in: guessing passwords is slow, and nobody can lock somebody else out."""

from __future__ import annotations

from ludus.server.policy import AccountPolicy
from ludus.server.rate_limit import Buckets, Rate, network


class LoginThrottle:
    """Decides who may try a password, and who may come in under a new name.

    An attempt counts as wrong until it turns out right, so that many at the same time do not slip through. For a network from
    which the right password came before, only wrong ones from there count: others cannot lock the owner out.
    """

    def __init__(self, policy: AccountPolicy) -> None:
        most = self._most = policy.remembered
        self._guesses = Buckets(Rate(policy.guesses_at_once, policy.guess_seconds), most)
        self._network = Buckets(Rate(policy.network_guesses_at_once, policy.network_guess_seconds), most)
        self._strangers = Buckets(Rate(policy.stranger_guesses_at_once, policy.stranger_guess_seconds), most)
        self._newcomers = Buckets(Rate(policy.newcomers_at_once, policy.newcomer_seconds), most)
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
        if len(self._known) > self._most:
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
