"""The ports of a server: lines and JSON, the web, and gRPC if it is wanted; what keeps one from opening is one sentence."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Awaitable
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from ludus.cli.composition.computation import Computers
from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.process import allow_open_files
from ludus.clients.web import FILES, GAMES, PAGES
from ludus.edges.fair_share import FairShare
from ludus.edges.host_names import HostNames
from ludus.edges.limits import Addresses
from ludus.edges.site import Site
from ludus.edges.tcp import TcpPort
from ludus.edges.trusted_proxy import TrustedProxies
from ludus.edges.web import Web
from ludus.rules.errors import LudusError
from ludus.server.policy import ConnectionPolicy
from ludus.server.runner import Runner
from ludus.server.store.changes import Store
from ludus.wire.messages import GameEntry

if TYPE_CHECKING:
    from ludus.edges.grpc.port import GrpcPorts


class Ports:
    """All ports; those for people share their limits. They are opened, closed and ended together."""

    def __init__(
        self,
        options: ServerOptions,
        policy: ConnectionPolicy,
        runner: Runner,
        store: Store,
        computers: Computers,
        games: list[GameEntry],
    ) -> None:
        policy = replace(policy, total=allow_open_files(policy.total))
        addresses = Addresses(policy, TrustedProxies(options.trusted_proxies), runner.pressure)
        share = FairShare(policy, runner.pressure, asyncio.get_running_loop())
        self._options, self._addresses = options, addresses
        self._line = TcpPort(runner, policy, addresses, share)
        site = Site(FILES, PAGES, {GAMES: msgspec.json.encode(games).decode()})
        self._web = Web(runner, store, policy, addresses, share, tuple(options.origins), site, _names(options))
        self._runner, self._computers = runner, computers
        self._grpc: GrpcPorts | None = None
        self.line_number = self.web_number = self.grpc_number = self.worker_number = 0

    async def open(self, tls: ssl.SSLContext | None) -> None:
        """Open both; raises `LudusError` with the option to change."""
        options = self._options
        self.line_number = await self._open("port", options.port, self._line.open(options.host, options.port, tls))
        self.web_number = await self._open(
            "web-port", options.web_port, self._web.open(options.host, options.web_port, options.tls)
        )
        self._web.line_port = self.line_number
        if options.grpc:
            await self._open_grpc()

    async def _open_grpc(self) -> None:
        from ludus.edges.grpc.port import GrpcPorts  # nobody else should wait for gRPC to load

        options, computers = self._options, self._computers
        grpc = self._grpc = GrpcPorts(self._runner, computers.network, computers.token, options.tls, self._addresses)
        self.grpc_number = await self._open("grpc-port", options.grpc_port, grpc.open_for_users(options.host, options.grpc_port))
        self.worker_number = await self._open(
            "worker-port", options.worker_port, grpc.open_for_workers(options.host, options.worker_port)
        )

    def close(self) -> None:
        """Let nobody else in."""
        self._line.close()
        self._web.close()

    async def end(self) -> None:
        """Wait until everybody has been sent the last messages."""
        await self._line.end()
        await self._web.end()
        if self._grpc is not None:
            await self._grpc.end()

    async def _open(self, option: str, wanted: int, opening: Awaitable[int]) -> int:
        host = self._options.host
        try:
            return await opening
        except socket.gaierror:
            raise LudusError(f"--host {host}: there is no such address; 127.0.0.1 is this machine") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise LudusError(f"--host {host}: that is not an address of this machine; 0.0.0.0 stands for all") from None
            if error.errno == errno.EADDRINUSE:
                raise LudusError(f"--{option} {wanted}: address already in use; give another number") from None
            raise LudusError(f"--{option} {wanted}: {error.strerror or error}; look at --host, too") from None


def _names(options: ServerOptions) -> HostNames:
    """The names under which browsers may reach this server."""
    return HostNames(options.host, options.server_names, options.origins)
