"""What the coordinator of one game's machines keeps in mind: the machines, questions, and batches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from ludus.cluster.batch import Dealer
from ludus.cluster.messages import PlayPair, Solve
from ludus.cluster.orders import WorkerProgress
from ludus.cluster.question import Question
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


@dataclass
class BatchRequest:
    """Many positions or games that wait for their results."""

    tasks: Sequence[Solve | PlayPair]
    dealer: Dealer
    results: SimpleQueue[Any] = field(default_factory=SimpleQueue)
