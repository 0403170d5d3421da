"""How HTTP reaches the server: a connection inside it, which sees what anybody may see without logging in, delays included."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping

import msgspec
import structlog
from msgspec.structs import replace

from ludus.server.policy import ConnectionPolicy
from ludus.server.runner import Runner
from ludus.wire.codec import JSON
from ludus.wire.error_sentences import Kind
from ludus.wire.jsonlines import read_reply
from ludus.wire.messages import AnyReply, Problem, Request

HERE = "local"
"""The address of that connection."""

log = structlog.get_logger("ludus.web")


class Unanswerable(Exception):
    """The answer cannot be read. This is our mistake, and should not look like a delay."""


class _Numbered(msgspec.Struct):
    """All that is needed of an answer that cannot be read."""

    id: str = ""


class Gateway:
    """A connection inside the server that asks on behalf of HTTP clients; ids match answers to questions."""

    codec = JSON

    def __init__(self, runner: Runner, policy: ConnectionPolicy) -> None:
        self._runner, self._policy = runner, policy
        self._number = runner.connect(self, HERE, program=False)
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[AnyReply]] = {}
        self._closed = False

    async def ask(self, question: type[Request], values: Mapping[str, object]) -> AnyReply:
        """Ask the server, and wait for its answer; raises `Unanswerable` if that cannot be read."""
        number = str(next(self._ids))
        written = msgspec.json.encode({"type": question.__struct_config__.tag, **values, "id": number})
        request = JSON.read(written)
        if request is None or isinstance(request, Problem):
            return replace(request, id="") if request else Problem.of(Kind.UNREADABLE)
        if self._closed or len(self._waiting) >= self._policy.http_waiting:
            return Problem.of(Kind.STOPPING if self._closed else Kind.TOO_FAST)
        answer: asyncio.Future[AnyReply] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            with self._runner.pressure.spending(HERE):
                self._runner.receive(self._number, request)
            async with asyncio.timeout(self._policy.http_seconds):
                reply = await answer
        except TimeoutError:
            log.warning("no answer", question=type(request).__name__, seconds=self._policy.http_seconds)
            return Problem.of(Kind.NOT_NOW, "The answer takes too long")
        finally:
            del self._waiting[number]
        return replace(reply, id="")

    def send(self, message: bytes) -> None:
        """Take answers; announcements to everybody are not for us."""
        for line in message.splitlines():
            reply = read_reply(line)
            broken = isinstance(reply, Problem) and reply.code == Kind.UNREADABLE.code
            number = msgspec.json.decode(line, type=_Numbered).id if broken else reply.id
            answer = self._waiting.get(number)
            if answer and not answer.done():
                answer.set_exception(Unanswerable(line.decode())) if broken else answer.set_result(reply)

    def close(self) -> None:
        """The server closes: nothing more will be answered."""
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(Problem.of(Kind.STOPPING))
