"""The TCP port: the line protocol and JSON, told apart by the first byte.

    first byte {            JSON
    anything else           the line protocol
    silence for a moment    the line protocol: somebody is waiting to be spoken to

A plain client may never say a word before its first move, which is why silence counts. What becomes of the bytes is in
`wire/framing.py`; here they are read from the socket, and written to it.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Callable
from typing import cast

import structlog

from ludus.edges.acceptor import Acceptor
from ludus.edges.fair_share import FairShare, MessageThrottle
from ludus.edges.limits import Addresses
from ludus.edges.proxy_protocol import ProxyListener
from ludus.edges.socket_options import set_up_socket
from ludus.server.policy import ConnectionPolicy
from ludus.server.rate_limit import network
from ludus.server.runner import Runner
from ludus.wire.codec import LINE, Codec
from ludus.wire.error_sentences import Kind
from ludus.wire.framing import READING, Framing, Mistake, Phase
from ludus.wire.messages import Goodbye, Notice, Problem
from ludus.wire.telnet import AYT, IAC, IP

SWEEP = 1.0
"""Seconds between two looks for idle and slow connections."""

SAID_OF_SIGNALS = {
    IP: "What you were typing is dropped. RESIGN gives up a game, QUIT leaves.",
    AYT: "Ludus is here.",
}
"""What people are told about telnet's signals: Ctrl-C, and are you there."""

UNHEARD = (Phase.IGNORED, Phase.ANSWERING)
"""The phases in which nothing more is read, while what was asked is still answered."""

log = structlog.get_logger("ludus.tcp")


class TcpPort:
    """The listening port and its connections."""

    def __init__(
        self,
        runner: Runner,
        policy: ConnectionPolicy,
        addresses: Addresses,
        share: FairShare,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.runner, self.policy, self.addresses, self.clock = runner, policy, addresses, clock
        self.loop = asyncio.get_running_loop()
        self.connections: set[TcpTransport] = set()
        self.refused: set[TcpTransport] = set()  # those who cannot be let in, until they have read why
        self.share = share
        self._acceptor: Acceptor | None = None
        self._sweeper: asyncio.TimerHandle | None = None

    async def open(self, host: str | None, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Listen, and return the port: it may have been chosen by the system."""
        self._acceptor = Acceptor(self.policy, self.addresses, self._protocol, tls)
        self._sweep()
        return self._acceptor.open(host, port)

    def _protocol(self, address: str, counted: bool) -> asyncio.Protocol:
        """The protocol of a new connection; a trusted proxy says first for whom it comes, and then its client counts instead."""
        if not self.addresses.proxies.trust(address):
            return TcpTransport(self, address, counted)

        def connect(client: str) -> asyncio.Protocol:
            if not client:
                return TcpTransport(self, address, counted)
            gone()
            return TcpTransport(self, client, self.addresses.come(client))

        def gone() -> None:
            if counted:
                self.addresses.go(address)

        return ProxyListener(connect, gone, self.policy.greeting_seconds)

    def close(self) -> None:
        """Accept no more connections."""
        if self._acceptor:
            self._acceptor.close()

    async def end(self) -> None:
        """Cut off whoever is still there after a second."""
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


class TcpTransport(asyncio.Protocol):
    """One client over TCP: bytes in, messages to the server; messages from the server, bytes out."""

    __slots__ = (
        "_framing",
        "_network",
        "_port",
        "_queued",
        "_resuming",
        "_silence",
        "_since",
        "_stream",
        "_throttle",
        "_used",
        "address",
        "codec",
        "number",
    )

    def __init__(self, port: TcpPort, address: str, counted: bool) -> None:
        self._port = port
        self.address = address if counted else ""  # nothing for a client that is only told that there is no room
        self._network = network(address)
        self._queued = False  # some of its messages wait for their turn, and nothing is read before that
        self._framing = Framing(most_errors=port.policy.errors)
        self._resuming: asyncio.TimerHandle | None = None  # they are too fast: nothing is read before this
        self.codec: Codec = self._framing.codec
        self.number = 0

    @property
    def _is_over(self) -> bool:
        """Whether everything is said."""
        return self._framing.phase is Phase.CLOSING or self._stream.is_closing()

    # From the client

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects."""
        self._stream = cast(asyncio.Transport, transport)
        set_up_socket(transport.get_extra_info("socket"), self._port.policy.keepalive_seconds)
        self._used = self._since = self._port.clock()
        self._throttle = MessageThrottle(self._port.policy, self._used)
        self._silence = self._port.loop.call_later(self._port.policy.greeting_seconds, lambda: self._introduce(silent=True))
        if self.address:
            self._port.connections.add(self)
        elif len(self._port.refused) < self._port.policy.refused_at_once:
            self._port.refused.add(self)
        else:
            self.cut()

    def connection_lost(self, error: Exception | None) -> None:
        """Somebody has gone."""
        del error
        self._silence.cancel()
        if self._resuming:
            self._resuming.cancel()
        self._port.connections.discard(self)
        self._port.refused.discard(self)
        if self.address:
            self._port.addresses.go(self.address)
        if self.number:
            self._port.runner.disconnect(self.number)

    def data_received(self, data: bytes) -> None:
        """Some bytes: whole messages are read, the rest waits."""
        framing = self._framing
        if framing.phase not in READING or self._stream.is_closing():
            return
        self._used = self._port.clock()
        if not framing.is_midway:
            self._since = self._used
        framing.feed(data)
        if self.codec is not framing.codec:
            self._note_codec()
        if not self.number:
            self._introduce()
        if IAC in data:
            self._answer_telnet()
        if self._queued:  # it goes on talking while it waits for its turn
            self._stream.pause_reading()
        elif not self._resuming:
            self._read()

    def eof_received(self) -> bool:
        """No more will come. What was asked is still answered, for a while; TLS cannot half-close, so there it ends."""
        if not self.number or self._is_over or self._stream.get_extra_info("sslcontext"):
            return False
        was_reading = self._framing.is_reading
        self._framing.end()
        if was_reading and not self._resuming:
            self._read()
        return True

    def _note_codec(self) -> None:
        """What the client speaks is known now; have the server know it, if one that was silent for a while is a program."""
        self.codec = self._framing.codec
        if self.number:
            self._port.runner.is_program(self.number)

    def _answer_telnet(self) -> None:
        """Answer what a telnet program negotiates; first of all the mark it waits for before it shows anything again."""
        telnet = self._framing.telnet
        answers, signals, telnet.answers, telnet.signals = telnet.answers, telnet.signals, b"", []
        self.send(answers)
        for signal in signals:
            self.send(self.codec.write(Notice(text=SAID_OF_SIGNALS[signal])))
        if telnet.width and self.number:
            self._port.runner.resize(self.number, telnet.width)

    def _introduce(self, *, silent: bool = False) -> None:
        """It is known what the client speaks, or that it is silent. If there is no room, they are told so in their codec."""
        self._silence.cancel()
        if self.number or not self._framing.is_reading or self._stream.is_closing():
            return
        if self.address:
            program = self.codec is not LINE
            self.number = self._port.runner.connect(self, self.address, program=program, silent=silent)
        else:
            self._framing.ignore()
            self.send(self.codec.write(Problem.of(Kind.TOO_MANY_CONNECTIONS)))
            self.close()

    def _read(self) -> None:
        """Read the messages that are there, or queue for it; whoever says more meanwhile is not heard until then.

        TLS is not heard at once: the end of what a client says would end the connection, and what it said would be lost.
        """
        if not self._queued and not self._port.share.submit(self._network, self._read_one):
            self._queued = True
            if self._stream.get_extra_info("sslcontext"):
                self._stream.pause_reading()

    def _read_one(self) -> bool:
        """Read a message; whether there is another. A client that is too fast is not refused but has to wait: meanwhile nothing
        is read, so it cannot go on sending.
        """
        now, framing, runner = self._port.clock(), self._framing, self._port.runner
        if self._stream.is_closing():
            return False
        if framing.has_message:
            if framing.is_whole:
                if wait := self._throttle.wait(now):
                    self._queued = False
                    self._port.addresses.pressure.note("slowed", "too many messages", self.address)
                    self._stream.pause_reading()
                    self._resuming = self._port.loop.call_later(wait, self._resume)
                    return False
                self._since = self._used = now
            taken = framing.take()
            if self.codec is not framing.codec:
                self._note_codec()
            for message in taken:
                if isinstance(message, Mistake):
                    self._complain(message)
                else:
                    runner.receive(self.number, message)
            if framing.has_message and not self._stream.is_closing():
                return True
        if framing.phase in UNHEARD:
            self._since = now
            runner.finish(self.number)
        if self._queued:
            self._queued = False
            if not self._is_over:
                self._stream.resume_reading()
        return False

    def _complain(self, mistake: Mistake) -> None:
        """What they said cannot be read. If it was meant to be a move, it is asked for again."""
        runner = self._port.runner
        if runner.complain(self.number, mistake.problem, mistake.said):
            self._framing.forgive()
        if mistake.is_move:
            runner.ask_again(self.number)

    def _resume(self) -> None:
        """They have waited long enough."""
        self._resuming = None
        if self._is_over:
            return
        self._read()
        if not self._resuming and not self._queued:
            self._stream.resume_reading()

    # To the client

    def send(self, message: bytes) -> None:
        """Send bytes. A client that leaves too much unread is cut off: the others must not wait for it."""
        if not message or self._framing.phase is Phase.CLOSING or self._stream.is_closing():
            return
        self._stream.write(message)
        if self._stream.get_write_buffer_size() > self._port.policy.unread_bytes:
            self._port.addresses.pressure.note("cut", "does not read", self.address)
            self.cut()

    def close(self) -> None:
        """End the connection once everything is sent. A client that may still be talking is left to hang up, for a moment: closed
        with bytes unread, the connection would break before the client has read our last words.
        """
        if self._is_over:
            return
        phase, self._since = self._framing.phase, self._port.clock()
        self._framing.close()
        waiting = self._resuming is not None or self._queued
        may_talk = phase is Phase.IGNORED or (waiting and phase is not Phase.LEAVING)
        if may_talk and self._stream.can_write_eof():
            self._stream.resume_reading()
            self._stream.write_eof()
        else:
            self._stream.close()

    def cut(self) -> None:
        """End the connection now."""
        self._stream.abort()

    def check(self, now: float) -> None:
        """Cut off a client that is too slow, or has been silent for too long. While we make it wait, it is neither."""
        policy = self._port.policy
        if self._is_over:
            if now - self._since > policy.closing_seconds:
                self.cut()
        elif self._framing.phase in UNHEARD:
            if now - self._since > policy.closing_seconds:
                self.close()
        elif self._resuming or self._queued:
            return
        elif self._framing.is_midway and now - self._since > policy.message_seconds:
            self._port.addresses.pressure.note("cut", "too slow", self.address)
            self.cut()
        elif now - self._used > policy.idle_seconds:
            self.send(self.codec.write(Goodbye(text="You have been silent for too long")))
            self.close()
