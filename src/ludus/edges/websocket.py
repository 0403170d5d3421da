"""WebSocket: the same JSON objects as over TCP, one a frame."""

from __future__ import annotations

import asyncio
import time

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludus.edges.api import problem_response
from ludus.edges.fair_share import FairShare, MessageThrottle
from ludus.edges.limits import Addresses
from ludus.edges.origin import may_come
from ludus.server.policy import ConnectionPolicy
from ludus.server.rate_limit import network
from ludus.server.runner import Runner
from ludus.wire.codec import JSON
from ludus.wire.error_sentences import Kind
from ludus.wire.framing import Framing, Mistake, Phase
from ludus.wire.messages import Goodbye, Problem
from ludus.wire.mistakes import quoted

log = structlog.get_logger("ludus.web")


class WebSocketPort:
    """The WebSockets of a server."""

    def __init__(
        self, runner: Runner, policy: ConnectionPolicy, addresses: Addresses, share: FairShare, origins: tuple[str, ...]
    ) -> None:
        self.runner, self.policy, self.addresses, self.share, self.origins = runner, policy, addresses, share, origins
        self.connections: set[WebSocketTransport] = set()

    async def serve(self, websocket: WebSocket) -> None:
        """Let somebody in, and read what they send until they go."""
        headers = websocket.headers
        if not may_come(headers.get("origin"), headers.get("host", ""), websocket.url.scheme, self.origins):
            log.info("refused", origin=headers.get("origin"))
            page = quoted(headers.get("origin", ""))
            sentence = f"A page from {page} may not connect to this server; start it with --origin to allow the page"
            await _refuse(websocket, 403, Problem(code=Kind.NOT_ALLOWED.code, sentence=sentence))
            return
        address = websocket.client.host if websocket.client else "local"
        if not self.addresses.come(address):
            await _refuse(websocket, 429, Problem.of(Kind.TOO_MANY_CONNECTIONS))
            return
        connection = WebSocketTransport(self, websocket, address)
        self.connections.add(connection)
        try:
            await connection.live()
        finally:
            self.connections.discard(connection)
            self.addresses.go(address)

    async def end(self) -> None:
        """Cut off whoever is still there after a second."""
        for _ in range(20):
            if not self.connections:
                return
            await asyncio.sleep(0.05)
        for connection in list(self.connections):
            connection.cut()


class WebSocketTransport:
    """One client over a WebSocket: frames in, messages to the server; messages from the server, frames out."""

    codec = JSON

    def __init__(self, port: WebSocketPort, websocket: WebSocket, address: str) -> None:
        self._port, self._websocket, self._address = port, websocket, address
        self._network = network(address)
        self._framing = Framing(JSON, port.policy.errors)
        self._throttle = MessageThrottle(port.policy, time.monotonic())
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()  # None: that was all
        self._unread = 0
        self.number = 0

    @property
    def _is_over(self) -> bool:
        """Whether everything is said."""
        return self._framing.phase is Phase.CLOSING

    async def live(self) -> None:
        """From the handshake to the end."""
        await self._websocket.accept()
        self.number = self._port.runner.connect(self, self._address, program=False)
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
            self._framing.close()
            writer.cancel()
            self._port.runner.disconnect(self.number)

    # From the client

    async def _read(self) -> None:
        while True:
            async with asyncio.timeout(self._port.policy.idle_seconds):
                message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            while self._framing.is_reading and (wait := self._throttle.wait(time.monotonic())):
                self._port.addresses.pressure.note("slowed", "too many messages", self._address)
                await asyncio.sleep(wait)  # a client that is too fast is not refused: meanwhile no more is read
            if self._framing.is_reading:
                await self._take_in_turn((message.get("text") or "").encode() or message.get("bytes") or b"")

    async def _take_in_turn(self, frame: bytes) -> None:
        """Take a frame when it is this network's turn."""
        taken = asyncio.get_running_loop().create_future()

        def take() -> bool:
            try:
                if self._framing.is_reading:
                    self._take(frame)
            finally:
                if not taken.done():  # they may have gone while they waited
                    taken.set_result(None)
            return False

        if not self._port.share.submit(self._network, take):
            await taken

    def _take(self, frame: bytes) -> None:
        runner = self._port.runner
        for message in self._framing.read(frame):
            if isinstance(message, Mistake):
                runner.complain(self.number, message.problem)
            else:
                runner.receive(self.number, message)
        if not self._framing.is_reading:
            runner.finish(self.number)
            asyncio.get_running_loop().call_later(self._port.policy.closing_seconds, self.close)

    # To the client

    def send(self, message: bytes) -> None:
        """Send each line as a frame. A client that leaves too much unread is cut off: the others must not wait for it."""
        if self._is_over:
            return
        for frame in message.splitlines():
            self._unread += len(frame)
            self._frames.put_nowait(frame)
        if self._unread > self._port.policy.unread_bytes:
            self._port.addresses.pressure.note("cut", "does not read", self._address)
            self.cut()

    def close(self) -> None:
        """End the connection once everything is sent. A client that does not read it in time is cut off."""
        if not self._is_over:
            self._framing.close()
            self._frames.put_nowait(None)
            asyncio.get_running_loop().call_later(self._port.policy.closing_seconds, self.cut)

    def cut(self) -> None:
        """End the connection now."""
        self._framing.close()
        self._websocket.state.transport.abort()

    async def _write(self) -> None:
        """Send what is waiting, as fast as the client reads."""
        try:
            while (frame := await self._frames.get()) is not None:
                await self._websocket.send({"type": "websocket.send", "text": frame.decode()})
                self._unread -= len(frame)
            await self._websocket.close()
        except (WebSocketDisconnect, RuntimeError):  # they have gone, or uvicorn has closed it for us
            self.cut()


async def _refuse(websocket: WebSocket, status: int, problem: Problem) -> None:
    await websocket.send_denial_response(problem_response(problem, status))
