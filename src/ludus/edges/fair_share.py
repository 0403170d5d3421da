"""Messages are handled in turns, so that one network cannot keep everybody else waiting.

    in time      every message is handled at once, as long as this turn of the event loop has time left
    too many     the rest queues by network; whichever network has used the least time comes next, one message at a time
    too much     a network that still queues although it had more than its budget of time rests, while others are there

A network may use all of the server's time while nobody else wants it: thirty programs of a class come from one address. When
others are there, a server that is busy all the time is slow for everybody: the thread that writes to the disk, too, gets Python's
lock only now and then. That is why whoever wants that much has to rest.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from functools import partial
from typing import Protocol

from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import Pressure

LATELY = 1.0
"""Seconds after which a network that says nothing is not there any more."""

BURST = 10
"""Turns that a network may take at once before it has to keep within its budget."""

Work = Callable[[], bool]
"""Handles a message; whether there is another one."""


class Loop(Protocol):
    """As much of an event loop as is needed."""

    def call_soon(self, callback: Callable[[], None], /) -> object:
        """Call this in the next turn."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> object:
        """Call this after so many seconds."""


class FairShare:
    """The turns of all connections."""

    def __init__(
        self,
        policy: ConnectionPolicy,
        pressure: Pressure,
        loop: Loop,
        clock: Callable[[], float] = time.perf_counter,
        worked: Callable[[], float] = time.thread_time,
    ) -> None:
        self._pressure, self._loop, self._clock = pressure, loop, clock
        self._worked = worked  # the processor's time, which costs a call of the system
        self._turn, self._share = policy.turn_seconds, policy.busy_share
        self._waiting: dict[str, deque[Work]] = {}
        self._resting: set[str] = set()  # those of them that have to wait for longer
        self._used: dict[str, float] = {}  # the time that each network has had, since it last waited for nothing
        self._least = 0.0  # the time that whoever came last had had: nobody begins with less
        self._ends = 0.0  # when this turn is over; 0 between turns
        self._began = 0.0, 0.0  # the processor's time, and the time, when it began
        self._now = 0.0  # when the last message was done: there the next one begins
        self._spent: defaultdict[str, float] = defaultdict(float)  # the time that each network has had in this turn
        self._handled: Counter[str] = Counter()  # and how many messages
        self._debts: dict[str, tuple[float, float]] = {}  # the time each had beyond its budget of it, and when that was so
        self._tidied = 0.0

    @property
    def networks(self) -> dict[str, float]:
        """The networks that have kept the server busy lately, with the seconds each has used."""
        return self._used

    def submit(self, network: str, work: Work) -> bool:
        """Handle the messages of a connection, and say whether that is done; otherwise it goes on in turns."""
        if not self._ends:
            self._begin_turn()
        if len(self._waiting) == len(self._resting) and network not in self._resting:
            self._used[network] = max(self._used.get(network, 0.0), self._least)
            self._now = self._clock()
            while self._now < self._ends:
                if not self._do(network, work):
                    return True
        self._queue(network, work)
        return False

    def _do(self, network: str, work: Work) -> bool:
        """Handle a message at the expense of a network; whether there is another."""
        more = work()
        began, self._now = self._now, self._clock()
        self._used[network] += self._now - began
        self._spent[network] += self._now - began
        self._handled[network] += 1
        return more

    def _charge(self) -> None:
        """Charge each network for its time in this turn; not for what else the machine had to do meanwhile."""
        worked, now = self._worked(), self._clock()
        working, passed = worked - self._began[0], now - self._began[1]
        for network, seconds in self._spent.items():
            debt, at = self._debts.get(network, (0.0, now))
            cost = seconds * min(1.0, working / passed) if passed > 0 else seconds
            self._debts[network] = max(0.0, debt - (now - at) * self._share) + cost, now
            self._pressure.spend(network, seconds, self._handled[network])
        self._spent.clear()
        self._handled.clear()
        self._began = worked, now

    def _queue(self, network: str, work: Work) -> None:
        if network not in self._waiting:
            self._waiting[network] = deque()
            self._used[network] = max(self._used.get(network, 0.0), self._least)
        self._waiting[network].append(work)

    def _begin_turn(self) -> None:
        self._began = self._worked(), self._clock()
        self._ends = self._began[1] + self._turn
        self._loop.call_soon(self._take_turns)

    def _take_turns(self) -> None:
        """A turn of the event loop: handle what waits, as long as there is time."""
        self._now = self._clock()
        self._ends = self._now + self._turn
        while self._now < self._ends and (network := self._next()) is not None:
            self._least = self._used[network]
            works = self._waiting[network]
            work = works.popleft()
            if self._do(network, work):
                works.append(work)
            if not works:
                del self._waiting[network]
        self._charge()
        self._begin_rests(self._began[1])
        if len(self._waiting) > len(self._resting):
            self._loop.call_soon(self._take_turns)
            return
        self._ends = 0.0
        if not self._waiting:
            self._used.clear()
            self._least = 0.0

    def _next(self) -> str | None:
        """Whose turn it is."""
        there = [each for each in self._waiting if each not in self._resting] if self._resting else self._waiting
        return min(there, key=self._used.__getitem__, default=None)

    def _begin_rests(self, now: float) -> None:
        """Have those rest who still wait, and are beyond their budget. Whoever is alone is left in peace."""
        if now - self._tidied > LATELY:
            self._tidied = now
            self._debts = {
                each: (debt, at) for each, (debt, at) in self._debts.items() if now - at < max(LATELY, debt / self._share)
            }
            self._used = {each: used for each, used in self._used.items() if used > self._least or each in self._waiting}
        for network in self._waiting.keys() - self._resting if self._share < 1 else ():
            debt, _ = self._debts.get(network, (0.0, now))
            rest = (debt - BURST * self._turn) / self._share
            if rest > 0 and self._are_others_there(network, now):
                self._pressure.note("slowed", "more than a fair share", network)
                self._resting.add(network)
                self._loop.call_later(rest, partial(self._end_rest, network))

    def _are_others_there(self, network: str, now: float) -> bool:
        return any(each != network and now - at < LATELY for each, (_, at) in self._debts.items())

    def _end_rest(self, network: str) -> None:
        self._resting.discard(network)
        if not self._ends:
            self._began = self._worked(), self._clock()
            self._take_turns()
