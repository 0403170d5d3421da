"""How much is compiled and loaded, for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from ludus.server.runner import Runner

OUTCOMES = ("done", "failed")


def compilation_metrics(runner: Runner) -> Iterator[Metric]:
    """Everything, as it is now."""
    catalogue = runner.core.context.catalogue
    yield GaugeMetricFamily("ludus_variants_loaded", "Games with unusual options that are loaded", catalogue.variants)
    waiting = runner.workers.queues.compilations_waiting
    yield GaugeMetricFamily("ludus_compilations_waiting", "Requests that wait for a game to be compiled", waiting)
    if (compilations := catalogue.compilations) is not None:
        ended = CounterMetricFamily("ludus_compilations", "Compilations, by how they ended", labels=["outcome"])
        for outcome in OUTCOMES:
            ended.add_metric([outcome], compilations.counts[outcome])
        yield ended
        yield CounterMetricFamily("ludus_compile_seconds", "Seconds that compilations took", compilations.seconds)
