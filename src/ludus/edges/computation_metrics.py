"""How those who compute are doing, for Prometheus: queues, workers, estimates against reality (E9)."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from ludus.server.analysis.computation import Computation

OUTCOMES = ("decided", "over", "refused")


def computation_metrics(computation: Computation) -> Iterator[Metric]:
    """Everything, as it is now."""
    analyses = CounterMetricFamily("ludus_analyses", "Requests for an analysis, by what came of them", labels=["outcome"])
    for outcome in OUTCOMES:
        analyses.add_metric([outcome], computation.counts[outcome])
    yield analyses
    waiting = GaugeMetricFamily("ludus_thoughts_waiting", "Thoughts that wait for their turn", labels=["queue"])
    running = GaugeMetricFamily("ludus_thoughts_running", "Thoughts that have their turn", labels=["queue"])
    for name, queue in (("analyses", computation.analyses), ("computers", computation.computers)):
        waiting.add_metric([name], len(queue))
        running.add_metric([name], len(queue.running))
    yield from (waiting, running)
    workers = computation.analyst.workers()
    yield GaugeMetricFamily("ludus_workers", "Workers that can be given positions, this machine included", len(workers))
    speed = GaugeMetricFamily("ludus_worker_speed", "Positions a second of each worker, as measured", labels=["worker"])
    busy = GaugeMetricFamily("ludus_worker_busy", "Whether a worker is at work", labels=["worker"])
    for worker in workers:
        speed.add_metric([worker.name], worker.speed)
        busy.add_metric([worker.name], float(bool(worker.task)))
    yield from (speed, busy)
    items = CounterMetricFamily(
        "ludus_worker_entries", "Entries and marks that workers of a cluster tell each other of", labels=["worker", "kind"]
    )
    for worker in workers:
        for kind, count in (("sent", worker.sent), ("received", worker.received), ("useful", worker.useful)):
            items.add_metric([worker.name, kind], count)
    yield items
    ratio = computation.experience.typical_ratio
    if ratio is not None:
        yield GaugeMetricFamily("ludus_analysis_estimate_ratio", "Median of estimated over actual time; 1 is right", ratio)
