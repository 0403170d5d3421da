"""The computer player of any game: ask here for a move, without knowing how it is found.

    player = player_for(rulebook)
    report = player.choose(state, seat, Limit(seconds=1.0))
    report.move

A player decides only by what its seat may see: it looks at `rulebook.seen_by(state, seat)` and nothing else. So the state may be
given whole or as the seat sees it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Protocol

from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.engine import Engine, is_searchable
from ludus.search.limit import Limit
from ludus.search.montecarlo import MonteCarlo
from ludus.search.report import Progress, Report
from ludus.search.strategist import Strategist


class ComputerPlayer(Protocol):
    """Chooses moves in one game, one at a time; to choose several at once, use several players."""

    rulebook: Rulebook
    kind: str
    """One of `KINDS`."""

    def choose(
        self, state: StateRecord, seat: int, limit: Limit, *, past: Iterable[StateRecord] = (), progress: Progress | None = None
    ) -> Report:
        """Choose a move for a seat that may act. `past` holds the earlier positions of the game, for the rule of repetition.

        Raises `LudusError` if the seat has nothing to choose. When the game is over, the report has no move.
        """

    def stop(self) -> None:
        """End the choice in progress, from any thread; it returns the best move so far."""

    def close(self) -> None:
        """Release the threads."""


KINDS = ("strategy", "search", "montecarlo")
"""The kinds of player, best first: a game's own strategy, the search of `Engine`, games played out at random."""


def kind_for(game: Game) -> str:
    """The kind of the best player for a game."""
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
) -> ComputerPlayer:
    """The best player for a game, or the player of a given kind; raises `LudusError` if that kind cannot play the game.

    By default there are as many threads as cores. `luck` is the randomness of a player that plays games out.
    """
    kind = kind or kind_for(rulebook.game)
    if kind == "strategy":
        return Strategist(rulebook)
    if kind == "search":
        return Engine(rulebook, threads=threads, megabytes=megabytes)
    if kind == "montecarlo":
        return MonteCarlo(rulebook, threads=threads, megabytes=megabytes, luck=luck)
    raise LudusError(f"there is no player {kind!r}; the players are {', '.join(KINDS)}")
