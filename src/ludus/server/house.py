"""`House`: everything that happens on a server, without a socket, a clock or a disk.

        arrive, receive, depart, tick ──► House ──► take() ──► Group: changes to keep, then messages to send, work to give away

Whoever runs it keeps the changes of a group before sending its messages, so nobody is told of anything that could be lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import structlog
from msgspec.structs import replace

from ludus.rules.errors import LudusError
from ludus.server.accounts import Accounts
from ludus.server.answers import Answers
from ludus.server.changes import Kept, Store
from ludus.server.clearing import Clearing
from ludus.server.computers import Thought
from ludus.server.door import Answer, Door
from ludus.server.fault import Fault
from ludus.server.finding import Finder
from ludus.server.hosting import Host
from ludus.server.lobby import Lobby
from ludus.server.match import Match
from ludus.server.outbox import Group, Job, Outbox
from ludus.server.playing import Playing
from ludus.server.seating import Seating
from ludus.server.settings import Settings
from ludus.server.shelf import Shelf
from ludus.server.tables import Table, Tables
from ludus.server.visitors import Visitor, Visitors
from ludus.wire import messages
from ludus.wire.manual import explain
from ludus.wire.messages import AnyRequest, Goodbye, LoggedIn, Notice, Pong, Problem, Seated, Welcome
from ludus.wire.problem import Kind
from ludus.wire.words import VERSION

HOUSEKEEPING = 10.0
"""How often, in seconds, abandoned matches and old sessions are looked for."""

WELCOME = "Ludus; HELP tells what can be said"
"""What is said to everybody who comes, unless whoever runs the server says something else."""

MOST_HELD = 300
"""So many requests of a visitor wait for a password to be worked on; the next ones are refused."""

log = structlog.get_logger("ludus")


class House:
    """Accounts, lobby and tables under one roof."""

    def __init__(
        self, kept: Kept, store: Store, shelf: Shelf, settings: Settings, accounts: Accounts, chance: Callable[[int], bytes]
    ) -> None:
        self.settings, self.accounts = settings, accounts
        self.outbox, self.visitors = Outbox(), Visitors()
        self.tables = Tables(self.outbox, self.visitors, self._think)
        self.lobby = Lobby(self.tables, self.visitors, shelf, chance, kept.last_match)
        self.door = Door(accounts, self.visitors, self.tables, self.outbox, self._answer_late, self._go_on)
        self.find = Finder(self.tables, shelf, self.outbox, store, self._answer_late, self._take_up)
        self.seating = Seating(self.find, accounts, self.lobby, self.tables, self.visitors, shelf, self.outbox, store)
        self.playing = Playing(self.find, self.lobby, self.tables, self.visitors, self.outbox, settings.patience)
        self._answers = Answers(kept.answers)
        self._cleaned = 0.0
        self.clearing = Clearing(accounts, self.lobby, self.tables, self.visitors)
        self.host = Host(settings, accounts, self.door, self.lobby, self.tables, self.visitors, self.outbox, self.receive)
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
            table = self.tables.add(match, now, new=False)
            match.sleep(max(0.0, now - kept.alive), now)
            here.update(player for team in table.match.teams for player in team.players)
        for change in self.accounts.drop_expired(now, here):
            self.outbox.keep(change)
        for table in list(self.tables):
            self.tables.look_after(table, now)

    # Coming and going

    def arrive(self, number: int, address: str, now: float, *, line: bool, program: bool, silent: bool = True) -> None:
        """Somebody connects; `silent` is who waits to be spoken to. With a game named, whoever speaks the line protocol is seated
        for it with no further word.
        """
        visitor = Visitor(number, address, program, line=line)
        self.visitors.add(visitor)
        hosted = line and bool(self.settings.game)
        if self.settings.welcome or not hosted:  # the plainest client expects nothing but the game
            self.outbox.send([number], Welcome(text=self.settings.welcome or WELCOME, version=VERSION))
        if hosted:
            self.host.welcome(visitor, now, silent=silent)
        self._settle(now)

    def depart(self, number: int, now: float) -> None:
        """Somebody's connection has ended."""
        visitor = self.visitors.get(number)
        if visitor is None:
            return
        for name in list(visitor.watching):
            self.tables.unwatch(name, visitor)
        player = visitor.player
        self.door.leave_seats(visitor, now)
        self.visitors.remove(visitor)
        if player and not self.visitors.is_here(player):
            self.tables.tell_others(player, "has lost the connection")
        self._settle(now)

    def finish(self, number: int) -> None:
        """Somebody will say nothing more, and goes when all that was asked is answered."""
        visitor = self.visitors.get(number)
        if visitor:
            visitor.finishing = True
            self._let_go(visitor)

    def _let_go(self, visitor: Visitor) -> None:
        if visitor.finishing and not visitor.unanswered and not visitor.held:
            visitor.finishing = False  # it is done once
            if visitor.farewell:
                self.outbox.send([visitor.id], visitor.farewell)
            self.outbox.see_off(visitor.id)

    def _settle(self, now: float) -> None:
        """After something was done: ask those whose move is awaited, and seat plain visitors for the next game."""
        self.tables.settle(now)
        while self.tables.over:
            self.host.seat_again(self.tables.over.pop(), now)

    def _seek(self, visitor: Visitor, request: messages.Seek, now: float) -> Answer:
        return self.seating.seek(visitor, request, now, players=self.host.players if request is self.host.seek else 0)

    # Requests

    def receive(self, number: int, request: AnyRequest, now: float) -> None:
        """Do what a request wants, at once or after the long work it needs; what was answered before is answered again."""
        visitor = self.visitors.get(number)
        if visitor is None or visitor.going:
            return
        if self._waits(visitor) and request is not self.host.seek:
            self._hold(visitor, request, now)
            return
        self.host.hear(visitor, request, now)
        if given := self._answers.given(visitor, request):
            self.outbox.send([number], given)
            return
        before = self.outbox.changes
        if not visitor.player and not request.before_login:
            answer: Answer = Fault(Kind.LOGIN_FIRST)
        elif not self.lobby.open and request.begins_game:
            answer = Fault(Kind.STOPPING)
        else:
            answer = self._handle(visitor, request, now)
        if answer is not None:
            self.answer(number, request, answer, now, changed=self.outbox.changes > before)
        elif not isinstance(request, (messages.Leave, messages.Quit)):  # which may be answered by something else
            visitor.unanswered += 1
        if isinstance(answer, LoggedIn):
            self.door.take_back(number, now)
            self._seat_if_new(visitor, now)
        self._settle(now)

    def _handle(self, visitor: Visitor, request: AnyRequest, now: float) -> Answer:
        """Do what a request wants. A mistake of ours is answered, too: it must not hold up what others have asked."""
        try:
            return self._handlers[type(request)](visitor, request, now)
        except Exception:
            log.exception("request failed", request=type(request).__name__)
            return Fault(Kind.NOT_NOW, "Something went wrong here")

    def _seat_if_new(self, visitor: Visitor, now: float, *, speechless: bool = False) -> None:
        """Give a seat to somebody who waits for it, now that they are known or have shown that they know no commands."""
        if visitor.to_be_seated and (visitor.player or speechless):
            self.host.seat(visitor, now)

    def _waits(self, visitor: Visitor) -> bool:
        """Whether what somebody says next must wait: until it is known who they are, or, for a person who speaks lines, until
        what they said before is done. Only who plays is not kept waiting: there are clocks.
        """
        in_order = visitor.line and visitor.unanswered > 0 and not self.tables.of_player.get(visitor.player)
        return visitor.at_the_door or in_order

    def _hold(self, visitor: Visitor, request: AnyRequest, now: float) -> None:
        """Have a request wait for its turn."""
        if len(visitor.held) < MOST_HELD:
            visitor.held.append(request)
        else:
            self.answer(visitor.id, request, Fault(Kind.TOO_FAST), now)

    def complain(self, number: int, complaint: Problem, now: float) -> None:
        """Somebody could not be understood: say so in its turn, after the answers to what they have said before."""
        visitor = self.visitors.get(number)
        if visitor and self._waits(visitor):
            visitor.held.append(complaint)
        elif visitor:
            self._seat_if_new(visitor, now, speechless=True)
            self.outbox.send([number], complaint)

    def _go_on(self, number: int, now: float) -> None:
        """It is known who somebody is."""
        visitor = self.visitors.get(number)
        if visitor is None:
            return
        visitor.at_the_door = False
        self._seat_if_new(visitor, now)
        self._catch_up(visitor, now)

    def _catch_up(self, visitor: Visitor, now: float) -> None:
        """Do what somebody has asked meanwhile, in order."""
        number = visitor.id
        while visitor.held and not self._waits(visitor):
            said = visitor.held.pop(0)
            self.complain(number, said, now) if isinstance(said, Problem) else self.receive(number, said, now)
        self._let_go(visitor)

    def _take_up(self, number: int, request: AnyRequest, now: float) -> None:
        """Go on with a request after the long work it needed."""
        self._no_longer_wait(number, now, lambda: self.receive(number, request, now))

    def _answer_late(self, number: int, request: AnyRequest, answer: Answer, now: float) -> None:
        """Answer a request after the long work it needed."""
        self._no_longer_wait(number, now, lambda: self.answer(number, request, answer, now))

    def _no_longer_wait(self, number: int, now: float, go_on: Callable[[], None]) -> None:
        visitor = self.visitors.get(number)
        if visitor:
            visitor.unanswered -= 1
        go_on()
        if visitor:
            self._catch_up(visitor, now)

    def answer(self, number: int, request: AnyRequest, answer: Answer, now: float, *, changed: bool = False) -> None:
        """Answer a request; where it changed something, the answer is kept, in case it is asked for again."""
        reply = problem(answer) if isinstance(answer, Fault) else answer
        if isinstance(request, messages.Move) and isinstance(answer, Fault) and answer.kind is not Kind.ILLEGAL:
            log.info("answer refused", visitor=number, match=request.match, why=answer.sentence)
        if reply is None or (request is self.host.seek and isinstance(reply, Seated)):
            return
        reply = replace(reply, id=request.id) if request.id else reply
        visitor = self.visitors.get(number)
        if changed and visitor and (kept := self._answers.keep(visitor, request, reply, now)):
            self.outbox.keep(kept)
        self.outbox.send([number], reply)

    def ask_again(self, number: int, now: float) -> None:
        """Somebody has tried to move and could not be understood: ask for the move again."""
        visitor = self.visitors.get(number)
        if visitor:
            for table in list(self.tables.of_player.get(visitor.player, {}).values()):
                self.tables.ask_one(table, visitor, now)

    # Time

    def tick(self, now: float) -> None:
        """Let time pass: clocks run out, late messages become due, what nobody wants any more is cleared away."""
        self.tables.tick(now)
        if not 0 <= now - self._cleaned < HOUSEKEEPING:  # the time of day may have been set back
            self._cleaned = now
            self.clearing.clear(now)
            here = {*self.visitors.players, *self.tables.of_player}
            for change in self.accounts.drop_expired(now, here):
                self.outbox.keep(change)
        self._settle(now)

    @property
    def next_time(self) -> float | None:
        """When `tick` should be called next, at the latest."""
        times = [time for time in (self.tables.next_time, self._cleaned + HOUSEKEEPING) if time]
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
            everybody = [visitor.id for visitor in self.visitors]
            self.outbox.send(everybody, Notice(text="The server will stop when the games that are on are over"))
        return self.playing_now == 0

    @property
    def playing_now(self) -> int:
        """How many games are being played."""
        return sum(table.match.standing == "playing" for table in self.tables)

    # The computer

    def _think(self, table: Table, seat: int, player: str) -> None:
        """Have the computer think about a move, and make it."""
        match = table.match
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

        self.outbox.give(Job("computers", thought.think, then, fail))

    # What is answered by whom

    def _all_handlers(self) -> dict[type, Callable[[Visitor, Any, float], Answer]]:
        door, seating, playing = self.door, self.seating, self.playing
        return {
            messages.Hello: door.hello,
            messages.Login: door.login,
            messages.Guest: door.guest,
            messages.Resume: door.resume,
            messages.Logout: door.logout,
            messages.Password: door.password,
            messages.Help: lambda visitor, request, now: explain(request.about),  # noqa: ARG005
            messages.Games: seating.games,
            messages.Matches: seating.matches,
            messages.Players: seating.players,
            messages.Statistics: seating.statistics,
            messages.New: seating.new,
            messages.Seek: self._seek,
            messages.Join: seating.join,
            messages.Computer: seating.computer,
            messages.Watch: seating.watch,
            messages.Leave: seating.leave,
            messages.Move: playing.move,
            messages.Moves: playing.moves,
            messages.Show: playing.show,
            messages.Resign: playing.resign,
            messages.Offer: playing.offer,
            messages.Accept: playing.accept,
            messages.Decline: playing.decline,
            messages.Chat: playing.chat,
            messages.Save: playing.save,
            messages.Record: playing.record,
            messages.Ping: lambda visitor, request, now: Pong(),  # noqa: ARG005
            messages.Quit: self._quit,
            messages.Operator: door.operator,
            messages.Ban: door.ban,
            messages.Unban: door.unban,
            messages.Appoint: door.appoint,
            messages.Reset: door.reset,
            messages.Announce: door.announce,
        }

    def _quit(self, visitor: Visitor, request: messages.Quit, now: float) -> Answer:
        del now
        visitor.going = visitor.finishing = True
        visitor.farewell = Goodbye(text="Goodbye", id=request.id)  # when all that was asked before is answered
        self._let_go(visitor)
        return None


def problem(fault: Fault) -> Problem:
    """A fault as a message."""
    return Problem(code=fault.kind.code, sentence=fault.sentence)
