"""Reverse proxies that may say for whom they come. Anybody else who says so is not believed.

    client 203.0.113.5 ──► proxy 10.0.0.2 ──► server
                           X-Forwarded-For: 198.51.100.9, 203.0.113.5
                                            written by the client, written by the proxy

Of the addresses in the header, the last that is not a trusted proxy itself counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from ludus.rules.errors import LudusError

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

SECURE = {"http": "https", "ws": "wss"}


class TrustedProxies:
    """The networks of trusted proxies; raises `LudusError` for what is no network."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = []
        for text in networks:
            try:
                self._networks.append(ip_network(text))
            except ValueError:
                raise LudusError(
                    f"--trusted-proxy {text}: write the proxy's address or network, such as 127.0.0.1 or 10.0.0.0/8"
                ) from None

    def __bool__(self) -> bool:
        return bool(self._networks)

    def trust(self, address: str) -> bool:
        """Whether this is the address of a trusted proxy."""
        if not self._networks:
            return False
        try:
            found = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in network for network in self._networks)

    def client(self, forwarded: str, peer: str) -> str:
        """The address of the client for whom a proxy comes."""
        for said in reversed(forwarded.split(",")):
            address = _without_port(said.strip())
            try:
                ip_address(address)
            except ValueError:
                return peer  # what the proxy itself has written is never like this
            peer = address
            if not self.trust(address):
                return address
        return peer


class ProxyMiddleware:
    """Gives requests through a trusted proxy the address of the client, and the scheme that the client has used."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self._app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        peer = scope.get("client")
        if peer and self._proxies.trust(peer[0]):
            from starlette.datastructures import Headers  # every command reads this file, and only a server needs that

            headers = Headers(scope=scope)
            if forwarded := ",".join(headers.getlist("x-forwarded-for")):
                scope["client"] = (self._proxies.client(forwarded, peer[0]), 0)
            if headers.get("x-forwarded-proto", "").lower() in ("https", "wss"):
                scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])
        await self._app(scope, receive, send)


def _without_port(address: str) -> str:
    """`[2001:db8::1]:4711` and `192.0.2.7:4711` are written by some proxies."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address
