"""`Caller`: one HTTP or gRPC call that is answered piece by piece: a connection inside the server, as long as the call lasts.

    async with Caller(runner, address) as caller:
        async for reply in caller.ask(Analyse(...), token):
            ...

When the call ends early, so does the connection, and with it the work that was done for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from msgspec.structs import replace

from ludus.server.runner import Runner
from ludus.wire.codec import JSON
from ludus.wire.error_sentences import Kind
from ludus.wire.jsonlines import read_reply
from ludus.wire.messages import Analyse, AnyReply, AnyRequest, Problem, Resume


class Caller:
    """A connection for one call."""

    codec = JSON

    def __init__(self, runner: Runner, address: str) -> None:
        self._runner, self._address = runner, address
        self._heard: asyncio.Queue[AnyReply | None] = asyncio.Queue()
        self._number = 0

    async def __aenter__(self) -> Caller:
        self._number = self._runner.connect(self, self._address, program=True)
        return self

    async def __aexit__(self, *problem: object) -> None:
        if self._number:
            self._runner.disconnect(self._number)

    async def ask(self, request: AnyRequest, token: str = "") -> AsyncIterator[AnyReply]:
        """Everything that is said about a request, the answer last; with a token, it is asked by the player it belongs to."""
        if token:
            self._say(Resume(token, id="token"))
            refused = await self._answer("token")
            if isinstance(refused, Problem):
                yield replace(refused, id="")
                return
        self._say(replace(request, id="call"))
        while True:
            reply = await self._answer("call")
            yield replace(reply, id="")
            if reply.answers:
                return

    async def decide(self, request: Analyse, token: str = "") -> AnyReply:
        """The answer alone: a decision, a good game, or a problem."""
        replies = [reply async for reply in self.ask(request, token)]
        return replies[-1]

    def _say(self, request: AnyRequest) -> None:
        with self._runner.pressure.spending(self._address):
            self._runner.receive(self._number, request)

    async def _answer(self, id: str) -> AnyReply:  # noqa: A002
        while True:
            reply = await self._heard.get()
            if reply is None:
                return Problem.of(Kind.STOPPING)
            if reply.id == id:
                return reply

    # What the runner calls

    def send(self, message: bytes) -> None:
        """Take what is said."""
        for line in message.splitlines():
            self._heard.put_nowait(read_reply(line))

    def close(self) -> None:
        """Nothing more will be said: the server stops, or has answered for good."""
        self._heard.put_nowait(None)
