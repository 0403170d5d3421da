"""The coordinator of one game's machines: a socket, a clock, and a scheme that decides.

One thread owns everything here; questions are put to it from any other. A machine that says nothing for a while counts as gone,
and when it says something again, as back.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

import zmq

from ludus.cluster.bell import Bell
from ludus.cluster.crew import STANDS_BY, crew_of, has_room
from ludus.cluster.machine import Invitation
from ludus.cluster.messages import (
    BatchResult,
    BatchTask,
    Introduce,
    MachineHello,
    MachineQuestion,
    MachineQuit,
    Numbered,
    Refused,
    decode,
    encode,
    numbered,
)
from ludus.cluster.orders import Found, JobDone, Order, WorkerProgress
from ludus.cluster.parcel import pack
from ludus.cluster.performance import Durations, Performance
from ludus.cluster.question import Question, quick_answer
from ludus.cluster.requests import BatchRequest, Member, OpenQuestion
from ludus.cluster.scheme import scheme_for
from ludus.cluster.sockets import KeyPair, Sockets
from ludus.cluster.thresholds import smallest_mark
from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report

SILENCE, IDLE_SILENCE = 1.0, 4.0
"""Seconds without a word after which a machine counts as gone, with something to do and without."""

PATIENCE, LONG_PATIENCE = 10.0, 60.0
"""Seconds that a question without a time limit, and a batch, wait for a machine; one that has died is started again."""

LOOK, IDLE_LOOK = 0.05, 0.5
"""Seconds between two looks at the clock, with a question and without; whatever happens is seen at once."""

LATENCY = 0.002
"""Seconds until other machines hear of something, on average. What takes less is not worth a mark."""


class Conductor:
    """Answers questions about one game with all machines that have joined."""

    def __init__(self, rulebook: Rulebook, *, scheme: str = "shared", host: str = "127.0.0.1", megabytes: int = 128) -> None:
        self.rulebook, self.scheme, self.megabytes = rulebook, scheme, megabytes
        self.client = KeyPair.fresh()
        self.performance = Performance()
        self.durations = Durations()
        self.members: dict[str, Member] = {}
        self.refusals: list[str] = []
        self._sockets = Sockets(self.client)
        self._router, self.endpoint = self._sockets.listening(zmq.ROUTER, host)
        self.parcel = pack(rulebook.file, self.client.secret.encode())
        self._bell = Bell(self._router)
        self._requests: SimpleQueue[OpenQuestion | BatchRequest] = SimpleQueue()
        self._line: deque[OpenQuestion | BatchRequest] = deque()
        self._current: OpenQuestion | None = None
        self._batch: BatchRequest | None = None
        self._number = self._dealt = 0
        self._begun = 0.0
        self._closing, self._stopping = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="ludus-conductor")
        self._thread.start()
        start = rulebook.start()
        if not rulebook.chances(start):
            quick_answer(Question(rulebook, start, Limit()))  # compiles what no question should wait for

    def invitation(self, host: str, cores: int) -> Invitation:
        """What a machine needs to join."""
        return Invitation(self.endpoint, self._sockets.server.public, self.client, self.parcel, cores, self.megabytes, host)

    @property
    def present(self) -> dict[str, Member]:
        """The machines that are there."""
        return {name: member for name, member in dict(self.members).items() if not member.gone}

    def search(
        self, state: StateRecord, limit: Limit, past: Sequence[StateRecord] = (), progress: Progress | None = None
    ) -> Report:
        """The best move of a position; with a time limit there is an answer in time, whatever becomes of the machines."""
        question = Question(self.rulebook, state, limit, tuple(past))
        known = quick_answer(question)
        if known is not None:
            return known
        request = OpenQuestion(question, progress)
        self._request(request)
        return request.answer.result()

    def batch(self) -> BatchRequest:
        """An empty batch, to which tasks can be added; it is begun when all requests before it are done."""
        batch = BatchRequest(self._bell.ring)
        self._request(batch)
        return batch

    def _request(self, request: OpenQuestion | BatchRequest) -> None:
        self._requests.put(request)
        self._bell.ring()

    def in_order(self, tasks: Sequence[BatchTask]) -> Iterator[Any]:
        """The results of many tasks in their order, one task for each core."""
        yield from self.batch().in_order(tasks, self._nobody)

    @property
    def waiting(self) -> int:
        """Questions and batches that wait for their turn."""
        return self._requests.qsize() + len(self._line)

    def task_of(self, name: str) -> str:
        """What a machine does, in words; empty when it does nothing."""
        batch, current, member = self._batch, self._current, self.members[name]
        if batch is not None:
            return f"{len(batch.dealer.given.get(name, ()))} of {batch.dealer.left_over} in a batch"
        if current is None or current.scheme is None or member.gone:
            return ""
        takes_part = name in current.scheme.workers
        return f"a position, {member.progress.depth} moves ahead" if takes_part else STANDS_BY

    def stop(self) -> None:
        """End the search that is going on, from any thread; it answers with what is known."""
        self._stopping.set()
        self._bell.ring()

    def close(self) -> None:
        """Let all machines go."""
        self._closing.set()
        self._bell.ring()
        self._thread.join()
        self._bell.close()

    # The thread

    def _run(self) -> None:
        while not self._closing.is_set():
            self._bell.wait(self._pause(time.monotonic()))
            self._receive()
            self._begin_next()
            self._look_at_clock()
        for name in self.present:
            self._send(name, MachineQuit())
        time.sleep(0.02)  # a goodbye takes a moment to get out
        for request in (self._current, *self._line):
            if isinstance(request, OpenQuestion):
                request.answer.set_exception(LudusError("the cluster was closed"))
        self._sockets.close()

    def _pause(self, now: float) -> float:
        """Seconds until the clock has to be looked at."""
        requests = [each for each in (self._current, *self._line) if isinstance(each, OpenQuestion)]
        look = LOOK if requests or self._batch is not None else IDLE_LOOK
        return max(0.0, min([look, *(each.ends - now for each in requests)]))

    def _receive(self) -> None:
        while True:
            try:
                identity, data = self._router.recv_multipart(zmq.NOBLOCK)
            except zmq.Again:
                return
            except ValueError:
                continue
            try:
                self._take(identity.decode(), decode(data), time.monotonic())
            except LudusError:  # whoever has our key and talks nonsense is not listened to
                continue

    def _take(self, name: str, message: Any, now: float) -> None:
        if isinstance(message, MachineHello):
            self.members[name] = Member(message.endpoint, message.public_key, message.cores, message.processors, now)
            self._introduce(crew_of(self.present))
            self._join(name, now)
            return
        if isinstance(message, Refused):
            self.refusals.append(message.sentence)
        member = self.members.get(name)
        if member is None:
            return
        member.heard, member.dead = now, False
        if isinstance(message, Numbered) and message.progress is not None:
            member.progress = message.progress
        if member.gone:
            member.gone = False
            self._join(name, now)
        if isinstance(message, BatchResult):
            if self._batch is not None:
                self._batch.note(message)
                self._deal()
        elif isinstance(message, Numbered) and message.question == self._number and self._current is not None:
            told, scheme = message.content, self._current.scheme
            if scheme is not None and isinstance(told, Found | WorkerProgress | JobDone):
                before = scheme.report
                self._order(scheme.heard(name, told, now))
                self._report(before)

    def _join(self, name: str, now: float) -> None:
        """Let a machine take part in what is going on."""
        self._enlist(name, now)
        if self._batch is not None:
            self._batch.dealer.joined(name, self.members[name].cores)
            self._deal()

    def _enlist(self, name: str, now: float) -> None:
        """Let a machine take part in the search that is going on, unless its computer has no processor left for it."""
        request = self._current
        if request is None or request.scheme is None:
            return
        crew = {each: self.members[each] for each in request.scheme.workers if each != name}
        if has_room(self.members[name], crew.values()):
            self._introduce({**crew, name: self.members[name]})
            self._ask(name, request.question)
            self._order(request.scheme.joined(name, now))

    def _introduce(self, crew: dict[str, Member]) -> None:
        """Have all in a crew listen to each other."""
        everybody = {name: (member.endpoint, member.public_key) for name, member in crew.items()}
        for name in crew:
            self._send(name, Introduce(everybody, sum(member.cores for member in crew.values())))

    def _begin_next(self) -> None:
        now = time.monotonic()
        while not self._requests.empty():
            self._line.append(self._requests.get())
        for late in [each for each in self._line if isinstance(each, OpenQuestion) and each.ends <= now]:
            self._line.remove(late)  # it has waited for others all the time it had
            late.give_up(now)
        while self._current is None and self._batch is None and self._line:
            request, self._begun = self._line.popleft(), now
            if isinstance(request, BatchRequest):
                self._batch, request.dealer.first = request, self._dealt
                for name, member in self.present.items():
                    request.dealer.joined(name, member.cores)
                continue
            self._number += 1
            self._stopping.clear()
            self._current = request
            request.scheme = scheme_for(self.scheme, request.question, self.performance, request.begun)
            crew = crew_of(self.present)
            self._introduce(crew)
            for name in crew:
                self._ask(name, request.question)
            for name in crew:
                self._order(request.scheme.joined(name, now))

    def _look_at_clock(self) -> None:
        now = time.monotonic()
        silence = IDLE_SILENCE if self._current is None and self._batch is None else SILENCE
        for name, member in self.members.items():
            if not member.gone and (member.dead or now - max(member.heard, self._begun) > silence):
                self._lose(name, now)
        self._look_at_batch(now)
        request = self._current
        if request is None or request.scheme is None:
            return
        before = request.scheme.report
        self._order(request.scheme.end(now) if self._stopping.is_set() else request.scheme.tick(now))
        if request.scheme.over:
            self._current = None
            report = request.scheme.report
            if report.completed >= 1.0 and report.depth > 0:
                self.durations.note(report.depth, now - request.begun)
            request.answer.set_result(report)
            return
        self._report(before)
        if request.question.limit.seconds is None and not self.present and now - request.begun > PATIENCE:
            self._current = None
            request.answer.set_exception(LudusError(self._nobody()))

    def _lose(self, name: str, now: float) -> None:
        self.members[name].gone = True
        if self._current is not None and self._current.scheme is not None:
            self._order(self._current.scheme.left(name, now))
            for other in self.present.keys() - set(self._current.scheme.workers):
                self._enlist(other, now)
        if self._batch is not None:
            self._batch.dealer.left(name)
            self._deal()

    def lose(self, name: str) -> None:
        """A machine is known to be dead; silence would tell so later."""
        if name in self.members:
            self.members[name].dead = True
            self._bell.ring()

    def _nobody(self) -> str:
        why = f": {self.refusals[-1]}" if self.refusals else ""
        return f"no worker of the cluster offers {self.rulebook.game.name} now{why}"

    def _report(self, before: Report) -> None:
        request = self._current
        if request is not None and request.scheme is not None and request.progress and request.scheme.report != before:
            request.progress(replace(request.scheme.report))

    # Messages

    def _ask(self, name: str, question: Question) -> None:
        marks = smallest_mark(self.performance.speed(name) / self.members[name].cores, LATENCY)
        past = tuple(state.tobytes() for state in question.past)
        self._send(name, MachineQuestion(self._number, question.state.tobytes(), past, question.proof_seconds, marks))

    def _order(self, orders: list[Order]) -> None:
        for order in orders:
            self._send(order.worker, numbered(self._number, order))

    def _send(self, name: str, message: Any) -> None:
        self._router.send_multipart([name.encode(), encode(message)])

    # Many positions

    def _deal(self) -> None:
        batch = self._batch
        if batch is None:
            return
        for name, number in batch.dealer.orders():
            self._send(name, batch.tasks[number])

    def _look_at_batch(self, now: float) -> None:
        batch = self._batch
        if batch is None:
            return
        if batch.accept():
            self._deal()
        batch.deserted = None if self.present else batch.deserted or now
        lost = batch.deserted is not None and now - batch.deserted > LONG_PATIENCE
        if lost:
            batch.results.put(None)
        if lost or batch.closed:
            self._batch, self._dealt = None, batch.dealer.first + batch.dealer.count
