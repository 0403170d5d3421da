"""The door: who comes in, as whom, and who is shown out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import structlog

from ludus.server.accounts import NO_REASON, Accounts, Entered, Settled
from ludus.server.changes import Change
from ludus.server.fault import Fault
from ludus.server.outbox import Job, Outbox
from ludus.server.passwords import LoginJob, NewPasswordJob, do
from ludus.server.tables import Tables
from ludus.server.visitors import Visitor, Visitors
from ludus.wire import messages
from ludus.wire.messages import AnyReply, AnyRequest, Done, Goodbye, LoggedIn, LoggedOut, Notice
from ludus.wire.problem import Kind
from ludus.wire.words import VERSION

log = structlog.get_logger("ludus")

Answer = AnyReply | Fault | None
Answering = Callable[[int, AnyRequest, Answer, float], None]
GoingOn = Callable[[int, float], None]


class Door:
    """Answers what has to do with names, passwords and tokens."""

    def __init__(
        self, accounts: Accounts, visitors: Visitors, tables: Tables, outbox: Outbox, answer: Answering, go_on: GoingOn
    ) -> None:
        self.accounts, self.visitors, self.tables, self.outbox = accounts, visitors, tables, outbox
        self.answer, self.go_on = answer, go_on

    # Coming and going

    def hello(self, visitor: Visitor, request: messages.Hello, now: float) -> Answer:
        """A client says what it is."""
        del now
        if request.version != VERSION:
            return Fault(Kind.WRONG_VERSION, str(request.version))
        if request.kind:
            visitor.program = request.kind == "program"
        return Done()

    def login(self, visitor: Visitor, request: messages.Login, now: float) -> Answer:
        """Log in or register; the password is worked on elsewhere."""
        job = self._plays_on(visitor) or self.accounts.login(request.name, request.password, visitor.address, now)
        if isinstance(job, Fault):
            return job
        visitor.at_the_door = True
        self._work(visitor.id, request, job)
        return None

    def _work(self, number: int, request: AnyRequest, job: LoginJob) -> None:
        def then(outcome: object, now: float) -> None:
            entered = self.accounts.finish_login(job, outcome, now)  # type: ignore[arg-type]
            if isinstance(entered, LoginJob):
                self._work(number, request, entered)
                return
            visitor = self.visitors.get(number)
            done = entered if isinstance(entered, Fault) or visitor is None else self.enter(visitor, entered, now)
            if visitor and isinstance(done, LoggedIn):
                visitor.by_password = True
            if isinstance(done, (LoggedIn, Fault)):
                self.answer(number, request, done, now)
                self.take_back(number, now)
            else:
                self._keep(entered.changes if isinstance(entered, Entered) else [])
            self.go_on(number, now)

        def fail(_: Exception, now: float) -> None:
            then(Kind.TOO_FAST, now)

        self.outbox.give(Job("passwords", lambda: do(job.work), then, fail))

    def guest(self, visitor: Visitor, request: messages.Guest, now: float) -> Answer:
        """Let somebody in without an account."""
        entered = self._plays_on(visitor) or self.accounts.guest(request.name, visitor.address, now)
        return entered if isinstance(entered, Fault) else self.enter(visitor, entered, now)

    def resume(self, visitor: Visitor, request: messages.Resume, now: float) -> Answer:
        """Let somebody in again."""
        entered = self._plays_on(visitor) or self.accounts.resume(request.token, now)
        return entered if isinstance(entered, Fault) else self.enter(visitor, entered, now)

    def enter(self, visitor: Visitor, entered: Entered, now: float) -> LoggedIn:
        """Somebody is known from now on."""
        if visitor.player == entered.name:
            visitor.plain = False  # the seats stay whose they are
        else:
            self.leave_seats(visitor, now)
        visitor.to_be_seated = visitor.hosted
        self._keep(entered.changes)
        self.visitors.know(visitor, entered.name)
        visitor.role, visitor.guest, visitor.token = entered.role, entered.guest, entered.token.reveal()
        matches = list(self.tables.of_player.get(entered.name, ()))
        return LoggedIn(name=entered.name, token=visitor.token, role=entered.role, guest=entered.guest, matches=matches)

    def take_back(self, number: int, now: float) -> None:
        """Bring somebody who came back into whatever they are playing."""
        visitor = self.visitors.get(number)
        if visitor is None:
            return
        if len(list(self.visitors.of(visitor.player))) == 1:
            self.tables.tell_others(visitor.player, "is here again")
        for table in list(self.tables.of_player.get(visitor.player, {}).values()):
            self.tables.bring_up_to_date(table, number, table.match.seat_of(visitor.player), now)
            self.tables.ask_one(table, visitor, now)

    def logout(self, visitor: Visitor, request: messages.Logout, now: float) -> Answer:
        """Forget who somebody is."""
        del request
        if not visitor.player:
            return Fault(Kind.LOGIN_FIRST)
        if not visitor.guest:
            self._keep(self.accounts.logout(visitor.token))
            self.leave_seats(visitor, now)
        elif len(list(self.visitors.of(visitor.player))) == 1:  # otherwise the guest is still here, on another connection
            self._keep(self.accounts.logout(visitor.token))
            visitor.plain = True  # the name is anybody's from now on, and the seats must not be
            self.leave_seats(visitor, now)
        self.visitors.forget(visitor)
        visitor.operator = False
        return LoggedOut()

    def _plays_on(self, visitor: Visitor) -> Fault | None:
        """Whether somebody plays who was seated by the house: by becoming somebody else they would lose the game."""
        tables = self.tables.of_player.get(visitor.player, {}).values() if visitor.plain else ()
        if any(table.match.standing == "playing" for table in tables):
            return Fault(Kind.NOT_POSSIBLE, f"You are playing as {visitor.player}; end that game first")
        return None

    def leave_seats(self, visitor: Visitor, now: float) -> None:
        """Somebody goes: seats in matches that have not begun are free again; who was seated by the house resigns the others."""
        others = [each for each in self.visitors.of(visitor.player) if each is not visitor]
        if visitor.player and not others:
            for table in list(self.tables.of_player.get(visitor.player, {}).values()):
                if visitor.plain or table.match.standing == "open":
                    table.match.leave(visitor.player, now)
        visitor.plain = False

    def password(self, visitor: Visitor, request: messages.Password, now: float) -> Answer:
        """Choose a new password."""
        if visitor.player and not visitor.guest and not visitor.by_password:  # who has found a token must not keep the account
            return Fault(Kind.NOT_POSSIBLE, "A token is not enough to choose a new password; log in with the old one first")
        job = self.accounts.change_password(visitor.token, request.password, visitor.address, now)
        return self._new_password(visitor, request, job, stays=visitor.id)

    # For those who run the server

    def operator(self, visitor: Visitor, request: messages.Operator, now: float) -> Answer:
        """Somebody shows that they run the server."""
        del now
        if not self.accounts.operator(request.token):
            return Fault(Kind.NOT_POSSIBLE, "That is not the token of who runs this server")
        visitor.operator = True
        return Done()

    def ban(self, visitor: Visitor, request: messages.Ban, now: float) -> Answer:
        """Shut a player out."""
        settled = self._may(visitor) or self.accounts.ban(request.player, request.reason)
        if isinstance(settled, Settled):
            log.info("banned", player=settled.name, why=request.reason)
            self._show_out(settled.name, Kind.BANNED.says(request.reason or NO_REASON), now)
        return self._settle(settled)

    def unban(self, visitor: Visitor, request: messages.Unban, now: float) -> Answer:
        """Let a player in again."""
        del now
        return self._settle(self._may(visitor) or self.accounts.unban(request.player))

    def appoint(self, visitor: Visitor, request: messages.Appoint, now: float) -> Answer:
        """Give a player a role."""
        del now
        settled = self._may(visitor) or self.accounts.appoint(request.player, request.role)
        if isinstance(settled, Settled):
            for each in self.visitors.of(settled.name):
                each.role = request.role
        return self._settle(settled)

    def reset(self, visitor: Visitor, request: messages.Reset, now: float) -> Answer:
        """Give a player a new password."""
        del now
        return self._new_password(visitor, request, self._may(visitor) or self.accounts.reset(request.player, request.password))

    def announce(self, visitor: Visitor, request: messages.Announce, now: float) -> Answer:
        """Tell everybody something."""
        del now
        fault = self._may(visitor)
        if fault:
            return fault
        self.outbox.send([each.id for each in self.visitors], Notice(text=request.text))
        return Done()

    # Inside

    def _may(self, visitor: Visitor) -> Fault | None:
        return None if visitor.operator or visitor.role == "admin" else Fault(Kind.NOT_ALLOWED)

    def _new_password(self, visitor: Visitor, request: AnyRequest, job: NewPasswordJob | Fault, stays: int = 0) -> Answer:
        """Have a password hashed; when it holds, every connection with the old one has to go, but the one that stays."""
        if isinstance(job, Fault):
            return job

        def then(outcome: object, now: float) -> None:
            settled = self._settle(self.accounts.finish_password(job, outcome, now))  # type: ignore[arg-type]
            self.answer(visitor.id, request, settled, now)
            if isinstance(settled, Done):
                self._see_off(job.name, "Your password was changed; log in again", stays)
            self.go_on(visitor.id, now)

        visitor.at_the_door = True
        self.outbox.give(Job("passwords", lambda: do(job.work), then, lambda _, now: then(Kind.TOO_FAST, now)))
        return None

    def _show_out(self, name: str, why: str, now: float) -> None:
        """Somebody may not be here any more, not even in a match."""
        for table in list(self.tables.of_player.get(name, {}).values()):
            table.match.leave(name, now)
        self._see_off(name, why)

    def _see_off(self, name: str, why: str, stays: int = 0) -> None:
        """End the connections of a player, but one that stays; the matches go on."""
        for visitor in list(self.visitors.of(name)):
            if visitor.id != stays:
                self.outbox.send([visitor.id], Goodbye(text=why))
                self.outbox.see_off(visitor.id)
                self.visitors.forget(visitor)
                visitor.going = True

    def _settle(self, settled: Settled | Fault) -> Answer:
        if isinstance(settled, Fault):
            return settled
        self._keep(settled.changes)
        return Done()

    def _keep(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self.outbox.keep(change)
