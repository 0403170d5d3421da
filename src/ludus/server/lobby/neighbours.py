"""Who comes from the same network: in a rated match, a network has one seat.

Somebody with two of the three seats in Yahtzee rolls with one, sees what that leaves, and chooses with the other; and somebody
who loses to themselves wins a rating by it. Players at the server's own machine are nobody's neighbours, and a match that is not
rated (`NEW yahtzee rated=no`) is for a household.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludus.server.connections import Connections
from ludus.server.fault import Fault
from ludus.server.matches.events import is_rated
from ludus.server.matches.room import Room
from ludus.wire.error_sentences import Kind


class Neighbours:
    """Sees to it that no network has more seats of a rated match than it may."""

    def __init__(self, connections: Connections, most: int) -> None:
        self._connections, self._most = connections, most

    def refusal(self, room: Room, player: str) -> Fault | None:
        """Why a player may not sit down in a match because of those who sit there."""
        match = room.match
        if not is_rated(match.terms) or match.levels:
            return None
        mine = self._connections.networks(player)
        seated = [other for team in match.teams for other in team.players if other != player]
        near = [other for other in seated if mine & (self._connections.networks(other) | room.networks.get(other, set()))]
        if len(near) < self._most:
            return None
        who = f"{near[0]} comes from the same network as you, which has one seat in a rated match"
        return Fault(Kind.NOT_POSSIBLE, f"{who}; make one that is not rated: NEW {match.terms.game} rated=no")

    def note(self, room: Room, player: str) -> None:
        """A player sits: being away for a moment does not change where they came from."""
        room.networks[player] = self._connections.networks(player)

    def are_near(self, one: str, other: str) -> bool:
        """Whether two come from the same network, which may not have both seats of a rated match."""
        return self._most == 1 and bool(self._connections.networks(one) & self._connections.networks(other))

    def apart(self, players: Iterable[str]) -> dict[str, set[str]]:
        """The networks of those who must not be paired with their neighbours; of nobody where neighbours may play."""
        return {player: self._connections.networks(player) for player in players} if self._most == 1 else {}
