"""`PositionAnalyst`: whoever computes the analysis of a position: this machine, helpers on others, perhaps a cluster.

analysis, computer players ──► Succession ──► a cluster, if there is one and it lives
                                    ├──────► helpers on other machines, if any offers the game
                                    └──────► this machine
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

import structlog

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report

log = structlog.get_logger("ludus")

Stopped: TypeAlias = Callable[[], bool]
"""Whether a search should come to an end; asked often, from any thread."""


class AnalystGone(LudusError):
    """Whoever was to compute something cannot, or not any more: somebody else should."""


class AnalystBusy(AnalystGone):
    """Whoever was asked is there, but not for this: somebody else should compute it, and nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A position to analyse: for which seat, how long, and what came before it."""

    rulebook: Rulebook
    state: StateRecord
    seat: int
    limit: Limit
    past: Sequence[StateRecord] = ()


@dataclass(frozen=True, slots=True)
class AnalysisResult:
    """What was found, and how many workers and jobs it took."""

    report: Report
    workers: int = 1
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class WorkerSummary:
    """Somebody who computes, as the operator sees it."""

    name: str
    games: tuple[str, ...] = ()
    """the game types it offers; none for all"""
    speed: float = 0.0
    """positions a second, as measured; 0 if that is not known yet"""
    task: str = ""
    """what it works on; empty when it is idle"""
    sent: int = 0
    """entries and marks that it has told other workers of, where workers search together"""
    received: int = 0
    useful: int = 0
    """how many of those that it received told something new"""


class PositionAnalyst(Protocol):
    """Somebody who can be given positions. All methods may be called from any thread; only `prepare` and `search` take long."""

    def offers(self, game: str) -> bool:
        """Whether there is anybody alive who can analyse positions of a game type."""

    def prepare(self, rulebook: Rulebook) -> None:
        """Get ready for a game, so that no search pays for it out of its time."""

    def estimate(self, game: Rulebook, state: StateRecord, limit: Limit) -> float:
        """How many seconds a search is expected to take."""

    def search(self, assignment: Assignment, on_progress: Progress, stopped: Stopped) -> AnalysisResult:
        """Search a position; when told to stop, what was found so far. Raises `AnalystGone` if somebody else should."""

    def workers(self) -> list[WorkerSummary]:
        """Everybody who computes."""


class Succession:
    """Several analysts as one: each is asked in turn, and when one is gone the next takes over with the time that is left."""

    def __init__(self, *analysts: PositionAnalyst) -> None:
        self.analysts = analysts

    def offers(self, game: str) -> bool:
        """Whether any of them can analyse positions of a game type."""
        return any(analyst.offers(game) for analyst in self.analysts)

    def prepare(self, rulebook: Rulebook) -> None:
        """Get all of them ready: the one who takes over must not begin by compiling."""
        for analyst in self._offering(rulebook):
            try:
                analyst.prepare(rulebook)
            except AnalystGone as gone:
                _note(analyst, gone)

    def estimate(self, game: Rulebook, state: StateRecord, limit: Limit) -> float:
        """How long whoever comes first is expected to take."""
        for analyst in self._offering(game):
            try:
                return analyst.estimate(game, state, limit)
            except AnalystGone as gone:
                _note(analyst, gone)
        return 0.0

    def search(self, assignment: Assignment, on_progress: Progress, stopped: Stopped) -> AnalysisResult:
        """Let the first one who can search the position."""
        begun = time.monotonic()
        for analyst in self._offering(assignment.rulebook):
            try:
                return analyst.search(assignment, on_progress, stopped)
            except AnalystGone as gone:
                _note(analyst, gone)
                spent = time.monotonic() - begun
                limit = assignment.limit
                left = None if limit.seconds is None else max(0.0, limit.seconds - spent)
                assignment = replace(assignment, limit=replace(limit, seconds=left))
        raise AnalystGone(f"nobody is there to analyse {assignment.rulebook.game.name}")

    def workers(self) -> list[WorkerSummary]:
        """Everybody who computes for any of them."""
        return [worker for analyst in self.analysts for worker in analyst.workers()]

    def _offering(self, rulebook: Rulebook) -> list[PositionAnalyst]:
        return [analyst for analyst in self.analysts if analyst.offers(rulebook.game.slug)]


def _note(analyst: PositionAnalyst, gone: AnalystGone) -> None:
    """Tell the operator that somebody is gone, but not that somebody has other things to do."""
    if not isinstance(gone, AnalystBusy):
        log.warning("analyst gone", analyst=type(analyst).__name__, why=str(gone))
