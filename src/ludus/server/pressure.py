"""`Pressure`: who was slowed, cut or refused, and why; and which networks cost the server the most right now.

    runner.pressure.note("refused", "too many connections", address)    a counter in /metrics, and a line in the log now and then
    with runner.pressure.spending(address): ...                         a request and its seconds, for `ludus admin limits`
    runner.pressure.bill(address)                                       where `edges/fair_share.py` adds both itself

Whoever attacks a server must not fill its disk by that, so what happens often is logged once in a while, with how often.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import structlog

from ludus.server.rate_limit import network
from ludus.wire.words import StopAction

LOG_SECONDS = 10.0
"""Seconds between two lines in the log about the same cause."""

HALF_LIFE = 60.0
"""Seconds after which work counts half: what matters is who is expensive now."""

MOST_NETWORKS = 10_000
"""Networks whose work is counted; beyond that, the cheap ones are forgotten."""

log = structlog.get_logger("ludus")


class Expense(NamedTuple):
    """What a network has cost lately: seconds of work, and how often it was slowed, cut or refused."""

    network: str
    seconds: float
    requests: int
    stopped: int


class Bill:
    """What a network has cost, as it counted at a moment: what is past counts less."""

    __slots__ = ("at", "requests", "seconds", "stopped")

    def __init__(self, at: float) -> None:
        self.at, self.seconds, self.requests, self.stopped = at, 0.0, 0.0, 0.0

    def age(self, now: float) -> None:
        """Have everything count as it does now."""
        left = 0.5 ** ((now - self.at) / HALF_LIFE)
        self.seconds, self.requests, self.stopped, self.at = self.seconds * left, self.requests * left, self.stopped * left, now


class Pressure:
    """Counts by cause and by network."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.counts: Counter[tuple[StopAction, str]] = Counter()
        self._logged: dict[tuple[StopAction, str], tuple[float, int]] = {}  # when, and how often it had happened by then
        self._bills: dict[str, Bill] = {}

    def note(self, action: StopAction, cause: str, address: str = "", **details: float) -> None:
        """Somebody was slowed, cut or refused; the details go into the log."""
        key, now = (action, cause), self._clock()
        self.counts[key] += 1
        self.bill(address).stopped += 1
        at, times = self._logged.get(key, (float("-inf"), 0))
        if now - at >= LOG_SECONDS:
            self._logged[key] = now, self.counts[key]
            log.warning(action, why=cause, address=address, times=self.counts[key] - times, **details)

    def bill(self, address: str) -> Bill:
        """The bill of a network, to be added to. Whoever keeps it asks again after a second, so that what is past counts less."""
        place, now = network(address), self._clock()
        bill = self._bills.get(place)
        if bill is None:
            if len(self._bills) >= MOST_NETWORKS:
                self._forget(now)
            bill = self._bills[place] = Bill(now)
        elif now - bill.at > 1.0:
            bill.age(now)
        return bill

    def spend(self, address: str, seconds: float) -> None:
        """A request from this address has taken so much time."""
        bill = self.bill(address)
        bill.seconds += seconds
        bill.requests += 1

    @contextmanager
    def spending(self, address: str) -> Iterator[None]:
        """A request from this address is handled meanwhile, outside of the turns of `edges/fair_share.py`, which count theirs."""
        began = self._clock()
        yield
        self.spend(address, self._clock() - began)

    def most_expensive(self, count: int = 10) -> list[Expense]:
        """The networks that have cost the most lately."""
        now = self._clock()
        for bill in self._bills.values():
            bill.age(now)
        dearest = sorted(self._bills.items(), key=lambda each: (each[1].seconds, each[1].stopped), reverse=True)[:count]
        return [Expense(name, each.seconds, round(each.requests), round(each.stopped)) for name, each in dearest]

    def _forget(self, now: float) -> None:
        """Forget the cheaper half."""
        for bill in self._bills.values():
            bill.age(now)
        dearest = sorted(self._bills, key=lambda name: self._bills[name].seconds, reverse=True)
        self._bills = {name: self._bills[name] for name in dearest[: MOST_NETWORKS // 2]}
