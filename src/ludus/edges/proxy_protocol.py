r"""The PROXY protocol, version 1 and 2: how a proxy tells on a TCP connection, before anything else, for whom it comes.

    PROXY TCP4 203.0.113.5 192.0.2.1 56324 8765\r\n                        version 1
    \r\n\r\n\0\r\nQUIT\n  0x21  0x11  length  addresses and ports          version 2: command, family, then as many bytes

Only trusted proxies are listened to. A trusted machine that begins with anything else comes for itself, as `ludus admin` does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import ip_address
from typing import NamedTuple, cast

FIRST = b"PROXY "
SECOND = b"\r\n\r\n\0\r\nQUIT\n"
LONGEST_FIRST, LONGEST_SECOND = 107, 16 + 2048
ADDRESS_BYTES = {0x11: 4, 0x21: 16}
"""By family: TCP over IPv4 or IPv6."""


class Unintelligible(ValueError):
    """It begins like a header and is none."""


class ProxyHeader(NamedTuple):
    """For whom a proxy comes, empty when it says nothing or comes for itself; and how many bytes the header has."""

    address: str
    length: int


def read_header(data: bytes) -> ProxyHeader | None:
    """The header at the beginning of what was read; None if more is needed. Raises `Unintelligible`."""
    if data.startswith(FIRST):
        return _read_first(data)
    if data.startswith(SECOND):
        return _read_second(data)
    is_beginning = FIRST.startswith(data) or SECOND.startswith(data)
    return None if is_beginning else ProxyHeader("", 0)


def _read_first(data: bytes) -> ProxyHeader | None:
    line, end, _ = data[:LONGEST_FIRST].partition(b"\r\n")
    if not end:
        if len(data) >= LONGEST_FIRST:
            raise Unintelligible("the header has no end")
        return None
    words = line.decode("ascii", "replace").split(" ")
    if words[1] == "UNKNOWN":
        return ProxyHeader("", len(line) + 2)
    if len(words) != 6 or words[1] not in ("TCP4", "TCP6"):
        raise Unintelligible("six words are expected")
    return ProxyHeader(str(ip_address(words[2])), len(line) + 2)


def _read_second(data: bytes) -> ProxyHeader | None:
    if len(data) < 16:
        return None
    length = 16 + int.from_bytes(data[14:16], "big")
    if data[12] >> 4 != 2 or length > LONGEST_SECOND:
        raise Unintelligible("another version, or too long")
    if len(data) < length:
        return None
    size = ADDRESS_BYTES.get(data[13], 0)
    if data[12] & 15 == 0 or not size:  # the proxy comes for itself, or over something else
        return ProxyHeader("", length)
    if length < 16 + 2 * size + 4:
        raise Unintelligible("the addresses are cut off")
    return ProxyHeader(str(ip_address(data[16 : 16 + size])), length)


class ProxyListener(asyncio.Protocol):
    """Reads the header of a trusted proxy, and then leaves the connection to the protocol behind it."""

    def __init__(self, connect: Callable[[str], asyncio.Protocol], gone: Callable[[], None], seconds: float) -> None:
        """`connect` makes that protocol for the client's address, or for none; `gone` is called if it never comes to that."""
        self._connect, self._gone, self._seconds = connect, gone, seconds
        self._data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A proxy connects."""
        self._stream = cast(asyncio.Transport, transport)
        self._silence = asyncio.get_running_loop().call_later(self._seconds, self._pass_on, "", 0)

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        self._data += data
        try:
            header = read_header(self._data)
        except ValueError:
            self._stream.abort()
            return
        if header:
            self._pass_on(*header)

    def connection_lost(self, error: Exception | None) -> None:
        """It has gone before it said for whom it came."""
        del error
        self._silence.cancel()
        self._gone()

    def _pass_on(self, address: str, length: int) -> None:
        self._silence.cancel()
        if self._stream.is_closing():
            return
        inner = self._connect(address)
        self._stream.set_protocol(inner)
        inner.connection_made(self._stream)
        if rest := self._data[length:]:
            inner.data_received(rest)
