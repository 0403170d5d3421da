"""The rooms at which matches are played: who sits and watches there, what they are told, and when a clock runs out."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludus.rules.rulebook import WATCHER
from ludus.server.connections import Connection, Connections
from ludus.server.matches import events
from ludus.server.matches.events import AnyEvent, Closed
from ludus.server.matches.match import Match, silence
from ludus.server.matches.view import MatchView
from ludus.server.outbox import Outbox
from ludus.server.store.changes import AddEvent, MatchSummary, PutSummary
from ludus.wire import replies
from ludus.wire.replies import AnyReply

LINGER = 600.0
"""So many seconds a finished match stays at its room, for a rematch and a last word."""

MOST_LINGERING = 1_000
"""So many finished matches stay at most; others are read from the store when they are asked for."""

QUIET = (replies.Joined, replies.Left, replies.Seated)
"""What plain connections are not told."""


@dataclass
class Room:
    """A match, and those who watch it. Where they shall see it late, `late` is the match as it stood so many seconds ago."""

    match: Match
    view: MatchView
    late: Room | None = None
    watchers: set[int] = field(default_factory=set)
    asked: dict[int, tuple[int, str | None]] = field(default_factory=dict)
    alarm: float | None = None
    until: float = 0.0  # when it is cleared away, once the match is over

    @property
    def seen(self) -> Room:
        """The room as those see it who watch."""
        return self.late or self

    @property
    def next_late(self) -> float | None:
        """When those who watch may see the next event. The time of day may have been set back, the order stays."""
        if self.late is None or len(self.late.match.log) == len(self.match.log):
            return None
        event = self.match.log[len(self.late.match.log)]
        return max(self.late.until, event.at + self.match.terms.delay)


class Rooms:
    """All matches that are open, being played, or just over."""

    def __init__(self, outbox: Outbox, connections: Connections, think: Callable[[Room, int, str], None]) -> None:
        self.outbox, self.connections, self.think = outbox, connections, think
        self.rooms: dict[str, Room] = {}
        self.of_player: dict[str, dict[str, Room]] = {}  # those that are not over
        self.open: dict[str, Room] = {}  # those with a free seat
        self._alarms: list[tuple[float, str]] = []
        self.over: list[Room] = []  # those whose match has just ended
        self._touched: dict[str, Room] = {}
        self._lingering: deque[str] = deque()

    # Rooms

    def add(self, match: Match, now: float, *, new: bool) -> Room:
        """Set a room for a match: a new one, or one that went on before."""
        room = Room(match, MatchView(match), _set_back(match) if match.terms.delay else None, until=now + LINGER)
        self.rooms[match.id] = room
        match.heard = lambda event: self._heard(room, event)
        for team in match.teams:
            for player in team.players:
                self._seat(player, room)
        if new:
            self.outbox.keep(AddEvent(match.id, match.made))
        if match.status == "open":
            self.open[match.id] = room
        if match.closed:
            self._let_linger(room)
        self._set_alarm(room)
        return room

    def __iter__(self) -> Iterator[Room]:
        return iter(self.rooms.values())

    def get(self, name: str) -> Room | None:
        """The room of a match."""
        return self.rooms.get(name)

    def watch(self, room: Room, connection: Connection) -> None:
        """Let somebody watch."""
        room.watchers.add(connection.id)
        connection.watching.add(room.match.id)

    def unwatch(self, name: str, connection: Connection) -> None:
        """Somebody has seen enough."""
        connection.watching.discard(name)
        if name in self.rooms:
            self.rooms[name].watchers.discard(connection.id)

    @property
    def lingering(self) -> Iterator[Room]:
        """Those whose match is over, the last first."""
        return (self.rooms[name] for name in reversed(self._lingering) if name in self.rooms)

    # What happens at a room

    def _heard(self, room: Room, event: AnyEvent) -> None:
        """Keep an event, and tell it to everybody at the room."""
        match = room.match
        self._touched[match.id] = room
        self.outbox.keep(AddEvent(match.id, event))
        if isinstance(event, events.Sat):
            self._seat(event.player, room)
        for seat, reply in room.view.tell(event, lambda: self._seats_present(room), event.at):
            self._send(room, seat, reply)
        if isinstance(event, events.Stood):
            self._unseat(event.player, room)
        elif isinstance(event, events.Began):
            self.open.pop(match.id, None)
        elif isinstance(event, Closed):
            self.open.pop(match.id, None)
            self.outbox.keep(PutSummary(summary_of(match)))
            self.over.append(room)
            for team in match.teams:
                for player in team.players:
                    self._unseat(player, room)
            room.until = event.at if event.how == "abandoned" else event.at + match.terms.delay + LINGER
            self._let_linger(room)

    def settle(self, now: float) -> None:
        """After something was done: ask those whose move is awaited."""
        while self._touched:
            _, room = self._touched.popitem()
            self._ask_around(room, now)

    def _ask_around(self, room: Room, now: float) -> None:
        """Ask everybody at a room who was not asked yet, and set the alarm for their clocks."""
        match = room.match
        for seat, since in match.asked.items():
            player = match.next_player(seat)
            if room.asked.get(seat) != (since, player):
                room.asked[seat] = since, player
                if player is not None:
                    self._ask(room, seat, player, now)
        self._set_alarm(room)

    def _ask(self, room: Room, seat: int, player: str, now: float) -> None:
        """Ask the player whose turn it is in a team for a move."""
        if player in room.match.levels:
            self.think(room, seat, player)
        elif self.connections.is_here(player):
            self.outbox.send(self.connections.numbers(player), self.question(room, seat, now))

    def ask_one(self, room: Room, connection: Connection, now: float) -> None:
        """Ask on one connection, if the move of its player is awaited."""
        if room.match.awaits(connection.player):
            self.outbox.send([connection.id], self.question(room, room.match.seat_of(connection.player), now))

    def ask_again(self, room: Room, seat: int) -> None:
        """Have a seat asked once more, although the question is the same."""
        room.asked.pop(seat, None)
        self._touched[room.match.id] = room

    def question(self, room: Room, seat: int, now: float) -> replies.Ask:
        """The question that a seat is asked."""
        made = room.match.made
        return room.view.ask(seat, now, (made.games, made.score or [0.0] * room.match.seats, made.forfeited))

    def bring_up_to_date(self, room: Room, connection: int, seat: int, now: float) -> None:
        """Show a match to somebody who has just come to it."""
        match = room.match
        watcher = self.connections.get(connection)
        if watcher and seat != WATCHER:
            self.unwatch(match.id, watcher)  # who plays is told everything already
        if match.begun:
            self.outbox.send([connection], room.view.board(seat, now))
        if match.closed:
            self.outbox.send([connection], room.view.ended(match.closed, seat))

    def tell_others(self, player: str, what: str) -> None:
        """Tell those who play with somebody what has become of them; plain connections know only the game."""
        for room in self.of_player.get(player, {}).values():
            if room.match.status == "playing":
                others = [other for team in room.match.teams for other in team.players if other != player]
                numbers = [number for other in others for number in self.connections.numbers(other)]
                text = f"{player} {what} ({room.match.id})"
                self.outbox.send([each for each in numbers if not self.connections.is_plain(each)], replies.Notice(text=text))

    def look_after(self, room: Room, now: float) -> None:
        """Take up a match that went on before the server stopped."""
        self._ask_around(room, now)

    def tick(self, now: float) -> None:
        """See whose time is up, and clear rooms at which nobody plays any more."""
        while self._alarms and self._alarms[0][0] <= now:
            _, name = heapq.heappop(self._alarms)
            room = self.rooms.get(name)
            if room is None or room.alarm is None:
                continue
            room.alarm = None
            room.match.tick(now)
            self.catch_up(room, now)
            if room.match.closed and room.until <= now:
                self._clear(name)
            else:
                self._ask_around(room, now)

    def catch_up(self, room: Room, now: float) -> None:
        """Show those who watch a match late what they may see by now."""
        while room.late and (due := room.next_late) is not None and due <= now:
            event = room.match.log[len(room.late.match.log)]
            room.late.until = due
            room.late.match.apply(event)
            for _, reply in room.late.view.tell(event, lambda: [WATCHER], event.at):
                self.outbox.send(room.watchers, reply)

    @property
    def next_time(self) -> float | None:
        """When the next clock runs out."""
        return self._alarms[0][0] if self._alarms else None

    # Inside

    def _let_linger(self, room: Room) -> None:
        """Keep a room whose match is over for a while, but not too many of them: the store has them all.

        One whose end is still to be shown to those who watch it late stays until then.
        """
        self._lingering.append(room.match.id)
        for _ in range(len(self._lingering) - MOST_LINGERING):
            name = self._lingering.popleft()
            oldest = self.rooms.get(name)
            if oldest and oldest.watchers and oldest.next_late is not None:
                self._lingering.append(name)
            else:
                self._clear(name)

    def _clear(self, name: str) -> None:
        """Clear a room away. Its match stops speaking to it, so that both are freed at once: were they left to the garbage
        collector, everybody would wait for it, a tenth of a second now and then.
        """
        room = self.rooms.pop(name, None)
        if room:
            room.match.heard = silence
            for number in room.watchers:
                watcher = self.connections.get(number)
                if watcher:
                    watcher.watching.discard(name)

    def _seat(self, player: str, room: Room) -> None:
        for connection in self.connections.of(player):
            self.unwatch(room.match.id, connection)
        if not room.match.closed:
            self.of_player.setdefault(player, {})[room.match.id] = room

    def _unseat(self, player: str, room: Room) -> None:
        mine = self.of_player.get(player, {})
        mine.pop(room.match.id, None)
        if not mine:
            self.of_player.pop(player, None)

    def _set_alarm(self, room: Room) -> None:
        """Wake up when something is due; one alarm is enough, so a later time than the one that is set waits for it."""
        match = room.match
        when = match.deadline
        if room.late is not None or match.closed:
            times = (when, room.next_late, room.until if match.closed else None)
            when = min((time for time in times if time is not None), default=None)
        if when is not None and (room.alarm is None or when < room.alarm):
            room.alarm = when
            heapq.heappush(self._alarms, (when, room.match.id))

    def _seats_present(self, room: Room) -> list[int]:
        """The seats of which somebody is connected, and the watchers'."""
        present = [
            seat for seat, team in enumerate(room.match.teams) if any(self.connections.is_here(player) for player in team.players)
        ]
        return [*present, WATCHER] if room.watchers and not room.late else present

    def _send(self, room: Room, seat: int | None, reply: AnyReply) -> None:
        """Send a message to the players of a seat, to those who watch, or to everybody."""
        teams = room.match.teams if seat is None else [] if seat == WATCHER else [room.match.teams[seat]]
        here = [number for team in teams for player in team.players for number in self.connections.numbers(player)]
        if isinstance(reply, QUIET):
            here = [number for number in here if not self.connections.is_plain(number)]
        self.outbox.send(here, reply)
        if room.watchers and seat in (None, WATCHER) and not room.late:
            self.outbox.send(room.watchers, reply)


def _set_back(match: Match) -> Room:
    """A match as it was before anything happened in it."""
    past = Match(match.rulebook, match.made, match.start)
    return Room(past, MatchView(past))


def summary_of(match: Match) -> MatchSummary:
    """How a match stands, for lists."""
    closed = match.closed
    return MatchSummary(
        match=match.id,
        game=match.terms.game,
        status=match.status,
        teams=match.players or [list(team.players) for team in match.teams],
        moves=sum(match.moves_made),
        made=match.made.at,
        ended=closed.at + match.terms.delay if closed else 0.0,
        sentence=closed.sentence if closed else "",
        winner=closed.winner if closed else -1,
        how=closed.how if closed else "",
    )
