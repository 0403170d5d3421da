"""What the coordinator of one game's machines keeps in mind: the machines, questions, and batches."""

from __future__ import annotations

import time
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from queue import SimpleQueue

from ludus.cluster.batch import Dealer
from ludus.cluster.messages import BatchResult, BatchTask
from ludus.cluster.orders import WorkerProgress
from ludus.cluster.question import Answer, Question
from ludus.cluster.scheme import Scheme
from ludus.search.report import Progress, Report


@dataclass
class Member:
    """A machine as the coordinator knows it."""

    endpoint: str
    public_key: str
    cores: int
    heard: float
    gone: bool = False
    progress: WorkerProgress = field(default_factory=lambda: WorkerProgress(0))
    """What it last told about itself."""


@dataclass
class OpenQuestion:
    """A question that waits for its answer, or is being answered."""

    question: Question
    progress: Progress | None
    answer: Future[Report] = field(default_factory=Future)
    scheme: Scheme | None = None
    begun: float = field(default_factory=time.monotonic)

    def is_late(self, now: float) -> bool:
        """Whether its time is over."""
        seconds = self.question.limit.seconds
        return seconds is not None and now - self.begun >= seconds

    def give_up(self, now: float) -> None:
        """Answer with any legal move, because there was no time to search."""
        self.answer.set_result(replace(Answer(self.question).report, seconds=now - self.begun))


@dataclass
class BatchRequest:
    """Many positions or games. Whoever asks adds tasks and takes results; the coordinator does the rest."""

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

    def close(self) -> None:
        """Nothing more is wanted."""
        self.closed = True

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
