"""`Engagement`: what a bot does on a server besides choosing moves: which games it takes part in, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludus.wire.messages import AnyRequest, Join, New, Queue, TournamentJoin, TournamentReady


@dataclass(frozen=True)
class Engagement:
    """A game and its options, the time for a move, and where opponents come from.

    With `queue` it waits in the queue again and again. `tables` is how many matches it keeps open for whoever comes, and so plays
    at once. It enters the `tournaments` and joins the `matches` that are named. After `games` games it leaves; 0 is never.
    """

    game: str
    options: dict[str, int] = field(default_factory=dict)
    move: float = 180.0
    queue: bool = True
    tables: int = 0
    tournaments: Sequence[str] = ()
    matches: Sequence[str] = ()
    games: int = 0

    def first_requests(self) -> list[AnyRequest]:
        """What to ask for on arriving."""
        entered = [TournamentJoin(tournament=name) for name in self.tournaments]
        ready = [TournamentReady(tournament=name) for name in self.tournaments]
        return [*entered, *ready, *(Join(match=match) for match in self.matches), *self.open_tables(0), *self.waiting()]

    @property
    def named(self) -> set[str]:
        """The tournaments and matches it comes for."""
        return {*self.tournaments, *self.matches}

    def waiting(self) -> list[AnyRequest]:
        """What to ask for to wait in the queue, if it should."""
        return [Queue(game=self.game, move=self.move, again="yes", options=self.options)] if self.queue else []

    def open_tables(self, already: int) -> list[AnyRequest]:
        """What to ask for so that enough matches are open."""
        return [New(game=self.game, move=self.move, options=self.options) for _ in range(max(0, self.tables - already))]
