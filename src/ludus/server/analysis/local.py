"""`LocalAnalyst`: this machine as one that computes, for analyses and for the computer players of matches."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from weakref import WeakKeyDictionary, WeakSet

from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.engine import Engine
from ludus.search.estimate import Formula
from ludus.search.limit import Limit
from ludus.search.player import ComputerPlayer, kind_for, player_for
from ludus.search.precompilation import PLAYER
from ludus.search.report import Progress
from ludus.server.analysis.analyst import AnalysisResult, Assignment, Stopped, WorkerSummary
from ludus.server.compilation import Compilations

TICK = 0.01
"""Seconds between two looks at whether a search should stop: one that is only just starting misses the first."""

BACK_SOON = 0.5
"""Seconds in which an engine should be back from a search that was told to stop."""

AT_ONCE = 0.001
"""Seconds for an answer that needs no search."""

ALONE = 0.05
"""Seconds in which a search with a time limit may not even have begun its second thread."""


class LocalAnalyst:
    """Searches with this machine's cores. Engines are kept, as many as there are searches at once for each game."""

    def __init__(
        self,
        *,
        threads: int | None = 1,
        megabytes: int = 16,
        engines: int = 32,
        per_game: int = 1,
        name: str = "this machine",
        compilations: Compilations | None = None,
    ) -> None:
        """`engines` is how many are kept in all, `per_game` how many searches of one game there are at once, as a rule."""
        self.threads, self.megabytes, self.most, self.per_game, self.name = threads, megabytes, engines, per_game, name
        self._idle: OrderedDict[tuple[Rulebook, int], ComputerPlayer] = OrderedDict()  # least recently used first
        self._count = 0
        self._busy: Counter[Rulebook] = Counter()
        self._lock = threading.Condition()
        self._compilations = compilations  # None to compile in this process
        self._made: WeakSet[Rulebook] = WeakSet()
        self._formulas: WeakKeyDictionary[Rulebook, Formula] = WeakKeyDictionary()  # what engines have measured and learned
        self._speed: dict[str, float] = {}
        self._tasks: list[str] = []

    def offers(self, game: str) -> bool:
        """Every game."""
        del game
        return True

    def prepare(self, rulebook: Rulebook) -> None:
        """Have an engine for a game."""
        if rulebook not in self._made:
            with self._engine(rulebook):
                self._made.add(rulebook)

    def estimate(self, game: Rulebook, state: StateRecord, limit: Limit) -> float:
        """By the formula of E9 for a depth; a time limit is used up unless the position can be settled at once."""
        most = math.inf if limit.seconds is None else limit.seconds
        if game.outcome(state) != ONGOING or game.chances(state):
            return min(most, AT_ONCE)
        if limit.depth is None or kind_for(game.game) == "montecarlo":
            return most if most < math.inf else AT_ONCE
        formula = self._formulas.get(game)
        return min(most, AT_ONCE + sum(formula.seconds_for(each) for each in range(1, limit.depth + 1)) if formula else AT_ONCE)

    def search(self, assignment: Assignment, on_progress: Progress, stopped: Stopped) -> AnalysisResult:
        """Search with an engine of its own; another thread watches whether to stop."""
        rulebook, game, begun = assignment.rulebook, assignment.rulebook.game, time.monotonic()
        with self._engine(rulebook) as engine, _stopping(engine, stopped):
            self._tasks.append(game.slug)
            limit, waited = assignment.limit, time.monotonic() - begun
            if limit.seconds is not None:
                limit = replace(limit, seconds=max(0.0, limit.seconds - waited))
            try:
                past = assignment.past if game.repeats else ()
                seen = rulebook.seen_by(assignment.state, assignment.seat)
                report = engine.choose(seen, assignment.seat, limit, past=past, progress=on_progress)
            finally:
                self._tasks.remove(game.slug)
        if report.seconds > ALONE:
            self._speed[game.slug] = report.speed
        if report.move is None and rulebook.outcome(assignment.state) == ONGOING:
            report = replace(report, move=rulebook.moves(assignment.state, assignment.seat)[0])
        return AnalysisResult(report)

    def workers(self) -> list[WorkerSummary]:
        """Name this machine, with the mean speed over the games it has searched."""
        speeds = list(self._speed.values())
        return [WorkerSummary(self.name, (), sum(speeds) / len(speeds) if speeds else 0.0, " ".join(self._tasks))]

    @contextmanager
    def _engine(self, rulebook: Rulebook) -> Iterator[ComputerPlayer]:
        """An engine that nobody else uses meanwhile. Where there are enough, the end of the last search is waited for: to load a
        game once more would hold up everybody.
        """
        with self._lock:
            self._lock.wait_for(lambda: self._find(rulebook) or self._busy[rulebook] < self.per_game, BACK_SOON)
            key = self._find(rulebook)
            engine = self._idle.pop(key) if key else None
            self._busy[rulebook] += 1
        try:
            if engine is None or key is None:
                engine, key = self._make(rulebook)
            yield engine
        finally:
            with self._lock:
                self._busy[rulebook] -= 1
                self._busy += Counter()  # drops what is 0, and with it the rules
                if engine is not None and key is not None:
                    self._idle[key] = engine
                while len(self._idle) > self.most:
                    self._idle.popitem(last=False)
                self._lock.notify_all()

    def _find(self, rulebook: Rulebook) -> tuple[Rulebook, int] | None:
        return next((key for key in reversed(self._idle) if key[0] is rulebook), None)

    def _make(self, rulebook: Rulebook) -> tuple[ComputerPlayer, tuple[Rulebook, int]]:
        if self._compilations:
            self._compilations.compile(rulebook.file, PLAYER)
        engine = player_for(rulebook, threads=self.threads, megabytes=self.megabytes)
        with self._lock:
            self._count += 1
            if isinstance(engine, Engine):
                self._formulas[rulebook] = engine.forecast.formula
            return engine, (rulebook, self._count)


@contextmanager
def _stopping(engine: ComputerPlayer, stopped: Stopped) -> Iterator[None]:
    """While this lasts, an engine is stopped as soon as it should be."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(TICK):
            if stopped():
                engine.stop()

    watcher = threading.Thread(target=watch, name="ludus-watch", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()
