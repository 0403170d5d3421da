"""`Absence`: when the player whose turn it is has gone, the turn passes to a team-mate who is there (B5)."""

from __future__ import annotations

from ludus.server.connections import Connections
from ludus.server.matches import commands
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.server.matches.rooms import Rooms
from ludus.server.outbox import Outbox
from ludus.wire.messages import Notice


class Absence:
    """Looks after the matches in which a team has several players."""

    def __init__(self, rooms: Rooms, connections: Connections, outbox: Outbox, seconds: float) -> None:
        self._rooms, self._connections, self._outbox, self._seconds = rooms, connections, outbox, seconds
        self._since: dict[str, float] = {}  # when players went who are awaited

    def note(self, player: str, now: float) -> None:
        """Somebody has gone."""
        if self._rooms.with_teams:
            self._since[player] = now

    def run(self, now: float) -> None:
        """Pass on the turns of those who have been away for long enough."""
        waiting: dict[str, float] = {}
        for room in list(self._rooms.with_teams.values()):
            for seat in list(room.match.asked):
                player = room.match.next_player(seat)
                if player is None or self._is_here(room.match, player):
                    continue
                since = waiting[player] = min(now, self._since.get(player, now))
                due = since + self._seconds
                mate = self._mate(room.match, seat, player)
                if mate and due <= now:
                    self._pass_on(room, seat, player, mate, now)
                elif mate:
                    self._outbox.wake_at(due)
        self._since = {**{player: since for player, since in self._since.items() if self._is_awaited(player)}, **waiting}

    def _pass_on(self, room: Room, seat: int, player: str, mate: str, now: float) -> None:
        match = room.match
        self._rooms.do(room, commands.stand_in(match, seat, mate, now))
        text = f"{player} is away, so {mate} moves for {match.rulebook.game.team(seat)} ({match.id})"
        people = [number for team in match.teams for other in team.players for number in self._connections.numbers(other)]
        self._outbox.send([number for number in people if not self._connections.is_plain(number)], Notice(text=text))

    def _mate(self, match: Match, seat: int, player: str) -> str:
        """The next of the team who is there."""
        players = match.teams[seat].players
        place = players.index(player)
        return next((other for other in (*players[place + 1 :], *players[:place]) if self._is_here(match, other)), "")

    def _is_here(self, match: Match, player: str) -> bool:
        return player in match.levels or self._connections.is_here(player)

    def _is_awaited(self, player: str) -> bool:
        return not self._connections.is_here(player) and bool(self._rooms.of_player.get(player))
