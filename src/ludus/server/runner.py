"""`Runner`: keeps what has changed, then sends messages, then starts jobs. The one place where time, the core and the store meet.

    ── receive ──► core ──► group ──► store.commit (one thread, many changes at a time) ──► messages out
                                  ◄── results of jobs ──  threads (`workers.py`)

While one group is being written, the next one collects, so the busier the server the more moves share a commit. While
a store makes us wait, clocks stand still. If it fails, the server ends at once: what was acknowledged is on disk, and nothing
else was said.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import structlog

from ludus.server.call import Task
from ludus.server.core import Core
from ludus.server.fault import Fault
from ludus.server.outbox import Delivery, Group, Transport
from ludus.server.store.changes import Store
from ludus.server.trace import trace_changes, trace_reply, trace_request
from ludus.server.workers import Workers
from ludus.wire.error_sentences import Kind
from ludus.wire.line import write_prose
from ludus.wire.messages import AnyReply, AnyRequest, Goodbye, Notice, Problem

PAUSE = "The server is waiting for its store; nothing is lost, and all clocks stand still"
PAUSE_OVER = "The server goes on"

NOTEWORTHY = 5.0
"""Seconds by which the machine's clock must have been set to be worth a line in the log."""

log = structlog.get_logger("ludus")


class Runner:
    """Feeds a core with requests and time, and does what it wants done."""

    def __init__(
        self,
        core: Core,
        store: Store,
        *,
        time_of_day: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        tracing: bool = False,
    ) -> None:
        self.core, self.store, self.tracing = core, store, tracing
        self._time_of_day, self._steady = time_of_day, steady
        self._ahead = time_of_day() - steady()  # of our time before the steady one
        self._set_by = 0.0  # by how much the machine's clock was ahead of ours when that was last logged
        self._stands_at: float | None = None  # while the store makes everybody wait
        self.loop = asyncio.get_running_loop()
        self.failed: asyncio.Future[None] = self.loop.create_future()
        self.pressure = core.context.pressure
        self.counts = {"requests": 0, "messages": 0, "changes": 0, "commits": 0}
        self.on_commit: Callable[[float], None] = lambda _: None  # gets the duration of each commit
        self._transports: dict[int, Transport] = {}
        self._last = 0
        self._woken = False
        self._committing = False
        self._closed = False
        self._committed_at = self.clock()
        self._commit_from = 0.0  # when the next commit may begin, by the time of the loop
        self._timer: asyncio.TimerHandle | None = None
        self._due: float | None = None  # when it goes off
        self._think_at: float | None = None  # when thoughts are to be looked at, at the latest
        self._writer = ThreadPoolExecutor(1, "ludus-store")
        policy = core.context.settings.policy
        self._policy = policy.store
        self.workers = Workers(policy, core.context.computation, self.pressure, core.wants, self._resume)
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
        if self._stands_at is not None and len(self.core.outbox.group.changes) >= self._policy.waiting_changes:
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

    def clock(self) -> float:
        """The time of day when this began and the seconds since: whoever sets the machine's clock by an hour takes an hour from
        nobody's game. It stands still while the store makes everybody wait. After a restart the time of day counts again.
        """
        return self._ahead + self._steady() if self._stands_at is None else self._stands_at

    @property
    def connections(self) -> int:
        """The number of connections."""
        return len(self._transports)

    async def close(self) -> None:
        """Keep and send what is left, and end every connection with a goodbye."""
        self._closed = True  # from here on nothing comes in, and closing a connection gives up no seat
        self.workers.stop()
        if self._timer is not None:
            self._timer.cancel()
        await self._until_written()
        self.core.give_up(self.workers.give_up(), self.clock())
        self._wake()
        await self._until_written()
        for transport in list(self._transports.values()):
            transport.send(transport.codec.write(Goodbye(text="The server stops")))
            transport.close()
        self.workers.close()
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
        self._think_at = self.workers.think(now) if self.workers.thoughts else None
        self._set_timer(now)

    def _write(self, group: Group, now: float) -> None:
        """Have a group written; if that takes long, everybody is told."""
        late = self.loop.call_later(self._policy.pause_seconds, self._begin_pause)
        writing = self.loop.run_in_executor(self._writer, self.store.commit, group.changes, now)
        writing.add_done_callback(lambda _: late.cancel())
        writing.add_done_callback(lambda done: self._written(done, group, now))

    def _begin_pause(self) -> None:
        """The store makes everybody wait: clocks stop, and all are told."""
        self._stands_at = self.clock()
        log.warning("pause: the store is slow or away", waiting=len(self.core.outbox.group.changes))
        self._tell_all(Notice(text=PAUSE))

    def _end_pause(self, stood_at: float) -> None:
        """The clocks go on from where they stood."""
        seconds = self._ahead + self._steady() - stood_at
        self._ahead, self._set_by, self._stands_at = self._ahead - seconds, self._set_by + seconds, None
        log.warning("pause over", seconds=round(seconds, 1))
        self._tell_all(Notice(text=PAUSE_OVER))

    def _tell_all(self, reply: AnyReply) -> None:
        """Send everybody a message that nothing has to be kept for."""
        self._send([Delivery(tuple(self._transports), reply)])

    def _refuse(self, number: int, request: AnyRequest, why: Fault) -> None:
        """Answer a request without handling it."""
        problem = Problem(code=why.kind.code, sentence=why.sentence, id=request.id)
        self._send([Delivery((number,), problem)])

    def _written(self, done: asyncio.Future[None], group: Group, began: float) -> None:
        """A group is on disk: now it may be told."""
        self._committing = False
        error = done.exception()
        if self._stands_at is not None and error is None:
            self._end_pause(self._stands_at)
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
        self.counts["messages"] += self._send(group.deliveries)
        for number in group.leaving:
            if (transport := self._transports.get(number)) is not None:
                transport.close()
        for task in group.tasks:
            self.workers.start(task)
        if group.tasks:
            self._wake()

    def _send(self, deliveries: Iterable[Delivery]) -> int:
        """Send messages, how many is given back; those for one connection go out together, one for many is written once."""
        letters: defaultdict[Transport, list[bytes]] = defaultdict(list)
        for delivery in deliveries:
            if self.tracing:
                trace_reply(delivery.connections, delivery.reply)
            written: dict[str, bytes] = {}
            for number in delivery.connections:
                if (transport := self._transports.get(number)) is None:
                    continue
                codec, prose = transport.codec, delivery.prose
                if codec.name not in written:
                    written[codec.name] = codec.write(delivery.reply) if prose is None else write_prose(delivery.reply, prose)
                letters[transport].append(written[codec.name])
        for transport, messages in letters.items():
            transport.send(b"".join(messages))
        return sum(map(len, letters.values()))

    # Time

    def _set_timer(self, now: float) -> None:
        """Wake up when the core or a thought wants to know the time."""
        due = self.core.next_time
        if self._think_at is not None:
            due = self._think_at if due is None else min(due, self._think_at)
        if due == self._due or self._closed:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._due = due
        self._timer = None if due is None else self.loop.call_later(max(0.0, due - now), self._tick)

    def _tick(self) -> None:
        self._due = self._timer = None
        self.core.tick(self.clock())
        self._wake()

    def _beat(self) -> None:
        """Note that the server is alive, if nothing was kept for a while."""
        if self._closed:
            return
        now = self.clock()
        self._watch_time_of_day(now)
        quiet = not 0 <= now - self._committed_at < self._policy.heartbeat_seconds  # the time of day may have been set back
        if quiet and not self._committing and not self.failed.done():
            self._committing = True
            self._write(Group(), now)
        self.loop.call_later(self._policy.heartbeat_seconds, self._beat)

    def _watch_time_of_day(self, now: float) -> None:
        ahead = self._time_of_day() - now
        if self._stands_at is None and abs(ahead - self._set_by) > NOTEWORTHY:
            log.warning("the machine's clock was set; games go on by the old one", seconds=round(ahead - self._set_by))
            self._set_by = ahead

    # Work

    def _resume(self, task: Task, result: object, error: Exception | None) -> None:
        """Go on with a task whose job is done, or will not be."""
        try:
            self.core.resume(task, self.clock(), result, error)
        finally:
            self._wake()
