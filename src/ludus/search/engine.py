"""`Engine`: a computer player for any game of two.

    engine = Engine(rulebook)
    report = engine.search(state, Limit(seconds=1.0))
    report.move, report.value, report.line

A search deepens move by move, so that there is always a last completed answer; where the whole rest of the game can be searched,
that is tried first. All threads work on the same depth and share one table.
"""

from __future__ import annotations

import os
import threading
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
from ludus.search.limit import NO_END, Limit
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


def is_searchable(game: Game) -> bool:
    """Whether it is a game of two who move in turn and hide nothing from each other; chance may play a part."""
    return game.seats == 2 and game.acts is None and not (game.secret or game.private)


def can_be_proved(rulebook: Rulebook, state: Record) -> bool:
    """Whether the whole rest of the game may be searched: it ends soon, and a position is worth the same however it came up.

    Before a chance a position may be worth anything between a win and a loss, which no question of more or less than that finds.
    """
    game = rulebook.game
    return game.chances is None and not game.repeats and rulebook.hint("remaining", state) <= DEEPEST


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
        worker.position_of(state)
        if self.rulebook.game.remaining is not None:  # also where it says too much at first
            worker.prove(1)
        costs = worker.costs()
        for name in ("quick", "value"):  # what is asked for a move from the book
            if self.rulebook.game.quick is not None:
                self.rulebook.hint(name, state)
        self.forecast = Forecast(Formula(costs))
        self.search(state, Limit(depth=1))
        self.forecast = Forecast(Formula(costs))
        self.forget()  # which also touches the whole memory of the table: that takes a while, and no search is to pay for it

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
        self.whole = False
        """Whether the whole rest of the game was searched."""
        engine.stopped = False
        engine.shared.stop[0] = 0
        engine.shared.table.grow_older(forgetting=engine.rulebook.game.repeats > 0)
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
        self.limit = self.limit if self.count > 1 else self.limit.with_one_move()
        self.report = replace(self.report, move=moves[0], line=(moves[0],))
        winning = self._winning_move(moves, mover)
        if winning is not None:
            return self._found(winning, WIN - 1, 1, exact=True, completed=1.0)
        known = -1 if self.rulebook.game.quick is None or self.limit.depth else self.rulebook.hint("quick", self.state)
        if known in moves:
            worth = self.rulebook.hint("value", self.state)
            return self._said(replace(self.report, move=known, line=(known,), value=worth, completed=1.0, from_book=True))
        self._think()
        return self.report

    def _think(self) -> None:
        """Prove what can be proved, at once if that is quickly done; otherwise look ahead first, so that there is an answer."""
        deepest = min(self.limit.depth or DEEPEST, DEEPEST)
        if self.limit.depth is not None or not can_be_proved(self.rulebook, self.state):
            self._deepen(1, deepest)
        elif not self._prove_alone() and self._deepen(1, FIRST_LOOK) and not self._prove_together():
            self._deepen(FIRST_LOOK + 1, deepest, helped=True)

    def _winning_move(self, moves: list[int], mover: int) -> int | None:
        """A move that wins at once."""
        if self.rulebook.game.wins is not None:
            known = self.rulebook.hint("wins", self.state)
            return None if known < 0 else known
        return next((move for move in moves if self.rulebook.outcome(self.rulebook.play(self.state, move)) == mover), None)

    def _prove_alone(self) -> bool:
        """Search the whole rest of the game with one thread, if that is quickly done; true when its value is found.

        Where few positions may be looked at, none is spent on this: there must be an answer.
        """
        return self._most_nodes(SHARE_OF_PROOF) > ALONE and self._prove(ALONE, self.engine.workers[:1])

    def _prove_together(self) -> bool:
        """Search the whole rest of the game with all threads; true when its value is found."""
        return self._prove(self._most_nodes(SHARE_OF_PROOF), self.engine.workers)

    def _prove(self, most_nodes: int, workers: list[Worker]) -> bool:
        until = None if self.limit.seconds is None else self.limit.seconds * SHARE_OF_PROOF
        if self._spent():
            return False
        if not self._together(lambda worker: worker.prove(most_nodes), until, workers) or self._cut_short:
            return False
        left = self.rulebook.hint("remaining", self.state)
        self._found(int(self.finisher.context["best"]), self.finisher.value, left, exact=True, completed=1.0)
        return True

    def _most_nodes(self, share: float = 1.0) -> int:
        """How many positions each worker may look at."""
        return NO_END if self.limit.nodes is None else max(1, int(self.limit.nodes * share) // self.engine.threads)

    def _deepen(self, first: int, last: int, *, helped: bool = False) -> bool:
        """Search one move deeper each time, as far as the limit allows; true when all depths are done and more can be found.

        `helped` when a long proof of the same position came before.
        """
        left = NO_END if self.rulebook.game.repeats else self.rulebook.hint("remaining", self.state)
        if first == 1:
            for worker in self.engine.workers:
                worker.forget()
        for depth in range(first, last + 1):
            began = self._seconds()
            if self._spent():
                self._said(self.report)
                return False
            if not self._search_depth(depth):
                self._take_partial(depth, self._seconds() - began)
                return False
            worth = self.finisher.value
            self.engine.forecast.note(depth, self._seconds() - began, helped=helped)
            exact = not self._cut_short and (depth >= left or _is_decided_within(worth, depth))
            self.whole = depth >= left
            done = 1.0 if exact or self.whole or depth == self.limit.depth else self._share_of_depths(depth + 1)
            self._found(int(self.finisher.context["best"]), worth, depth, exact=exact, completed=done)
            if exact or self.whole:
                return False
        return True

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
        """Search one depth within a window; the first looks at every move once, however short the time."""
        until = None if depth == 1 else self.limit.seconds
        workers = self.engine.workers[:1] if depth <= 2 else self.engine.workers
        return self._together(lambda worker: worker.search(depth, low, high, self._most_nodes()), until, workers)

    def _together(self, work: Callable[[Worker], bool], until: float | None, workers: list[Worker]) -> bool:
        """Let workers do the same work until one has finished it; false when nobody could in time."""
        engine = self.engine
        for worker in workers:
            worker.context["threads"] = len(workers)
        if until is None and len(workers) == 1:
            self.finisher = workers[0]
            return work(self.finisher)
        running: dict[Future[bool], Worker] = {engine.pool.submit(work, worker): worker for worker in workers}
        try:
            working, found = set(running), False
            while working and not found:  # who has looked at its share of the positions may leave the others to finish
                left = None if until is None else min(max(0.0, until - self._seconds()), threading.TIMEOUT_MAX)
                done, working = wait(working, left, FIRST_COMPLETED)
                found = not done or any(each.exception() or each.result() for each in done)
        finally:
            engine.shared.stop[0] = 1
            wait(running)
            engine.shared.stop[0] = 0
            if engine.stopped:  # asked only now, so that no call of `stop` is overwritten
                engine.shared.stop[0] = 1
        finishers = [worker for done, worker in running.items() if done.result()]
        self.finisher = finishers[0] if finishers else workers[0]
        return bool(finishers)

    # What is known

    def _found(self, move: int, worth: int, depth: int, *, exact: bool, completed: float) -> Report:
        """Note what a completed search has found."""
        known = move if move >= 0 else self.report.move
        return self._said(Report(known, worth, exact, self._line(known, worth), depth, 0, 0.0, completed))

    def _line(self, move: int | None, worth: int) -> tuple[int, ...]:
        """What is expected after a move, up to the end of the game where that is known."""
        return () if move is None else self.finisher.line(move, WIN - abs(worth) if abs(worth) > DECIDED else None)

    def _take_partial(self, depth: int, spent: float) -> None:
        """What an unfinished depth has found counts, once its first move, the best of the depth before, is done.

        A win that is found now is the quickest, because the depths before have found none.
        """
        context = self.finisher.context
        report, done, best = self.report, int(context["done"]), int(context["best"])
        if best >= 0 and done >= 1 and depth > 1:
            worth = int(context["worth"])
            exact = worth > 0 and not self._cut_short and _is_decided_within(worth, depth)
            report = replace(report, move=best, value=worth, exact=exact, line=self._line(best, worth))
        completed = self._share_of_depths(depth, spent) if self.limit.depth else done / self.count
        self._said(replace(report, completed=1.0 if report.exact else min(completed, 0.99)), spent)

    def _share_of_depths(self, depth: int, spent: float = 0.0) -> float:
        """The share of the time for all depths wanted that is over, when so much was spent in this one; 0 when none is wanted."""
        if not self.limit.depth:
            return 0.0
        forecast, over = self.engine.forecast, self._seconds()
        rest = max(0.0, forecast.seconds_for(depth) - spent)
        rest += sum(forecast.seconds_for(later) for later in range(depth + 1, self.limit.depth + 1))
        return min(0.99, over / (over + rest))

    def _said(self, report: Report, spent: float = 0.0) -> Report:
        """Report how it stands, when so much time was already spent in the next depth."""
        forecast = self.engine.forecast
        last = report.exact or report.from_book or self.whole or report.depth >= DEEPEST
        estimate = None if last else max(forecast.next_depth(), spent)
        self.report = replace(
            report, nodes=self.engine.nodes, seconds=self._seconds(), estimate=estimate, estimate_error=forecast.error
        )
        if self.progress:
            self.progress(self.report)
        return self.report

    def _seconds(self) -> float:
        return time.perf_counter() - self.begun

    def _spent(self) -> bool:
        limit = self.limit
        too_long = limit.seconds is not None and self._seconds() >= limit.seconds
        return self.engine.stopped or too_long or (limit.nodes is not None and self.engine.nodes >= limit.nodes)

    @property
    def _cut_short(self) -> bool:
        return any(worker.cut_short for worker in self.engine.workers)

    def _note_past(self, past: Iterable[Record]) -> None:
        """Tell the workers which positions are drawn when they come up again."""
        repeats = self.rulebook.game.repeats
        if repeats:
            seen = Counter(self.finisher.position_of(state) for state in past)
            drawn = [key for key, times in seen.items() if times >= repeats - 1]
            for worker in self.engine.workers:
                worker.remember_past(drawn)


def _is_decided_within(worth: int, depth: int) -> bool:
    """Whether a search of this depth has found a win or a loss, and seen that there is no quicker one."""
    return abs(worth) > DECIDED and WIN - abs(worth) <= depth
