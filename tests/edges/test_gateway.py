"""Asking the house from inside: what HTTP says when no answer comes."""

from __future__ import annotations

import asyncio

import pytest

from ludus.edges.api import STATUSES
from ludus.edges.gateway import Gateway, Unanswerable
from ludus.server.policy import ConnectionPolicy
from ludus.server.pressure import Pressure
from ludus.wire.error_sentences import CODES
from ludus.wire.messages import Games


class Nobody:
    """A runner that never answers."""

    def __init__(self) -> None:
        self.pressure = Pressure()

    def connect(self, *_, **__):
        """Let the gateway in."""
        return 1

    def receive(self, *_):
        """Say nothing."""


def test_an_answer_that_takes_too_long_is_not_said_to_be_the_end_of_the_server():  # B17
    async def ask():
        gateway = Gateway(Nobody(), ConnectionPolicy(http_seconds=0.01))
        late = await gateway.ask(Games, {})
        gateway.close()
        return late, await gateway.ask(Games, {})

    late, closed = asyncio.run(ask())
    assert (late.code, late.sentence) == ("not now", "The answer takes too long; ask again later")
    assert closed.code == "stopping"
    assert STATUSES[CODES[late.code]] == 503


def test_an_answer_that_cannot_be_told_is_our_mistake_and_no_delay():  # B17
    class Broken(Nobody):
        def receive(self, number, request):
            """Answer with something that is no answer."""
            del number
            gateway.send(b'{"type":"game list","games":null,"id":"%s"}\n' % request.id.encode())

    async def ask():
        nonlocal gateway
        gateway = Gateway(Broken(), ConnectionPolicy())
        with pytest.raises(Unanswerable, match="game list"):
            await gateway.ask(Games, {})

    gateway: Gateway
    asyncio.run(ask())
