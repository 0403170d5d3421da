"""How the server is doing: a health check, and metrics for Prometheus."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal, get_args

from msgspec import Struct
from prometheus_client import CollectorRegistry, GCCollector, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector

from ludus import __version__
from ludus.edges.compilation_metrics import compilation_metrics
from ludus.edges.computation_metrics import computation_metrics
from ludus.server.runner import Runner
from ludus.server.store.changes import Store
from ludus.wire import words

COUNTS = {
    "requests": "Messages from clients that were read and taken up",
    "messages": "Messages sent to clients",
    "changes": "Changes that were kept",
    "commits": "Groups of changes that were kept, each with one write to disk",
}

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Upper limits of the histogram of commit times: a fast disk takes about a millisecond, a slow or distant one many."""


class Health(Struct, frozen=True):
    """How the server is doing. `port` is the TCP port for lines and JSON."""

    status: Literal["ok", "stopping", "failed"]
    version: str
    port: int
    games: int
    matches: int
    connections: int


OURS = 1
"""One of the connections is the server's own, for HTTP."""


def health(runner: Runner, port: int) -> Health:
    """How the server is doing now."""
    core = runner.core
    return Health(
        status="failed" if runner.failed.done() else "ok" if core.lobby.open else "stopping",
        version=__version__,
        port=port,
        games=len(core.context.catalogue.games),
        matches=core.playing_now,
        connections=runner.connections - OURS,
    )


class Meter(Collector):
    """The metrics, read from the runner whenever Prometheus asks."""

    def __init__(self, runner: Runner, store: Store, seconds: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._runner, self._kind = runner, type(store).__name__
        self._seconds, self._clock = seconds, clock
        self._written, self._due = b"", float("-inf")
        self.registry = CollectorRegistry()
        self.registry.register(self)
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        commits = Histogram("ludus_commit_seconds", "How long a commit took", buckets=SECONDS, registry=self.registry)
        runner.on_commit = commits.observe

    def written(self) -> bytes:
        """The metrics as text. They are taken now and then: from two looks, nobody can tell that somebody has rolled or moved."""
        now = self._clock()
        if now >= self._due:
            self._written, self._due = generate_latest(self.registry), now + self._seconds
        return self._written

    def collect(self) -> Iterator[Metric]:
        """Everything, as it is now."""
        runner = self._runner
        yield InfoMetricFamily("ludus", "What this server is", {"version": __version__, "store": self._kind})
        for name, says in COUNTS.items():
            yield CounterMetricFamily(f"ludus_{name}", says, runner.counts[name])
        yield GaugeMetricFamily("ludus_connections", "Clients that are connected", runner.connections - OURS)
        standings = Counter(room.match.status for room in runner.core.rooms)
        matches = GaugeMetricFamily("ludus_matches", "Matches in memory, by how they stand", labels=["standing"])
        for standing in get_args(words.Standing):
            matches.add_metric([standing], standings[standing])
        yield matches
        stopped = CounterMetricFamily("ludus_stopped", "Clients that were slowed, cut or refused", labels=["action", "cause"])
        for (action, cause), count in sorted(runner.pressure.counts.items()):
            stopped.add_metric([action, cause], count)
        yield stopped
        yield from compilation_metrics(runner)
        yield from computation_metrics(runner.core.context.computation)
