"""The computer player of any game: whoever wants a move asks here, and need not know how it is found.

    player = player_for(rulebook)
    report = player.choose(state, seat, Limit(seconds=1.0))
    report.move

Only what the seat may see decides: a player looks at `rulebook.seen_by(state, seat)` and nothing else, so the state may be given
whole or as the seat sees it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.engine import Engine, is_searchable
from ludus.search.limit import Limit
from ludus.search.montecarlo import MonteCarlo
from ludus.search.report import Progress, Report
from ludus.search.strategist import Strategist


class Player(Protocol):
    """Chooses moves in one game, one choice at a time; whoever wants several at once takes several players."""

    rulebook: Rulebook
    kind: str
    """One of `KINDS`."""

    def choose(
        self, state: Record, seat: int, limit: Limit, *, past: Iterable[Record] = (), progress: Progress | None = None
    ) -> Report:
        """Choose a move for a seat that may act. `past` are the earlier positions of the game, for the rule of repetition.

        Raises `LudusError` where the seat has nothing to choose. When the game is over, the report has no move.
        """

    def stop(self) -> None:
        """End the choice that is being made, from any thread; it returns the best so far."""

    def close(self) -> None:
        """Let the threads go."""


KINDS = ("strategy", "search", "montecarlo")
"""The kinds of player, the best first: a game's own strategy, the search of `Engine`, playing games out at random."""


def kind_for(game: Game) -> str:
    """The kind of the best player there is for a game."""
    if game.strategy is not None:
        return "strategy"
    return "search" if is_searchable(game) else "montecarlo"


def player_for(
    rulebook: Rulebook,
    *,
    threads: int | None = None,
    megabytes: int = 128,
    kind: str | None = None,
    luck: random.Random | None = None,
) -> Player:
    """The best player there is for a game, or the one of a kind; raises `LudusError` where that kind cannot play it.

    `threads` are by default as many as there are cores. Who plays games out at random does so by `luck`.
    """
    kind = kind or kind_for(rulebook.game)
    if kind == "strategy":
        return Strategist(rulebook)
    if kind == "search":
        return Engine(rulebook, threads=threads, megabytes=megabytes)
    if kind == "montecarlo":
        return MonteCarlo(rulebook, threads=threads, megabytes=megabytes, luck=luck)
    raise LudusError(f"there is no player {kind!r}; the players are {', '.join(KINDS)}")
