"""A computer player that thinks on a cluster."""

from __future__ import annotations

from collections.abc import Iterable

from ludus.cluster.cluster import Cluster
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report
from ludus.search.turn import check_turn, when_over


class ClusterPlayer:
    """Chooses moves in one game; it can do what `Engine` can."""

    kind = "search"

    def __init__(self, rulebook: Rulebook, cluster: Cluster) -> None:
        self.rulebook, self.cluster = rulebook, cluster

    def choose(
        self, state: StateRecord, seat: int, limit: Limit, *, past: Iterable[StateRecord] = (), progress: Progress | None = None
    ) -> Report:
        """The best move for the seat whose turn it is."""
        check_turn(self.rulebook, state, seat)
        over = when_over(self.rulebook, state, seat)
        return over or self.cluster.search(self.rulebook, state, limit, past=list(past), progress=progress)

    def stop(self) -> None:
        """End the choice in progress, from any thread; it returns the best move so far."""
        self.cluster.stop(self.rulebook)

    def close(self) -> None:
        """Leave the cluster alone; others use it, too."""
