"""`Core`: everything that happens on a server, without a socket, a clock or a disk.

        connect, receive, disconnect, tick ──► Core ──► take() ──► Group: changes to keep, then messages to send, jobs to start
                                                 ▲
                                                 └── resume, with the result of a job

The runner keeps the changes of a group before it sends its messages, so nobody is told of anything that could be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludus.rules.rulebook import Rulebook
from ludus.server.accounts.accounts import Accounts
from ludus.server.accounts.presence import leave_seats, note_presence, welcome_back
from ludus.server.analysis.computation import Computation
from ludus.server.audit_log import note_answer, note_end
from ludus.server.call import Call, Task
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Complaint, Connection
from ludus.server.context import Context, Handler
from ludus.server.dispatcher import Dispatcher
from ludus.server.fault import Fault
from ludus.server.handlers import HANDLERS
from ludus.server.lobby import auto_seating
from ludus.server.lobby.queue_handlers import pair_waiting_players
from ludus.server.matches.absence import Absence
from ludus.server.matches.bare_move import bare_move
from ludus.server.matches.computer import ComputerTurn, take_turn
from ludus.server.matches.expiry import Expiry
from ludus.server.matches.lookup import restore_matches
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.server.outbox import Group
from ludus.server.replay_cache import ReplayCache
from ludus.server.settings import Settings
from ludus.server.store.changes import Kept, Store
from ludus.server.style import in_style
from ludus.server.tournaments.games import begin_game, read_records, tournament_rules
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import AnyReply, AnyRequest, LoggedIn, Notice, Problem, Welcome
from ludus.wire.words import VERSION

WELCOME = "Ludus; type HELP for commands"
"""The greeting, unless whoever runs the server has chosen another."""


class Core:
    """Accounts, lobby and matches; requests and time go in, groups come out."""

    def __init__(
        self,
        kept: Kept,
        store: Store,
        catalogue: Catalogue,
        settings: Settings,
        accounts: Accounts,
        chance: Callable[[int], bytes],
        computation: Computation | None = None,
    ) -> None:
        self.context = context = Context.of(kept, store, catalogue, settings, accounts, chance, computation)
        self.outbox, self.connections, self.rooms, self.lobby = context.outbox, context.connections, context.rooms, context.lobby
        self._dispatcher = Dispatcher(context, ReplayCache(kept.answers, settings.policy))
        self._expiry = Expiry(context)
        self._absence = Absence(self.rooms, self.connections, self.outbox, settings.policy.matches.absent_seconds)
        self._programs = auto_seating.QuietPrograms(self.outbox)
        self._policy = settings.policy.requests
        self._housekept = 0.0
        self.outbox.wake_at(self._housekept)
        self._auto_seek = auto_seating.seek_request(settings)
        self._rulebooks: dict[str, Rulebook | None] = {}  # of the tournaments that go on

    def revive(self, kept: Kept) -> list[Match]:
        """The matches that were open or played when the server stopped. Takes long where rules have to be compiled."""
        self._rulebooks = {name: tournament_rules(self.context, happened) for name, happened in kept.tournaments.items()}
        return restore_matches(self.context.catalogue, kept.matches)

    def restore(self, kept: Kept, matches: Iterable[Match], now: float) -> None:
        """Go on where the server stopped."""
        for match in matches:
            self.rooms.resume(self.rooms.add(match, now, new=False), max(0.0, now - kept.alive), now)
        self.outbox.keep(*self.context.accounts.drop_expired(now, set(self.rooms.of_player)))
        for start in self.context.tournaments.restore(kept, self._rulebooks, now):
            self.context.tournaments.tell_series(start, read_records(self.context, start.earlier))
        self._settle(now)

    # Coming and going

    def connect(self, number: int, address: str, now: float, *, line: bool, program: bool, silent: bool = True) -> None:
        """Take a new connection; `silent` if it waits to be spoken to. On a server for one game, line clients get a seat."""
        settings = self.context.settings
        auto_seated = line and bool(settings.game)
        connection = Connection(number, address, program, line=line, prose=line and not settings.game)
        self.connections.add(connection)
        if settings.welcome or not auto_seated:  # the plainest client expects nothing but the game
            self.outbox.send([number], Welcome(text=settings.welcome or WELCOME, version=VERSION))
        if auto_seated:
            connection.auto_seated = connection.awaits_seat = True
            if silent:  # others are seated when they have said who they are
                self._seat(connection, now)
        elif settings.game and program:
            self._programs.come(connection, now + settings.policy.connections.greeting_seconds)
        self._settle(now)

    def disconnect(self, number: int, now: float) -> None:
        """A connection has ended."""
        connection = self.connections.get(number)
        if connection is None:
            return
        for name in list(connection.watching):
            self.rooms.unwatch(name, connection)
        player = connection.player
        leave_seats(self.context, connection, now)
        self.connections.remove(connection)
        self._programs.leave(number)
        if player and not self.connections.is_here(player):
            self.rooms.tell_others(player, "has lost the connection")
            self._absence.note(player, now)
        self._settle(now)

    def finish(self, number: int) -> None:
        """A connection will say nothing more: it is closed when everything is answered."""
        connection = self.connections.get(number)
        if connection:
            connection.finishing = True
            self._close_if_done(connection)

    def _close_if_done(self, connection: Connection) -> None:
        if connection.finishing and not connection.pending and not connection.held:
            connection.finishing = False  # it is done once
            if connection.farewell:
                self.outbox.send([connection.id], connection.farewell)
            self.outbox.close(connection.id)

    # Requests

    def receive(self, number: int, request: AnyRequest, now: float) -> None:
        """Handle a request, at once or when it is its turn."""
        connection = self.connections.get(number)
        if connection is None or connection.leaving:
            return
        if self._must_wait(connection):
            self._hold(connection, request, now)
            return
        if connection.awaits_seat and not connection.line:
            self._programs.hear(connection, request, now + self.context.settings.policy.connections.greeting_seconds)
        elif connection.awaits_seat and auto_seating.comes_first(request):
            self._seat(connection, now)
        self._handle(Call(now, connection, request), HANDLERS[type(request)])
        self._settle(now)

    def complain(self, number: int, complaint: Problem, now: float, said: str = "") -> bool:
        """Something could not be read: say so in its turn, after the answers to what was said before. A line that begins with no
        command, as it was `said`, may be a move; true if it was taken for one.
        """
        connection = self.connections.get(number)
        if connection is None:
            return False
        if self._must_wait(connection):
            connection.held.append(Complaint(complaint, said))
            return False
        if connection.awaits_seat and connection.line:  # it has shown that it knows no commands
            self._seat(connection, now)
        move = bare_move(self.context, connection, said) if said and not connection.program else None
        if move:
            self._handle(Call(now, connection, move), HANDLERS[type(move)])
        else:
            self.outbox.send([number], complaint)
        self._settle(now)
        return move is not None

    def ask_again(self, number: int, now: float) -> None:
        """A move could not be read: ask for it again."""
        connection = self.connections.get(number)
        if connection:
            for room in self.rooms.of(connection.player):
                self.rooms.ask_one(room, connection, now)

    def _must_wait(self, connection: Connection) -> bool:
        """Whether what a connection says next must wait: until it is known who it is or, for a person who speaks lines, until
        what was said before is done. Only players are not kept waiting: there are clocks.
        """
        in_order = connection.line and connection.pending > 0 and not self.rooms.of_player.get(connection.player)
        return connection.entering or in_order

    def _hold(self, connection: Connection, request: AnyRequest, now: float) -> None:
        """Have a request wait for its turn."""
        if len(connection.held) < self._policy.held:
            connection.held.append(request)
        else:
            self._dispatcher.answer(Call(now, connection, request), Fault(Kind.TOO_FAST))

    def _catch_up(self, connection: Connection, now: float) -> None:
        """Handle what has waited, in order."""
        while connection.held and not self._must_wait(connection):
            held = connection.held.pop(0)
            if isinstance(held, Complaint):
                self.complain(connection.id, held.problem, now, held.said)
            else:
                self.receive(connection.id, held, now)
        self._close_if_done(connection)

    def _handle(self, call: Call[Any], handler: Handler) -> None:
        self._follow_up(call, self._dispatcher.handle(call, handler))
        if call.connection.finishing:
            self._close_if_done(call.connection)

    def wants(self, task: Task) -> bool:
        """Whether anybody still waits for a task whose job has not begun."""
        return self._dispatcher.wants(task)

    def resume(self, task: Task, now: float, result: Any = None, error: Exception | None = None) -> None:
        """Go on with a task whose job is done, or has failed."""
        if answered := self._dispatcher.resume(task, now, result, error):
            self._follow_up(answered.call, answered.reply)
            self._catch_up(answered.call.connection, now)
        self._settle(now)

    def _follow_up(self, call: Call[Any], reply: AnyReply | None) -> None:
        """Do what comes after an answer: note who came in or was refused, bring players back to their games."""
        if isinstance(reply, (LoggedIn, Problem)):
            note_answer(call, reply)
        if isinstance(reply, LoggedIn):
            welcome_back(self.context, call.connection, call.now)
            if call.connection.awaits_seat and call.connection.line:
                self._seat(call.connection, call.now)

    # What follows from a request

    def _settle(self, now: float) -> None:
        """After something was done: count results, go on with tournaments, seat plain clients for the next game, ask everybody
        whose move is awaited.
        """
        self.rooms.ask_all(now)
        while self.rooms.finished or self.connections.moved or self.context.tournaments.to_begin:
            if self.rooms.finished:  # what is over counts, whatever becomes of its players
                self._note_end(self.rooms.finished.pop(0), now)
            elif self.connections.moved:
                note_presence(self.context, now)
            else:
                self._begin_tournament_games(now)
            self.rooms.ask_all(now)
        if self.context.queue.waiting:
            pair_waiting_players(self.context, now)
            self.rooms.ask_all(now)
        if self.rooms.with_teams:
            self._absence.run(now)
            self.rooms.ask_all(now)
        while self.rooms.asked:
            room, seat = self.rooms.asked.pop()
            self.context.reminders.ask(room, seat, now)
        while self.rooms.computer_turns:
            room, seat, player = self.rooms.computer_turns.pop(0)
            turn = ComputerTurn(now, room, seat, player)
            self._dispatcher.start(take_turn(self.context, turn), turn)

    def _note_end(self, room: Room, now: float) -> None:
        """A match is over: it is rated, its tournament goes on, and plain clients play again."""
        match = room.match
        if match.closed and match.begun:
            note_end(match, match.closed)
            self.outbox.keep(*self.context.ratings.note(match.made, match.closed, match.players))
        self.context.tournaments.note_end(room, now)
        self.context.queue.note_end(match.id, now)
        for connection in auto_seating.next_players(self.context, room):
            if not connection.leaving:
                self._handle(Call(now, connection, self._auto_seek), auto_seating.take_seat)

    def _begin_tournament_games(self, now: float) -> None:
        """Begin games of tournaments; where others came before in the same pairing, their records are read first."""
        tournaments = self.context.tournaments
        while tournaments.to_begin:
            start = tournaments.to_begin.pop(0)
            if start.earlier:
                self._dispatcher.start(begin_game(self.context, start), start)
            else:
                tournaments.begin(start, (), now)

    def _seat(self, connection: Connection, now: float) -> None:
        """Give a connection the first free seat."""
        if auto_seating.prepare(self.context, connection, now):
            self._handle(Call(now, connection, self._auto_seek), auto_seating.take_seat)

    # Time

    def tick(self, now: float) -> None:
        """Let time pass: clocks run out, delayed messages become due, what nobody wants any more expires."""
        self.outbox.wake(now)
        self.rooms.tick(now)
        self.context.reminders.tick(now)
        for connection in self._programs.take(now):
            self._seat(connection, now)
        self._settle(now)  # a game that is over by now counts, before the tournament sees who is too late
        self.context.tournaments.tick(now)
        if not 0 <= now - self._housekept < self._policy.housekeeping_seconds:  # the time of day may have been set back
            self._housekept = now
            self.outbox.wake_at(now + self._policy.housekeeping_seconds)
            self._expiry.run(now)
            here = {*self.connections.players, *self.rooms.of_player}
            self.outbox.keep(*self.context.accounts.drop_expired(now, here))
        self._settle(now)

    @property
    def next_time(self) -> float | None:
        """When `tick` should be called next, at the latest."""
        return self.outbox.next_time

    def take(self, now: float) -> Group:
        """What is to be kept, sent and started now."""
        self._settle(now)
        group = self.outbox.take()
        if self.connections.readers:
            group.deliveries = in_style(group.deliveries, self.connections)
        return group

    # Stopping

    def stop(self) -> bool:
        """Begin no new game, and tell everybody; true when no game is being played by somebody who is here."""
        if self.lobby.open:
            self.lobby.open = False
            everybody = [connection.id for connection in self.connections]
            self.outbox.send(everybody, Notice(text="The server will stop when the games that are on are over"))
        return self.awaited == 0

    def give_up(self, tasks: Iterable[Task], now: float) -> None:
        """Answer everything that still waits: nobody is left without an answer because the server stops."""
        for task in tasks:
            self._dispatcher.give_up(task, now)
        for connection in self.connections:
            for said in connection.held:
                if isinstance(said, Problem):
                    self.outbox.send([connection.id], said)
                else:
                    self._dispatcher.answer(Call(now, connection, said), Fault(Kind.STOPPING))
            connection.held.clear()

    @property
    def awaited(self) -> int:
        """The games being played that a server which stops waits for: somebody is here who plays them. Others go on next time."""
        here = self.connections.is_here
        playing = (room.match for room in self.rooms if room.match.status == "playing")
        return sum(any(here(player) for team in match.teams for player in team.players) for match in playing)

    @property
    def playing_now(self) -> int:
        """The number of games being played."""
        return sum(room.match.status == "playing" for room in self.rooms)
