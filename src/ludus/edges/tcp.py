"""The TCP port: the line protocol and JSON, told apart by the first byte.

    first byte {            JSON
    anything else           the line protocol
    silence for a moment    the line protocol: somebody who waits to be spoken to

A plain client may never say a word before its first move, which is why silence counts.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Callable
from typing import cast

import structlog

from ludus.edges.limits import Addresses, Limits, Patience
from ludus.server.running import Runner
from ludus.wire.codec import LINE, Codec, spoken
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Goodbye, Problem
from ludus.wire.problem import Kind

SILENCE = 1.5
"""Who says nothing for so many seconds speaks the line protocol: long enough for a program on a busy machine to begin."""

SWEEP = 1.0
"""How often, in seconds, idle and slow connections are looked for."""

CLOSING = 5.0
"""A connection that ends has so many seconds to be answered, and to read the rest."""

KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""A machine that has been silent for a minute is asked whether it is still there, and given up after four questions; systems
usually wait two hours. Their names for this differ: those that one does not know are left out."""

MOST_REFUSED = 200
"""So many who cannot be let in are told why; beyond that they are cut at once."""

log = structlog.get_logger("ludus.tcp")


class Port:
    """The listening port and its connections."""

    def __init__(self, runner: Runner, limits: Limits, addresses: Addresses, clock: Callable[[], float] = time.monotonic) -> None:
        self.runner, self.limits, self.addresses, self.clock = runner, limits, addresses, clock
        self.loop = asyncio.get_running_loop()
        self.connections: set[Connection] = set()
        self.refused: set[Connection] = set()  # those who cannot be let in, until they have heard it
        self._server: asyncio.Server | None = None
        self._sweeper: asyncio.TimerHandle | None = None

    async def open(self, host: str | None, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Listen; the port is given back, for those who asked for any."""
        self._server = await self.loop.create_server(lambda: Connection(self), host, port, ssl=tls, backlog=1024)
        self._sweep()
        return cast(int, self._server.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Let nobody in any more."""
        if self._server:
            self._server.close()

    async def end(self) -> None:
        """Cut whoever is still there."""
        if self._sweeper:
            self._sweeper.cancel()
        for _ in range(20):
            if not self.connections and not self.refused:
                return
            await asyncio.sleep(0.05)
        for connection in [*self.connections, *self.refused]:
            connection.cut()

    def _sweep(self) -> None:
        now = self.clock()
        for connection in [*self.connections, *self.refused]:
            connection.check(now)
        self._sweeper = self.loop.call_later(SWEEP, self._sweep)


class Connection(asyncio.Protocol):
    """One client: bytes in, messages to the house; messages from the house, bytes out."""

    __slots__ = (
        "_buffer",
        "_deaf",
        "_ending",
        "_finished",
        "_patience",
        "_port",
        "_silence",
        "_since",
        "_skipping",
        "_spoken",
        "_transport",
        "_used",
        "_waiting",
        "address",
        "codec",
        "number",
    )

    def __init__(self, port: Port) -> None:
        self._port = port
        self.codec: Codec = LINE
        self.number = 0
        self._buffer = b""
        self._deaf = False  # nothing more is listened to
        self._ending = False  # all is said, and they should hang up
        self._finished = False  # they have said the last word
        self._skipping = False
        self._spoken = False
        self._waiting: asyncio.TimerHandle | None = None  # they are too fast: nothing is read before this

    # From the client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects."""
        self._transport = cast(asyncio.Transport, transport)
        _notice_death(transport.get_extra_info("socket"))
        name = transport.get_extra_info("peername")
        self.address = str(name[0]) if name else "local"
        self._used = self._since = self._port.clock()
        self._patience = Patience(self._port.limits, self._used)
        self._silence = self._port.loop.call_later(SILENCE, lambda: self._introduce(LINE, silent=True))
        if self._port.addresses.come(self.address):
            self._port.connections.add(self)
        elif len(self._port.refused) < MOST_REFUSED:
            self.address = ""
            self._port.refused.add(self)
        else:
            self.address = ""
            self.cut()

    def connection_lost(self, error: Exception | None) -> None:
        """Somebody has gone."""
        del error
        self._silence.cancel()
        if self._waiting:
            self._waiting.cancel()
        self._port.connections.discard(self)
        self._port.refused.discard(self)
        if self.address:
            self._port.addresses.go(self.address)
        if self.number:
            self._port.runner.disconnect(self.number)

    def data_received(self, data: bytes) -> None:
        """Some bytes: whole messages are taken, the rest waits."""
        if not self.number:
            self._introduce(spoken(data.lstrip()))
        if self._deaf or self._transport.is_closing():
            return
        self._used = self._port.clock()
        if not self._buffer and not self._skipping:
            self._since = self._used
        self._buffer += data
        if not self._waiting:
            self._listen()

    def eof_received(self) -> bool:
        """No more will come; what was asked is still answered, for a while. TLS knows no half of a connection: there it ends."""
        if not self.number or self._ending or self._transport.get_extra_info("sslcontext"):
            return False
        self._finished = True
        if not self._waiting:
            self._finish()
        return True

    def _introduce(self, codec: Codec, *, silent: bool = False) -> None:
        """It is known what the client speaks, or that it is silent; who cannot be let in is told so in their own words."""
        self._silence.cancel()
        if self.number or self._deaf or self._transport.is_closing():
            return
        self.codec = codec
        if self.address:
            self.number = self._port.runner.connect(self, self.address, program=codec is not LINE, silent=silent)
        else:
            self._deaf = True
            self.send(codec.write(Problem.of(Kind.TOO_MANY_CONNECTIONS)))
            self.close()

    def _listen(self) -> None:
        """Take the messages that are there. Who is too fast is not refused, but waits: nothing is read meanwhile, so that the
        client cannot go on sending, and no more waits here than was read at once.
        """
        now, taken = self._port.clock(), 0
        while (end := self._buffer.find(b"\n", taken)) >= 0 and not self._deaf and not self._transport.is_closing():
            line = self._buffer[taken:end]
            if self._skipping:
                self._skipping = False  # the end of a message that was too long
            elif wait := self._patience.wait(now):
                self._transport.pause_reading()
                self._waiting = self._port.loop.call_later(wait, self._go_on)
                break
            elif len(line) > LONGEST_LINE:
                self._wrong(Problem.of(Kind.TOO_LONG))
            else:
                self._take(line)
            self._since = self._used = now
            taken = end + 1
        self._buffer = self._buffer[taken:]
        if not self._waiting and len(self._buffer) > LONGEST_LINE:
            self._buffer = b""
            if not self._skipping:
                self._skipping = True
                self._wrong(Problem.of(Kind.TOO_LONG))

    def _go_on(self) -> None:
        """They have waited long enough."""
        self._waiting = None
        if self._ending or self._transport.is_closing():
            return
        self._listen()
        if not self._waiting:
            self._transport.resume_reading()
            if self._finished:
                self._finish()

    def _finish(self) -> None:
        """They have said all they want to; a last line needs no end."""
        if self._buffer and not self._skipping and not self._deaf:
            self._take(self._buffer)
        self._fall_silent()

    def _fall_silent(self) -> None:
        """Nothing more is listened to: the connection ends when everything is answered."""
        if not self._deaf:
            self._deaf, self._buffer, self._since = True, b"", self._port.clock()
            self._port.runner.finish(self.number)

    def _take(self, line: bytes) -> None:
        if self.codec is LINE and not self._spoken and line.startswith(b"{"):
            self.codec = spoken(line)  # a program that was slow to speak
            self._port.runner.is_program(self.number)
        message = self.codec.read(line)
        self._spoken = self._spoken or message is not None
        if isinstance(message, Problem):
            self._wrong(message)
            if self.codec is LINE and line[:4].upper() == b"MOVE":
                self._port.runner.ask_again(self.number)
        elif message is not None:
            self._port.runner.receive(self.number, message)

    def _wrong(self, problem: Problem) -> None:
        """Something could not be read: have it said in its turn, a limited number of times."""
        self._port.runner.complain(self.number, problem)
        if self._patience.too_wrong():
            self._port.runner.complain(self.number, Problem.of(Kind.TOO_MANY_ERRORS))
            self._fall_silent()

    # To the client

    def send(self, message: bytes) -> None:
        """Send, unless too much is unread already: who does not read is cut, others must not wait."""
        if self._ending or self._transport.is_closing() or not message:
            return
        self._transport.write(message)
        if self._transport.get_write_buffer_size() > self._port.limits.unread:
            log.info("cut", visitor=self.number, why="does not read")
            self.cut()

    def close(self) -> None:
        """End the connection, once everything is sent. Who may still be talking is left to hang up, for a moment: closed with
        words unread, the connection would break before they have heard the last ones.
        """
        if self._ending or self._transport.is_closing():
            return
        self._ending, self._since = True, self._port.clock()
        talking = (self._deaf or self._waiting is not None) and not self._finished
        if talking and self._transport.can_write_eof():
            self._deaf = True
            self._transport.resume_reading()
            self._transport.write_eof()
        else:
            self._transport.close()

    def cut(self) -> None:
        """End the connection now."""
        self._transport.abort()

    def check(self, now: float) -> None:
        """Cut a client that is too slow, or has been silent for too long; who is made to wait is neither."""
        limits = self._port.limits
        if self._ending or self._transport.is_closing():
            if now - self._since > CLOSING:
                self.cut()
        elif self._deaf:
            if now - self._since > CLOSING:
                self.close()
        elif self._waiting:
            return
        elif (self._buffer or self._skipping) and now - self._since > limits.line:
            log.info("cut", visitor=self.number, why="slow")
            self.cut()
        elif now - self._used > limits.idle:
            self.send(self.codec.write(Goodbye(text="You have been silent for too long")))
            self.close()


def _notice_death(peer: socket.socket | None) -> None:
    """Have the system find out when the machine at the other end is gone: it cannot say goodbye any more."""
    if peer is None:
        return
    peer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, number in KEEPALIVE.items():
        if option := getattr(socket, name, None):
            peer.setsockopt(socket.IPPROTO_TCP, option, number)
