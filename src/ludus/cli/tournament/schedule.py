"""`Schedule`: which of the games that can begin should begin first, so that no core waits for another one at the end.

The games of a pairing are played one after the other; so are those of a player who plays one at a time. Such a row of games
takes its time, however many cores there are. Rounds are played in their order until a row takes about as long as everything that
is left takes on all cores. From then on that row goes first.

    left to play, shared by two cores    ████████████████
    longest row of games                 ███████             rounds go on in their order
    later                                ████████
                                         ███████             now the row goes first
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ludus.server.tournaments.offline.game import GameReport
from ludus.server.tournaments.state import Pairing, TournamentState
from ludus.server.tournaments.tournament import NextGame

MARGIN = 1.5
"""How many times as long a row is thought to take, since how long its games take is a guess."""


class _Mean:
    """The mean of what was seen."""

    def __init__(self) -> None:
        self._sum, self._count = 0.0, 0

    def see(self, value: float) -> None:
        self._sum += value
        self._count += 1

    @property
    def value(self) -> float | None:
        return self._sum / self._count if self._count else None


class Schedule:
    """Orders games by how long the rows take of which they are."""

    def __init__(self) -> None:
        self._pairings: defaultdict[int, _Mean] = defaultdict(_Mean)
        self._players: defaultdict[str, _Mean] = defaultdict(_Mean)

    def see(self, report: GameReport) -> None:
        """Note how long a game took."""
        self._pairings[report.task.pairing].see(report.seconds)
        for player in report.task.players:
            self._players[player].see(report.seconds)

    def sort(self, games: Sequence[NextGame], state: TournamentState, cores: int) -> list[NextGame]:
        """The same games, those first that should begin first."""
        if len(games) < 2:
            return list(games)
        rows = {pairing.number: self._row(pairing, state) for pairing in state.undecided()}
        of_players: defaultdict[str, float] = defaultdict(float)
        for pairing in state.undecided():
            for player in pairing.players:
                of_players[player] += rows[pairing.number] / state.at_once.get(player, state.terms.at_once)
        left = sum(rows.values()) / cores

        def haste(game: NextGame) -> float:
            longest = max(rows[game.pairing], of_players[game.mover], of_players[game.other])
            return longest if longest * MARGIN >= left else 0.0

        return sorted(games, key=haste, reverse=True)

    def _row(self, pairing: Pairing, state: TournamentState) -> float:
        """How long the games of a pairing will take, one after the other."""
        return max(1, state.terms.best_of - len(pairing.games)) * self._seconds(pairing)

    def _seconds(self, pairing: Pairing) -> float:
        """How long a game of a pairing takes: as its games so far, or as the longer ones of its players."""
        own = self._pairings[pairing.number].value
        if own is not None:
            return own
        known = [mean for player in pairing.players if (mean := self._players[player].value) is not None]
        return max(known, default=1.0)
