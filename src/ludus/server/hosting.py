"""`Host`: seats everybody who comes for one game, so that the plainest client needs to know nothing but moves (B16).

    silence, or any other command       a guest, in the first free seat
    LOGIN, GUEST or RESUME              that player, in the first free seat

When a game is over the same players are seated for the next one, but not who has left by `GAME QUIT`.
"""

from __future__ import annotations

from collections.abc import Callable

from ludus.server.accounts import Accounts
from ludus.server.door import Door
from ludus.server.fault import Fault
from ludus.server.lobby import Lobby
from ludus.server.outbox import Outbox
from ludus.server.settings import Settings
from ludus.server.tables import Table, Tables
from ludus.server.visitors import Visitor, Visitors
from ludus.wire import messages
from ludus.wire.messages import AnyRequest, Problem

ENTERING = (messages.Hello, messages.Login, messages.Guest, messages.Resume, messages.Operator, messages.Quit)
"""What is said before it is clear who takes the seat, or that nobody does."""


class Host:
    """Seats line clients; does nothing where no game is named."""

    def __init__(
        self,
        settings: Settings,
        accounts: Accounts,
        door: Door,
        lobby: Lobby,
        tables: Tables,
        visitors: Visitors,
        outbox: Outbox,
        receive: Callable[[int, AnyRequest, float], None],
    ) -> None:
        self._accounts, self._door, self._lobby, self._tables = accounts, door, lobby, tables
        self._visitors, self._outbox, self._receive = visitors, outbox, receive
        self.game, self.players = settings.game, settings.players
        self.seek = messages.Seek(settings.game or "-", move=settings.move_seconds, options=settings.options)

    def welcome(self, visitor: Visitor, now: float, *, silent: bool) -> None:
        """Somebody has come: who waits to be spoken to is seated now, others when they have said who they are."""
        visitor.hosted = visitor.to_be_seated = True
        if silent:
            self.seat(visitor, now)

    def hear(self, visitor: Visitor, request: AnyRequest, now: float) -> None:
        """Somebody who has no seat yet says something."""
        if visitor.to_be_seated and not isinstance(request, ENTERING):
            self.seat(visitor, now)

    def seat(self, visitor: Visitor, now: float) -> None:
        """Give somebody the first free seat, as a guest if they have not said who they are."""
        if not visitor.player:
            entered = self._accounts.guest("", visitor.address, now)
            if isinstance(entered, Fault):
                self._outbox.send([visitor.id], Problem(code=entered.kind.code, sentence=entered.sentence))
                self._outbox.see_off(visitor.id)
                return
            self._door.enter(visitor, entered, now)
        visitor.to_be_seated, visitor.plain = False, True
        if not self._tables.of_player.get(visitor.player):
            self._receive(visitor.id, self.seek, now)

    def seat_again(self, table: Table, now: float) -> None:
        """Play on, but without those who ran out of time: they may be gone."""
        closed = table.match.closed
        for seat, team in enumerate(table.match.teams):
            for visitor in [each for player in team.players for each in self._visitors.of(player) if each.plain]:
                visitor.plain = not (closed and closed.how == "time" and closed.loser == seat)
                if visitor.plain and self._lobby.open:
                    self._receive(visitor.id, self.seek, now)
