"""Coming and going: what logging in, logging out and leaving mean for a player's connections and seats."""

from __future__ import annotations

from ludus.server.accounts.accounts import Entered
from ludus.server.connections import Connection
from ludus.server.context import Context
from ludus.server.fault import Fault
from ludus.server.lobby.talk_handlers import drop_challenges
from ludus.server.matches import commands
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Goodbye, LoggedIn


def enter(context: Context, connection: Connection, entered: Entered, now: float) -> LoggedIn:
    """Log a connection in."""
    if connection.player == entered.name:
        connection.plain = False  # the seats stay with the player
    else:
        leave_seats(context, connection, now)
    connection.awaits_seat = connection.auto_seated
    context.outbox.keep(*entered.changes)
    context.connections.log_in(connection, entered.name)
    connection.role, connection.guest, connection.token = entered.role, entered.guest, entered.token.reveal()
    matches = list(context.rooms.of_player.get(entered.name, ()))
    return LoggedIn(name=entered.name, token=connection.token, role=entered.role, guest=entered.guest, matches=matches)


def welcome_back(context: Context, connection: Connection, now: float) -> None:
    """Bring somebody who has just logged in into whatever they are playing."""
    if not context.connections.others(connection):
        context.rooms.tell_others(connection.player, "is here again")
    for room in context.rooms.of(connection.player):
        context.rooms.bring_up_to_date(room, connection, room.match.seat_of(connection.player), now)
        context.rooms.ask_one(room, connection, now)


def cannot_change_player(context: Context, connection: Connection) -> Fault | None:
    """Why somebody who was seated automatically cannot become somebody else now: it would lose them their game."""
    rooms = context.rooms.of(connection.player) if connection.plain else ()
    if any(room.match.status == "playing" for room in rooms):
        return Fault(Kind.NOT_POSSIBLE, f"You are playing as {connection.player}; end that game first")
    return None


def leave_seats(context: Context, connection: Connection, now: float) -> None:
    """Give up seats in matches that have not begun; a player who was seated automatically also resigns the others."""
    if connection.player and not context.connections.others(connection):
        for room in context.rooms.of(connection.player):
            if connection.plain or room.match.status == "open":
                context.rooms.do(room, commands.leave(room.match, connection.player, now))
    connection.plain = False


def expel(context: Context, player: str, now: float) -> None:
    """Take a player who was banned out of every match."""
    for room in context.rooms.of(player):
        context.rooms.do(room, commands.leave(room.match, player, now, banned=True))


def disconnect(context: Context, player: str, why: str, asking: Connection | None = None, *, stays: bool = False) -> None:
    """End the connections of a player; the matches go on. The one that is `asking` for it stays, or is answered first."""
    for connection in list(context.connections.of(player)):
        if connection is asking and stays:
            continue
        context.connections.forget(connection)
        connection.leaving = True
        if connection is asking:
            connection.finishing, connection.farewell = True, Goodbye(text=why)
        else:
            context.outbox.send([connection.id], Goodbye(text=why))
            context.outbox.close(connection.id)


def note_presence(context: Context, now: float) -> None:
    """See to the tournaments, the queue and the challenges of somebody who has come or gone."""
    player = next(iter(context.connections.moved))
    del context.connections.moved[player]
    context.tournaments.note_presence(player, context.accounts.player(player) is not None, now)
    if not context.connections.is_here(player):
        context.queue.leave(player)
        drop_challenges(context, player)
