"""Virtual time: in every round each worker searches as many positions as its speed allows, and messages take their latency.

One thread runs at a time, so the same question has the same course every time. The network is one log of items, which each worker
reads as far as its latency, and the bandwidth of its line, allow.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from ludus.cluster.orders import Found, Order, Told, WorkerProgress
from ludus.cluster.performance import Performance
from ludus.cluster.question import Question
from ludus.cluster.scheme import Scheme, scheme_for
from ludus.cluster.simulator.worker import VirtualPlan, VirtualWorker
from ludus.cluster.thresholds import smallest_entry, smallest_mark
from ludus.search.compilation import compile_search
from ludus.search.constants import ENTRY_BYTES
from ludus.search.report import Report

ROUND = 0.25e-3
"""Seconds of virtual time in a round."""

TICKS = 20
"""Rounds between two looks at the clock, and between two reports of progress."""

COORDINATOR = "coordinator"


@dataclass(frozen=True, slots=True)
class Network:
    """How long messages take, one way, and how many bytes a second each worker can receive; and what goes wrong."""

    latency: float = 0.001
    bandwidth: float = 100e6
    lost: float = 0.0
    """The share of what workers tell each other, and of reports of progress, that gets lost. Orders and results do not: a
    connection that loses them is closed, and then the worker is gone."""
    doubled: float = 0.0
    """The share of messages that come twice."""
    jitter: float = 0.0
    """Seconds by which a message may come later than others. Messages of different senders overtake each other; on one connection
    they keep their order."""
    seed: int = 1


USUAL_NETWORK = Network()


@dataclass(frozen=True, slots=True)
class Simulated:
    """What came of a simulated search."""

    report: Report
    seconds: float
    nodes: int
    busy: float
    """The share of the workers' time in which they searched."""
    items: int
    """Entries and marks that were sent."""
    useful: float
    """The share of received items that told something new."""


class Simulation:
    """One question, answered by virtual workers."""

    def __init__(
        self,
        question: Question,
        plans: Sequence[VirtualPlan],
        *,
        scheme: str = "shared",
        network: Network = USUAL_NETWORK,
        megabytes: int = 16,
        performance: Performance | None = None,
    ) -> None:
        self.question, self.network = question, network
        kernel = compile_search(question.rulebook, clustered=True)
        self.workers = [VirtualWorker(question, kernel, f"w{n}", plan, megabytes) for n, plan in enumerate(plans)]
        self.scheme: Scheme = scheme_for(scheme, question, performance or Performance(), 0.0)
        self._alive: list[VirtualWorker] = []
        self._mail: dict[int, list[tuple[str, str, Order | Told]]] = defaultdict(list)
        self._log = np.zeros((1 << 16, 2), np.uint64)
        self._logged = 0
        self._ends = [0]
        self._read = dict.fromkeys((worker.name for worker in self.workers), 0)
        self._round = self._useful = 0
        self._lag = max(1, round(network.latency / ROUND))
        self._luck = random.Random(network.seed)
        self._arrival: dict[tuple[str, str], int] = {}
        fastest = max(plan.speed for plan in plans)
        self._shared = smallest_entry(len(plans)), smallest_mark(fastest, network.latency)

    @property
    def now(self) -> float:
        """Virtual time, in seconds."""
        return self._round * ROUND

    def run(self, most_seconds: float = 3600.0) -> Simulated:
        """Let time pass until the question is answered."""
        try:
            while not self.scheme.over and self.now < most_seconds:
                self._one_round()
        finally:
            for worker in self.workers:
                worker.close()
        worked = sum(worker.worked for worker in self.workers)
        spare = sum(worker.idled for worker in self.workers)
        nodes = sum(int(worker.worker.context["nodes"]) for worker in self.workers)
        received = max(1, self._logged * (len(self.workers) - 1))
        share = worked / max(1, worked + spare)
        return Simulated(self.scheme.report, self.now, nodes, share, self._logged, self._useful / received)

    def _one_round(self) -> None:
        self._come_and_go()
        for sender, receiver, message in self._mail.pop(self._round, []):
            self._deliver(sender, receiver, message)
        for worker in self._alive:
            self._read_log(worker, self._ends[max(0, self._round - self._delay())])
            for told in worker.run(round(worker.plan.speed * ROUND), ROUND):
                self._tell(worker, told)
            self._append(worker)
        self._ends.append(self._logged)
        self._round += 1
        if self._round % TICKS == 0:
            self._tick()

    def _tick(self) -> None:
        until = self.question.proof_seconds
        for worker in self._alive:
            self._send(worker.name, COORDINATOR, worker.progress())
            if until is not None and self.now >= until:
                worker.give_up_proof()
        self._order(self.scheme.tick(self.now))

    def _come_and_go(self) -> None:
        for worker in self.workers:
            comes = worker.plan.joins <= self.now < worker.plan.dies
            if comes and worker not in self._alive:
                self._alive.append(worker)
                self._read[worker.name] = self._logged
                self._order(self.scheme.joined(worker.name, self.now))
            elif not comes and worker in self._alive:
                self._alive.remove(worker)
                self._order(self.scheme.left(worker.name, self.now))

    # Messages

    def _send(self, sender: str, receiver: str, message: Order | Told) -> None:
        told = isinstance(message, WorkerProgress) or COORDINATOR not in (sender, receiver)
        if told and self._happens(self.network.lost):
            return
        for _ in range(1 + self._happens(self.network.doubled)):
            arrival = max(self._round + self._delay(), self._arrival.get((sender, receiver), 0))
            self._arrival[sender, receiver] = arrival
            self._mail[arrival].append((sender, receiver, message))

    def _delay(self) -> int:
        """After how many rounds a message comes."""
        return self._lag + (round(self._luck.uniform(0.0, self.network.jitter) / ROUND) if self.network.jitter else 0)

    def _happens(self, share: float) -> bool:
        return share > 0.0 and self._luck.random() < share

    def _order(self, orders: list[Order]) -> None:
        for order in orders:
            self._send(COORDINATOR, order.worker, order)

    def _tell(self, worker: VirtualWorker, told: Told) -> None:
        self._send(worker.name, COORDINATOR, told)
        if isinstance(told, Found):
            for other in self._alive:
                if other is not worker:
                    self._send(worker.name, other.name, told)

    def _deliver(self, sender: str, receiver: str, message: Order | Told) -> None:
        if receiver == COORDINATOR:
            if not self.scheme.over:
                self._order(self.scheme.heard(sender, cast("Told", message), self.now))
            return
        worker = next((each for each in self._alive if each.name == receiver), None)
        if worker is None:
            return
        if isinstance(message, Found):
            worker.hear(message.finding)
        else:
            worker.obey(cast("Order", message), *self._shared)

    def _read_log(self, worker: VirtualWorker, heard: int) -> None:
        begin = self._read[worker.name]
        end = max(begin, min(heard, begin + int(self.network.bandwidth * ROUND / ENTRY_BYTES)))
        if end > begin and len(self._alive) > 1 and not self._happens(self.network.lost):
            for _ in range(1 + self._happens(self.network.doubled)):
                self._useful += worker.take(self._log[begin:end], len(self._alive) - 1)
        self._read[worker.name] = end

    def _append(self, worker: VirtualWorker) -> None:
        items = worker.worker.news()
        while self._logged + len(items) > len(self._log):
            self._log = np.concatenate([self._log, np.zeros_like(self._log)])
        self._log[self._logged : self._logged + len(items)] = items
        self._logged += len(items)
