"""The door: who comes in, as whom, and who is shown out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import structlog

from ludus.server.accounts.accounts import NO_REASON, Accounts, Entered, Settled
from ludus.server.accounts.passwords import LoginJob, NewPasswordJob, do
from ludus.server.connections import Connection, Connections
from ludus.server.fault import Fault
from ludus.server.matches.rooms import Rooms
from ludus.server.outbox import Job, Outbox
from ludus.server.store.changes import Change
from ludus.wire import requests
from ludus.wire.problem import Kind
from ludus.wire.replies import AnyReply, Done, Goodbye, LoggedIn, LoggedOut, Notice
from ludus.wire.requests import AnyRequest
from ludus.wire.words import VERSION

log = structlog.get_logger("ludus")

Answer = AnyReply | Fault | None
Answering = Callable[[int, AnyRequest, Answer, float], None]
GoingOn = Callable[[int, float], None]


class Door:
    """ReplayCache what has to do with names, passwords and tokens."""

    def __init__(
        self, accounts: Accounts, connections: Connections, rooms: Rooms, outbox: Outbox, answer: Answering, go_on: GoingOn
    ) -> None:
        self.accounts, self.connections, self.rooms, self.outbox = accounts, connections, rooms, outbox
        self.answer, self.go_on = answer, go_on

    # Coming and going

    def hello(self, connection: Connection, request: requests.Hello, now: float) -> Answer:
        """A client says what it is."""
        del now
        if request.version != VERSION:
            return Fault(Kind.WRONG_VERSION, str(request.version))
        if request.kind:
            connection.program = request.kind == "program"
        return Done()

    def login(self, connection: Connection, request: requests.Login, now: float) -> Answer:
        """Log in or register; the password is worked on elsewhere."""
        job = self._plays_on(connection) or self.accounts.login(request.name, request.password, connection.address, now)
        if isinstance(job, Fault):
            return job
        connection.at_the_door = True
        self._work(connection.id, request, job)
        return None

    def _work(self, number: int, request: AnyRequest, job: LoginJob) -> None:
        def then(outcome: object, now: float) -> None:
            entered = self.accounts.finish_login(job, outcome, now)  # type: ignore[arg-type]
            if isinstance(entered, LoginJob):
                self._work(number, request, entered)
                return
            connection = self.connections.get(number)
            done = entered if isinstance(entered, Fault) or connection is None else self.enter(connection, entered, now)
            if connection and isinstance(done, LoggedIn):
                connection.by_password = True
            if isinstance(done, (LoggedIn, Fault)):
                self.answer(number, request, done, now)
                self.take_back(number, now)
            else:
                self._keep(entered.changes if isinstance(entered, Entered) else [])
            self.go_on(number, now)

        def fail(_: Exception, now: float) -> None:
            then(Kind.TOO_FAST, now)

        self.outbox.start_job(Job("passwords", lambda: do(job.work), then, fail))

    def guest(self, connection: Connection, request: requests.Guest, now: float) -> Answer:
        """Let somebody in without an account."""
        entered = self._plays_on(connection) or self.accounts.guest(request.name, connection.address, now)
        return entered if isinstance(entered, Fault) else self.enter(connection, entered, now)

    def resume(self, connection: Connection, request: requests.Resume, now: float) -> Answer:
        """Let somebody in again."""
        entered = self._plays_on(connection) or self.accounts.resume(request.token, now)
        return entered if isinstance(entered, Fault) else self.enter(connection, entered, now)

    def enter(self, connection: Connection, entered: Entered, now: float) -> LoggedIn:
        """Somebody is known from now on."""
        if connection.player == entered.name:
            connection.plain = False  # the seats stay whose they are
        else:
            self.leave_seats(connection, now)
        connection.to_be_seated = connection.hosted
        self._keep(entered.changes)
        self.connections.know(connection, entered.name)
        connection.role, connection.guest, connection.token = entered.role, entered.guest, entered.token.reveal()
        matches = list(self.rooms.of_player.get(entered.name, ()))
        return LoggedIn(name=entered.name, token=connection.token, role=entered.role, guest=entered.guest, matches=matches)

    def take_back(self, number: int, now: float) -> None:
        """Bring somebody who came back into whatever they are playing."""
        connection = self.connections.get(number)
        if connection is None:
            return
        if len(list(self.connections.of(connection.player))) == 1:
            self.rooms.tell_others(connection.player, "is here again")
        for room in list(self.rooms.of_player.get(connection.player, {}).values()):
            self.rooms.bring_up_to_date(room, number, room.match.seat_of(connection.player), now)
            self.rooms.ask_one(room, connection, now)

    def logout(self, connection: Connection, request: requests.Logout, now: float) -> Answer:
        """Forget who somebody is."""
        del request
        if not connection.player:
            return Fault(Kind.LOGIN_FIRST)
        if not connection.guest:
            self._keep(self.accounts.logout(connection.token))
            self.leave_seats(connection, now)
        elif len(list(self.connections.of(connection.player))) == 1:  # otherwise the guest is still here, on another connection
            self._keep(self.accounts.logout(connection.token))
            connection.plain = True  # the name is anybody's from now on, and the seats must not be
            self.leave_seats(connection, now)
        self.connections.forget(connection)
        connection.operator = False
        return LoggedOut()

    def _plays_on(self, connection: Connection) -> Fault | None:
        """Whether somebody plays who was seated by the core: by becoming somebody else they would lose the game."""
        rooms = self.rooms.of_player.get(connection.player, {}).values() if connection.plain else ()
        if any(room.match.status == "playing" for room in rooms):
            return Fault(Kind.NOT_POSSIBLE, f"You are playing as {connection.player}; end that game first")
        return None

    def leave_seats(self, connection: Connection, now: float) -> None:
        """Somebody goes: seats in matches that have not begun are free again; who was seated by the core resigns the others."""
        others = [each for each in self.connections.of(connection.player) if each is not connection]
        if connection.player and not others:
            for room in list(self.rooms.of_player.get(connection.player, {}).values()):
                if connection.plain or room.match.status == "open":
                    room.match.leave(connection.player, now)
        connection.plain = False

    def password(self, connection: Connection, request: requests.Password, now: float) -> Answer:
        """Choose a new password."""
        if (
            connection.player and not connection.guest and not connection.by_password
        ):  # who has found a token must not keep the account
            return Fault(Kind.NOT_POSSIBLE, "A token is not enough to choose a new password; log in with the old one first")
        job = self.accounts.change_password(connection.token, request.password, connection.address, now)
        return self._new_password(connection, request, job, stays=connection.id)

    # For those who run the server

    def operator(self, connection: Connection, request: requests.Operator, now: float) -> Answer:
        """Somebody shows that they run the server."""
        del now
        if not self.accounts.operator(request.token):
            return Fault(Kind.NOT_POSSIBLE, "That is not the token of who runs this server")
        connection.operator = True
        return Done()

    def ban(self, connection: Connection, request: requests.Ban, now: float) -> Answer:
        """Shut a player out."""
        settled = self._may(connection) or self.accounts.ban(request.player, request.reason)
        if isinstance(settled, Settled):
            log.info("banned", player=settled.name, why=request.reason)
            self._show_out(settled.name, Kind.BANNED.says(request.reason or NO_REASON), now)
        return self._settle(settled)

    def unban(self, connection: Connection, request: requests.Unban, now: float) -> Answer:
        """Let a player in again."""
        del now
        return self._settle(self._may(connection) or self.accounts.unban(request.player))

    def appoint(self, connection: Connection, request: requests.Appoint, now: float) -> Answer:
        """Give a player a role."""
        del now
        settled = self._may(connection) or self.accounts.appoint(request.player, request.role)
        if isinstance(settled, Settled):
            for each in self.connections.of(settled.name):
                each.role = request.role
        return self._settle(settled)

    def reset(self, connection: Connection, request: requests.Reset, now: float) -> Answer:
        """Give a player a new password."""
        del now
        return self._new_password(
            connection, request, self._may(connection) or self.accounts.reset(request.player, request.password)
        )

    def announce(self, connection: Connection, request: requests.Announce, now: float) -> Answer:
        """Tell everybody something."""
        del now
        fault = self._may(connection)
        if fault:
            return fault
        self.outbox.send([each.id for each in self.connections], Notice(text=request.text))
        return Done()

    # Inside

    def _may(self, connection: Connection) -> Fault | None:
        return None if connection.operator or connection.role == "admin" else Fault(Kind.NOT_ALLOWED)

    def _new_password(self, connection: Connection, request: AnyRequest, job: NewPasswordJob | Fault, stays: int = 0) -> Answer:
        """Have a password hashed; when it holds, every connection with the old one has to go, but the one that stays."""
        if isinstance(job, Fault):
            return job

        def then(outcome: object, now: float) -> None:
            settled = self._settle(self.accounts.finish_password(job, outcome, now))  # type: ignore[arg-type]
            self.answer(connection.id, request, settled, now)
            if isinstance(settled, Done):
                self._see_off(job.name, "Your password was changed; log in again", stays)
            self.go_on(connection.id, now)

        connection.at_the_door = True
        self.outbox.start_job(Job("passwords", lambda: do(job.work), then, lambda _, now: then(Kind.TOO_FAST, now)))
        return None

    def _show_out(self, name: str, why: str, now: float) -> None:
        """Somebody may not be here any more, not even in a match."""
        for room in list(self.rooms.of_player.get(name, {}).values()):
            room.match.leave(name, now)
        self._see_off(name, why)

    def _see_off(self, name: str, why: str, stays: int = 0) -> None:
        """End the connections of a player, but one that stays; the matches go on."""
        for connection in list(self.connections.of(name)):
            if connection.id != stays:
                self.outbox.send([connection.id], Goodbye(text=why))
                self.outbox.see_off(connection.id)
                self.connections.forget(connection)
                connection.going = True

    def _settle(self, settled: Settled | Fault) -> Answer:
        if isinstance(settled, Fault):
            return settled
        self._keep(settled.changes)
        return Done()

    def _keep(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self.outbox.keep(change)
