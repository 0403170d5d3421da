"""A cluster as the server knows it: somebody who can be given positions. When nobody is left, the next analyst takes over."""

from __future__ import annotations

import threading

from ludus.cluster.cluster import Cluster
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.player import kind_for
from ludus.search.report import Progress
from ludus.server.analysis.analyst import AnalysisResult, AnalystBusy, AnalystGone, Assignment, Stopped, WorkerSummary

LOOK = 0.05
"""Seconds between two looks at whether a search should stop."""

WORTHWHILE = 0.1
"""Seconds that a search must be allowed to take: what is over sooner is not worth the messages."""


class ClusterAnalyst:
    """Gives positions to a cluster: of one game one after the other, of different games side by side.

    Nobody waits for it. A game that its machines are still compiling, a second position of a game, and thoughts that are over at
    once are left to the next analyst.
    """

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self._searching: set[Rulebook] = set()
        self._searched: set[Rulebook] = set()
        self._lock = threading.Lock()

    def offers(self, game: str) -> bool:  # noqa: ARG002  a cluster takes any game along
        """Whether there is any machine."""
        return self.cluster.machines > 0

    def prepare(self, rulebook: Rulebook) -> None:
        """Have all machines load a game."""
        if kind_for(rulebook.game) == "search":
            self.cluster.invite(rulebook)

    def estimate(self, game: Rulebook, state: StateRecord, limit: Limit) -> float:  # noqa: ARG002
        """The limit, or what the last search of that depth took."""
        if limit.seconds is not None:
            return limit.seconds
        seconds = self.cluster.seconds_for(game, limit.depth or 1) if game in self._searched else 0.0
        if seconds == 0.0:
            raise AnalystBusy("nothing is known about such searches yet")
        return seconds

    def search(self, assignment: Assignment, on_progress: Progress, stopped: Stopped) -> AnalysisResult:
        """Search a position on all machines."""
        rulebook, over = assignment.rulebook, threading.Event()
        self._begin(assignment)

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
            self._searching.discard(rulebook)
        present = sum(each.present for each in self.cluster.status() if each.game == rulebook.game.name)
        if report.depth == 0 and not report.exact and not report.from_book:
            raise AnalystGone("no machine of the cluster has answered")
        return AnalysisResult(report, max(1, present))

    def _begin(self, assignment: Assignment) -> None:
        """Take a position on; raises `AnalystBusy` for those that somebody else should take."""
        rulebook, limit = assignment.rulebook, assignment.limit
        if kind_for(rulebook.game) != "search":
            raise AnalystBusy("the game is not searched")
        if limit.nodes is not None or (limit.seconds is not None and limit.seconds < WORTHWHILE):
            raise AnalystBusy("it is over sooner than messages could tell")
        if not self.cluster.invite(rulebook):
            raise AnalystBusy("no machine is ready for the game yet")
        with self._lock:
            if rulebook in self._searching:
                raise AnalystBusy("another position of the game is being searched")
            self._searching.add(rulebook)
            self._searched.add(rulebook)

    def workers(self) -> list[WorkerSummary]:
        """All machines that are there."""
        return [
            WorkerSummary(
                each.name, (each.game,), each.speed, each.game if each.task else "", each.sent, each.received, each.useful
            )
            for each in self.cluster.status()
            if each.present
        ]
