"""The threads of a search: workers that share one table and do the same work until one of them has finished it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.compilation import HINTS, compile_search
from ludus.search.worker import SharedMemory, Worker


class WorkerPool:
    """All workers of one engine."""

    def __init__(
        self, rulebook: Rulebook, threads: int, megabytes: int, hints: frozenset[str] = HINTS, *, clustered: bool = False
    ) -> None:
        self.shared = SharedMemory.with_table(megabytes, clustered=clustered)
        kernel = compile_search(rulebook, hints, clustered=clustered)
        self.workers = [Worker(rulebook, kernel, self.shared) for _ in range(threads)]
        self.stopped = False
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="ludus-search")

    @property
    def first(self) -> Worker:
        """The worker that searches when one is enough."""
        return self.workers[0]

    @property
    def nodes(self) -> int:
        """How many positions were looked at since `prepare`."""
        return sum(int(worker.context["nodes"]) for worker in self.workers)

    @property
    def cut_short(self) -> bool:
        """Whether any worker has broken off a line."""
        return any(worker.cut_short for worker in self.workers)

    def prepare(self, state: StateRecord, *, forgetting: bool) -> None:
        """Get ready to search a position."""
        self.stopped = False
        self.shared.stop[0] = 0
        self.shared.table.grow_older(forgetting=forgetting)
        for worker in self.workers:
            worker.prepare(state, self.shared.table.age)

    def remember_past(self, keys: Iterable[int]) -> None:
        """Tell every worker which positions are drawn when they come up again."""
        known = list(keys)
        for worker in self.workers:
            worker.remember_past(known)

    def race(self, work: Callable[[Worker], bool], workers: list[Worker], deadline: float | None) -> Worker | None:
        """Let workers do the same work until one has finished it, and return that one; None if none could by the deadline."""
        for worker in workers:
            worker.context["threads"] = len(workers)
        if deadline is None and len(workers) == 1:
            return workers[0] if work(workers[0]) else None
        running: dict[Future[bool], Worker] = {self._threads.submit(work, worker): worker for worker in workers}
        try:
            working, found = set(running), False
            while working and not found:  # a worker that has used up its share of the positions leaves the rest to the others
                left = None if deadline is None else min(max(0.0, deadline - time.perf_counter()), threading.TIMEOUT_MAX)
                done, working = wait(working, left, FIRST_COMPLETED)
                found = not done or any(each.exception() or each.result() for each in done)
        finally:
            self.shared.stop[0] = 1
            wait(running)
            self.shared.stop[0] = 0
            if self.stopped:  # looked at only now, so that no call of `stop` is overwritten
                self.shared.stop[0] = 1
        return next((worker for done, worker in running.items() if done.result()), None)

    def interrupt(self) -> None:
        """End the race that is going on, from any thread; the next one is not affected."""
        self.shared.stop[0] = 1

    def forget(self) -> None:
        """Forget everything that earlier searches have learned."""
        self.shared.table.clear()
        for worker in self.workers:
            worker.forget(entirely=True)

    def stop(self) -> None:
        """End the work that is going on, from any thread."""
        self.stopped = True
        self.shared.stop[0] = 1

    def close(self) -> None:
        """Release the threads."""
        self.stop()
        self._threads.shutdown()
