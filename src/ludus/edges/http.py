"""Uvicorn with our limits: connections are counted by address, requests that never end are cut off, signals are left to us."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, cast

import h11
import structlog
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludus.edges.api import DETAILS, problem_body
from ludus.edges.fair_share import MessageThrottle
from ludus.edges.limits import Addresses
from ludus.server.policy import ConnectionPolicy
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Problem

PIECE = 1024
"""Bytes of a WebSocket that are taken apart at a time."""

LINGER = 1.0
"""Seconds that a connection which is not let in has to ask, and to read why; closed at once, it could miss the answer."""

_SORRY = problem_body(Problem.of(Kind.TOO_MANY_CONNECTIONS), 429)
CROWDED = b"HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s"
CROWDED %= (DETAILS.encode(), len(_SORRY), _SORRY)
"""The answer to an address with too many connections, whatever it asks."""

PROVOKED = "Invalid UTF-8 sequence received from client."
"""What uvicorn logs as an exception although any client can provoke it: nobody should be able to fill our log with tracebacks."""

log = structlog.get_logger("ludus.web")


class WebServer(uvicorn.Server):
    """Uvicorn's server, which leaves signals and accepting connections to us."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen to nothing: `connect` is told of each connection."""
        del sockets
        await self.lifespan.startup()
        self.servers = []
        self.started = True

    def connect(self, address: str, counted: bool) -> asyncio.Protocol:
        """The protocol of a connection."""
        made = cast(type[HttpProtocol], self.config.http_protocol_class)
        protocol = made(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.address = address if counted else ""
        return protocol


def make_server(app: ASGIApp, policy: ConnectionPolicy, addresses: Addresses, tls: tuple[Path, Path] | None) -> WebServer:
    """A server for an application, not yet listening."""
    limited = type("LimitedHttpProtocol", (HttpProtocol,), {"policy": policy, "addresses": addresses})
    sockets = type("LimitedWebSocketProtocol", (WebSocketProtocol,), {"policy": policy, "addresses": addresses})
    config = uvicorn.Config(
        app,
        http=limited,
        ws=sockets,
        ws_max_size=policy.frame_bytes,
        ws_ping_interval=policy.ping_seconds,
        ws_ping_timeout=policy.ping_seconds,
        ws_per_message_deflate=False,  # it would cost every connection more memory than its game
        interface="asgi3",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # anybody can write them
        server_header=False,
        timeout_graceful_shutdown=1,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )
    _quiet_logs()
    config.load()
    return WebServer(config)


class HttpProtocol(H11Protocol):
    """One HTTP connection: counted by its address, and cut off if its request is not complete in time."""

    policy: ClassVar[ConnectionPolicy]
    addresses: ClassVar[Addresses]

    address = ""  # of a connection that was let in and is not a WebSocket; `WebServer.connect` says so
    told = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        if not self.address:
            self.loop.call_later(LINGER, transport.close)
            return
        self._slow = self.loop.call_later(self.policy.message_seconds, transport.abort)
        self._look_for_progress(transport, 0)

    def _look_for_progress(self, transport: asyncio.Transport, before: int) -> None:
        """Cut off a client that reads nothing of what it asked for."""
        left = transport.get_write_buffer_size()
        if left and left == before:
            self.addresses.pressure.note("cut", "does not read", self.address)
            transport.abort()
        else:
            self._progress = self.loop.call_later(self.policy.unread_seconds, self._look_for_progress, transport, left)

    def data_received(self, data: bytes) -> None:
        """Some bytes. A client that was not let in is told why only now: some take no answer before they ask."""
        if self.address:
            super().data_received(data)
        elif not self.told:
            self.told = True
            self.transport.write(CROWDED)

    def handle_events(self) -> None:
        """Read what has come: a whole request stops the timer, a part of one starts it."""
        before = self.cycle
        super().handle_events()
        if not self.address:
            return  # it is a WebSocket meanwhile
        if self.cycle is not before:
            self._slow.cancel()
        elif self._slow.cancelled():
            self._slow = self.loop.call_later(self.policy.message_seconds, self.transport.abort)

    def send_400_response(self, msg: str) -> None:
        """What came is no request. An answer that is being written to an earlier one is given up: who could tell them apart?"""
        self.addresses.pressure.note("refused", "unreadable HTTP", self.address)
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        try:
            super().send_400_response(msg)
        except h11.LocalProtocolError:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From here on the connection is a WebSocket, which is counted by itself."""
        self._go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._go()
        super().connection_lost(exc)

    def _go(self) -> None:
        if self.address:
            self._slow.cancel()
            self._progress.cancel()
            self.addresses.go(self.address)
            self.address = ""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket; its application can cut the connection without waiting for a client that does not read.

    What comes at once is taken apart piece by piece, as the application asks for it: small frames need many times their bytes as
    soon as they are objects, and whoever is too fast is made to wait with all of them.
    """

    policy: ClassVar[ConnectionPolicy]
    addresses: ClassVar[Addresses]

    _bytes = b""  # that were read, and are not taken apart yet
    _uncounted = 0  # frames that the application never sees: pings, pongs and parts of messages
    _resuming: asyncio.TimerHandle | None = None  # there were too many of them: nothing is read before this
    _unfinished: asyncio.TimerHandle | None = None  # when the message that has begun must be whole

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects."""
        self.app_state = {**self.app_state, "transport": transport}
        self._throttle = MessageThrottle(self.policy, self.loop.time())
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        for timer in (self._resuming, self._unfinished):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some bytes: they wait while the application has messages to take."""
        self._bytes += data
        self._take_apart()

    async def receive(self) -> Any:
        """The next message, for the application."""
        message = await super().receive()
        if self._resuming:
            self.transport.pause_reading()  # the application has taken everything, but has still to wait for more
        self._take_apart()
        return message

    def handle_ping(self) -> None:
        """Answer a ping, and cut off a client that never reads the answers."""
        self._uncounted += 1
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self.policy.unread_bytes:
            self.addresses.pressure.note("cut", "does not read", self._address)
            self.transport.abort()

    def handle_pong(self, event: Any) -> None:
        """Note an answer to our ping, or to none."""
        self._uncounted += 1
        super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Add a part to a message, which must be whole in time."""
        self._uncounted += 1
        if not self._unfinished:
            self._unfinished = self.loop.call_later(self.policy.message_seconds, self.transport.abort)
        super().handle_cont(event)
        if event.fin:
            self._unfinished.cancel()
            self._unfinished = None

    def _take_apart(self) -> None:
        while self._bytes and not self.read_paused and not self._resuming and not self.transport.is_closing():
            piece, self._bytes = self._bytes[:PIECE], self._bytes[PIECE:]
            super().data_received(piece)
            counted, self._uncounted = self._uncounted, 0
            if counted and (wait := self._throttle.pay(counted, self.loop.time())):
                self.addresses.pressure.note("slowed", "too many frames", self._address)
                self.transport.pause_reading()
                self._resuming = self.loop.call_later(wait, self._resume)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else "local"

    def _resume(self) -> None:
        """They have waited long enough."""
        self._resuming = None
        self._take_apart()
        if not self.read_paused and not self._resuming and not self.transport.is_closing():
            self.transport.resume_reading()

    def keepalive_timeout(self) -> None:
        """No answer to a ping: nobody is there any more, or the answer is waiting behind what we have not read."""
        if self.read_paused:
            self.pong_timer = None
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.transport.abort()


class _Quietly(logging.Handler):
    """Passes uvicorn's messages on to our log. Only exceptions are shown by default, since anybody can provoke its warnings."""

    def emit(self, record: logging.LogRecord) -> None:
        problem = record.getMessage().strip()
        if record.exc_info and problem != PROVOKED:
            log.error("uvicorn", problem=problem, exc_info=record.exc_info)
        else:
            log.debug("uvicorn", problem=problem)


def _quiet_logs() -> None:
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], False
    logging.getLogger("uvicorn.error").handlers = [_Quietly()]
