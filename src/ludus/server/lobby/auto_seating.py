"""`AutoSeating`: seats everybody who comes for one game, so that the plainest client needs to know nothing but moves (B16).

    silence, or any other command       a guest, in the first free seat
    LOGIN, GUEST or RESUME              that player, in the first free seat

When a game is over the same players are seated for the next one, but not who has left by `GAME QUIT`.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.server.accounts.accounts import Accounts
from ludus.server.accounts.handlers import Door
from ludus.server.connections import Connection, Connections
from ludus.server.fault import Fault
from ludus.server.lobby.lobby import Lobby
from ludus.server.matches.rooms import Room, Rooms
from ludus.server.outbox import Outbox
from ludus.server.settings import Settings
from ludus.wire import requests
from ludus.wire.replies import Problem
from ludus.wire.requests import AnyRequest

ENTERING = (requests.Hello, requests.Login, requests.Guest, requests.Resume, requests.Operator, requests.Quit)
"""What is said before it is clear who takes the seat, or that nobody does."""


class AutoSeating:
    """Seats line clients; does nothing where no game is named."""

    def __init__(
        self,
        settings: Settings,
        accounts: Accounts,
        door: Door,
        lobby: Lobby,
        rooms: Rooms,
        connections: Connections,
        outbox: Outbox,
        receive: Callable[[int, AnyRequest, float], None],
    ) -> None:
        self._accounts, self._door, self._lobby, self._rooms = accounts, door, lobby, rooms
        self._connections, self._outbox, self._receive = connections, outbox, receive
        self.game, self.players = settings.game, settings.players
        self.seek = requests.Seek(settings.game or "-", move=settings.move_seconds, options=settings.options)

    def welcome(self, connection: Connection, now: float, *, silent: bool) -> None:
        """Somebody has come: who waits to be spoken to is seated now, others when they have said who they are."""
        connection.hosted = connection.to_be_seated = True
        if silent:
            self.seat(connection, now)

    def hear(self, connection: Connection, request: AnyRequest, now: float) -> None:
        """Somebody who has no seat yet says something."""
        if connection.to_be_seated and not isinstance(request, ENTERING):
            self.seat(connection, now)

    def seat(self, connection: Connection, now: float) -> None:
        """Give somebody the first free seat, as a guest if they have not said who they are."""
        if not connection.player:
            entered = self._accounts.guest("", connection.address, now)
            if isinstance(entered, Fault):
                self._outbox.send([connection.id], Problem(code=entered.kind.code, sentence=entered.sentence))
                self._outbox.see_off(connection.id)
                return
            self._door.enter(connection, entered, now)
        connection.to_be_seated, connection.plain = False, True
        if not self._rooms.of_player.get(connection.player):
            self._receive(connection.id, self.seek, now)

    def seat_again(self, room: Room, now: float) -> None:
        """Play on, but without those who ran out of time: they may be gone."""
        closed = room.match.closed
        for seat, team in enumerate(room.match.teams):
            for connection in [each for player in team.players for each in self._connections.of(player) if each.plain]:
                connection.plain = not (closed and closed.how == "time" and closed.loser == seat)
                if connection.plain and self._lobby.open:
                    self._receive(connection.id, self.seek, now)
