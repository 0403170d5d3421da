"""`Expiry`: ends what nobody will come back to, seats in matches that have not begun and games without a clock."""

from __future__ import annotations

from ludus.server.context import Context
from ludus.server.matches import commands
from ludus.server.matches.events import NOBODY, Slept
from ludus.server.matches.match import Match


class Expiry:
    """Looks now and then for what can be ended."""

    def __init__(self, context: Context) -> None:
        self._context, self._policy = context, context.settings.policy.matches
        self._away: dict[tuple[str, str], float] = {}  # since when players with a seat in an open match are not connected

    def run(self, now: float) -> None:
        """End what nobody will come back to."""
        context = self._context
        for room in [room for room in context.rooms if self._is_forgotten(room.match, now)]:
            if context.lobby.is_deserted(room):
                context.rooms.do(room, commands.close(room.match, now, NOBODY, "abandoned", "Nobody has come back to it"))
        away: dict[tuple[str, str], float] = {}
        for room in list(context.rooms.open.values()):
            for player in _people(room.match):
                if context.connections.is_here(player):
                    continue
                place = room.match.id, player
                away[place] = min(now, self._away.get(place, now))
                if now - away[place] >= self._policy.seat_seconds:
                    context.rooms.do(room, commands.leave(room.match, player, now))
        self._away = away

    def _is_forgotten(self, match: Match, now: float) -> bool:
        """Whether no clock will end a game, and nothing has happened in it for long; time the server was down does not count."""
        if match.status != "playing" or match.deadline is not None:
            return False
        last = next(event for event in reversed(match.log) if not isinstance(event, Slept))
        away = sum(event.seconds for event in match.log[last.number :] if isinstance(event, Slept))
        quiet = now - last.at - away
        if quiet >= self._policy.abandoned_seconds:
            return True
        return quiet >= self._policy.guests_abandoned_seconds and all(map(self._is_guest, _people(match)))

    def _is_guest(self, player: str) -> bool:
        known = self._context.accounts.player(player)
        return known is None or known.guest


def _people(match: Match) -> list[str]:
    return [player for team in match.teams for player in team.players if player not in match.levels]
