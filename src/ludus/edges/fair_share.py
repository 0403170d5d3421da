"""How fast messages are taken: a connection that is too fast waits; networks have turns, so that none keeps the others waiting.

    in time      every message is handled at once, as long as this turn of the event loop has time left
    too many     the rest queues by network; whichever network has used the least time comes next, one message at a time
    too much     a network that still queues although it had more than its budget of time rests, while others are there

A network may use all of the server's time while nobody else wants it: thirty programs of a class come from one address. When
others are there, a server that is busy all the time is slow for everybody: the thread that writes to the disk, too, gets Python's
lock only now and then. That is why whoever wants that much has to rest.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Protocol

from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import Bill, Pressure

LATELY = 1.0
"""Seconds after which a network that says nothing is not there any more."""

BURST = 10
"""Turns that a network may take at once before it has to keep within its budget."""

PAUSE = 0.1
"""The least time, in seconds, for which a client that is too fast has to wait. Reading several messages after a pause costs less
than waking up for each of them."""

Work = Callable[[], bool]
"""Handles a message; whether there is another one."""


class Loop(Protocol):
    """As much of an event loop as is needed."""

    def call_soon(self, callback: Callable[[], None], /) -> object:
        """Call this in the next turn."""

    def call_later(self, delay: float, callback: Callable[[], None], /) -> object:
        """Call this after so many seconds."""


class Share:
    """What one network has had, and what of it waits."""

    __slots__ = ("at", "bill", "debt", "network", "spent", "used", "waiting")

    def __init__(self, network: str, bill: Bill, now: float) -> None:
        self.network, self.bill = network, bill
        self.waiting: deque[Work] = deque()
        self.used = 0.0  # the time it has had, since nobody last waited
        self.spent = 0.0  # the time it has had in this turn
        self.debt, self.at = 0.0, now  # the time it had beyond its budget of it, and when that was so

    def note(self, seconds: float, messages: int) -> None:
        """It has had some time."""
        self.used += seconds
        self.spent += seconds
        self.bill.seconds += seconds
        self.bill.requests += messages


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
        self._turn, self._budget = policy.turn_seconds, policy.busy_share
        self._shares: dict[str, Share] = {}  # of the networks that were there lately
        self._ready: list[Share] = []  # those that wait for their turn
        self._resting: set[Share] = set()  # those that have to wait for longer
        self._served: set[Share] = set()  # those that have had some of this turn
        self._least = 0.0  # the time that whoever came last had had: nobody begins with less
        self._most = 0.0  # the most time that anybody has had
        self._ends = 0.0  # when this turn is over; 0 between turns
        self._began = 0.0, 0.0  # the processor's time, and the time, when it began

    def submit(self, network: str, work: Work) -> bool:
        """Handle the messages of a connection, and say whether that is done; otherwise it goes on in turns."""
        now = self._clock()
        if not self._ends:
            self._began, self._ends = (self._worked(), now), now + self._turn
            self._loop.call_soon(self._take_turns)
        share = self._shares.get(network) or self._meet(network, now)
        if not share.waiting:
            share.used = max(share.used, self._least)
            if not self._ready:  # nobody is before it
                began, handled, more = now, 0, True
                while more and now < self._ends:
                    more = work()
                    handled, now = handled + 1, self._clock()
                share.note(now - began, handled)
                self._served.add(share)
                if not more:
                    return True
            self._ready.append(share)
        share.waiting.append(work)
        return False

    def _take_turns(self) -> None:
        """A turn of the event loop: handle what waits, as long as there is time."""
        now = self._clock()
        self._ends = now + self._turn
        try:
            while self._ready and now < self._ends:
                share = min(self._ready, key=attrgetter("used"))
                self._least = share.used
                began, now = now, self._serve(share)
                share.note(now - began, 1)
                self._served.add(share)
        finally:  # a mistake of ours in one message must not hold up all others
            self._end_turn()

    def _serve(self, share: Share) -> float:
        """Handle the next message of a network; the time after it."""
        work, more = share.waiting.popleft(), False
        try:
            more = work()
        finally:
            if more:
                share.waiting.append(work)
            elif not share.waiting:
                self._ready.remove(share)
        return self._clock()

    def _end_turn(self) -> None:
        """Charge for this turn, and see to the next one."""
        self._charge()
        if self._ready:
            self._begin_rests()
        if self._ready:
            self._loop.call_soon(self._take_turns)
            return
        self._ends = 0.0
        if not self._resting:
            self._least = self._most  # nobody waits for anything: all begin again as equals

    def _charge(self) -> None:
        """Charge each network for its time in this turn; not for what else the machine had to do meanwhile."""
        worked, now = self._worked(), self._clock()
        working, passed = worked - self._began[0], now - self._began[1]
        part = min(1.0, working / passed) if passed > 0 else 1.0
        for share in self._served:
            share.debt = max(0.0, share.debt - (now - share.at) * self._budget) + share.spent * part
            share.at, share.spent = now, 0.0
            self._most = max(self._most, share.used)
        self._served.clear()
        self._began = worked, now

    def _begin_rests(self) -> None:
        """Have those rest who still wait, and are beyond their budget. Whoever is alone is left in peace."""
        now = self._began[1]
        for share in list(self._ready) if self._budget < 1 else ():
            rest = (share.debt - BURST * self._turn) / self._budget
            if rest > 0 and any(other is not share and now - other.at < LATELY for other in self._shares.values()):
                self._pressure.note("slowed", "more than a fair share", share.network)
                self._ready.remove(share)
                self._resting.add(share)
                self._loop.call_later(rest, partial(self._end_rest, share))

    def _end_rest(self, share: Share) -> None:
        self._resting.remove(share)
        self._ready.append(share)
        if not self._ends:
            self._began = self._worked(), self._clock()
            self._take_turns()

    def _meet(self, network: str, now: float) -> Share:
        if not self._shares:
            self._loop.call_later(LATELY, self._tidy)
        share = self._shares[network] = Share(network, self._pressure.bill(network), now)
        return share

    def _tidy(self) -> None:
        """Forget the networks that are not there any more and owe nothing, once in a while as long as any are left."""
        now, shares = self._clock(), self._shares
        self._shares = {}
        for network, share in shares.items():
            is_busy = share.waiting or share in self._served or share.used > self._least
            if is_busy or now - share.at < max(LATELY, share.debt / self._budget):
                share.bill = self._pressure.bill(network)
                self._shares[network] = share
        if self._shares:
            self._loop.call_later(LATELY, self._tidy)


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
