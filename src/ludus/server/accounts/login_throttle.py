"""Who may try to log in: guessing passwords is slow, and nobody can lock somebody else out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import structlog

from ludus.server.accounts.stranger_queue import StrangerQueue
from ludus.server.policy import AccountPolicy
from ludus.server.rate_limit import Buckets, Rate, network
from ludus.server.store.changes import Change, KnownNetworks, PutNetworks

log = structlog.get_logger("ludus")


class LoginThrottle:
    """Decides who may try a password, and who may come in under a new name.

    An attempt counts as wrong until it turns out right, so that many at the same time do not slip through. For a network from
    which the right password came before, only wrong ones from there count: others cannot lock the owner out. Those networks are
    kept in the store. Strangers who try one account together have to queue.
    """

    def __init__(self, policy: AccountPolicy, known: Iterable[KnownNetworks] = ()) -> None:
        most = policy.remembered
        self._policy = policy
        self._guesses = Buckets(Rate(policy.guesses_at_once, policy.guess_seconds), most)
        self._network = Buckets(Rate(policy.network_guesses_at_once, policy.network_guess_seconds), most)
        self._newcomers = Buckets(Rate(policy.newcomers_at_once, policy.newcomer_seconds), most)
        self._strangers: dict[str, StrangerQueue] = {}  # by account, the most recently used last
        self._known = {each.player: list(each.networks) for each in known}  # the most recently used last

    def attempt(self, account: str, address: str, now: float) -> bool:
        """Try a password, if that may be done."""
        if self.wait(account, address, now):
            return False
        for buckets, key in self._counted(account, address):
            buckets.take(key, now)
        if not self._is_known(account, address):
            self._queue(account, now).take(network(address), now)
        return True

    def wait(self, account: str, address: str, now: float) -> float:
        """Seconds until a password may be tried. A stranger who asks while others guess gets a turn by it."""
        wait = max(buckets.wait(key, now) for buckets, key in self._counted(account, address))
        if wait or self._is_known(account, address):
            return wait
        queue = self._queue(account, now)
        had = queue.waiting
        wait = queue.wait(network(address), now)
        if wait and not had:
            log.warning("somebody guesses a password: strangers wait", player=account, network=network(address))
        return wait

    def forgive(self, account: str, address: str, now: float) -> None:
        """Give an attempt back: the password was right, or was not looked at."""
        for buckets, key in self._counted(account, address):
            buckets.give_back(key, now)
        if not self._is_known(account, address):
            self._queue(account, now).give_back(now)

    def welcome(self, account: str, address: str) -> list[Change]:
        """Remember that the owner of an account comes from here."""
        known, name = self._known.setdefault(account, []), _hashed(account, address)
        if name in known:
            known.remove(name)
            known.append(name)
            return []
        known.append(name)
        del known[: -self._policy.known_networks]
        return [PutNetworks(KnownNetworks(account, list(known)))]

    def newcomer(self, address: str, now: float) -> bool:
        """Come in under a new name, if that may be done."""
        return self._newcomers.take(network(address), now)

    def turned_away(self, address: str, now: float) -> None:
        """Give a newcomer back who did not come in after all."""
        self._newcomers.give_back(network(address), now)

    def _is_known(self, account: str, address: str) -> bool:
        return _hashed(account, address) in self._known.get(account, ())

    def _counted(self, account: str, address: str) -> list[tuple[Buckets, str]]:
        """The buckets that an attempt is taken from."""
        counted = [(self._guesses, f"{account} {network(address)}")]
        if not self._is_known(account, address):
            counted.append((self._network, network(address)))
        return counted

    def _queue(self, account: str, now: float) -> StrangerQueue:
        """The strangers who try this account; queues in which nobody waits any more are forgotten."""
        policy = self._policy
        rate = Rate(policy.stranger_guesses_at_once, policy.stranger_guess_seconds)
        queue = self._strangers.pop(account, None) or StrangerQueue(
            rate, policy.strangers_waiting, policy.stranger_turn_seconds, now
        )
        self._strangers[account] = queue
        while len(self._strangers) > 1:
            oldest = next(iter(self._strangers))
            if len(self._strangers) <= policy.remembered and not self._strangers[oldest].is_quiet(now):
                break
            del self._strangers[oldest]
        return queue


def _hashed(account: str, address: str) -> str:
    """An account and a network as they are kept: where somebody logs in from is nobody's business."""
    return hashlib.sha256(f"{account} {network(address)}".encode()).hexdigest()[:24]
