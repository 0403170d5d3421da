"""WebSocket: the same JSON objects as over TCP, one a frame."""

from __future__ import annotations

import asyncio
import time

import structlog
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.edges.limits import Addresses, Limits, Patience
from ludus.edges.origin import may_come
from ludus.server.running import Runner
from ludus.wire.codec import JSON
from ludus.wire.messages import Goodbye, Problem
from ludus.wire.mistakes import quoted
from ludus.wire.problem import Kind

CLOSING = 5.0
"""A connection that ends has so many seconds to be answered, and to read the rest."""

log = structlog.get_logger("ludus.web")


class Sockets:
    """All WebSockets of a server."""

    def __init__(self, runner: Runner, limits: Limits, addresses: Addresses, origins: tuple[str, ...]) -> None:
        self.runner, self.limits, self.addresses, self.origins = runner, limits, addresses, origins
        self.connections: set[Connection] = set()

    async def serve(self, websocket: WebSocket) -> None:
        """Let somebody in, listen to them until they go."""
        headers = websocket.headers
        if not may_come(headers.get("origin"), headers.get("host", ""), websocket.url.scheme, self.origins):
            log.info("refused", origin=headers.get("origin"))
            page = quoted(headers.get("origin", ""))
            sentence = f"A page from {page} may not come in here; who runs the server can let it in with --origin"
            await _refuse(websocket, 403, Problem(code=Kind.NOT_ALLOWED.code, sentence=sentence))
            return
        address = websocket.client.host if websocket.client else "local"
        if not self.addresses.come(address):
            await _refuse(websocket, 429, Problem.of(Kind.TOO_MANY_CONNECTIONS))
            return
        connection = Connection(self, websocket, address)
        self.connections.add(connection)
        try:
            await connection.live()
        finally:
            self.connections.discard(connection)
            self.addresses.go(address)

    async def end(self) -> None:
        """Cut whoever is still there after a moment."""
        for _ in range(20):
            if not self.connections:
                return
            await asyncio.sleep(0.05)
        for connection in list(self.connections):
            connection.cut()


class Connection:
    """One client: frames in, messages to the house; messages from the house, frames out."""

    codec = JSON

    def __init__(self, sockets: Sockets, websocket: WebSocket, address: str) -> None:
        self._sockets, self._websocket, self._address = sockets, websocket, address
        self._limits = sockets.limits
        self._patience = Patience(self._limits, time.monotonic())
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()  # None: that was all
        self._unread = 0
        self._finished = False  # nothing more is listened to, and what was asked before is still answered
        self._closing = False
        self.number = 0

    async def live(self) -> None:
        """From the handshake to the end."""
        await self._websocket.accept()
        self.number = self._sockets.runner.connect(self, self._address, program=False)
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        except WebSocketDisconnect:
            pass
        except TimeoutError:
            self.send(JSON.write(Goodbye(text="You have been silent for too long")))
            self.close()
            await writer
        finally:
            self._closing = True
            writer.cancel()
            self._sockets.runner.disconnect(self.number)

    # From the client

    async def _read(self) -> None:
        while True:
            async with asyncio.timeout(self._limits.idle):
                message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            while not self._is_deaf and (wait := self._patience.wait(time.monotonic())):
                await asyncio.sleep(wait)  # who is too fast is not refused: meanwhile no more is read
            if not self._is_deaf:
                self._take((message.get("text") or "").encode() or message.get("bytes") or b"")

    @property
    def _is_deaf(self) -> bool:
        """Whether nothing more is listened to."""
        return self._finished or self._closing

    def _take(self, frame: bytes) -> None:
        request = JSON.read(frame)
        if isinstance(request, Problem):
            self._wrong(request)
        elif request is not None:
            self._sockets.runner.receive(self.number, request)

    def _wrong(self, problem: Problem) -> None:
        """Something could not be read: have it said in its turn, a limited number of times."""
        self._sockets.runner.complain(self.number, problem)
        if self._patience.too_wrong():
            self._sockets.runner.complain(self.number, Problem.of(Kind.TOO_MANY_ERRORS))
            self._finished = True
            self._sockets.runner.finish(self.number)
            asyncio.get_running_loop().call_later(CLOSING, self.close)

    # To the client

    def send(self, message: bytes) -> None:
        """Send each line as a frame, unless too much is unread already: who does not read is cut, others must not wait."""
        if self._closing:
            return
        for frame in message.splitlines():
            self._unread += len(frame)
            self._frames.put_nowait(frame)
        if self._unread > self._limits.unread:
            log.info("cut", visitor=self.number, why="does not read")
            self.cut()

    def close(self) -> None:
        """End the connection, once everything is sent; who does not read it in time is cut."""
        if not self._closing:
            self._closing = True
            self._frames.put_nowait(None)
            asyncio.get_running_loop().call_later(CLOSING, self.cut)

    def cut(self) -> None:
        """End the connection now."""
        self._closing = True
        self._websocket.state.transport.abort()

    async def _write(self) -> None:
        """Send what waits, as fast as the client reads."""
        try:
            while (frame := await self._frames.get()) is not None:
                await self._websocket.send({"type": "websocket.send", "text": frame.decode()})
                self._unread -= len(frame)
            await self._websocket.close()
        except (WebSocketDisconnect, RuntimeError):  # they have gone, or uvicorn has said goodbye for us
            self.cut()


async def _refuse(websocket: WebSocket, status: int, problem: Problem) -> None:
    await websocket.send_denial_response(Response(JSON.write(problem), status, media_type="application/json"))
