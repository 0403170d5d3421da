"""`TournamentAnnouncer`: tells players and watchers what has happened in a tournament.

watchers and whoever opened it     everything, and the table or bracket whenever a pairing is decided
players                            what concerns them, who takes part until it starts, and the end with the final table
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludus.server.connections import Connections
from ludus.server.outbox import Outbox
from ludus.server.tournaments import events, news
from ludus.server.tournaments.events import AnyTournamentEvent
from ludus.server.tournaments.hosted import Hosted
from ludus.wire.messages import Notice


class TournamentAnnouncer:
    """Sends the messages about tournaments."""

    def __init__(self, outbox: Outbox, connections: Connections) -> None:
        self._outbox, self._connections = outbox, connections

    def tell(self, hosted: Hosted, new: Sequence[AnyTournamentEvent], now: float) -> None:
        """Tell what has happened."""
        state, watchers = hosted.tournament.state, self._watchers(hosted)
        for event in new:
            told = news.news_of(event, state)
            if told and state.order:
                self._outbox.send(watchers | self._numbers(news.concerned(event, state)), told)
        if state.standing == "open":
            self.tell_players(hosted)
        elif any(isinstance(event, (events.Started, events.PairingEnded)) for event in new) and watchers:
            tree = state.terms.kind == "knockout"
            self._outbox.send(watchers, news.tree_of(state) if tree else news.table_of(hosted.tournament, now))
        if any(isinstance(event, (events.Finished, events.TournamentStopped)) for event in new):
            self._outbox.send(self._everybody(hosted), news.over_of(state))

    def tell_players(self, hosted: Hosted) -> None:
        """Tell who takes part."""
        self._outbox.send(self._everybody(hosted), news.players_of(hosted.tournament.state, self.absent(hosted)))

    def announce(self, hosted: Hosted, text: str) -> None:
        """Tell something else to everybody in a tournament."""
        self._outbox.send(self._everybody(hosted), Notice(text=text))

    def absent(self, hosted: Hosted) -> set[str]:
        """Its players who are not connected."""
        return {player for player in hosted.tournament.state.ratings if not self._connections.is_here(player)}

    def _numbers(self, players: Iterable[str]) -> set[int]:
        return {number for player in players for number in self._connections.numbers(player)}

    def _watchers(self, hosted: Hosted) -> set[int]:
        here = {number for number in hosted.watchers if self._connections.get(number)}
        return here | self._numbers([hosted.tournament.state.arrangement.by])

    def _everybody(self, hosted: Hosted) -> set[int]:
        return self._watchers(hosted) | self._numbers(hosted.tournament.state.ratings)
