"""`Dispatcher`: takes a request through its handler, over any number of jobs that it waits for, to its answer.

    handle ──► handler ──► answered                                              at once
                  └── yields a job ──► a thread ──► resume ──► handler ──► answered    with the result of the job

The checks that every handler relies on are made here, before it begins and whenever it is resumed.
"""

from __future__ import annotations

from types import GeneratorType
from typing import Any, NamedTuple

import structlog
from msgspec.structs import replace

from ludus.server.call import Answer, Call, JobFailed, Moment, Steps, Task
from ludus.server.connections import Connection
from ludus.server.context import Context, Handler
from ludus.server.fault import Fault
from ludus.server.replay_cache import ReplayCache
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import AnyReply, Problem

SOMETHING_WRONG = Fault(Kind.NOT_NOW, "Something went wrong here")
SOMEBODY_ELSE = Fault(Kind.NOT_POSSIBLE, "You are a different player now; please say that again")

log = structlog.get_logger("ludus")


class Answered(NamedTuple):
    """A request that was answered after it had waited; the reply is None where something else was said."""

    call: Call[Any]
    reply: AnyReply | None


class Dispatcher:
    """Runs handlers, and sends their answers."""

    def __init__(self, context: Context, replay_cache: ReplayCache) -> None:
        self._context, self._replay_cache = context, replay_cache
        self._outbox = context.outbox

    def handle(self, call: Call[Any], handler: Handler) -> AnyReply | None:
        """Answer a request, unless its handler has to wait. What was answered before is answered again, and not done again.

        The reply, or None where there is none yet, or it was given before.
        """
        if call.request.id and (given := self._replay_cache.find(call.connection, call.request)):
            self._outbox.send([call.connection.id], given)
            return None
        before = len(self._outbox.group.changes)
        try:
            answer = self._refuse(call) or handler(self._context, call)
            if isinstance(answer, GeneratorType):
                self._outbox.start_job(Task(answer, call, next(answer), call.player, len(self._outbox.group.changes) > before))
                call.connection.pending += 1
                return None
        except StopIteration as done:  # it did not have to wait
            answer = done.value
        except Exception:  # a mistake of ours must not hold up what others have asked
            log.exception("request failed", request=type(call.request).__name__)
            answer = SOMETHING_WRONG
        return self.answer(call, answer, changed=len(self._outbox.group.changes) > before)  # type: ignore[arg-type]

    def start(self, steps: Steps[None], moment: Moment) -> None:
        """Begin something that waits for a job, and that nobody has asked for."""
        self._outbox.start_job(Task(steps, moment, next(steps)))

    def wants(self, task: Task) -> bool:
        """Whether anybody still waits for a task: it was nobody's request, or its connection is still there."""
        call = task.moment
        return not isinstance(call, Call) or task.job.unconditional or self._is_here(call.connection)

    def resume(self, task: Task, now: float, result: Any, error: Exception | None) -> Answered | None:
        """Go on with a task whose job is done, or has failed."""
        moment, job = task.moment, task.job
        moment.now = now
        if isinstance(moment, Call) and not job.unconditional:
            if not self._is_here(moment.connection):
                task.steps.close()
                return None
            instead = self._instead(moment, task.player)
            if instead is not None:
                task.steps.close()
                return self._finish(task, instead)
        return self._proceed(task, result, None if error is None else JobFailed(str(error)))

    def give_up(self, task: Task, now: float) -> None:
        """The server stops before the job of a task is done: what was asked is not done, and its sender is told so."""
        task.moment.now = now
        task.steps.close()
        self._finish(task, Fault(Kind.STOPPING))

    def answer(self, call: Call[Any], answer: Answer, *, changed: bool = False) -> AnyReply | None:
        """Send an answer; where something was changed it is remembered, in case the request comes again."""
        connection, request = call.connection, call.request
        if answer is None:
            return None
        if isinstance(answer, Fault):
            if isinstance(request, messages.Move) and answer.kind is not Kind.ILLEGAL:
                log.info("answer refused", connection=connection.id, match=request.match, why=answer.sentence)
            answer = Problem(code=answer.kind.code, sentence=answer.sentence)
        if request.id:
            answer = replace(answer, id=request.id)
            if changed and (kept := self._replay_cache.keep(connection, request, answer, call.now)):
                self._outbox.keep(kept)
        self._outbox.send([connection.id], answer)
        return answer

    def _refuse(self, call: Call[Any]) -> Fault | None:
        """Why a request is not handled at all."""
        if not call.connection.player and not call.request.before_login:
            return Fault(Kind.LOGIN_FIRST)
        if not self._context.lobby.open and call.request.begins_game:
            return Fault(Kind.STOPPING)
        return None

    def _instead(self, call: Call[Any], player: str) -> Answer:
        """What a request is answered instead of going on with it after it has waited."""
        if call.player != player:
            return SOMEBODY_ELSE
        return self._replay_cache.find(call.connection, call.request)  # it came twice, and the other one was faster

    def _proceed(self, task: Task, result: Any, error: JobFailed | None) -> Answered | None:
        """Run a task until it is done or waits for its next job."""
        before = len(self._outbox.group.changes)
        try:
            task.job = task.steps.send(result) if error is None else task.steps.throw(error)
        except StopIteration as done:
            answer: Answer = done.value
        except Exception:
            log.exception("request failed", request=type(getattr(task.moment, "request", task.moment)).__name__)
            answer = SOMETHING_WRONG
        else:
            task.changed |= len(self._outbox.group.changes) > before
            self._outbox.start_job(task)
            return None
        task.changed |= len(self._outbox.group.changes) > before
        return self._finish(task, answer)

    def _finish(self, task: Task, answer: Answer) -> Answered | None:
        """Answer the request that a task was for, if there was one and its connection is still there."""
        call = task.moment
        if not isinstance(call, Call):
            return None
        call.connection.pending -= 1
        if not self._is_here(call.connection):
            return None
        return Answered(call, self.answer(call, answer, changed=task.changed))

    def _is_here(self, connection: Connection) -> bool:
        return self._context.connections.get(connection.id) is connection
