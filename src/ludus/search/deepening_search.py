"""Iterative deepening: how a search proceeds, from the first look to the report.

    over? ─► wins at once? ─► from the book? ─► quick proof ─► depths 1 to 8 ─► long proof ─► depth 9, 10, 11, ...
                                                └ only where the whole rest of the game can be searched ┘

Each depth leaves a completed answer, so there is always one when time runs out. All threads work on the same depth and share one
table.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from ludus.rules.errors import LudusError
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import DECIDED, DEEPEST, WIN
from ludus.search.estimate import Forecast
from ludus.search.limit import NO_END, Limit
from ludus.search.quick_answer import book_move, winning_move
from ludus.search.report import Progress, Report
from ludus.search.worker import Worker
from ludus.search.worker_pool import WorkerPool

ALONE = 20_000
"""Positions that one thread may search for a proof before the others are set to work."""

SHARE_OF_PROOF = 0.4
"""The share of the time or the positions allowed that a proof may take before deepening goes on without it."""

FIRST_LOOK = 8
"""The depth that is searched before a long proof begins."""

NARROW = 30
"""Half the width of the aspiration window: how far a value is expected to change from one depth to the next."""


def can_be_proved(rulebook: Rulebook, state: StateRecord) -> bool:
    """Whether the whole rest of the game may be searched: it ends soon, and a position has one value however it came up.

    Before chance decides, a position may be worth anything between a win and a loss, which no null-window search can find.
    """
    game = rulebook.game
    return game.chances is None and not game.repeats and rulebook.hint("remaining", state) <= DEEPEST


class DeepeningSearch:
    """One search, from the first look to the report."""

    def __init__(
        self,
        rulebook: Rulebook,
        pool: WorkerPool,
        forecast: Forecast,
        state: StateRecord,
        limit: Limit,
        progress: Progress | None,
    ) -> None:
        self.rulebook, self.pool, self.forecast = rulebook, pool, forecast
        self.state, self.limit, self.progress = state, limit, progress
        self.begun = time.perf_counter()
        self.finisher = pool.first
        """The worker that finished the last piece of work."""
        self.report = Report(None, 0, False, (), 0, 0, 0.0, 0.0)
        self.whole = False
        """Whether the whole rest of the game was searched."""
        forecast.begin()
        pool.prepare(state, forgetting=rulebook.game.repeats > 0)

    # The course of a search

    def run(self, past: Iterable[StateRecord]) -> Report:
        """Look for a quick answer, then for a proof, then deeper and deeper."""
        outcome = self.rulebook.outcome(self.state)
        mover = int(self.state["turn"])
        if outcome != ONGOING:
            worth = 0 if outcome < 0 else WIN if outcome == mover else -WIN
            return self._reported(replace(self.report, value=worth, exact=True, completed=1.0))
        if self.rulebook.chances(self.state):
            raise LudusError("chance decides here, not a player; give a position after it")
        self._note_past(past)
        moves = self.rulebook.moves(self.state)
        self.count = len(moves)
        self.limit = self.limit if self.count > 1 else self.limit.with_one_move()
        self.report = replace(self.report, move=moves[0], line=(moves[0],))
        winning = winning_move(self.rulebook, self.state, moves)
        if winning is not None:
            return self._found(winning, WIN - 1, 1, exact=True, completed=1.0)
        known = book_move(self.rulebook, self.state, moves, self.limit)
        if known is not None:
            worth = self.rulebook.hint("value", self.state)
            return self._reported(replace(self.report, move=known, line=(known,), value=worth, completed=1.0, from_book=True))
        self._think()
        return self.report

    def _think(self) -> None:
        """Prove the value where that can be done, at once if it is quick; otherwise look ahead first, to have an answer."""
        deepest = min(self.limit.depth or DEEPEST, DEEPEST)
        if self.limit.depth is not None or not can_be_proved(self.rulebook, self.state):
            self._deepen(1, deepest)
        elif not self._prove_alone() and self._deepen(1, FIRST_LOOK) and not self._prove_together():
            self._deepen(FIRST_LOOK + 1, deepest, helped=True)

    def _prove_alone(self) -> bool:
        """Search the whole rest of the game with one thread, if that is quick; true when the value is found.

        Where only few positions may be looked at, none is spent on this, because there must be an answer.
        """
        return self._most_nodes(SHARE_OF_PROOF) > ALONE and self._prove(ALONE, self.pool.workers[:1])

    def _prove_together(self) -> bool:
        """Search the whole rest of the game with all threads; true when the value is found."""
        return self._prove(self._most_nodes(SHARE_OF_PROOF), self.pool.workers)

    def _prove(self, most_nodes: int, workers: list[Worker]) -> bool:
        until = None if self.limit.seconds is None else self.limit.seconds * SHARE_OF_PROOF
        if self._spent():
            return False
        if not self._race(lambda worker: worker.prove(most_nodes), workers, until) or self.pool.cut_short:
            return False
        left = self.rulebook.hint("remaining", self.state)
        self._found(int(self.finisher.context["best"]), self.finisher.value, left, exact=True, completed=1.0)
        return True

    def _most_nodes(self, share: float = 1.0) -> int:
        """How many positions each worker may look at."""
        return NO_END if self.limit.nodes is None else max(1, int(self.limit.nodes * share) // len(self.pool.workers))

    def _deepen(self, first: int, last: int, *, helped: bool = False) -> bool:
        """Search one move deeper each time, as far as the limit allows; true when all depths are done and more remains to find.

        `helped` says that a long proof of the same position came before.
        """
        left = NO_END if self.rulebook.game.repeats else self.rulebook.hint("remaining", self.state)
        if first == 1:
            for worker in self.pool.workers:
                worker.forget()
        for depth in range(first, last + 1):
            began = self._seconds()
            if self._spent():
                self._reported(self.report)
                return False
            if not self._search_depth(depth):
                self._take_partial(depth, self._seconds() - began)
                return False
            worth = self.finisher.value
            self.forecast.note(depth, self._seconds() - began, helped=helped)
            exact = not self.pool.cut_short and (depth >= left or _is_decided_within(worth, depth))
            self.whole = depth >= left
            done = 1.0 if exact or self.whole or depth == self.limit.depth else self._share_of_depths(depth + 1)
            self._found(int(self.finisher.context["best"]), worth, depth, exact=exact, completed=done)
            if exact or self.whole:
                return False
        return True

    def _search_depth(self, depth: int) -> bool:
        """Search one depth, at first in a narrow window around the last value (aspiration window); false when it was stopped."""
        narrow = depth > 3 and abs(self.report.value) < DECIDED
        low, high = (self.report.value - NARROW, self.report.value + NARROW) if narrow else (-WIN, WIN)
        while True:
            if not self._window(depth, low, high):
                return False
            worth = self.finisher.value
            if low < worth < high or (low, high) == (-WIN, WIN):
                return True
            low, high = (-WIN, high) if worth <= low else (low, WIN)

    def _window(self, depth: int, low: int, high: int) -> bool:
        """Search one depth within a window; depth 1 looks at every move, however short the time."""
        until = None if depth == 1 else self.limit.seconds
        workers = self.pool.workers[:1] if depth <= 2 else self.pool.workers
        return self._race(lambda worker: worker.search(depth, low, high, self._most_nodes()), workers, until)

    def _race(self, work: Callable[[Worker], bool], workers: list[Worker], until: float | None) -> bool:
        """Let workers do the same work; false if none could finish it before the search has lasted `until` seconds."""
        finisher = self.pool.race(work, workers, None if until is None else self.begun + until)
        self.finisher = finisher or workers[0]
        return finisher is not None

    # What is known

    def _found(self, move: int, worth: int, depth: int, *, exact: bool, completed: float) -> Report:
        """Note what a completed depth or proof has found."""
        known = move if move >= 0 else self.report.move
        return self._reported(Report(known, worth, exact, self._line(known, worth), depth, 0, 0.0, completed))

    def _line(self, move: int | None, worth: int) -> tuple[int, ...]:
        """The line expected from a move on, up to the end of the game where that is known."""
        return () if move is None else self.finisher.line(move, WIN - abs(worth) if abs(worth) > DECIDED else None)

    def _take_partial(self, depth: int, spent: float) -> None:
        """Use what an unfinished depth has found, once it is done with its first move, which is the best of the depth before.

        A win that is found now is the quickest, because the depths before have found none.
        """
        context = self.finisher.context
        report, done, best = self.report, int(context["done"]), int(context["best"])
        if best >= 0 and done >= 1 and depth > 1:
            worth = int(context["worth"])
            exact = worth > 0 and not self.pool.cut_short and _is_decided_within(worth, depth)
            report = replace(report, move=best, value=worth, exact=exact, line=self._line(best, worth))
        completed = self._share_of_depths(depth, spent) if self.limit.depth else done / self.count
        self._reported(replace(report, completed=1.0 if report.exact else min(completed, 0.99)), spent)

    def _share_of_depths(self, depth: int, spent: float = 0.0) -> float:
        """How much of the time for the wanted depth is over, with `spent` seconds in this depth; 0 when none was asked for."""
        if not self.limit.depth:
            return 0.0
        forecast, spent_so_far = self.forecast, self._seconds()
        rest = max(0.0, forecast.seconds_for(depth) - spent)
        rest += sum(forecast.seconds_for(later) for later in range(depth + 1, self.limit.depth + 1))
        return min(0.99, spent_so_far / (spent_so_far + rest))

    def _reported(self, report: Report, spent: float = 0.0) -> Report:
        """Report how things stand, with `spent` seconds already spent in the next depth."""
        forecast = self.forecast
        last = report.exact or report.from_book or self.whole or report.depth >= DEEPEST
        estimate = None if last else max(forecast.next_depth(), spent)
        self.report = replace(
            report, nodes=self.pool.nodes, seconds=self._seconds(), estimate=estimate, estimate_error=forecast.error
        )
        if self.progress:
            self.progress(self.report)
        return self.report

    def _seconds(self) -> float:
        return time.perf_counter() - self.begun

    def _spent(self) -> bool:
        limit = self.limit
        too_long = limit.seconds is not None and self._seconds() >= limit.seconds
        return self.pool.stopped or too_long or (limit.nodes is not None and self.pool.nodes >= limit.nodes)

    def _note_past(self, past: Iterable[StateRecord]) -> None:
        """Tell the workers which positions are drawn when they come up again."""
        repeats = self.rulebook.game.repeats
        if repeats:
            seen = Counter(self.finisher.repetition_key(state) for state in past)
            self.pool.remember_past(key for key, times in seen.items() if times >= repeats - 1)


def _is_decided_within(worth: int, depth: int) -> bool:
    """Whether a search of this depth has found a win or a loss, and seen that there is no quicker one."""
    return abs(worth) > DECIDED and WIN - abs(worth) <= depth
