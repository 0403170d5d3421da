"""`Expiry`: gives up what nobody will come back to: seats in matches that have not begun, games without a clock."""

from __future__ import annotations

from ludus.server.accounts.accounts import Accounts
from ludus.server.connections import Connections
from ludus.server.lobby.lobby import Lobby
from ludus.server.matches.events import NOBODY, Slept
from ludus.server.matches.match import Match
from ludus.server.matches.rooms import Rooms

ABANDONED = 60.0
"""Who has a seat in a match that has not begun, and was not there for so many seconds, loses it."""

FORGOTTEN = 7 * 86400.0
"""A game without a clock is given up when nothing has happened in it for so many seconds, and none of its players is there."""

FORGOTTEN_BY_GUESTS = 3600.0
"""The same where none of the players has an account: guests come and go, and seldom come back."""


class Expiry:
    """Looks now and then for what can be cleared away."""

    def __init__(self, accounts: Accounts, lobby: Lobby, rooms: Rooms, connections: Connections) -> None:
        self._accounts, self._lobby, self._rooms, self._connections = accounts, lobby, rooms, connections
        self._away: dict[tuple[str, str], float] = {}  # since when those with a seat in an open match are not there

    def clear(self, now: float) -> None:
        """Give up what nobody will come back to."""
        for room in [room for room in self._rooms if self._is_forgotten(room.match, now)]:
            if self._lobby.is_deserted(room):
                room.match.close(now, NOBODY, "abandoned", "Nobody has come back to it")
        away: dict[tuple[str, str], float] = {}
        for room in list(self._rooms.open.values()):
            for player in _people(room.match):
                if self._connections.is_here(player):
                    continue
                place = room.match.id, player
                away[place] = min(now, self._away.get(place, now))
                if now - away[place] >= ABANDONED:
                    room.match.leave(player, now)
        self._away = away

    def _is_forgotten(self, match: Match, now: float) -> bool:
        """Whether no clock will end a game, and nothing has happened in it for long; when the server was away does not count."""
        if match.status != "playing" or match.deadline is not None:
            return False
        last = next(event for event in reversed(match.log) if not isinstance(event, Slept))
        away = sum(event.seconds for event in match.log[last.number :] if isinstance(event, Slept))
        quiet = now - last.at - away
        return quiet >= FORGOTTEN or (quiet >= FORGOTTEN_BY_GUESTS and all(map(self._is_guest, _people(match))))

    def _is_guest(self, player: str) -> bool:
        known = self._accounts.player(player)
        return known is None or known.guest


def _people(match: Match) -> list[str]:
    return [player for team in match.teams for player in team.players if player not in match.levels]
