"""Messages are handled in turns, so that one network cannot keep everybody else waiting.

    in time      every message is handled at once, as long as this turn of the event loop has time left
    too many     the rest queues by network; whichever network has used the least time comes next, one message at a time
    too much     a network that still queues after its turn, and lately had more than the others, rests before its next one

A network may use all of the server's time while nobody else wants it: thirty programs of a class come from one address. When
others are there, a server that is busy all the time is slow for everybody: the thread that writes to the disk, too, gets Python's
lock only now and then. That is why whoever wants the most has to rest.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import Pressure

LATELY = 1.0
"""Seconds after which the time that a network had counts half, when they are compared."""

LITTLE = 0.0001
"""Seconds that are forgotten: a network that had no more lately is not there."""

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
        self, policy: ConnectionPolicy, pressure: Pressure, loop: Loop, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self._pressure, self._loop, self._clock = pressure, loop, clock
        self._turn, self._rest = policy.turn_seconds, policy.turn_seconds * (1 / policy.busy_share - 1)
        self._waiting: dict[str, deque[Work]] = {}
        self._resting: set[str] = set()  # those of them that have to wait for longer
        self._used: dict[str, float] = {}  # the time that each network has had, since it last waited for nothing
        self._least = 0.0  # the time that whoever came last had had: nobody begins with less
        self._ends = 0.0  # when this turn is over; 0 between turns
        self._lately: dict[str, float] = {}  # the time that each network has had, what is long ago counting less
        self._aged = 0.0

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
            while (now := self._clock()) < self._ends:
                more = work()
                self._spend(network, self._clock() - now)
                if not more:
                    return True
        self._queue(network, work)
        return False

    def _spend(self, network: str, seconds: float) -> None:
        self._used[network] += seconds
        self._lately[network] = self._lately.get(network, 0.0) + seconds

    def _queue(self, network: str, work: Work) -> None:
        if network not in self._waiting:
            self._waiting[network] = deque()
            self._used[network] = max(self._used.get(network, 0.0), self._least)
        self._waiting[network].append(work)

    def _begin_turn(self) -> None:
        self._ends = self._clock() + self._turn
        self._loop.call_soon(self._take_turns)

    def _take_turns(self) -> None:
        """A turn of the event loop: handle what waits, as long as there is time."""
        now = self._clock()
        self._ends = now + self._turn
        while now < self._ends and (network := self._next()) is not None:
            self._least = self._used[network]
            works = self._waiting[network]
            work = works.popleft()
            if work():
                works.append(work)
            if not works:
                del self._waiting[network]
            now, before = self._clock(), now
            self._spend(network, now - before)
        self._have_rest(now)
        if len(self._waiting) > len(self._resting):
            self._loop.call_soon(self._take_turns)
            return
        self._ends = 0.0
        if not self._waiting:
            self._used.clear()
            self._least = 0.0

    def _next(self) -> str | None:
        """Whose turn it is."""
        return min((each for each in self._waiting if each not in self._resting), key=self._used.__getitem__, default=None)

    def _have_rest(self, now: float) -> None:
        """Have those rest who still wait, and had more than the others lately. Whoever is alone is left in peace."""
        if now - self._aged > LATELY:
            self._aged = now
            self._lately = {each: seconds / 2 for each, seconds in self._lately.items() if seconds > LITTLE}
            self._used = {each: used for each, used in self._used.items() if used > self._least or each in self._waiting}
        if len(self._waiting) == len(self._resting) or not self._rest:
            return
        usual = sum(self._lately.values()) / len(self._lately)
        greedy = {each for each in self._waiting if self._lately.get(each, 0.0) > usual} - self._resting
        for network in greedy:
            self._pressure.note("slowed", "more than a fair share", network)
        if greedy and not self._resting:
            self._loop.call_later(self._rest, self._end_rest)
        self._resting |= greedy

    def _end_rest(self) -> None:
        self._resting.clear()
        if not self._ends:
            self._take_turns()
