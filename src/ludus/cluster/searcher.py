"""The search of one machine: all its cores on one table, in a common search or at a job, and ready to change their minds at once.

Other threads tell it what to do and what others have found; what it has to tell waits in `told`.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

import numpy as np

from ludus.cluster.course import Course, Finding, SearchTask
from ludus.cluster.orders import Begin, Found, JobDone, SearchJob, Told, WorkerProgress
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import NO_END
from ludus.search.worker import Worker
from ludus.search.worker_pool import WorkerPool


class Searcher:
    """Searches on all cores of a machine, in a thread of its own."""

    def __init__(self, rulebook: Rulebook, cores: int, megabytes: int) -> None:
        self.rulebook = rulebook
        self.pool = WorkerPool(rulebook, cores, megabytes, clustered=True)
        self.told: SimpleQueue[Told] = SimpleQueue()
        self.call = np.zeros(1, np.int64)
        """Not 0 when something was put into `told`."""
        self._changed = threading.Condition()
        self._course: Course | None = None
        self._job: SearchJob | None = None
        self._task: SearchTask | None = None
        self._closing = False
        self._root = rulebook.start()
        self._proof_ends: float | None = None
        self._nodes = 0
        self._thread = threading.Thread(target=self._run, daemon=True, name="ludus-searcher")
        self._thread.start()

    # Told by others

    def ask(self, state: StateRecord, past: Sequence[StateRecord], proof_seconds: float | None) -> None:
        """Get ready for a question; orders for it follow."""
        with self._idle():
            self._root, self._nodes = state, 0
            self.pool.prepare(state, forgetting=self.rulebook.game.repeats > 0)
            seen = Counter(self.pool.first.repetition_key(each) for each in past)
            repeats = self.rulebook.game.repeats
            self.pool.remember_past(key for key, times in seen.items() if repeats and times >= repeats - 1)
            for worker in self.pool.workers:
                worker.forget()
            self._proof_ends = None if proof_seconds is None else time.monotonic() + proof_seconds

    def begin(self, order: Begin, entries: int, marks: int) -> None:
        """Take part in the common search, telling others of subtrees of at least these sizes."""
        with self._idle():
            self._prepare(())
            for worker in self.pool.workers:
                worker.share(order.number, entries, marks)
            self._course = Course(order.last, order.provable)
            for finding in order.findings:
                self._course.note(finding)

    def begin_job(self, job: SearchJob) -> None:
        """Do a job."""
        with self._idle():
            self._prepare(job.path)
            self._job = job

    def hear(self, finding: Finding) -> None:
        """Take what another machine has found."""
        with self._changed:
            if self._course is not None and self._course.note(finding):
                self.pool.interrupt()

    def stop(self) -> None:
        """Stop what is going on."""
        with self._idle():
            pass

    def close(self) -> None:
        """End the thread."""
        with self._idle():
            self._closing = True
        self._thread.join()
        self.pool.close()

    @property
    def busy(self) -> bool:
        """Whether it has work, or something to tell."""
        return self._has_work() or self._working or not self.told.empty()

    def progress(self, counts: tuple[int, int, int]) -> WorkerProgress:
        """How far it has come, with what was sent, received and useful; also gives up a proof that takes too long."""
        with self._changed:
            if self._proof_ends is not None and time.monotonic() >= self._proof_ends:
                self._proof_ends = None
                if self._course is not None and self._course.give_up_proof():
                    self.pool.interrupt()
            context, task = self.pool.first.context, self._task
            depth = 0 if task is None or self._course is None else task.depth
            move, value = int(context["best"]), int(context["worth"])
            return WorkerProgress(self._nodes + self.pool.nodes, depth, int(context["done"]), move, value, (), *counts)

    # The thread

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closing or self._has_work())
                if self._closing:
                    return
                self.pool.shared.stop[0] = 0
                course, job = self._course, self._job
                self._task = course.task if course is not None else None
                work = self._work(self._task, job)
                for worker in self.pool.workers:
                    worker.context["generation"] += 1
                self._working = True
            begun, before = time.perf_counter(), self.pool.nodes
            finisher = self.pool.race(work, self.pool.workers, None)
            with self._changed:
                self._working = False
                if finisher is not None and course is self._course and job is self._job:
                    self._note(finisher, time.perf_counter() - begun, self.pool.nodes - before)
                self._changed.notify_all()

    _working = False

    def _has_work(self) -> bool:
        return self._job is not None or (self._course is not None and not self._course.over)

    def _work(self, task: SearchTask | None, job: SearchJob | None) -> Callable[[Worker], bool]:
        if job is not None:
            return lambda worker: worker.search(job.depth, job.low, job.high, NO_END)
        if task is None or task.proves:
            return lambda worker: worker.prove(NO_END)
        return lambda worker: worker.search(task.depth, task.low, task.high, NO_END)

    def _note(self, finisher: Worker, seconds: float, nodes: int) -> None:
        """Tell what a finished task or job has found."""
        move = int(finisher.context["best"])
        line = finisher.line(move) if move >= 0 else ()
        if self._job is not None:
            done = JobDone(self._job.number, finisher.value, line, nodes, seconds, self.pool.cut_short)
            self._job = None
            self._tell(done)
        elif self._course is not None and self._task is not None:
            finding = Finding(self._task, finisher.value, move, line, self.pool.cut_short)
            if self._course.note(finding):
                self._tell(Found(finding, self._nodes + self.pool.nodes))

    def _tell(self, told: Told) -> None:
        self.told.put(told)
        self.call[0] = 1

    def _prepare(self, path: Sequence[int]) -> None:
        state, line = self._root, []
        for move in path:
            line.append(state)
            state = self.rulebook.play(state, move)
        self._nodes += self.pool.nodes
        for worker in self.pool.workers:
            worker.prepare(state, self.pool.shared.table.age, line)

    def _idle(self) -> _Idle:
        return _Idle(self, self._changed)

    def drop_work(self) -> None:
        """Forget the course and the job, and wait until no thread searches; the lock is held."""
        self._course = self._job = self._task = None
        while self._working:
            self.pool.interrupt()
            self._changed.wait(0.05)


class _Idle:
    """Holds the lock of a searcher while it does nothing."""

    def __init__(self, searcher: Searcher, changed: threading.Condition) -> None:
        self.searcher, self.changed = searcher, changed

    def __enter__(self) -> None:
        self.changed.acquire()
        self.searcher.drop_work()

    def __exit__(self, *_: Any) -> None:
        self.changed.notify_all()
        self.changed.release()
