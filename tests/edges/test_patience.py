"""How long the web port waits for those who say nothing, or only half of it."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedOK

from ludus.edges.fair_share import FairShare
from ludus.edges.limits import Addresses
from ludus.edges.web import Web
from ludus.server.accounts.accounts import Accounts
from ludus.server.catalogue import Catalogue
from ludus.server.core import Core
from ludus.server.policy import ConnectionPolicy
from ludus.server.runner import Runner
from ludus.server.settings import Settings
from ludus.server.store.memory import MemoryStore

SOON = 20.0


@asynccontextmanager
async def web_port(policy: ConnectionPolicy) -> AsyncIterator[int]:
    """The web port of a server in this process, with limits of its own."""
    store = MemoryStore()
    kept = store.load()
    accounts = Accounts(kept.accounts, kept.sessions, secrets.token_bytes, operator="")
    runner = Runner(Core(kept, store, Catalogue(()), Settings(), accounts, secrets.token_bytes), store)
    share = FairShare(policy, runner.pressure, asyncio.get_running_loop())
    web = Web(runner, store, policy, Addresses(policy), share, ())
    try:
        yield await web.open("127.0.0.1", 0, None)
    finally:
        web.close()
        await runner.close()
        await web.end()


def trying(policy: ConnectionPolicy) -> Callable[[Callable[[int], Awaitable[None]]], Callable[[], None]]:
    """Run a test with a web port that has these limits."""

    def run(test: Callable[[int], Awaitable[None]]) -> Callable[[], None]:
        async def whole() -> None:
            async with asyncio.timeout(SOON), web_port(policy) as port:
                await test(port)

        def wrapped() -> None:
            asyncio.run(whole())

        wrapped.__name__ = test.__name__
        return wrapped

    return run


@trying(ConnectionPolicy(idle_seconds=0.1))
async def test_who_is_silent_for_too_long_is_seen_off(port):  # B15
    async with connect(f"ws://127.0.0.1:{port}/ws") as silent:
        heard = [json.loads(await silent.recv())["type"] for _ in range(2)]
        assert heard == ["welcome", "goodbye"]
        with pytest.raises(ConnectionClosedOK):
            await silent.recv()


@trying(ConnectionPolicy(message_seconds=0.1))
async def test_a_request_that_never_ends_is_cut(port):  # B15 security
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /health HTTP/1.1\r\nHost: somewh")
    assert await reader.read() == b""
    writer.close()


@trying(ConnectionPolicy(message_seconds=0.1))
async def test_who_connects_and_says_nothing_is_cut(port):  # B15 security
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert await reader.read() == b""
    writer.close()


@trying(ConnectionPolicy(message_seconds=0.1))
async def test_a_websocket_may_be_silent_for_longer_than_a_request(port):
    async with connect(f"ws://127.0.0.1:{port}/ws") as silent:
        await silent.recv()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(silent.recv(), 0.3)
        await silent.send('{"type": "ping"}')
        assert json.loads(await silent.recv())["type"] == "pong"


@trying(ConnectionPolicy(message_seconds=0.1))
async def test_many_requests_may_come_over_one_connection(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(3):
        writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        length = int(head.lower().split(b"content-length: ")[1].split()[0])
        assert json.loads(await reader.readexactly(length))["status"] == "ok"
    writer.close()


@trying(ConnectionPolicy())
async def test_the_port_is_ours_alone_while_we_have_it(port):  # B17
    with pytest.raises(OSError, match="in use"):
        socket.create_server(("127.0.0.1", port))
