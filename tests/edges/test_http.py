"""A WebSocket of the web port, with a transport that the test holds: how much of a flood it takes apart."""

from __future__ import annotations

import asyncio

from tests.edges.hostile_frames import BINARY, frame
from uvicorn.server import ServerState

from ludus.edges.http import PIECE, WebSocketProtocol, make_server
from ludus.edges.limits import Addresses
from ludus.server.policy import ConnectionPolicy

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Transport:
    """Takes whatever is sent; `reading` tells whether the client can go on."""

    def __init__(self) -> None:
        self.reading, self.aborted, self.sent = True, False, b""

    def get_extra_info(self, name: str) -> None:
        """Nothing is known of it."""

    def write(self, data: bytes) -> None:
        """Take bytes."""
        self.sent += data

    def pause_reading(self) -> None:
        """Let the client wait."""
        self.reading = False

    def resume_reading(self) -> None:
        """Read again."""
        self.reading = True

    def is_closing(self) -> bool:
        """Whether it has ended."""
        return self.aborted

    def close(self) -> None:
        """End it."""
        self.aborted = True

    def abort(self) -> None:
        """End it now."""
        self.aborted = True


async def accepted() -> tuple[WebSocketProtocol, Transport]:
    """A WebSocket whose application takes nothing but what the test takes."""
    ready = asyncio.Event()

    async def app(scope, receive, send):
        del scope
        await receive()
        await send({"type": "websocket.accept"})
        ready.set()
        await asyncio.Event().wait()

    limits = ConnectionPolicy()
    socket, transport = (
        type("Limited", (WebSocketProtocol,), {"policy": limits, "addresses": Addresses(limits)})(
            make_server(app, limits, Addresses(limits), None).config, ServerState(), {}
        ),
        Transport(),
    )
    socket.connection_made(transport)  # type: ignore[arg-type]
    socket.data_received(HANDSHAKE)
    await ready.wait()
    return socket, transport


def test_of_a_flood_of_small_frames_only_a_piece_is_taken_apart_at_a_time():  # B15 security
    async def flood():
        socket, transport = await accepted()
        sent = [b"%d" % number for number in range(20_000)]
        socket.data_received(b"".join(frame(each, BINARY) for each in sent))
        assert socket.queue.qsize() < PIECE / 6
        assert not transport.reading
        taken = [(await socket.receive())["bytes"] for _ in sent]
        assert taken == sent
        assert transport.reading

    asyncio.run(flood())


def test_who_is_made_to_wait_is_not_taken_for_gone():  # B15
    async def wait():
        socket, transport = await accepted()
        socket.data_received(frame(b"1", BINARY) * 2)
        socket.keepalive_timeout()  # the answer may be behind what was not read yet
        assert not transport.aborted
        await socket.receive()
        await socket.receive()
        socket.keepalive_timeout()
        assert transport.aborted

    asyncio.run(wait())
