"""`Reminders`: what people are told when time passes: that they wait for others, and that their clock will run out."""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass

from ludus.server.connections import Connections
from ludus.server.matches.room import Room
from ludus.server.outbox import Outbox
from ludus.server.policy import MatchPolicy
from ludus.wire.messages import Notice
from ludus.wire.messages.base import duration, waiting_for

SHORT = 2.0
"""A time of less than so many warnings is warned of at its half."""


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """Somebody on this connection was seated in a match that may still wait for others."""

    number: int


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A seat was asked for a move, by this event."""

    seat: int
    since: int


class Reminders:
    """All reminders, the next one first."""

    def __init__(self, outbox: Outbox, connections: Connections, policy: MatchPolicy) -> None:
        self._outbox, self._connections, self._policy = outbox, connections, policy
        self._due: list[tuple[float, int, Room, OpenSeat | RunningClock]] = []
        self._count = itertools.count()

    def wait(self, room: Room, number: int, now: float) -> None:
        """Somebody has a seat, and perhaps has to wait for others."""
        self._remind(now + self._policy.waiting_seconds, room, OpenSeat(number))

    def ask(self, room: Room, seat: int, now: float) -> None:
        """A seat is asked for a move; people are warned before its time runs out."""
        deadline = room.match.clocks.deadline(seat)
        if deadline is not None and self._readers(room, seat):
            left = deadline - now
            warning = min(self._policy.warning_seconds, left / SHORT)
            self._remind(deadline - warning, room, RunningClock(seat, room.match.asked[seat]))

    def tick(self, now: float) -> None:
        """Tell whoever is to be reminded by now."""
        while self._due and self._due[0][0] <= now:
            _, _, room, about = heapq.heappop(self._due)
            if isinstance(about, OpenSeat):
                self._tell_waiting(room, about)
            else:
                self._warn(room, about, now)

    def _remind(self, when: float, room: Room, about: OpenSeat | RunningClock) -> None:
        heapq.heappush(self._due, (when, next(self._count), room, about))
        self._outbox.wake_at(when)

    def _tell_waiting(self, room: Room, about: OpenSeat) -> None:
        match, connection = room.match, self._connections.get(about.number)
        seat = match.seat_of(connection.player) if connection else -1
        if connection and seat >= 0 and match.free:
            text = f"You are in team {seat + 1} of {match.rulebook.game.name}; {waiting_for(match.free)}"
            self._outbox.send([about.number], Notice(text=text))

    def _warn(self, room: Room, about: RunningClock, now: float) -> None:
        match, seat = room.match, about.seat
        deadline = match.clocks.deadline(seat)
        if match.asked.get(seat) != about.since or deadline is None:
            return
        left = deadline - now
        if left > self._policy.warning_seconds * SHORT:  # the clocks stood still for a while
            self.ask(room, seat, now)
            return
        self._outbox.send(self._readers(room, seat), Notice(text=f"{match.id}: {duration(round(left))} left for your move"))

    def _readers(self, room: Room, seat: int) -> list[int]:
        """Those who read sentences, on the side of this seat."""
        readers = self._connections.readers
        if not readers:
            return []
        return [number for number in self._connections.numbers(room.match.next_player(seat) or "") if number in readers]
