"""Whoever computes, as tests need them."""

from __future__ import annotations

import threading

from ludus.search.report import Report
from ludus.server.analysis.analyst import AnalysisResult, AnalystGone, WorkerSummary


class Fake:
    """Somebody who computes elsewhere, as a cluster does: what it is given is noted, and a test says what it finds."""

    def __init__(self, *, gone: bool = False, takes: float = 2.0) -> None:
        self.gone, self.takes, self.asked, self.ready = gone, takes, [], []
        self.stops: list[bool] = []

    def offers(self, game):
        """Tic-tac-toe alone."""
        return game == "tic-tac-toe"

    def prepare(self, rulebook):
        """Note that there is a game."""
        self.ready.append(rulebook)

    def estimate(self, game, state, limit):  # noqa: ARG002
        """The same for all."""
        if self.gone:
            raise AnalystGone("the cluster is gone")
        return self.takes

    def search(self, assignment, on_progress, stopped):  # noqa: ARG002
        """Find the same always."""
        self.asked.append(assignment)
        if self.gone:
            raise AnalystGone("the cluster is gone")
        self.stops.append(stopped())
        return AnalysisResult(Report(8, 7, False, (8, 0), 3, 1000, 0.5, 0.5), workers=4, jobs=9)

    def workers(self):
        """One, unless it is gone."""
        return [] if self.gone else [WorkerSummary("w1", ("tic-tac-toe",), 1e6, "tic-tac-toe")]


class Slow(Fake):
    """Somebody who reports on the way, and is not done before a test says so."""

    def __init__(self) -> None:
        super().__init__(takes=5.0)
        self.done = threading.Event()

    def search(self, assignment, on_progress, stopped):
        """Report, then wait."""
        on_progress(Report(4, 3, False, (4, 0), 5, 5000, 0.01, 0.4))
        self.done.wait(20)
        return super().search(assignment, on_progress, stopped)
