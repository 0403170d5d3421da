"""`ServerConnection`: a client's connection to a server, which comes back by itself and loses nothing.

    connection = ServerConnection(address, greeting, entrance)
    async for news in connection.news():       Heard(reply, request), Broken("why"), Restored()
        connection.ask(request)                at any time; what was not answered is asked again after a break

What is said and remembered is `wire/client.py`; here are the socket and the waiting.
"""

from __future__ import annotations

import asyncio
import secrets
import ssl
import time
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple, TypeAlias

from ludus.wire.client import Client, Heard
from ludus.wire.error_sentences import Kind
from ludus.wire.jsonlines import write_request
from ludus.wire.messages import AnyRequest, Guest, Hello, LoggedIn, Login, Ping, Problem

PORT = 8765
PAUSES = (0.2, 0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before each further attempt; the last counts from then on."""

QUIET = 20.0
"""Seconds of silence after which the server is asked whether it is there; after twice that it is not."""

PATIENCE = 10.0
"""Seconds an attempt to connect may take."""

SILENT = 2.0
"""Seconds without a first word from the server after which we ask whether it is a web server."""

WEB = b"HTTP/"
"""How a web server begins every answer."""

FAREWELL = 1.0
"""Seconds a server may take to close a connection from its side."""

SECRETS = ("password", "token")


class ServerUnreachable(Exception):
    """There is no such server, or it lets nobody in: one sentence."""


class Address(NamedTuple):
    """Where a server is, and how it is spoken to."""

    host: str = "localhost"
    port: int = PORT
    tls: ssl.SSLContext | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Broken(NamedTuple):
    """The connection has ended; it will be tried again."""

    why: str


class Restored(NamedTuple):
    """The connection is there again, and nothing was missed."""


News: TypeAlias = Heard | Broken | Restored


def read_address(text: str, tls: ssl.SSLContext | None = None) -> Address:
    """The address that somebody writes as HOST, HOST:PORT or [HOST]:PORT; raises `ServerUnreachable` if it is none."""
    host, port = text, ""
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if not host or (port and not (port.isdecimal() and 0 < int(port) < 65536)):
        raise ServerUnreachable(f"{text!r} is no address; write HOST or HOST:PORT, such as localhost:{PORT}")
    return Address(host, int(port or PORT), tls)


def tls_context(trusted: Path | None = None) -> ssl.SSLContext:
    """TLS as usual, or with a certificate that is trusted besides; raises `ServerUnreachable` if that cannot be read."""
    try:
        return ssl.create_default_context(cafile=str(trusted) if trusted else None)
    except (OSError, ssl.SSLError) as error:
        raise ServerUnreachable(f"--tls-ca {trusted} cannot be read: {error.strerror or error}") from None


class ServerConnection:
    """One player's connection, through all its breaks."""

    def __init__(self, address: Address, greeting: Hello, entrance: Guest | Login, log: IO[str] | None = None) -> None:
        self.address, self.greeting, self.entrance = address, greeting, entrance
        self.client = Client(f"{secrets.token_hex(4)}-")
        self.is_open = False
        self._log, self._began = log, time.monotonic()
        self._writer: asyncio.StreamWriter | None = None
        self._over = False

    def ask(self, request: AnyRequest) -> str:
        """Send a request now, or as soon as there is a connection; gives its id."""
        number, written = self.client.ask(request)
        if self.is_open:
            self._send(written)
        return number

    def close(self) -> None:
        """No more."""
        self._over = True
        if self._writer:
            self._writer.close()

    async def news(self) -> AsyncGenerator[News, None]:
        """Everything the server says, until `close`; raises `ServerUnreachable` if it cannot be reached at first."""
        try:
            async for each in self._reconnecting():
                yield each
        finally:  # whoever listens may have been cancelled
            await self._hang_up()

    async def _reconnecting(self) -> AsyncIterator[News]:
        """Everything that is said in one connection after the other."""
        tries = 0
        while not self._over:
            try:
                reader = await self._open()
                async for each in self._converse(reader):
                    tries = 0
                    yield each
                why = "The server has closed the connection"
            except (OSError, TimeoutError) as error:
                why = _why(error, self.address)
                if not self.client.token:
                    raise ServerUnreachable(why) from None
            await self._hang_up()
            if self._over or not self.client.token:
                break
            self.is_open = False
            self.note("--", why)
            yield Broken(why)
            await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
            tries += 1
        if not self._over:
            raise ServerUnreachable("The server has closed the connection")

    async def _hang_up(self) -> None:
        """End the connection; by TLS, both sides say so, and a server that does not is left anyway."""
        if self._writer:
            self._writer.close()
            try:
                await asyncio.wait_for(self._writer.wait_closed(), FAREWELL)
            except OSError:  # or TimeoutError, which is one
                self._writer.transport.abort()

    async def _open(self) -> asyncio.StreamReader:
        wanted = asyncio.open_connection(self.address.host, self.address.port, ssl=self.address.tls, limit=1 << 20)
        reader, self._writer = await asyncio.wait_for(wanted, PATIENCE)
        self._send(write_request(self.greeting))
        self._send(self.client.resume() if self.client.token else write_request(self.entrance))
        return reader

    async def _converse(self, reader: asyncio.StreamReader) -> AsyncIterator[News]:
        """One connection, from logging in to its end."""
        resuming, quiet = bool(self.client.token), False
        strange = not resuming  # nothing tells yet that this is one of our servers
        while True:
            try:
                data = await asyncio.wait_for(reader.read(1 << 16), SILENT if strange else QUIET)
            except TimeoutError:
                if strange:
                    await self._refuse_web()
                    strange = False
                    continue
                if quiet:
                    raise TimeoutError("the server no longer answers") from None
                quiet = True
                self._send(write_request(Ping()))
                continue
            if strange and (not data or data.startswith(WEB)):
                await self._refuse_web()
            if not data:
                return
            quiet = strange = False
            for heard in self._heard(data):
                yield heard
                if isinstance(heard.reply, LoggedIn) and not self.is_open:
                    self.is_open = True
                    self._send(self.client.catch_up())
                    if resuming:
                        yield Restored()
                elif resuming and not self.is_open and _is_forgotten(heard.reply):
                    self._send(write_request(self.entrance))  # a guest whom the server no longer knows

    async def _refuse_web(self) -> None:
        """Raise `ServerUnreachable` if a web server is at the address: it waits for more of what we say, or just hangs up."""
        try:
            if not await asyncio.wait_for(_speaks_http(self.address), SILENT):
                return
        except (OSError, TimeoutError):
            return
        other = f"; try {self.address.host}:{PORT}" if self.address.port != PORT else ""
        raise ServerUnreachable(f"{self.address} looks like a web port: it answers in HTTP{other}")

    def _heard(self, data: bytes) -> Iterable[Heard]:
        self.note("<-", data.decode("utf-8", "replace"))
        return self.client.feed(data)

    def _send(self, data: bytes) -> None:
        self.note("->", data.decode("utf-8", "replace"))
        if self._writer and data:
            with suppress(OSError, RuntimeError):
                self._writer.write(data)

    def note(self, direction: str, text: str) -> None:
        """Write lines to the debug log, if there is one, without what is secret."""
        if self._log is None:
            return
        for line in text.splitlines():
            shown = line
            for secret in SECRETS:
                before, found, rest = shown.partition(f'"{secret}":"')
                if found:
                    shown = f'{before}{found}***"{rest.partition(chr(34))[2]}'
            self._log.write(f"{time.monotonic() - self._began:9.3f} {direction} {shown}\n")
        self._log.flush()


async def _speaks_http(address: Address) -> bool:
    """Whether a web server answers at an address."""
    reader, writer = await asyncio.open_connection(address.host, address.port, ssl=address.tls)
    try:
        writer.write(f"GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n".encode())
        return (await reader.read(len(WEB))).startswith(WEB)
    finally:
        writer.close()


def _is_forgotten(reply: object) -> bool:
    return isinstance(reply, Problem) and reply.code == Kind.WRONG_TOKEN.code


def _why(error: BaseException, address: Address) -> str:
    """Why a server cannot be reached, in a sentence."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"The certificate of {address} cannot be trusted: {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return f"{address} does not speak TLS as expected: {error.reason}"
    if isinstance(error, TimeoutError):
        return f"{address} does not answer"
    reason = getattr(error, "strerror", "") or str(error)
    if "Multiple exceptions" in reason or isinstance(error, ConnectionRefusedError):
        reason = "nobody listens there; `ludus serve` starts a server"
    return f"{address} cannot be reached: {reason}"
