"""`HelperNetwork`: helpers on other machines as one analyst. They ask for work and bring what they have found.

        a search ──► Partition ──► jobs ◄── take ── GetWork of a helper, with the results of its last workload
                         └── the same jobs ◄── this machine, if it computes as well

It is used by several threads: searches wait in theirs, helpers come in others.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from ludus.rules.errors import LudusError
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.engine import is_searchable
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report
from ludus.server.analysis.analyst import (
    AnalysisResult,
    AnalystGone,
    Assignment,
    PositionAnalyst,
    Stopped,
    WorkerSummary,
)
from ludus.server.analysis.partition import Partition
from ludus.server.analysis.roster import Registration, Roster

TICK = 0.01
"""Seconds between two looks at how a search is doing."""

USUAL = 1.0
"""Seconds for a search that has no time limit."""

ENDS_EARLIER = 0.02
"""Seconds before the limit at which the last answers are waited for."""


class Brought(NamedTuple):
    """What a helper has found about a position: the game, the position, its value for whoever is to move, positions looked at."""

    game: str
    text: str
    value: int
    nodes: int


@dataclass(frozen=True, slots=True)
class WorkOrder:
    """Work for a helper: a position of a game, and the seconds it may take."""

    game: str
    text: str
    seconds: float


class HelperNetwork:
    """All helpers, and the searches they work on. `own` is this machine, if it takes part."""

    def __init__(
        self, lost_seconds: float, own: PositionAnalyst | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._roster, self._own, self._clock = Roster(lost_seconds), own, clock
        self._searches: list[tuple[str, Partition]] = []
        self._lock = threading.RLock()

    # What helpers do (E4)

    def register(self, name: str, games: Iterable[str], speed: float = 0.0) -> None:
        """A helper comes."""
        with self._lock:
            self._roster.register(name, tuple(games), speed, self._clock())

    def unregister(self, name: str) -> bool:
        """A helper leaves: what it was working on is given to others."""
        with self._lock:
            self._lose(name)
            return self._roster.unregister(name)

    def is_registered(self, name: str) -> bool:
        """Whether a helper is registered, and alive."""
        with self._lock:
            self._drop_lost()
            return self._roster.get(name) is not None

    def take(self, name: str, games: Iterable[str], brought: Iterable[Brought] = ()) -> WorkOrder | None:
        """Take in what a helper has found, and give it its next job; None if there is none at the moment."""
        with self._lock:
            now = self._clock()
            helper = self._roster.register(name, tuple(games), 0.0, now)
            for found in brought:
                self._note(helper, found, now)
            self._drop_lost()
            for game, partition in self._searches:
                if (not helper.games or game in helper.games) and (work := partition.assign(name, now, helper.overhead)):
                    self._roster.give(helper, game, work.seconds, now)
                    return WorkOrder(game, work.text, work.seconds)
            return None

    def is_busy(self, games: Iterable[str]) -> bool:
        """Whether there is a search that a helper with these games could be given a part of soon."""
        wanted = set(games)
        return any(not wanted or game in wanted for game, _ in self._searches)

    def _note(self, helper: Registration, found: Brought, now: float) -> None:
        if helper.task:
            self._roster.learn(helper, found.nodes, now)
        for game, partition in self._searches:
            if game == found.game:
                partition.note(helper.name, found.text, found.value, found.nodes)

    def _lose(self, name: str) -> None:
        for _, partition in self._searches:
            partition.lose(name)

    def _drop_lost(self) -> None:
        for name in self._roster.drop_lost(self._clock()):
            self._lose(name)

    # What the server does

    def offers(self, game: str) -> bool:
        """Whether any helper that is alive offers a game type."""
        with self._lock:
            self._drop_lost()
            return bool(self._roster.offering(game))

    def prepare(self, rulebook: Rulebook) -> None:
        """Get this machine ready, if it takes part."""
        if self._own is not None:
            self._own.prepare(rulebook)

    def estimate(self, game: Rulebook, state: StateRecord, limit: Limit) -> float:
        """As this machine would estimate it, over the number of those who work (E2)."""
        with self._lock:
            count = len(self._roster.offering(game.game.slug))
        if self._own is None:
            return limit.seconds or USUAL
        return limit.seconds or self._own.estimate(game, state, limit) / (count + 1)

    def search(self, assignment: Assignment, on_progress: Progress, stopped: Stopped) -> AnalysisResult:
        """Hand a position out, and put together what comes back; raises `AnalystGone` when everybody has died."""
        rulebook, game = assignment.rulebook, assignment.rulebook.game
        if not is_searchable(game) or game.chances is not None:
            raise AnalystGone(f"{game.name} cannot be taken apart")
        now = self._clock()
        seconds = USUAL if assignment.limit.seconds is None else assignment.limit.seconds
        with self._lock:
            count = len(self._roster.offering(game.slug)) + (self._own is not None)
        partition = Partition(rulebook, assignment.state, count, now, now + max(0.0, seconds - ENDS_EARLIER))
        quick = self._quick(partition, now)
        if quick is not None:
            return AnalysisResult(quick, 1, 0)
        with self._lock:
            self._searches.append((game.slug, partition))
        over = threading.Event()
        own = threading.Thread(target=self._work, args=(assignment, partition, over), daemon=True)
        try:
            if self._own is not None:
                own.start()
            self._wait(game.slug, partition, on_progress, stopped)
        finally:
            over.set()
            with self._lock:
                self._searches.remove((game.slug, partition))
        with self._lock:
            return AnalysisResult(partition.report(self._clock()), len(partition.workers), partition.jobs)

    def workers(self) -> list[WorkerSummary]:
        """Every helper that is alive."""
        with self._lock:
            self._drop_lost()
            return self._roster.status()

    def _quick(self, partition: Partition, now: float) -> Report | None:
        """An answer that needs no search: a single move, or one that wins at once (E5)."""
        report = partition.report(now)
        wins = any(child.proven is not None and partition.root.worth(child, 0) > 0 for child in partition.root.children)
        if wins:
            return replace(report, exact=True, completed=1.0)
        return report if len(partition.root.children) == 1 or partition.is_over else None

    def _wait(self, game: str, partition: Partition, on_progress: Progress, stopped: Stopped) -> None:
        """Wait until a search is over; tell whenever a round is complete."""
        told = 0
        while not stopped():
            with self._lock:
                now = self._clock()
                self._drop_lost()
                if partition.is_over or now >= partition.until:
                    return
                if not self._roster.offering(game) and self._own is None:
                    raise AnalystGone("all helpers are dead")
                news = partition.report(now) if partition.complete > told else None
                told = partition.complete
            if news is not None:
                on_progress(news)
            time.sleep(TICK)

    def _work(self, assignment: Assignment, partition: Partition, over: threading.Event) -> None:
        """Take part with this machine, as one helper among others."""
        assert self._own is not None  # noqa: S101
        rulebook, name = assignment.rulebook, "this machine"
        while not over.is_set():
            with self._lock:
                work = partition.assign(name, self._clock())
            if work is None:
                over.wait(TICK)
                continue
            try:
                state = read_position(rulebook, work.text)
                job = Assignment(rulebook, state, int(state["turn"]), Limit(seconds=work.seconds, patient=True))
                report = self._own.search(job, lambda _: None, over.is_set).report
            except LudusError:
                return
            with self._lock:
                partition.note(name, work.text, report.value, report.nodes)
