"""`ThoughtQueue`: who thinks next, and for how long. Nothing here looks at a clock: times are arguments.

       enter ──► waits in its lane ──► release ──► thinks, until it is over or told to stop ──► leave
                                                       overdue ──┘

    owner ann   lane m1  ▪           Round: the owner who has used least, counting what the thought needs (so short ones
                lane m2  ▪▪          come first); then that owner's lane which has used least; in a lane in order of arrival.
    owner bob   lane m7  ▪

Before anybody waits long, thoughts get shorter:

    all places taken, and somebody waits      nobody thinks on when somebody has waited for longer than their patience
    more is wanted than patience allows       every thought that begins gets the same share of what it needs, at least `shortest`
    a lane where one comes after the other    shares the time up to its dues, so that everybody in it gets an answer in time

Whoever wants a long thought has patience for half as long; everybody has it for `patience` seconds.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import deque
from collections.abc import Iterable

from ludus.server.analysis.charges import Charges
from ludus.server.analysis.ticket import Ticket


class ThoughtQueue:
    """Thoughts that wait, and those that have their turn."""

    def __init__(self, places: int, *, patience: float = 0.5, shortest: float = 0.02, most: int = 100_000) -> None:
        self.places, self.patience, self.shortest, self.most = places, patience, shortest, most
        self.running: list[Ticket] = []
        self._lanes: dict[str, deque[Ticket]] = {}
        self._waiting: dict[Ticket, None] = {}
        self._wanted_seconds = 0.0  # by all that wait
        self._charges = Charges()
        self._of_owner: dict[str, dict[Ticket, None]] = {}
        # Heaps whose entries may be out of date: they are looked at again when they come up.
        self._round: list[tuple[float, float, float, int, Ticket]] = []  # those first in their lane, by whose turn it is
        self._dues: list[tuple[float, int, Ticket]] = []  # strict ones, by when they cannot wait any longer
        self._patience: list[tuple[float, int, Ticket]] = []  # by when others have to make room
        self._order = itertools.count()

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether no more may wait."""
        return len(self._waiting) >= self.most

    def waiting(self, lane: str) -> Iterable[Ticket]:
        """The tickets that wait in a lane, in order."""
        return self._lanes.get(lane, ())

    def of_owner(self, owner: str) -> int:
        """How many thoughts somebody waits for."""
        return len(self._of_owner.get(owner, ())) + sum(ticket.owner == owner for ticket in self.running)

    def ahead(self, lane: str, now: float) -> float:
        """The seconds that a lane is busy with what came before."""
        running = [ticket for ticket in self.running if ticket.lane == lane]
        left = sum(max(0.0, min(each.until, (each.begun or now) + each.likely) - now) for each in running)
        return left + sum(ticket.likely for ticket in self.waiting(lane) if ticket.wanted())

    # Coming and going

    def enter(self, ticket: Ticket) -> Ticket:
        """Wait in line."""
        lane = self._lanes.setdefault(ticket.lane, deque())
        lane.append(ticket)
        self._waiting[ticket] = None
        self._of_owner.setdefault(ticket.owner, {})[ticket] = None
        self._wanted_seconds += ticket.likely
        self._charges.come(ticket)
        heapq.heappush(self._patience, (self._impatient_at(ticket), next(self._order), ticket))
        if ticket.strict:
            heapq.heappush(self._dues, (ticket.due, next(self._order), ticket))
        self._offer(lane[0])
        return ticket

    def leave(self, ticket: Ticket, now: float) -> None:
        """A thought is over, or not wanted any more; leaving twice changes nothing."""
        if ticket in self._waiting:
            self._take_out(ticket)
        elif ticket in self.running:
            self.running.remove(ticket)
            self._charges.give_back(ticket, max(0.0, ticket.seconds - (now - (ticket.begun or now))))  # it may have needed less
            self._offer_again(ticket)
        if not self._waiting and not self.running:
            self._charges.forget()

    def release(self, now: float) -> list[Ticket]:
        """The thoughts whose turn it is now."""
        released = []
        while self._dues and (self._dues[0][2] not in self._waiting or self._dues[0][0] <= now):
            ticket = heapq.heappop(self._dues)[2]
            if ticket in self._waiting:
                released.append(self._begin(ticket, now, now))
        while len(self.running) < self.places and (ticket_ := self._next()) is not None:
            released.append(self._begin(ticket_, now, now + self._share(ticket_, now)))
        return released

    def overdue(self, now: float) -> list[Ticket]:
        """The thoughts that have to come to an end; each is named once."""
        self._shorten(now)
        over = [each for each in self.running if not each.stopped and (now >= each.until or not each.wanted())]
        for ticket in over:
            ticket.stopped = True
        return over

    def next_time(self) -> float | None:
        """When `release` and `overdue` should be called next, at the latest."""
        while self._dues and self._dues[0][2] not in self._waiting:
            heapq.heappop(self._dues)
        times = [each.until for each in self.running if not each.stopped and each.until < math.inf]
        times += [due for due, _, _ in self._dues[:1]]
        return min(times, default=None)

    # Whose turn it is

    def _next(self) -> Ticket | None:
        """The ticket whose turn it is."""
        while self._round:
            *place, _, ticket = self._round[0]
            if self._may_begin(ticket) and tuple(place) == self._charges.place(ticket):
                return ticket
            heapq.heappop(self._round)
        return None

    def _may_begin(self, ticket: Ticket) -> bool:
        """Whether it waits, and is the first of its lane, and the lane is free."""
        if ticket not in self._waiting or self._lanes[ticket.lane][0] is not ticket:
            return False
        return not ticket.serial or all(each.lane != ticket.lane for each in self.running)

    def _offer(self, ticket: Ticket) -> None:
        """Put a ticket in its place in the round."""
        if self._may_begin(ticket):
            heapq.heappush(self._round, (*self._charges.place(ticket), next(self._order), ticket))

    def _offer_again(self, ticket: Ticket) -> None:
        """Put in their places what has moved because a ticket has begun or left: its lane, and the rest of its owner's."""
        for other in {*itertools.islice(self.waiting(ticket.lane), 1), *self._of_owner.get(ticket.owner, ())}:
            self._offer(other)

    def _begin(self, ticket: Ticket, now: float, until: float) -> Ticket:
        ticket.begun, ticket.until = now, until
        self.running.append(ticket)
        self._charges.charge(ticket)
        self._take_out(ticket)
        return ticket

    def _take_out(self, ticket: Ticket) -> None:
        lane = self._lanes[ticket.lane]
        lane.remove(ticket)
        if not lane:
            del self._lanes[ticket.lane]
        del self._waiting[ticket], self._of_owner[ticket.owner][ticket]
        if not self._of_owner[ticket.owner]:
            del self._of_owner[ticket.owner]
        self._wanted_seconds = max(0.0, self._wanted_seconds - ticket.likely) if self._waiting else 0.0
        self._offer_again(ticket)

    # For how long

    def _share(self, ticket: Ticket, now: float) -> float:
        """How long a thought may take that begins now."""
        count = len(self._waiting)
        if count > 1 and not ticket.present():
            return min(self.shortest, ticket.need, max(0.0, ticket.due - now))
        share = 1.0
        if not ticket.serial and count > self.places - len(self.running):
            patience = max(self.patience, self._wanted_seconds / count / 2)
            share = min(1.0, self.places * patience / self._wanted_seconds) if self._wanted_seconds else 1.0
        wanted = max(min(self.shortest, ticket.need), ticket.need * share)
        return max(0.0, min(wanted, self._lane_share(ticket, now), ticket.due - now))

    def _shorten(self, now: float) -> None:
        """Shorten what is running, where others wait for it."""
        for ticket in self.running:
            if ticket.serial and ticket.lane in self._lanes:
                ticket.until = min(ticket.until, now + self._lane_share(ticket, now))
        impatient = self._first_impatience() if len(self.running) >= self.places else math.inf
        for ticket in self.running:
            begun = now if ticket.begun is None else ticket.begun
            ticket.until = min(ticket.until, max(begun + self.shortest, impatient))

    def _impatient_at(self, ticket: Ticket) -> float:
        return ticket.arrived + max(self.patience, ticket.likely / 2)

    def _first_impatience(self) -> float:
        """When somebody will have waited for too long who could begin at once if there was room."""
        aside = []
        while self._patience and not self._may_begin(self._patience[0][2]):
            entry = heapq.heappop(self._patience)
            if entry[2] in self._waiting:
                aside.append(entry)
        found = self._patience[0][0] if self._patience else math.inf
        for entry in aside:
            heapq.heappush(self._patience, entry)
        return found

    def _lane_share(self, ticket: Ticket, now: float) -> float:
        """The seconds that a thought may still take so that all behind it in its lane get their share before they are due."""
        end = ticket.due if ticket.begun is None else min(ticket.due, ticket.begun + ticket.need)
        left = max(0.0, min(ticket.need, end - now))
        if not ticket.serial:
            return left
        behind = [other for other in self.waiting(ticket.lane) if other is not ticket and other.wanted()]
        share, wanted = 1.0, left
        for other in sorted(behind, key=lambda each: each.due):
            wanted += min(other.likely, max(0.0, other.due - now))
            if wanted > 0:
                share = min(share, max(0.0, other.due - now) / wanted)
        return left * share
