"""Auto-seating: a server for one game seats everybody who comes, so the plainest client needs to know only moves (B16).

    silence, or any other command       a guest, in the first free seat
    LOGIN, GUEST or RESUME              that player, in the first free seat
    a program that speaks JSON          the same, but after a moment in which it asks for nothing else: it may look after itself

When a game is over the same players are seated for the next one, except those who have left by `GAME QUIT`.
"""

from __future__ import annotations

from ludus.server.accounts.presence import enter
from ludus.server.audit_log import note_guest
from ludus.server.call import Answer, Call, Steps
from ludus.server.connections import Connection
from ludus.server.context import Context
from ludus.server.fault import Fault
from ludus.server.lobby.handlers import seek_seat
from ludus.server.matches.room import Room
from ludus.server.outbox import Outbox
from ludus.server.settings import Settings
from ludus.wire import messages
from ludus.wire.messages import AnyRequest, Problem, Seated

ENTERING = (messages.Hello, messages.Login, messages.Guest, messages.Resume, messages.Operator, messages.Quit, messages.Style)
"""What is said before it is clear who takes the seat, or that nobody does."""

INTRODUCING = (messages.Hello, messages.Login, messages.Guest, messages.Resume, messages.Ping, messages.Style)
"""What a program says that may still want a seat."""

ENTERING_SECONDS = 0.1
"""How long a program whose password is being read is waited for, before it is looked at again."""


def seek_request(settings: Settings) -> messages.Seek:
    """What is sought for everybody who comes."""
    return messages.Seek(settings.game or "-", move=settings.policy.matches.move_seconds, options=settings.options)


class QuietPrograms:
    """The programs that speak JSON and await a seat; one that asks for anything itself is left alone."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._waiting: dict[int, Connection] = {}

    def come(self, connection: Connection, until: float) -> None:
        """A program awaits a seat, unless it says more until then."""
        connection.auto_seated = connection.awaits_seat = True
        self._waiting[connection.id] = connection
        self._await_quiet(connection, until)

    def hear(self, connection: Connection, request: AnyRequest, until: float) -> None:
        """A program has said something: who it is, or what it wants."""
        if connection.id not in self._waiting:
            return
        if isinstance(request, INTRODUCING):
            self._await_quiet(connection, until)
        else:
            connection.auto_seated = connection.awaits_seat = False
            del self._waiting[connection.id]

    def leave(self, number: int) -> None:
        """A connection has ended."""
        self._waiting.pop(number, None)

    def take(self, now: float) -> list[Connection]:
        """Those who have been quiet for long enough and are not taken for people; while a password is read, nobody is quiet."""
        due = [each for each in self._waiting.values() if each.quiet_until <= now]
        for each in due:
            if each.entering:
                self._await_quiet(each, now + ENTERING_SECONDS)
            else:
                del self._waiting[each.id]
        return [each for each in due if each.program and not each.entering]

    def _await_quiet(self, connection: Connection, until: float) -> None:
        connection.quiet_until = until
        self._outbox.wake_at(until)


def comes_first(request: AnyRequest) -> bool:
    """Whether a connection that awaits a seat takes it before this request is handled."""
    return not isinstance(request, ENTERING)


def prepare(context: Context, connection: Connection, now: float) -> bool:
    """Make a connection ready for a seat, as a guest if it has not said who it is; false if it cannot or need not have one."""
    if not connection.player:
        entered = context.accounts.guest("", connection.address, now)
        if isinstance(entered, Fault):
            context.outbox.send([connection.id], Problem(code=entered.kind.code, sentence=entered.sentence))
            context.outbox.close(connection.id)
            return False
        enter(context, connection, entered, now)
        note_guest(connection)
    connection.awaits_seat, connection.plain = False, True
    return not context.rooms.of_player.get(connection.player)


def take_seat(context: Context, call: Call[messages.Seek]) -> Steps[Answer]:
    """Handle the request that is made for everybody who comes: nobody has asked for a seat, so nobody is told of it."""
    settings, connection = context.settings, call.connection
    answer = yield from seek_seat(context, call, players=settings.players, position=settings.position)
    if not isinstance(answer, Seated):
        return answer
    if answer.free and (room := context.rooms.get(answer.match)):
        context.reminders.wait(room, connection.id, call.now)
    return None if connection.line else answer


def next_players(context: Context, room: Room) -> list[Connection]:
    """Who is seated for another game after this one: everybody except those who ran out of time, who may be gone."""
    closed = room.match.closed
    staying: list[Connection] = []
    for seat, team in enumerate(room.match.teams):
        for connection in [each for player in team.players for each in context.connections.of(player) if each.plain]:
            connection.plain = not (closed and closed.how == "time" and closed.loser == seat)
            if connection.plain and context.lobby.open:
                staying.append(connection)
    return staying
