"""A virtual worker: a real search of one thread with a table of its own, which gets as many positions as its speed allows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.cluster.course import Course, Finding, SearchTask
from ludus.cluster.orders import Begin, BeginJob, Found, JobDone, Order, SearchJob, Stop, Told, WorkerProgress
from ludus.cluster.question import Question
from ludus.cluster.simulator.turns import TurnTaker
from ludus.search.limit import NO_END
from ludus.search.worker import SharedMemory, Worker

COST_OF_TASK = 20
"""Positions that could have been searched while a task begins."""

COST_OF_ITEM = 0.25
"""Positions that could have been searched while an item of another worker is taken in: an eighth of a microsecond."""


@dataclass(frozen=True, slots=True)
class VirtualPlan:
    """What becomes of one virtual worker."""

    speed: float
    """Positions a second."""
    joins: float = 0.0
    dies: float = float("inf")
    """When it comes and when it dies, in seconds of virtual time."""


class VirtualWorker:
    """Follows orders in virtual time."""

    def __init__(self, question: Question, kernel: Mapping[str, Any], name: str, plan: VirtualPlan, megabytes: int) -> None:
        self.question, self.name, self.plan = question, name, plan
        self.shared = SharedMemory.with_table(megabytes, clustered=True)
        self.worker = Worker(question.rulebook, kernel, self.shared)
        self.turns = TurnTaker(self.worker)
        self.course: Course | None = None
        self.job: SearchJob | None = None
        self._task: SearchTask | None = None
        self._owed = 0
        self._spent = self._before = 0
        self.worked = self.idled = 0

    # Orders

    def obey(self, order: Order, entries: int, marks: int) -> None:
        """Do what was ordered; `entries` and `marks` say how large a subtree must be for others to be told."""
        self._interrupt()
        if isinstance(order, Begin):
            self.course, self.job = Course(order.last, order.provable), None
            for finding in order.findings:
                self.course.note(finding)
            self._prepare(())
            self.worker.share(order.number, entries, marks)
        elif isinstance(order, BeginJob):
            self.course, self.job = None, order.job
            self._prepare(order.job.path)
        elif isinstance(order, Stop):
            self.course = self.job = None

    def hear(self, finding: Finding) -> None:
        """Take what another worker has found."""
        if self.course is not None and self.course.note(finding):
            self._interrupt()

    def take(self, items: np.ndarray[Any, Any], others: int) -> int:
        """Take entries and marks of others, which takes time; the items are of so many others, and its own."""
        news = self.worker.take(items) if self.course is not None else 0
        self._owed += round(COST_OF_ITEM * len(items) * others / (others + 1))
        self.worker.context["heard"] = 1
        return news

    def give_up_proof(self) -> None:
        """Go on without a proof if one is being tried."""
        if self.course is not None and self.course.give_up_proof():
            self._interrupt()

    # Work

    def run(self, nodes: int, seconds: float) -> list[Told]:
        """Work for so many positions, which take so many seconds; returns what there is to tell."""
        told: list[Told] = []
        left = nodes - self._owed
        while left > 0 and self._has_work():
            if not self.turns.working:
                self._begin_work()
                left -= COST_OF_TASK
            left -= self.turns.take_turn(max(1, left))
            if not self.turns.working and self.turns.succeeded:
                told += self._finished(seconds / nodes)
        if left > 0:
            self.idled += left
        self.worked += nodes - max(0, left)
        self._owed = max(0, -left)
        return told

    def progress(self) -> WorkerProgress:
        """How far it has come."""
        context = self.worker.context
        depth = self._task.depth if self._task else 0
        return WorkerProgress(int(context["nodes"]), depth, int(context["done"]), int(context["best"]), int(context["worth"]))

    def close(self) -> None:
        """End its thread."""
        self._interrupt()
        self.turns.close()

    def _has_work(self) -> bool:
        return self.job is not None or (self.course is not None and not self.course.over)

    def _begin_work(self) -> None:
        self.shared.stop[0] = 0
        context = self.worker.context
        context["generation"] += 1
        self._before = int(context["nodes"])
        work: Callable[[Worker], bool]
        if self.job is not None:
            job = self.job
            work = lambda worker: worker.search(job.depth, job.low, job.high, NO_END)  # noqa: E731
        elif self.course is not None:
            task = self._task = self.course.task
            work = (
                (lambda worker: worker.prove(NO_END))
                if task.proves
                else lambda worker: worker.search(task.depth, task.low, task.high, NO_END)
            )
        self.turns.begin(work)

    def _finished(self, seconds_each: float) -> list[Told]:
        context, value = self.worker.context, self.worker.value
        nodes = int(context["nodes"])
        if self.job is not None:
            job, self.job = self.job, None
            spent = nodes - self._before
            return [JobDone(job.number, value, (), spent, spent * seconds_each, self.worker.cut_short)]
        if self.course is None or self._task is None:
            return []
        move = int(context["best"])
        line = self.worker.line(move) if move >= 0 else ()
        finding = Finding(self._task, value, move, line, self.worker.cut_short)
        return [Found(finding, nodes)] if self.course.note(finding) else []

    def _prepare(self, path: Sequence[int]) -> None:
        rulebook, state, line = self.question.rulebook, self.question.state, []
        for move in path:
            line.append(state)
            state = rulebook.play(state, move)
        nodes = int(self.worker.context["nodes"])
        self.worker.prepare(state, self.shared.table.age, line)
        self.worker.context["nodes"] = nodes

    def _interrupt(self) -> None:
        """End the search that is going on."""
        if self.turns.working:
            self.shared.stop[0] = 1
            self.turns.take_turn(NO_END // 2)
