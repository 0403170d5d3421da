"""Asking the house from inside: HTTP sees exactly what a visitor who is not logged in may see, delays included."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping

import msgspec
import structlog
from msgspec.structs import replace

from ludus.server.runner import Runner
from ludus.wire.codec import JSON
from ludus.wire.jsonlines import read_reply
from ludus.wire.messages import AnyReply, Problem, Request
from ludus.wire.problem import Kind

LONGEST_WAIT = 30.0
"""An answer that has not come after so many seconds will not come: the first question about a game may compile it."""

MOST_WAITING = 1_000
"""So many questions may be unanswered at once."""


log = structlog.get_logger("ludus.web")


class Unanswerable(Exception):
    """The answer was made, and cannot be read: our mistake, which whoever asks should not mistake for a delay."""


class _Numbered(msgspec.Struct):
    """All that is needed of an answer that cannot be read."""

    id: str = ""


class Gateway:
    """A visitor inside the server who asks for others; each answer finds its question by its id."""

    codec = JSON

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._number = runner.connect(self, "local", program=False)
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[AnyReply]] = {}
        self._closed = False

    async def ask(self, question: type[Request], values: Mapping[str, str]) -> AnyReply:
        """What the house answers to this question with these values; raises `Unanswerable` when that is not fit to be told."""
        number = str(next(self._ids))
        written = msgspec.json.encode({"type": question.__struct_config__.tag, **values, "id": number})
        request = JSON.read(written)
        if request is None or isinstance(request, Problem):
            return request or Problem.of(Kind.UNREADABLE)
        if self._closed or len(self._waiting) >= MOST_WAITING:
            return Problem.of(Kind.STOPPING if self._closed else Kind.TOO_FAST)
        answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._runner.receive(self._number, request)
            async with asyncio.timeout(LONGEST_WAIT):
                reply = await answer
        except TimeoutError:
            log.warning("no answer", question=type(request).__name__, seconds=LONGEST_WAIT)
            return Problem.of(Kind.NOT_NOW, "The answer takes too long")
        finally:
            del self._waiting[number]
        return replace(reply, id="")

    def send(self, message: bytes) -> None:
        """Answers come in; whatever else is said to everybody is not for us."""
        for line in message.splitlines():
            reply = read_reply(line)
            broken = isinstance(reply, Problem) and reply.code == Kind.UNREADABLE.code
            number = msgspec.json.decode(line, type=_Numbered).id if broken else reply.id
            answer = self._waiting.get(number)
            if answer and not answer.done():
                answer.set_exception(Unanswerable(line.decode())) if broken else answer.set_result(reply)

    def close(self) -> None:
        """The house closes: nothing more will be answered."""
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(Problem.of(Kind.STOPPING))
