"""Both ports accept connections here: each is counted from its first moment, and has a deadline for the handshake of TLS.

The event loop's own way would call us only after the handshake: whoever never finishes one would be counted nowhere.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable

import structlog

from ludus.edges.limits import Addresses
from ludus.server.policy import ConnectionPolicy

OUT_OF_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
BACKLOG = 1024
"""Connections that the system keeps for us until we take them."""

PAUSE = 0.5
"""Seconds without a new connection after the system had no open file left for one."""

log = structlog.get_logger("ludus.edges")

Factory = Callable[[str, bool], asyncio.Protocol]
"""Makes the protocol of a connection: from its address, and whether there is room for it."""


class Acceptor:
    """One listening port."""

    def __init__(
        self, policy: ConnectionPolicy, addresses: Addresses, factory: Factory, tls: ssl.SSLContext | None = None
    ) -> None:
        self._policy, self._addresses, self._factory, self._tls = policy, addresses, factory, tls
        self._beginning: set[asyncio.Task[None]] = set()
        self._accepting: list[asyncio.Task[None]] = []

    def open(self, host: str | None, port: int) -> int:
        """Listen, and return the port: it may have been chosen by the system. Raises OSError if that is not possible."""
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, address in dict.fromkeys(found):
            listening = socket.create_server((str(address[0]), port), family=family, backlog=BACKLOG)
            listening.setblocking(False)
            port = listening.getsockname()[1]
            self._accepting.append(asyncio.get_running_loop().create_task(self._accept(listening)))
        return port

    def close(self) -> None:
        """Accept no more."""
        for accepting in self._accepting:
            accepting.cancel()

    async def _accept(self, listening: socket.socket) -> None:
        with listening:
            while True:
                await self._accept_one(listening)

    async def _accept_one(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            peer, name = await loop.sock_accept(listening)
        except OSError as error:
            if error.errno in OUT_OF_FILES:
                log.warning("no connection accepted", why=error.strerror)
                await asyncio.sleep(PAUSE)
            return  # anything else befell whoever connected, and is over with them
        address = str(name[0]) if name else "local"
        counted = self._addresses.come(address)
        beginning = loop.create_task(self._begin(peer, address, counted))
        self._beginning.add(beginning)
        beginning.add_done_callback(self._beginning.discard)

    async def _begin(self, peer: socket.socket, address: str, counted: bool) -> None:
        """Agree on TLS where that is spoken, and hand the connection over to its protocol, which counts it out again."""
        loop, limit = asyncio.get_running_loop(), self._policy.handshake_seconds if self._tls else None
        try:
            await loop.connect_accepted_socket(
                lambda: self._factory(address, counted), peer, ssl=self._tls, ssl_handshake_timeout=limit
            )
        except (OSError, ssl.SSLError, TimeoutError) as error:
            self._addresses.pressure.note("cut", "the handshake failed", address)
            log.debug("handshake failed", address=address, why=str(error) or type(error).__name__)
            if counted:
                self._addresses.go(address)
