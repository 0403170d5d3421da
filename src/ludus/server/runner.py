"""`Runner`: keeps what has changed, then sends messages, then starts jobs. The one place where time, threads and the store meet.

    ── receive ──► core ──► group ──► store.commit (one thread, many changes at a time) ──► messages out
                                  ◄── results of jobs ──  threads

While one group is being written, the next one collects, so the busier the server the more moves share a commit. While
a store makes us wait, clocks stand still. If it fails, the server ends at once: what was acknowledged is on disk, and nothing
else was said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import structlog

from ludus.server.call import Crowded, Task
from ludus.server.core import Core
from ludus.server.fault import Fault
from ludus.server.job_queues import CAUSES, JobQueues, threads_for
from ludus.server.outbox import Delivery, Group
from ludus.server.pause import PAUSE, PAUSE_OVER, Pause
from ludus.server.store.changes import Store
from ludus.server.thinkers import Thinkers
from ludus.server.trace import trace_changes, trace_request
from ludus.server.transports import Transport, Transports
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import AnyRequest, Goodbye, Notice, Problem

log = structlog.get_logger("ludus")


class Runner:
    """Feeds a core with requests and time, and does what it wants done."""

    def __init__(self, core: Core, store: Store, clock: Callable[[], float], *, tracing: bool = False) -> None:
        self.core, self.store, self.tracing = core, store, tracing
        self.pause = Pause(clock)
        self.clock = self.pause.now
        """The time; it stands still while the store makes everybody wait."""
        self.loop = asyncio.get_running_loop()
        self.failed: asyncio.Future[None] = self.loop.create_future()
        self.pressure = core.context.pressure
        self.counts = {"requests": 0, "messages": 0, "changes": 0, "commits": 0}
        self.on_commit: Callable[[float], None] = lambda _: None  # gets the duration of each commit
        self._transports = Transports()
        self._last = 0
        self._woken = False
        self._committing = False
        self._closed = False
        self._committed_at = clock()
        self._commit_from = 0.0  # when the next commit may begin, by the time of the loop
        self._timer: asyncio.TimerHandle | None = None
        self._writer = ThreadPoolExecutor(1, "ludus-store")
        policy = core.context.settings.policy
        self._policy = policy.store
        self._pools = threads_for(policy)
        self.queues = JobQueues(policy)
        self._thinkers = Thinkers(core.context.computation)
        self._waiting = dict.fromkeys(self._pools, 0)
        self._tasks: dict[int, Task] = {}  # those whose jobs are not done
        self._wake()
        self._beat()

    # What edges call

    def connect(self, transport: Transport, address: str, *, program: bool, silent: bool = False) -> int:
        """Take a connection whose protocol is known, or that is silent; its number, or 0 if the server is closing."""
        if self._closed:
            transport.close()
            return 0
        self._last += 1
        self._transports[self._last] = transport
        log.debug("connect", connection=self._last, address=address, codec=transport.codec.name)
        self.core.connect(self._last, address, self.clock(), line=transport.codec.name == "line", program=program, silent=silent)
        self._wake()
        return self._last

    def receive(self, number: int, request: AnyRequest) -> None:
        """Take a request."""
        if self._closed:
            self._refuse(number, request, Fault(Kind.STOPPING))
            return
        if self.pause.is_on and len(self.core.outbox.group.changes) >= self._policy.waiting_changes:
            self.pressure.note("refused", "the store is away")
            self._refuse(number, request, Fault(Kind.NOT_NOW, PAUSE))
            return
        self.counts["requests"] += 1
        if self.tracing:
            trace_request(number, request)
        self.core.receive(number, request, self.clock())
        self._wake()

    def complain(self, number: int, problem: Problem, said: str = "") -> bool:
        """Take something that could not be read; its sender is told so in its turn. True if it was a move after all."""
        if self._closed:
            return False
        was_move = self.core.complain(number, problem, self.clock(), said)
        self._wake()
        return was_move

    def resize(self, number: int, width: int) -> None:
        """A telnet program has told how wide its window is."""
        if connection := self.core.connections.get(number):
            connection.width = width

    def ask_again(self, number: int) -> None:
        """A move could not be read: ask for it again."""
        self.core.ask_again(number, self.clock())
        self._wake()

    def is_program(self, number: int) -> None:
        """A connection turns out to speak JSON after all."""
        if connection := self.core.connections.get(number):
            connection.program, connection.line = True, False
            self.core.connections.tell_in_prose(connection, False)

    def disconnect(self, number: int) -> None:
        """A connection has ended."""
        if self._transports.pop(number, None) is not None and not self._closed:
            log.debug("disconnect", connection=number)
            self.core.disconnect(number, self.clock())
            self._wake()

    def finish(self, number: int) -> None:
        """A connection will say nothing more: it is closed when everything is answered."""
        if not self._closed:
            self.core.finish(number)
            self._wake()

    def stop(self) -> bool:
        """Begin no new game; true when no game is being played any more."""
        over = self.core.stop()
        self._wake()
        return over

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self._transports)

    @property
    def working(self) -> bool:
        """Whether jobs are being done in other threads; a compiler, for one, cannot be stopped half-way."""
        return any(self._waiting.values())

    async def close(self) -> None:
        """Keep and send what is left, and end every connection with a goodbye."""
        self._closed = True  # from here on nothing comes in, and closing a connection gives up no seat
        if self._timer is not None:
            self._timer.cancel()
        await self._until_written()
        self.core.give_up(list(self._tasks.values()), self.clock())
        self._tasks.clear()
        self._wake()
        await self._until_written()
        for transport in list(self._transports.values()):
            transport.send(transport.codec.write(Goodbye(text="The server stops")))
            transport.close()
        for pool, _ in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._writer.shutdown()

    async def _until_written(self) -> None:
        while (self._committing or self._woken) and not self.failed.done():
            await asyncio.sleep(0.001)

    # Groups

    def _wake(self) -> None:
        """Take a group soon; many things that come in at once share it."""
        if not self._woken:
            self._woken = True
            self.loop.call_soon(self._take)

    def _take(self) -> None:
        self._woken = False
        if self._committing or self.failed.done():
            return  # the group that is being written comes first
        wait = self._commit_from - self.loop.time()
        if wait > 0 and self.core.outbox.group.changes:
            self._woken = True
            self.loop.call_later(wait, self._take)
            return
        now = self.clock()
        group = self.core.take(now)
        if group.changes:
            self._committing = True
            self._commit_from = self.loop.time() + self._policy.commit_gap_seconds
            self.counts["changes"] += len(group.changes)
            self.counts["commits"] += 1
            self._write(group, now)
            if self.tracing:
                trace_changes(group.changes)
        elif group:
            self._deliver(group)
        self._think(now)
        self._set_timer()

    def _write(self, group: Group, now: float) -> None:
        """Have a group written; if that takes long, everybody is told."""
        late = self.loop.call_later(self._policy.pause_seconds, self._begin_pause)
        writing = self.loop.run_in_executor(self._writer, self.store.commit, group.changes, now)
        writing.add_done_callback(lambda _: late.cancel())
        writing.add_done_callback(lambda done: self._written(done, group, now))

    def _begin_pause(self) -> None:
        """The store makes everybody wait: clocks stop, and all are told."""
        self.pause.begin()
        log.warning("pause: the store is slow or away", waiting=len(self.core.outbox.group.changes))
        self._transports.tell_all(Notice(text=PAUSE))

    def _end_pause(self) -> None:
        seconds = self.pause.end()
        log.warning("pause over", seconds=round(seconds, 1))
        self._transports.tell_all(Notice(text=PAUSE_OVER))

    def _refuse(self, number: int, request: AnyRequest, why: Fault) -> None:
        """Answer a request without handling it."""
        problem = Problem(code=why.kind.code, sentence=why.sentence, id=request.id)
        self._transports.deliver([Delivery((number,), problem)])

    def _written(self, done: asyncio.Future[None], group: Group, began: float) -> None:
        """A group is on disk: now it may be told."""
        self._committing = False
        error = done.exception()
        if self.pause.is_on and error is None:
            self._end_pause()
        if error is not None:
            log.error("store", problem=str(error))
            if not self.failed.done():
                self.failed.set_exception(error)
            return
        self._committed_at = self.clock()
        seconds = self._committed_at - began
        self.on_commit(seconds)
        if seconds >= self._policy.slow_seconds:
            self.pressure.note("slowed", "a slow commit", seconds=round(seconds, 3), changes=len(group.changes))
        self._deliver(group)
        self._wake()

    def _deliver(self, group: Group) -> None:
        """Send the messages of a group, and start what is to be done after it."""
        self.counts["messages"] += self._transports.deliver(group.deliveries, tracing=self.tracing)
        for number in group.leaving:
            if (transport := self._transports.get(number)) is not None:
                transport.close()
        for task in group.tasks:
            self._start(task)

    # Time and work

    def _set_timer(self) -> None:
        """Wake up when the core wants to know the time."""
        if self._timer is not None:
            self._timer.cancel()
        due = min((time for time in (self.core.next_time, self._thinkers.next_time()) if time is not None), default=None)
        if due is not None and not self._closed:
            self._timer = self.loop.call_later(max(0.0, due - self.clock()), self._tick)

    def _tick(self) -> None:
        self.core.tick(self.clock())
        self._wake()

    def _beat(self) -> None:
        """Note that the server is alive, if nothing was kept for a while."""
        if self._closed:
            return
        now = self.clock()
        quiet = not 0 <= now - self._committed_at < self._policy.heartbeat_seconds  # the time of day may have been set back
        if quiet and not self._committing and not self.failed.done():
            self._committing = True
            self._write(Group(), now)
        self.loop.call_later(self._policy.heartbeat_seconds, self._beat)

    def _think(self, now: float) -> None:
        """Begin the thoughts whose turn it is; what nobody wants any more is over at once."""
        begun, dropped = self._thinkers.turn(now)
        for task in begun:
            self._work(task)
        for task in dropped:
            self._drop(task)

    def _start(self, task: Task) -> None:
        """Have a thread do the job that a task waits for, now or when it is its turn."""
        self._tasks[id(task)] = task
        if task.job.ticket is not None:
            self._thinkers.wait(task)
            self._wake()
        elif task.job.pool in self.queues:
            self._wait_for_turn(task)
        else:
            self._work(task)

    def _wait_for_turn(self, task: Task) -> None:
        """Have work that is done in turns wait."""
        if (turned_away := self.queues.push(task)) is not None:
            cause = CAUSES[task.job.pool]
            self.pressure.note("refused", cause, turned_away.job.address)
            self._drop(turned_away, cause)
        self._work_in_turns(task.job.pool)

    def _drop(self, task: Task, why: str = "nobody waits for it") -> None:
        self._resume(task, error=Crowded(why))

    def _work_in_turns(self, pool: str) -> None:
        while (task := self.queues.take(pool, self.core.wants, self._drop)) is not None:
            self._work(task)

    def _work(self, task: Task) -> None:
        """Have a thread do the job that a task waits for."""
        job = task.job
        pool, most = self._pools[job.pool]
        if self._waiting[job.pool] >= most:
            self._drop(task, "too much work is waiting")
            return
        self._waiting[job.pool] += 1
        working = self.loop.run_in_executor(pool, job.work)
        working.add_done_callback(lambda done: self._worked(task, job.pool, done))

    def _worked(self, task: Task, pool: str, done: asyncio.Future[object]) -> None:
        """A job is done: the core goes on with what has waited for it."""
        self._waiting[pool] -= 1
        if pool in self.queues and not self._closed:
            self.queues.done(task)
            self._work_in_turns(pool)
        if done.cancelled() or self._closed:
            return
        if error := done.exception():
            log.warning("work failed", pool=pool, problem=repr(error))
            self._resume(task, error=error if isinstance(error, Exception) else RuntimeError(repr(error)))
        else:
            self._resume(task, done.result())

    def _resume(self, task: Task, result: object = None, error: Exception | None = None) -> None:
        """Go on with a task whose job is done, or will not be."""
        if self._tasks.pop(id(task), None) is None:
            return  # it was given up
        try:
            self.core.resume(task, self.clock(), result, error)
        finally:
            self._wake()
