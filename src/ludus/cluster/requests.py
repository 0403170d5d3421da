"""What the coordinator of one game's machines keeps in mind: the machines, questions, and batches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from math import inf
from queue import SimpleQueue

from ludus.cluster.batch import Dealer
from ludus.cluster.messages import BatchResult, BatchTask
from ludus.cluster.orders import WorkerProgress
from ludus.cluster.question import Answer, Question
from ludus.cluster.scheme import Scheme
from ludus.rules.errors import LudusError
from ludus.search.report import Progress, Report


@dataclass
class Member:
    """A machine as the coordinator knows it."""

    endpoint: str
    public_key: str
    cores: int
    processors: int
    """How many its computer has."""
    heard: float
    gone: bool = False
    dead: bool = False
    """Whether somebody knows that it will not come back."""
    progress: WorkerProgress = field(default_factory=lambda: WorkerProgress(0))
    """What it last told about itself."""

    @property
    def computer(self) -> str:
        """Where it runs: the address at which others listen to it, without the port."""
        return self.endpoint.rpartition(":")[0]


@dataclass
class OpenQuestion:
    """A question that waits for its answer, or is being answered."""

    question: Question
    progress: Progress | None
    answer: Future[Report] = field(default_factory=Future)
    scheme: Scheme | None = None
    begun: float = field(default_factory=time.monotonic)

    @property
    def ends(self) -> float:
        """When its time is over."""
        seconds = self.question.limit.seconds
        return inf if seconds is None else self.begun + seconds

    def give_up(self, now: float) -> None:
        """Answer with any legal move, because there was no time to search."""
        self.answer.set_result(replace(Answer(self.question).report, seconds=now - self.begun))


@dataclass
class BatchRequest:
    """Many positions or games. Whoever asks adds tasks and takes results; the coordinator does the rest."""

    changed: Callable[[], None]
    """Lets the coordinator know that there is something new."""
    results: SimpleQueue[BatchResult | None] = field(default_factory=SimpleQueue)
    """As they come, numbered from 0 as the tasks were added; None when no machine is left to go on with."""
    dealer: Dealer = field(default_factory=Dealer)
    tasks: dict[int, BatchTask] = field(default_factory=dict)
    deserted: float | None = None
    """Since when no machine is there."""
    closed: bool = False
    _added: SimpleQueue[BatchTask] = field(default_factory=SimpleQueue)

    def add(self, task: BatchTask) -> None:
        """Have another task done; its number does not count."""
        self._added.put(task)
        self.changed()

    def in_order(self, tasks: Sequence[BatchTask], nobody: Callable[[], str]) -> Iterator[BatchResult]:
        """The results of tasks, in their order; raises `LudusError`, with what `nobody` says, when no machine is left."""
        found: dict[int, BatchResult] = {}
        for task in tasks:
            self.add(task)
        try:
            for number in range(len(tasks)):
                while number not in found:
                    result = self.results.get()
                    if result is None:
                        raise LudusError(nobody())
                    found[result.number] = result
                yield found.pop(number)
        finally:
            self.close()

    def close(self) -> None:
        """Nothing more is wanted."""
        self.closed = True
        self.changed()

    def accept(self) -> bool:
        """Number the tasks that were added; whether there were any. The coordinator calls this and what follows."""
        before = self.dealer.count
        while not self._added.empty():
            number = self.dealer.add()
            self.tasks[number] = replace(self._added.get(), number=number)
        return self.dealer.count > before

    def note(self, result: BatchResult) -> None:
        """Pass a result on, once."""
        if self.dealer.solved(result.number):
            del self.tasks[result.number]
            self.results.put(replace(result, number=result.number - self.dealer.first))
