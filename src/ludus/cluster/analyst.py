"""A cluster as the server knows it: somebody who can be given positions. When nobody is left, the next analyst takes over."""

from __future__ import annotations

import threading

from ludus.cluster.cluster import Cluster
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Progress
from ludus.server.analysis.analyst import AnalysisResult, AnalystGone, Assignment, Stopped, WorkerSummary

LOOK = 0.05
"""Seconds between two looks at whether a search should stop."""


class ClusterAnalyst:
    """Gives positions to a cluster."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster

    def offers(self, game: str) -> bool:  # noqa: ARG002  a cluster takes any game along
        """Whether there is any machine."""
        return self.cluster.machines > 0

    def prepare(self, rulebook: Rulebook) -> None:
        """Let all machines load a game."""
        try:
            self.cluster.prepare(rulebook)
        except LudusError as error:
            raise AnalystGone(str(error)) from None

    def estimate(self, game: Rulebook, state: StateRecord, limit: Limit) -> float:  # noqa: ARG002
        """The limit, or what the last search of that depth took."""
        return limit.seconds if limit.seconds is not None else self.cluster.seconds_for(game, limit.depth or 1)

    def search(self, assignment: Assignment, on_progress: Progress, stopped: Stopped) -> AnalysisResult:
        """Search a position on all machines."""
        rulebook, over = assignment.rulebook, threading.Event()

        def watch() -> None:
            while not over.wait(LOOK):
                if stopped():
                    self.cluster.stop(rulebook)

        threading.Thread(target=watch, daemon=True).start()
        try:
            report = self.cluster.search(rulebook, assignment.state, assignment.limit, past=assignment.past, progress=on_progress)
        except LudusError as error:
            raise AnalystGone(str(error)) from None
        finally:
            over.set()
        present = sum(each.present for each in self.cluster.status() if each.game == rulebook.game.name)
        if present == 0 and report.depth == 0 and not report.exact and not report.from_book:
            raise AnalystGone("no machine of the cluster has answered")
        return AnalysisResult(report, max(1, present))

    def workers(self) -> list[WorkerSummary]:
        """All machines that are there."""
        return [WorkerSummary(each.name, (each.game,), each.speed) for each in self.cluster.status() if each.present]
