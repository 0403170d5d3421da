"""`Engine`: a computer player for any two-player game in which both see everything.

    engine = Engine(rulebook)
    report = engine.search(state, Limit(seconds=1.0))
    report.move, report.value, report.line

How a search proceeds is told in `deepening_search.py`, the search of a single depth in `kernels/negamax.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.compilation import HINTS
from ludus.search.constants import WIN
from ludus.search.deepening_search import DeepeningSearch
from ludus.search.estimate import Forecast, Formula
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report
from ludus.search.turn import check_turn, when_over
from ludus.search.worker_pool import WorkerPool


def is_searchable(game: Game) -> bool:
    """Whether two sides move in turn and hide nothing from each other; chance may play a part."""
    return game.seats == 2 and game.acts is None and not (game.secret or game.private)


class Engine:
    """Searches positions of one game; what it learns in one search helps in the next."""

    kind = "search"

    def __init__(
        self,
        rulebook: Rulebook,
        *,
        threads: int | None = None,
        megabytes: int = 128,
        hints: frozenset[str] = HINTS,
    ) -> None:
        if not is_searchable(rulebook.game):
            raise LudusError(f"{rulebook.game.name} is not a two-player game in which both move in turn and see everything")
        self.rulebook = rulebook
        self.threads = threads or os.cpu_count() or 1
        self.pool = WorkerPool(rulebook, self.threads, megabytes, hints)
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile or load the kernel now, so that no search pays for it out of its time."""
        state = self.rulebook.start()
        while self.rulebook.chances(state):
            state = self.rulebook.happen(state, 0)
        worker = self.pool.first
        worker.prepare(state, 0)
        worker.search(1, -WIN, WIN, 1)
        worker.line(self.rulebook.moves(state)[0])
        worker.repetition_key(state)
        if self.rulebook.game.remaining is not None:  # even where it allows no proof from the start
            worker.prove(1)
        costs = worker.costs()
        for name in ("quick", "value"):  # what is asked for a move from the book
            if self.rulebook.game.quick is not None:
                self.rulebook.hint(name, state)
        self.forecast = Forecast(Formula(costs))
        self.search(state, Limit(depth=1))
        self.forecast = Forecast(Formula(costs))
        self.forget()  # which also touches all of the table's memory: that takes a while, and no search should pay for it

    @property
    def nodes(self) -> int:
        """How many positions the search that is running, or the last one, has looked at."""
        return self.pool.nodes

    def choose(
        self, state: StateRecord, seat: int, limit: Limit, *, past: Iterable[StateRecord] = (), progress: Progress | None = None
    ) -> Report:
        """The best move for the seat whose turn it is."""
        check_turn(self.rulebook, state, seat)
        return when_over(self.rulebook, state, seat) or self.search(state, limit, past=past, progress=progress)

    def search(
        self, state: StateRecord, limit: Limit, *, past: Iterable[StateRecord] = (), progress: Progress | None = None
    ) -> Report:
        """Find the best move within the limit. `past` holds the earlier positions of the game, for the rule of repetition."""
        return DeepeningSearch(self.rulebook, self.pool, self.forecast, state, limit, progress).run(past)

    def forget(self) -> None:
        """Forget everything that earlier searches have learned."""
        self.pool.forget()

    def stop(self) -> None:
        """End the search that is running, from any thread; it returns what it knows."""
        self.pool.stop()

    def close(self) -> None:
        """Release the threads."""
        self.pool.close()
