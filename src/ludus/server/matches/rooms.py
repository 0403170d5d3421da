"""`Rooms`: all matches in memory. It runs their commands, publishes the events, asks for moves, and watches the clocks."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from typing import TypeVar

from ludus.rules.rulebook import WATCHER
from ludus.server.audit_log import note_begin
from ludus.server.connections import Connection, Connections
from ludus.server.matches import commands, events
from ludus.server.matches.commands import Command
from ludus.server.matches.diagram import diagram
from ludus.server.matches.events import AnyEvent, Closed
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room, room_at_the_start, summary_of
from ludus.server.matches.view import MatchView
from ludus.server.outbox import Outbox
from ludus.server.policy import MatchPolicy
from ludus.server.store.changes import AddEvent, PutSummary
from ludus.wire import messages
from ludus.wire.messages import AnyReply

NOT_FOR_PLAIN = (messages.Joined, messages.Left, messages.Seated)
"""Messages that are not sent to clients that know nothing but moves."""

Result = TypeVar("Result")


class Rooms:
    """All matches that are open, being played, or just over.

    `finished` are the rooms whose game has just ended, `computer_turns` the computers whose move is awaited: the core takes both
    from here.
    """

    def __init__(self, outbox: Outbox, connections: Connections, policy: MatchPolicy) -> None:
        self.outbox, self.connections, self._policy = outbox, connections, policy
        self.rooms: dict[str, Room] = {}
        self.of_player: dict[str, dict[str, Room]] = {}  # those that are not over
        self.open: dict[str, Room] = {}  # those with a free seat
        self.with_teams: dict[str, Room] = {}  # those being played in which a team has several players
        self.asked: list[tuple[Room, int]] = []  # the seats that were just asked, for the core to see to their clocks
        self.finished: list[Room] = []
        self.computer_turns: list[tuple[Room, int, str]] = []  # room, seat, player
        self._alarms: list[tuple[float, str]] = []
        self._touched: dict[str, Room] = {}
        self._over: deque[str] = deque()  # the oldest first

    # Rooms

    def add(self, match: Match, now: float, *, new: bool) -> Room:
        """Open a room for a match: a new one, or one that went on before."""
        late = room_at_the_start(match) if match.terms.delay else None
        room = Room(match, MatchView(match), late, until=now + self._policy.finished_seconds)
        self.rooms[match.id] = room
        for team in match.teams:
            for player in team.players:
                self._seat(player, room)
        if new:
            self.outbox.keep(AddEvent(match.id, match.made))
        if match.status == "open":
            self.open[match.id] = room
        if match.status == "playing":
            self._note_teams(room)
        if match.closed:
            self._keep_finished(room)
        self._set_alarm(room)
        return room

    def __iter__(self) -> Iterator[Room]:
        return iter(self.rooms.values())

    def get(self, name: str) -> Room | None:
        """The room of a match, if the match is in memory."""
        return self.rooms.get(name)

    def of(self, player: str) -> list[Room]:
        """The rooms in which a player has a seat and the match is not over."""
        return list(self.of_player.get(player, {}).values())

    def watch(self, room: Room, connection: Connection) -> None:
        """Let a connection watch."""
        room.watchers.add(connection.id)
        connection.watching.add(room.match.id)

    def unwatch(self, name: str, connection: Connection) -> None:
        """Stop watching."""
        connection.watching.discard(name)
        if name in self.rooms:
            self.rooms[name].watchers.discard(connection.id)

    @property
    def kept_finished(self) -> Iterator[Room]:
        """The rooms whose match is over, the last first."""
        return (self.rooms[name] for name in reversed(self._over) if name in self.rooms)

    # Commands and their events

    def do(self, room: Room, command: Command[Result]) -> Result:
        """Run a command of the match in a room, and publish each of its events."""
        while True:
            try:
                event = next(command)
            except StopIteration as end:
                result: Result = end.value
                return result
            self._publish(room, event)

    def _publish(self, room: Room, event: AnyEvent) -> None:
        """Keep an event, and tell everybody in the room."""
        name = room.match.id
        self._touched[name] = room
        self.outbox.keep(AddEvent(name, event))
        match event:
            case events.Played() | events.Drawn() | events.Undone():
                room.redraw = True
                self._tell(room, event)
            case events.Began():
                room.redraw = True
                self._tell(room, event)
                self.open.pop(name, None)
                note_begin(room.match)
                self._note_teams(room)
            case Closed():
                self._draw(room)  # the end of the game is seen before it is told
                self._tell(room, event)
                self._close(room, event)
            case events.Sat(player=player):
                self._seat(player, room)
                self._tell(room, event)
            case events.Stood(player=player):
                self._tell(room, event)
                self._unseat(player, room)
            case _:
                self._tell(room, event)

    def _tell(self, room: Room, event: AnyEvent) -> None:
        """Tell everybody in a room of an event."""
        present = self._seats_present(room) if room.view.tells_apart(event) else []
        for seat, reply in room.view.tell(event, present, event.at):
            self._send(room, seat, reply)

    def _note_teams(self, room: Room) -> None:
        if room.match.terms.players > room.match.seats:
            self.with_teams[room.match.id] = room

    def _close(self, room: Room, closed: Closed) -> None:
        match = room.match
        self.open.pop(match.id, None)
        self.with_teams.pop(match.id, None)
        self.outbox.keep(PutSummary(summary_of(match)))
        self.finished.append(room)
        for team in match.teams:
            for player in team.players:
                self._unseat(player, room)
        room.until = closed.at if closed.how == "abandoned" else closed.at + match.terms.delay + self._policy.finished_seconds
        self._keep_finished(room)

    def _send(self, room: Room, seat: int | None, reply: AnyReply) -> None:
        """Send a message to the players of a seat, to the watchers, or to everybody."""
        teams = room.match.teams if seat is None else () if seat == WATCHER else (room.match.teams[seat],)
        connected = self.connections.of_player
        here = [number for team in teams for player in team.players for number in connected.get(player, ())]
        if isinstance(reply, NOT_FOR_PLAIN):
            here = [number for number in here if not self.connections.is_plain(number)]
        self.outbox.send(here, reply)
        if room.watchers and seat in (None, WATCHER) and not room.late:
            self.outbox.send(room.watchers, reply)

    def _draw(self, room: Room) -> None:
        """Draw the board for those who read drawn boards, if it looks different now; otherwise it would tell of hidden moves."""
        if not room.redraw:
            return
        room.redraw = False
        readers = self.connections.readers
        if not readers:
            return
        here = {
            seat: [number for player in team.players for number in self.connections.numbers(player) if number in readers]
            for seat, team in enumerate(room.match.teams)
        }
        here[WATCHER] = [] if room.late else [number for number in room.watchers if number in readers]
        for seat, numbers in here.items():
            if numbers:
                self._draw_for(room, seat, numbers)

    def _draw_for(self, room: Room, seat: int, numbers: list[int], *, again: bool = False) -> None:
        drawn = diagram(room.match, seat)
        if again or room.drawn.get(seat) != drawn.lines:
            room.drawn[seat] = drawn.lines
            self.outbox.send(numbers, drawn)

    def _seats_present(self, room: Room) -> list[int]:
        """The seats that have somebody connected, and the watchers'."""
        teams = enumerate(room.match.teams)
        present = [seat for seat, team in teams if any(map(self.connections.is_here, team.players))]
        return [*present, WATCHER] if room.watchers and not room.late else present

    # Questions

    def ask_all(self, now: float) -> None:
        """After something was done: ask everybody whose move is awaited."""
        while self._touched:
            _, room = self._touched.popitem()
            self._ask_around(room, now)

    def _ask_around(self, room: Room, now: float) -> None:
        """Ask everybody in a room who was not asked yet, and set the alarm for their clocks."""
        match = room.match
        self._draw(room)
        for seat, since in match.asked.items():
            player = match.next_player(seat)
            if room.asked.get(seat) != (since, player):
                room.asked[seat] = since, player
                if player is not None:
                    self._ask(room, seat, player, now)
                    if self.connections.readers:  # only they are reminded
                        self.asked.append((room, seat))
        self._set_alarm(room)

    def _ask(self, room: Room, seat: int, player: str, now: float) -> None:
        """Ask the player whose turn it is in a team for a move."""
        if player in room.match.levels:
            self.computer_turns.append((room, seat, player))
        else:
            for connection in self.connections.of_player.get(player, {}).values():
                self.outbox.send([connection.id], room.view.ask(seat, now, listed=connection.lists_moves))

    def ask_one(self, room: Room, connection: Connection, now: float) -> None:
        """Ask on one connection, if the move of its player is awaited."""
        if room.match.awaits(connection.player):
            question = room.view.ask(room.match.seat_of(connection.player), now, listed=connection.lists_moves)
            self.outbox.send([connection.id], question)

    def ask_again(self, room: Room, seat: int) -> None:
        """Have a seat asked once more, although the question is the same."""
        room.asked.pop(seat, None)
        self._touched[room.match.id] = room

    # Messages to those who come and go

    def bring_up_to_date(self, room: Room, connection: Connection, seat: int, now: float) -> None:
        """Show a match to somebody who has just come to it."""
        match = room.match
        if seat != WATCHER:
            self.unwatch(match.id, connection)  # players are told everything already
        if match.begun:
            self.outbox.send([connection.id], room.view.board(seat, now))
            if connection.prose:
                self._draw_for(room, seat, [connection.id], again=True)
        if match.closed:
            self.outbox.send([connection.id], room.view.ended(match.closed, seat, now))

    def tell_others(self, player: str, what: str) -> None:
        """Tell a player's opponents and partners what has become of the player; clients that know only moves are not told."""
        for room in self.of(player):
            if room.match.status == "playing":
                others = [other for team in room.match.teams for other in team.players if other != player]
                numbers = [number for other in others for number in self.connections.numbers(other)]
                text = f"{player} {what} ({room.match.id})"
                self.outbox.send([each for each in numbers if not self.connections.is_plain(each)], messages.Notice(text=text))

    # Time

    def resume(self, room: Room, slept: float, now: float) -> None:
        """Take up a match that was going on when the server stopped; nobody's clock ran meanwhile."""
        self.do(room, commands.sleep(room.match, slept, now))
        self._touched[room.match.id] = room

    def tick(self, now: float) -> None:
        """See whose time is up, and clear rooms that are not needed any more."""
        while self._alarms and self._alarms[0][0] <= now:
            _, name = heapq.heappop(self._alarms)
            room = self.rooms.get(name)
            if room is None or room.alarm is None:
                continue
            room.alarm = None
            self.do(room, commands.tick(room.match, now))
            self.catch_up(room, now)
            if room.match.closed and room.until <= now:
                self._clear(name)
            else:
                self._ask_around(room, now)
        if self._alarms:
            self.outbox.wake_at(self._alarms[0][0])

    def catch_up(self, room: Room, now: float) -> None:
        """Show watchers who see a match with a delay what they may see by now."""
        while room.late and (due := room.next_late) is not None and due <= now:
            event = room.match.log[len(room.late.match.log)]
            room.late.until = due
            room.late.match.apply(event)
            for whose, reply in room.late.view.tell(event, [WATCHER], event.at):
                if whose in (None, WATCHER):
                    self.outbox.send(room.watchers, reply)
            readers = [number for number in room.watchers if number in self.connections.readers]
            if readers and room.late.match.begun:
                self._draw_for(room.late, WATCHER, readers)

    def _set_alarm(self, room: Room) -> None:
        """Wake up when something is due; one alarm is enough, so a later time than the one that is set waits for it."""
        match = room.match
        when = match.clocks.due
        if room.late is not None or match.closed:
            times = (when, room.next_late, room.until if match.closed else None)
            when = min((time for time in times if time is not None), default=None)
        if when is not None and (room.alarm is None or when < room.alarm):
            room.alarm = when
            heapq.heappush(self._alarms, (when, room.match.id))
            if self._alarms[0][0] == when:  # otherwise it is asked for when those before it are done
                self.outbox.wake_at(when)

    # Who is where

    def _keep_finished(self, room: Room) -> None:
        """Keep a room whose match is over for a while, but not too many of them: the store has them all.

        A room whose end is still to be shown to delayed watchers stays until then.
        """
        self._over.append(room.match.id)
        for _ in range(len(self._over) - self._policy.finished):
            name = self._over.popleft()
            oldest = self.rooms.get(name)
            if oldest and oldest.watchers and oldest.next_late is not None:
                self._over.append(name)
            else:
                self._clear(name)

    def _clear(self, name: str) -> None:
        """Clear a room."""
        room = self.rooms.pop(name, None)
        for number in room.watchers if room else ():
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
