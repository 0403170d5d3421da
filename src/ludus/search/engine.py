"""`Engine`: a computer player for any game of two.

    engine = Engine(rulebook)
    report = engine.search(state, Limit(seconds=1.0))
    report.move, report.value, report.line

A search deepens move by move, so that there is always a last completed answer; where the whole rest of the game can be searched,
that is tried first. All threads work on the same depth and share one table.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace

from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.estimate import Forecast, Formula
from ludus.search.limit import Limit
from ludus.search.report import DECIDED, WIN, Progress, Report
from ludus.search.turn import check_turn, when_over
from ludus.search.worker import DEEPEST, HINTS, Shared, Worker, kernel_for

ALONE = 20_000
"""So many positions are searched by one thread before the others are set to work."""

SHARE_OF_PROOF = 0.4
"""The share of the time or the positions allowed that a proof may take before deepening goes on without it."""

FIRST_LOOK = 8
"""So deep a search goes before a long proof is begun."""

NARROW = 30
"""Half the width of the window in which a value is expected to stay from one depth to the next."""

NO_END = 1 << 60


def is_searchable(game: Game) -> bool:
    """Whether it is a game of two who move in turn and hide nothing from each other; chance may play a part."""
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
            raise LudusError(f"{rulebook.game.name} is not a game of two who move in turn and see everything")
        self.rulebook = rulebook
        self.threads = threads or os.cpu_count() or 1
        self.shared = Shared.with_table(megabytes)
        kernel = kernel_for(rulebook, hints)
        self.workers = [Worker(rulebook, kernel, self.shared) for _ in range(self.threads)]
        self.stopped = False
        self.pool = ThreadPoolExecutor(self.threads, thread_name_prefix="ludus-search")
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile or load the kernel now, so that no search pays for it out of its time."""
        state = self.rulebook.start()
        while self.rulebook.chances(state):
            state = self.rulebook.happen(state, 0)
        worker = self.workers[0]
        worker.prepare(state, 0)
        worker.search(1, -WIN, WIN, 1)
        worker.line(self.rulebook.moves(state)[0])
        worker.key_of(state)
        if self.rulebook.hint("remaining", state) <= DEEPEST:
            worker.prove(1)
        self.forecast = Forecast(Formula(worker.costs()))

    @property
    def nodes(self) -> int:
        """How many positions the search that is running, or the last one, has looked at."""
        return sum(int(worker.context["nodes"]) for worker in self.workers)

    def choose(
        self, state: Record, seat: int, limit: Limit, *, past: Iterable[Record] = (), progress: Progress | None = None
    ) -> Report:
        """The best move of a seat whose turn it is."""
        check_turn(self.rulebook, state, seat)
        return when_over(self.rulebook, state, seat) or self.search(state, limit, past=past, progress=progress)

    def search(self, state: Record, limit: Limit, *, past: Iterable[Record] = (), progress: Progress | None = None) -> Report:
        """Find the best move within the limit. `past` are the earlier positions of the game, for the rule of repetition."""
        return _Search(self, state, limit, progress).run(past)

    def forget(self) -> None:
        """Forget everything that earlier searches have learned."""
        self.shared.table.clear()
        for worker in self.workers:
            worker.forget(entirely=True)

    def stop(self) -> None:
        """End the search that is running, from any thread; it returns what it knows."""
        self.stopped = True
        self.shared.stop[0] = 1

    def close(self) -> None:
        """Let the threads go."""
        self.stop()
        self.pool.shutdown()


class _Search:
    """One search, from the first look to the report."""

    def __init__(self, engine: Engine, state: Record, limit: Limit, progress: Progress | None) -> None:
        self.engine, self.rulebook, self.state, self.limit, self.progress = engine, engine.rulebook, state, limit, progress
        self.begun = time.perf_counter()
        self.finisher = engine.workers[0]
        self.report = Report(None, 0, False, (), 0, 0, 0.0, 0.0)
        engine.stopped = False
        engine.shared.stop[0] = 0
        engine.shared.table.grow_older()
        engine.forecast.begin()
        for worker in engine.workers:
            worker.prepare(state, engine.shared.table.age)

    # The course of a search

    def run(self, past: Iterable[Record]) -> Report:
        """Look for a quick answer, then for a proof, then deeper and deeper."""
        outcome = self.rulebook.outcome(self.state)
        mover = int(self.state["turn"])
        if outcome != ONGOING:
            worth = 0 if outcome < 0 else WIN if outcome == mover else -WIN
            return self._said(replace(self.report, value=worth, exact=True, completed=1.0))
        if self.rulebook.chances(self.state):
            raise LudusError("chance decides here, not a player; give a position after it")
        self._note_past(past)
        moves = self.rulebook.moves(self.state)
        self.count = len(moves)
        self.report = replace(self.report, move=moves[0], line=(moves[0],))
        winning = self._winning_move(moves, mover)
        if winning is not None:
            return self._found(winning, WIN - 1, 1, exact=True, completed=1.0)
        known = -1 if self.rulebook.game.quick is None or self.limit.depth else self.rulebook.hint("quick", self.state)
        if known >= 0:
            return self._found(known, self.rulebook.hint("value", self.state), 0, exact=False, completed=1.0)
        left = self.rulebook.hint("remaining", self.state)
        deepest = min(self.limit.depth or DEEPEST, DEEPEST)
        if self.limit.depth is not None or left > DEEPEST:
            return self._deepen(1, deepest, left)
        if not self._prove_alone():
            first = min(FIRST_LOOK, deepest)
            self._deepen(1, first, left)  # so that there is an answer however long the proof takes
            if self.report.exact or self._spent():
                return self.report
            if not self._prove_together():
                return self.report if self._spent() else self._deepen(first + 1, deepest, left)
        move = int(self.finisher.context["best"])
        return self._found(move, self.finisher.value, left, exact=True, completed=1.0)

    def _winning_move(self, moves: list[int], mover: int) -> int | None:
        """A move that wins at once."""
        if self.rulebook.game.wins is not None:
            known = self.rulebook.hint("wins", self.state)
            return None if known < 0 else known
        return next((move for move in moves if self.rulebook.outcome(self.rulebook.play(self.state, move)) == mover), None)

    def _prove_alone(self) -> bool:
        """Search the whole rest of the game with one thread, if that is quickly done; true when its value is found."""
        return self.finisher.prove(min(ALONE, self._nodes_for_proof()))

    def _prove_together(self) -> bool:
        """Search the whole rest of the game with all threads; true when its value is found."""
        until = None if self.limit.seconds is None else self.limit.seconds * SHARE_OF_PROOF
        return self._together(lambda worker: worker.prove(self._nodes_for_proof()), until)

    def _nodes_for_proof(self) -> int:
        return NO_END if self.limit.nodes is None else int(self.limit.nodes * SHARE_OF_PROOF)

    def _deepen(self, first: int, deepest: int, left: int) -> Report:
        """Search one move deeper each time, as long as the limit allows."""
        if first == 1:
            for worker in self.engine.workers:
                worker.forget()
        for depth in range(first, deepest + 1):
            began = self._seconds()
            if self._spent():
                return self._said(self.report)
            if not self._search_depth(depth):
                return self._take_partial(depth)
            worth = self.finisher.value
            self.engine.forecast.note(depth, self._seconds() - began, helped=first > 1)
            exact = abs(worth) > DECIDED or depth >= left
            done = 1.0 if exact or depth == deepest else depth / deepest if self.limit.depth else 0.0
            self._found(int(self.finisher.context["best"]), worth, depth, exact=exact, completed=done)
            if exact:
                break
        return self.report

    def _search_depth(self, depth: int) -> bool:
        """Search one depth, first expecting about the value of the depth before; false when it was stopped."""
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
        most = NO_END if self.limit.nodes is None else max(1, self.limit.nodes // self.engine.threads)
        if depth <= 2 or (self.engine.threads == 1 and self.limit.seconds is None):
            self.finisher = self.engine.workers[0]
            return self.finisher.search(depth, low, high, most)
        return self._together(lambda worker: worker.search(depth, low, high, most), self.limit.seconds)

    def _together(self, work: Callable[[Worker], bool], until: float | None) -> bool:
        """Let all workers do the same work until one has finished it; false when nobody could in time."""
        engine = self.engine
        for worker in engine.workers:
            worker.context["threads"] = engine.threads
        running: dict[Future[bool], Worker] = {engine.pool.submit(work, worker): worker for worker in engine.workers}
        try:
            wait(running, None if until is None else max(0.0, until - self._seconds()), FIRST_COMPLETED)
        finally:
            engine.shared.stop[0] = 1
            wait(running)
            engine.shared.stop[0] = int(engine.stopped)
        finishers = [worker for done, worker in running.items() if done.result()]
        self.finisher = finishers[0] if finishers else self.finisher
        return bool(finishers)

    # What is known

    def _found(self, move: int, worth: int, depth: int, *, exact: bool, completed: float) -> Report:
        """Note what a completed search has found."""
        known = move if move >= 0 else self.report.move
        line = () if known is None else self.finisher.line(known)
        return self._said(Report(known, worth, exact, line, depth, 0, 0.0, completed))

    def _take_partial(self, depth: int) -> Report:
        """What an unfinished depth has found counts, once its first move, the best of the depth before, is done."""
        context = self.finisher.context
        report, done, best = self.report, int(context["done"]), int(context["best"])
        if best >= 0 and done >= 1 and depth > 1:
            worth = int(context["worth"])
            report = replace(report, move=best, value=worth, exact=worth > DECIDED, line=self.finisher.line(best))
        share = done / self.count
        completed = (depth - 1 + share) / self.limit.depth if self.limit.depth else share
        return self._said(replace(report, completed=min(completed, 0.99)))

    def _said(self, report: Report) -> Report:
        forecast = self.engine.forecast
        estimate = None if report.exact else forecast.next_depth()
        self.report = replace(
            report, nodes=self.engine.nodes, seconds=self._seconds(), estimate=estimate, estimate_error=forecast.error
        )
        if self.progress:
            self.progress(self.report)
        return self.report

    def _seconds(self) -> float:
        return time.perf_counter() - self.begun

    def _spent(self) -> bool:
        return self.engine.stopped or (self.limit.seconds is not None and self._seconds() >= self.limit.seconds)

    def _note_past(self, past: Iterable[Record]) -> None:
        """Tell the workers which positions are drawn when they come up again."""
        repeats = self.rulebook.game.repeats
        if repeats:
            seen = Counter(self.finisher.key_of(state) for state in past)
            drawn = [key for key, times in seen.items() if times >= repeats - 1]
            for worker in self.engine.workers:
                worker.remember_past(drawn)
