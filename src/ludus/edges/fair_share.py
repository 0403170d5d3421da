"""Messages are handled in turns, so that one network cannot keep everybody else waiting.

    in time      every message is handled at once, as long as this turn of the event loop has time left
    too many     the rest queues by network; whichever network has used the least time comes next, one message at a time

A network may use all of the server's time while nobody else wants it: thirty programs of a class come from one address.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

TURN = 0.003
"""Seconds of one turn of the event loop that messages may take; then sockets are looked at again."""

Work = Callable[[], bool]
"""Handles a message; whether there is another one."""


class FairShare:
    """The turns of all connections."""

    def __init__(self, call_soon: Callable[[Callable[[], None]], object], clock: Callable[[], float] = time.perf_counter) -> None:
        self._call_soon, self._clock = call_soon, clock
        self._waiting: dict[str, deque[Work]] = {}
        self._used: dict[str, float] = {}  # the time that each network has had, since it last waited for nothing
        self._least = 0.0  # the time that whoever came last had had: nobody begins with less
        self._ends = 0.0  # when this turn is over; 0 between turns

    @property
    def networks(self) -> dict[str, float]:
        """The networks that have kept the server busy lately, with the seconds each has used."""
        return self._used

    def submit(self, network: str, work: Work) -> bool:
        """Handle the messages of a connection, and say whether that is done; otherwise it goes on in turns."""
        if not self._ends:
            self._ends = self._clock() + TURN
            self._call_soon(self._take_turns)
        if not self._waiting:
            self._used[network] = max(self._used.get(network, 0.0), self._least)
            while (now := self._clock()) < self._ends:
                more = work()
                self._used[network] += self._clock() - now
                if not more:
                    return True
        self._queue(network, work)
        return False

    def _queue(self, network: str, work: Work) -> None:
        if network not in self._waiting:
            self._waiting[network] = deque()
            self._used[network] = max(self._used.get(network, 0.0), self._least)
        self._waiting[network].append(work)

    def _take_turns(self) -> None:
        """A turn of the event loop: handle what waits, as long as there is time."""
        now = self._clock()
        self._ends = now + TURN
        while self._waiting and now < self._ends:
            network = min(self._waiting, key=self._used.__getitem__)
            self._least = self._used[network]
            works = self._waiting[network]
            work = works.popleft()
            if work():
                works.append(work)
            if not works:
                del self._waiting[network]
            now, before = self._clock(), now
            self._used[network] += now - before
        if self._waiting:
            self._call_soon(self._take_turns)
        else:
            self._used.clear()
            self._least = self._ends = 0.0
