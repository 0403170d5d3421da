"""`Workers`: the threads that do the jobs which handlers wait for, and the queues before them.

start ──► passwords, compilations    in turns (`job_queues.py`) ──┐
      ──► thoughts with a ticket     when their queue says so ────┼──► a thread ──► resume, with the result
      ──► anything else              at once ─────────────────────┘
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import structlog

from ludus.server.analysis.computation import Computation
from ludus.server.call import Crowded, Task
from ludus.server.job_queues import CAUSES, JobQueues, threads_for
from ludus.server.policy import Policy
from ludus.server.pressure import Pressure
from ludus.server.thinkers import Thinkers

log = structlog.get_logger("ludus")


class Workers:
    """Does jobs; `resume` is called with a task and the result of its job, or the error."""

    def __init__(
        self,
        policy: Policy,
        computation: Computation,
        pressure: Pressure,
        wants: Callable[[Task], bool],
        resume: Callable[[Task, object, Exception | None], None],
    ) -> None:
        self._pressure, self._wants, self._resume = pressure, wants, resume
        self._loop = asyncio.get_running_loop()
        self._pools = threads_for(policy)
        self._at_work = dict.fromkeys(self._pools, 0)
        self.queues = JobQueues(policy)
        self._thinkers = Thinkers(computation)
        self._tasks: dict[int, Task] = {}  # those whose jobs are not done
        self._closed = False
        self.thoughts = 0
        """How many of them wait to think, or think: `think` has nothing to do while there are none."""

    @property
    def are_busy(self) -> bool:
        """Whether jobs are being done; a compiler, for one, cannot be stopped half-way."""
        return any(self._at_work.values())

    def start(self, task: Task) -> None:
        """Have a thread do the job that a task waits for, now or when it is its turn."""
        self._tasks[id(task)] = task
        if task.job.ticket is not None:
            self.thoughts += 1
            self._thinkers.wait(task)
        elif task.job.pool in self.queues:
            self._wait_for_turn(task)
        else:
            self._work(task)

    def think(self, now: float) -> float | None:
        """Begin the thoughts whose turn it is; what nobody wants any more is over at once. When to come again, at the latest."""
        begun, dropped = self._thinkers.turn(now)
        for task in begun:
            self._work(task)
        for task in dropped:
            self._drop(task)
        return self._thinkers.next_time()

    def stop(self) -> None:
        """Resume no task any more."""
        self._closed = True

    def give_up(self) -> list[Task]:
        """The tasks that still wait, and will for ever."""
        given_up = list(self._tasks.values())
        self._tasks.clear()
        return given_up

    def close(self) -> None:
        """Begin no job any more."""
        for pool, _ in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    def _wait_for_turn(self, task: Task) -> None:
        """Have work that is done in turns wait."""
        if (turned_away := self.queues.push(task)) is not None:
            cause = CAUSES[task.job.pool]
            self._pressure.note("refused", cause, turned_away.job.address)
            self._drop(turned_away, cause)
        self._work_in_turns(task.job.pool)

    def _work_in_turns(self, pool: str) -> None:
        while (task := self.queues.take(pool, self._wants, self._drop)) is not None:
            self._work(task)

    def _work(self, task: Task) -> None:
        """Have a thread do the job that a task waits for."""
        job = task.job
        pool, most = self._pools[job.pool]
        if self._at_work[job.pool] >= most:
            self._drop(task, "too much work is waiting")
            return
        self._at_work[job.pool] += 1
        working = self._loop.run_in_executor(pool, job.work)
        working.add_done_callback(lambda done: self._worked(task, job.pool, done))

    def _worked(self, task: Task, pool: str, done: asyncio.Future[object]) -> None:
        """A job is done."""
        self._at_work[pool] -= 1
        if pool in self.queues and not self._closed:
            self.queues.done(task)
            self._work_in_turns(pool)
        if done.cancelled() or self._closed:
            return
        if error := done.exception():
            log.warning("work failed", pool=pool, problem=repr(error))
            self._finish(task, error=error if isinstance(error, Exception) else RuntimeError(repr(error)))
        else:
            self._finish(task, done.result())

    def _drop(self, task: Task, why: str = "nobody waits for it") -> None:
        self._finish(task, error=Crowded(why))

    def _finish(self, task: Task, result: object = None, error: Exception | None = None) -> None:
        """Go on with a task whose job is done, or will not be."""
        if self._tasks.pop(id(task), None) is None:
            return  # it was given up
        if task.job.ticket is not None:
            self.thoughts -= 1
        self._resume(task, result, error)
