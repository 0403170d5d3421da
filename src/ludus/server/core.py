"""`Core`: everything that happens on a server, without a socket, a clock or a disk.

        arrive, receive, depart, tick ──► Core ──► take() ──► Group: changes to keep, then messages to send, work to give away

Whoever runs it keeps the changes of a group before sending its messages, so nobody is told of anything that could be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import structlog
from msgspec.structs import replace

from ludus.rules.errors import LudusError
from ludus.server.accounts.accounts import Accounts
from ludus.server.accounts.handlers import Answer, Door
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Connection, Connections
from ludus.server.fault import Fault
from ludus.server.lobby.auto_seating import AutoSeating
from ludus.server.lobby.handlers import Seating
from ludus.server.lobby.lobby import Lobby
from ludus.server.matches.computer import Thought
from ludus.server.matches.expiry import Expiry
from ludus.server.matches.handlers import Playing
from ludus.server.matches.lookup import Finder
from ludus.server.matches.match import Match
from ludus.server.matches.rooms import Room, Rooms
from ludus.server.outbox import Group, Job, Outbox
from ludus.server.replay_cache import ReplayCache
from ludus.server.settings import Settings
from ludus.server.store.changes import Kept, Store
from ludus.wire import requests
from ludus.wire.help import helped
from ludus.wire.problem import Kind
from ludus.wire.replies import Goodbye, LoggedIn, Notice, Pong, Problem, Seated, Welcome
from ludus.wire.requests import AnyRequest
from ludus.wire.words import VERSION

HOUSEKEEPING = 10.0
"""How often, in seconds, abandoned matches and old sessions are looked for."""

WELCOME = "Ludus; HELP tells what can be said"
"""What is said to everybody who comes, unless whoever runs the server says something else."""

WITHOUT_A_NAME = (
    *(requests.Hello, requests.Login, requests.Guest, requests.Resume, requests.Help, requests.Games, requests.Matches),
    *(requests.Players, requests.Statistics, requests.Watch, requests.Show, requests.Record, requests.Ping, requests.Quit),
    *(requests.Operator, requests.Ban, requests.Unban, requests.Appoint, requests.Reset, requests.Announce, requests.Logout),
    *(requests.Leave,),
)
"""What may be said before logging in."""

BEGINNING = (requests.New, requests.Seek, requests.Join, requests.Computer)
"""What can make a game begin, and is refused while the server waits for the last games to end."""

MOST_HELD = 300
"""So many requests of a connection wait for a password to be worked on; the next ones are refused."""

log = structlog.get_logger("ludus")


class Core:
    """Accounts, lobby and rooms under one roof."""

    def __init__(
        self,
        kept: Kept,
        store: Store,
        catalogue: Catalogue,
        settings: Settings,
        accounts: Accounts,
        chance: Callable[[int], bytes],
    ) -> None:
        self.settings, self.accounts, self.catalogue = settings, accounts, catalogue
        self.outbox, self.connections = Outbox(), Connections()
        self.rooms = Rooms(self.outbox, self.connections, self._think)
        self.lobby = Lobby(self.rooms, self.connections, catalogue, chance, kept.last_match)
        self.door = Door(accounts, self.connections, self.rooms, self.outbox, self._answer_late, self._go_on)
        self.find = Finder(self.rooms, catalogue, self.outbox, store, self._answer_late, self._take_up)
        self.seating = Seating(self.find, accounts, self.lobby, self.rooms, self.connections, catalogue, self.outbox, store)
        self.playing = Playing(self.find, self.lobby, self.rooms, self.connections, self.outbox, settings.patience)
        self._answers = ReplayCache(kept.answers)
        self._cleaned = 0.0
        self.expiry = Expiry(accounts, self.lobby, self.rooms, self.connections)
        self.auto_seating = AutoSeating(
            settings, accounts, self.door, self.lobby, self.rooms, self.connections, self.outbox, self.receive
        )
        self._handlers = self._all_handlers()

    def revive(self, kept: Kept) -> list[Match]:
        """The matches that were open or played when the server stopped. Takes long where rules have to be compiled."""
        revived: list[Match] = []
        for name, happened in kept.matches.items():
            try:
                revived.append(self.find.restore(happened))
            except (LudusError, KeyError, ValueError) as error:  # its game is not here any more, or has other rules now
                log.warning("match set aside", match=name, why=str(error) or repr(error))
        return revived

    def restore(self, kept: Kept, matches: Iterable[Match], now: float) -> None:
        """Go on where the server stopped: its matches as they were, and nobody's clock ran meanwhile."""
        here: set[str] = set()
        for match in matches:
            room = self.rooms.add(match, now, new=False)
            match.sleep(max(0.0, now - kept.alive), now)
            here.update(player for team in room.match.teams for player in team.players)
        for change in self.accounts.drop_expired(now, here):
            self.outbox.keep(change)
        for room in list(self.rooms):
            self.rooms.look_after(room, now)

    # Coming and going

    def arrive(self, number: int, address: str, now: float, *, line: bool, program: bool, silent: bool = True) -> None:
        """Somebody connects; `silent` is who waits to be spoken to. With a game named, whoever speaks the line protocol is seated
        for it with no further word.
        """
        connection = Connection(number, address, program, line=line)
        self.connections.add(connection)
        hosted = line and bool(self.settings.game)
        if self.settings.welcome or not hosted:  # the plainest client expects nothing but the game
            self.outbox.send([number], Welcome(text=self.settings.welcome or WELCOME, version=VERSION))
        if hosted:
            self.auto_seating.welcome(connection, now, silent=silent)
        self._settle(now)

    def depart(self, number: int, now: float) -> None:
        """Somebody's connection has ended."""
        connection = self.connections.get(number)
        if connection is None:
            return
        for name in list(connection.watching):
            self.rooms.unwatch(name, connection)
        player = connection.player
        self.door.leave_seats(connection, now)
        self.connections.remove(connection)
        if player and not self.connections.is_here(player):
            self.rooms.tell_others(player, "has lost the connection")
        self._settle(now)

    def finish(self, number: int) -> None:
        """Somebody will say nothing more, and goes when all that was asked is answered."""
        connection = self.connections.get(number)
        if connection:
            connection.finishing = True
            self._let_go(connection)

    def _let_go(self, connection: Connection) -> None:
        if connection.finishing and not connection.unanswered and not connection.held:
            connection.finishing = False  # it is done once
            if connection.farewell:
                self.outbox.send([connection.id], connection.farewell)
            self.outbox.see_off(connection.id)

    def _settle(self, now: float) -> None:
        """After something was done: ask those whose move is awaited, and seat plain connections for the next game."""
        self.rooms.settle(now)
        while self.rooms.over:
            self.auto_seating.seat_again(self.rooms.over.pop(), now)

    def _seek(self, connection: Connection, request: requests.Seek, now: float) -> Answer:
        return self.seating.seek(
            connection, request, now, players=self.auto_seating.players if request is self.auto_seating.seek else 0
        )

    # Requests

    def receive(self, number: int, request: AnyRequest, now: float) -> None:
        """Do what a request wants, at once or after the long work it needs; what was answered before is answered again."""
        connection = self.connections.get(number)
        if connection is None or connection.going:
            return
        if self._waits(connection) and request is not self.auto_seating.seek:
            self._hold(connection, request, now)
            return
        self.auto_seating.hear(connection, request, now)
        if given := self._answers.given(connection, request):
            self.outbox.send([number], given)
            return
        before = self.outbox.changes
        if not connection.player and not isinstance(request, WITHOUT_A_NAME):
            answer: Answer = Fault(Kind.LOGIN_FIRST)
        elif not self.lobby.open and isinstance(request, BEGINNING):
            answer = Fault(Kind.STOPPING)
        else:
            answer = self._handle(connection, request, now)
        if answer is not None:
            self.answer(number, request, answer, now, changed=self.outbox.changes > before)
        elif not isinstance(request, (requests.Leave, requests.Quit)):  # which may be answered by something else
            connection.unanswered += 1
        if isinstance(answer, LoggedIn):
            self.door.take_back(number, now)
            self._seat_if_new(connection, now)
        self._settle(now)

    def _handle(self, connection: Connection, request: AnyRequest, now: float) -> Answer:
        """Do what a request wants. A mistake of ours is answered, too: it must not hold up what others have asked."""
        try:
            return self._handlers[type(request)](connection, request, now)
        except Exception:
            log.exception("request failed", request=type(request).__name__)
            return Fault(Kind.NOT_NOW, "Something went wrong here")

    def _seat_if_new(self, connection: Connection, now: float, *, speechless: bool = False) -> None:
        """Give a seat to somebody who waits for it, now that they are known or have shown that they know no commands."""
        if connection.to_be_seated and (connection.player or speechless):
            self.auto_seating.seat(connection, now)

    def _waits(self, connection: Connection) -> bool:
        """Whether what somebody says next must wait: until it is known who they are, or, for a person who speaks lines, until
        what they said before is done. Only who plays is not kept waiting: there are clocks.
        """
        in_order = connection.line and connection.unanswered > 0 and not self.rooms.of_player.get(connection.player)
        return connection.at_the_door or in_order

    def _hold(self, connection: Connection, request: AnyRequest, now: float) -> None:
        """Have a request wait for its turn."""
        if len(connection.held) < MOST_HELD:
            connection.held.append(request)
        else:
            self.answer(connection.id, request, Fault(Kind.TOO_FAST), now)

    def complain(self, number: int, complaint: Problem, now: float) -> None:
        """Somebody could not be understood: say so in its turn, after the answers to what they have said before."""
        connection = self.connections.get(number)
        if connection and self._waits(connection):
            connection.held.append(complaint)
        elif connection:
            self._seat_if_new(connection, now, speechless=True)
            self.outbox.send([number], complaint)

    def _go_on(self, number: int, now: float) -> None:
        """It is known who somebody is."""
        connection = self.connections.get(number)
        if connection is None:
            return
        connection.at_the_door = False
        self._seat_if_new(connection, now)
        self._catch_up(connection, now)

    def _catch_up(self, connection: Connection, now: float) -> None:
        """Do what somebody has asked meanwhile, in order."""
        number = connection.id
        while connection.held and not self._waits(connection):
            said = connection.held.pop(0)
            self.complain(number, said, now) if isinstance(said, Problem) else self.receive(number, said, now)
        self._let_go(connection)

    def _take_up(self, number: int, request: AnyRequest, now: float) -> None:
        """Go on with a request after the long work it needed."""
        self._no_longer_wait(number, now, lambda: self.receive(number, request, now))

    def _answer_late(self, number: int, request: AnyRequest, answer: Answer, now: float) -> None:
        """Answer a request after the long work it needed."""
        self._no_longer_wait(number, now, lambda: self.answer(number, request, answer, now))

    def _no_longer_wait(self, number: int, now: float, go_on: Callable[[], None]) -> None:
        connection = self.connections.get(number)
        if connection:
            connection.unanswered -= 1
        go_on()
        if connection:
            self._catch_up(connection, now)

    def answer(self, number: int, request: AnyRequest, answer: Answer, now: float, *, changed: bool = False) -> None:
        """Answer a request; where it changed something, the answer is kept, in case it is asked for again."""
        reply = problem(answer) if isinstance(answer, Fault) else answer
        if isinstance(request, requests.Move) and isinstance(answer, Fault) and answer.kind is not Kind.ILLEGAL:
            log.info("answer refused", connection=number, match=request.match, why=answer.sentence)
        if reply is None or (request is self.auto_seating.seek and isinstance(reply, Seated)):
            return
        reply = replace(reply, id=request.id) if request.id else reply
        connection = self.connections.get(number)
        if changed and connection and (kept := self._answers.keep(connection, request, reply, now)):
            self.outbox.keep(kept)
        self.outbox.send([number], reply)

    def ask_again(self, number: int, now: float) -> None:
        """Somebody has tried to move and could not be understood: ask for the move again."""
        connection = self.connections.get(number)
        if connection:
            for room in list(self.rooms.of_player.get(connection.player, {}).values()):
                self.rooms.ask_one(room, connection, now)

    # Time

    def tick(self, now: float) -> None:
        """Let time pass: clocks run out, late messages become due, what nobody wants any more is cleared away."""
        self.rooms.tick(now)
        if not 0 <= now - self._cleaned < HOUSEKEEPING:  # the time of day may have been set back
            self._cleaned = now
            self.expiry.clear(now)
            here = {*self.connections.players, *self.rooms.of_player}
            for change in self.accounts.drop_expired(now, here):
                self.outbox.keep(change)
        self._settle(now)

    @property
    def next_time(self) -> float | None:
        """When `tick` should be called next, at the latest."""
        times = [time for time in (self.rooms.next_time, self._cleaned + HOUSEKEEPING) if time]
        return min(times, default=None)

    def take(self, now: float) -> Group:
        """What is to be kept, sent and done now."""
        self._settle(now)
        return self.outbox.take()

    # Stopping

    def stop(self) -> bool:
        """Begin no new game, and tell everybody; true when no game is being played."""
        if self.lobby.open:
            self.lobby.open = False
            everybody = [connection.id for connection in self.connections]
            self.outbox.send(everybody, Notice(text="The server will stop when the games that are on are over"))
        return self.playing_now == 0

    @property
    def playing_now(self) -> int:
        """How many games are being played."""
        return sum(room.match.status == "playing" for room in self.rooms)

    # The computer

    def _think(self, room: Room, seat: int, player: str) -> None:
        """Have the computer think about a move, and make it."""
        match = room.match
        ref, deadline = match.ref(seat), match.clocks.deadline(seat)
        left = None if deadline is None else deadline - match.log[-1].at
        thought = Thought(match.rulebook, match.start, match.play.steps, seat, match.levels[player], left)

        def then(move: int, now: float) -> None:
            match.move(player, move, ref, now, self.settings.patience)
            self._settle(now)

        def fail(_: Exception, now: float) -> None:
            if seat in match.asked and match.ref(seat) == ref:
                match.resign(player, now)
            self._settle(now)

        self.outbox.start_job(Job("computers", thought.think, then, fail))

    # What is answered by whom

    def _all_handlers(self) -> dict[type, Callable[[Connection, Any, float], Answer]]:
        door, seating, playing = self.door, self.seating, self.playing
        return {
            requests.Hello: door.hello,
            requests.Login: door.login,
            requests.Guest: door.guest,
            requests.Resume: door.resume,
            requests.Logout: door.logout,
            requests.Password: door.password,
            requests.Help: lambda connection, request, now: helped(request.about),  # noqa: ARG005
            requests.Games: seating.games,
            requests.Matches: seating.matches,
            requests.Players: seating.players,
            requests.Statistics: seating.statistics,
            requests.New: seating.new,
            requests.Seek: self._seek,
            requests.Join: seating.join,
            requests.Computer: seating.computer,
            requests.Watch: seating.watch,
            requests.Leave: seating.leave,
            requests.Move: playing.move,
            requests.Moves: playing.moves,
            requests.Show: playing.show,
            requests.Resign: playing.resign,
            requests.Offer: playing.offer,
            requests.Accept: playing.accept,
            requests.Decline: playing.decline,
            requests.Chat: playing.chat,
            requests.Save: playing.save,
            requests.Record: playing.record,
            requests.Ping: lambda connection, request, now: Pong(),  # noqa: ARG005
            requests.Quit: self._quit,
            requests.Operator: door.operator,
            requests.Ban: door.ban,
            requests.Unban: door.unban,
            requests.Appoint: door.appoint,
            requests.Reset: door.reset,
            requests.Announce: door.announce,
        }

    def _quit(self, connection: Connection, request: requests.Quit, now: float) -> Answer:
        del now
        connection.going = connection.finishing = True
        connection.farewell = Goodbye(text="Goodbye", id=request.id)  # when all that was asked before is answered
        self._let_go(connection)
        return None


def problem(fault: Fault) -> Problem:
    """A fault as a message."""
    return Problem(code=fault.kind.code, sentence=fault.sentence)
