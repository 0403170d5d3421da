"""`TournamentAnnouncer`: tells players and watchers what has happened in a tournament.

watchers and whoever opened it     everything, and the table or bracket whenever a pairing is decided
players                            what concerns them, who takes part until it starts, and the end with the final table, late if
                                   they were away
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludus.server.connections import Connections
from ludus.server.outbox import Outbox
from ludus.server.tournaments import events, news
from ludus.server.tournaments.events import AnyTournamentEvent
from ludus.server.tournaments.hosted import Hosted
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.teams import level_of
from ludus.wire.messages import Notice


class TournamentAnnouncer:
    """Sends the messages about tournaments."""

    def __init__(self, outbox: Outbox, connections: Connections) -> None:
        self._outbox, self._connections = outbox, connections

    def tell(self, hosted: Hosted, new: Sequence[AnyTournamentEvent], now: float, answered: int | None = None) -> None:
        """Tell what has happened; the connection that is answered with the players need not be told of them again."""
        state, watchers = hosted.tournament.state, self._watchers(hosted)
        for event in new:
            told = news.news_of(event, state)
            if told and state.order:
                self._outbox.send(watchers | self._numbers(state, news.concerned(event, state)), told)
        if state.standing == "open":
            self.tell_players(hosted, answered)
        elif any(isinstance(event, (events.Started, events.PairingEnded)) for event in new) and watchers:
            tree = state.terms.kind == "knockout"
            self._outbox.send(watchers, news.tree_of(state) if tree else news.table_of(hosted.tournament, now))
        if any(isinstance(event, (events.Finished, events.TournamentStopped)) for event in new):
            self._outbox.send(self._everybody(hosted), news.over_of(state))
            players = {player for entrant in state.ratings for player in state.teams.players(entrant)}
            hosted.untold = {player for player in players if not self._connections.is_here(player)}

    def tell_late(self, hosted: Hosted, player: str) -> None:
        """Tell the end to a player who was away."""
        hosted.untold.discard(player)
        self._outbox.send(set(self._connections.numbers(player)), news.over_of(hosted.tournament.state))

    def tell_players(self, hosted: Hosted, answered: int | None = None) -> None:
        """Tell who takes part, to everybody but the connection that is answered with it."""
        self._outbox.send(self._everybody(hosted) - {answered}, news.players_of(hosted.tournament.state, self.absent(hosted)))

    def announce(self, hosted: Hosted, text: str) -> None:
        """Tell something else to everybody in a tournament."""
        self._outbox.send(self._everybody(hosted), Notice(text=text))

    def absent(self, hosted: Hosted) -> set[str]:
        """Those who take part and are not there."""
        state = hosted.tournament.state
        return {entrant for entrant in state.ratings if not self.is_here(state, entrant)}

    def is_here(self, state: TournamentState, entrant: str) -> bool:
        """Whether anybody who plays for an entrant is connected; the computer is always there."""
        return bool(level_of(entrant)) or any(map(self._connections.is_here, state.teams.players(entrant)))

    def _numbers(self, state: TournamentState, entrants: Iterable[str]) -> set[int]:
        players = (player for entrant in entrants for player in state.teams.players(entrant))
        return {number for player in players for number in self._connections.numbers(player)}

    def _watchers(self, hosted: Hosted) -> set[int]:
        here = {number for number in hosted.watchers if self._connections.get(number)}
        return here | set(self._connections.numbers(hosted.tournament.state.arrangement.by))

    def _everybody(self, hosted: Hosted) -> set[int]:
        state = hosted.tournament.state
        return self._watchers(hosted) | self._numbers(state, state.ratings)
