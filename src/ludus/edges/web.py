"""The web port: WebSocket, HTTP and the web client, behind one uvicorn server inside our own loop."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from ludus.edges import analysis, api, openapi
from ludus.edges.acceptor import Acceptor
from ludus.edges.fair_share import FairShare
from ludus.edges.gateway import Gateway
from ludus.edges.health import Meter, health
from ludus.edges.host_names import HostNames
from ludus.edges.http import WebServer, make_server
from ludus.edges.limits import Addresses
from ludus.edges.middleware import HttpMiddleware
from ludus.edges.site import Site
from ludus.edges.trusted_proxy import ProxyMiddleware
from ludus.edges.websocket import WebSocketPort
from ludus.server.policy import ConnectionPolicy
from ludus.server.runner import Runner
from ludus.server.store.changes import Store
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Problem

ENDING = 3.0
"""Seconds that the server has to end."""


class Web:
    """The web port and its connections."""

    def __init__(
        self,
        runner: Runner,
        store: Store,
        policy: ConnectionPolicy,
        addresses: Addresses,
        share: FairShare,
        origins: tuple[str, ...] = (),
        site: Site | None = None,
        names: HostNames | None = None,
    ) -> None:
        self.runner, self.policy, self.addresses, self._names = runner, policy, addresses, names or HostNames()
        self.line_port = 8765  # where the line protocol is spoken; the page says so
        self.sockets = WebSocketPort(runner, policy, addresses, share, origins)
        self._site = site
        self._gateway = Gateway(runner, policy)
        self._meter = Meter(runner, store, policy.metrics_seconds)
        self._document = JSONResponse(openapi.document()).body  # written once: it takes 3 ms, and anybody may ask for it
        self._acceptor: Acceptor | None = None
        self._server: WebServer | None = None
        self._serving: asyncio.Task[None] | None = None

    async def open(self, host: str | None, port: int, tls: tuple[Path, Path] | None = None) -> int:
        """Listen, and return the port: it may have been chosen by the system. Raises OSError if the port is taken."""
        app = ProxyMiddleware(HttpMiddleware(self._app(), self.policy, self._names), self.addresses.proxies)
        self._server = make_server(app, self.policy, self.addresses, tls)
        self._acceptor = Acceptor(self.policy, self.addresses, self._server.connect, self._server.config.ssl)
        number = self._acceptor.open(host, port)
        self._serving = asyncio.create_task(self._server.serve())
        while not self._server.started and not self._serving.done():
            await asyncio.sleep(0.001)
        return number

    def close(self) -> None:
        """Accept no more connections."""
        if self._acceptor:
            self._acceptor.close()

    async def end(self) -> None:
        """End the connections that are left, and the server."""
        await self.sockets.end()
        if self._server and self._serving:
            self._server.should_exit = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._serving, ENDING)

    # What is answered

    def _app(self) -> Starlette:
        return Starlette(
            routes=[
                *api.routes(self._gateway),
                analysis.route(self.runner),
                Route("/health", self._health),
                Route("/metrics", self._metrics),
                Route("/openapi.json", self._openapi),
                Route("/ws", _only_for_websocket),
                WebSocketRoute("/ws", self.sockets.serve),
                *(self._site.routes() if self._site else []),
            ],
            exception_handlers={HTTPException: self._no_such_page, Exception: _our_mistake},
        )

    async def _health(self, request: Request) -> Response:
        del request
        now = health(self.runner, self.line_port)
        return api.json_response(now, 200 if now.status == "ok" else 503)

    async def _metrics(self, request: Request) -> Response:
        del request
        return Response(self._meter.written(), media_type=CONTENT_TYPE_LATEST)

    async def _openapi(self, request: Request) -> Response:
        del request
        return Response(self._document, media_type="application/json")

    async def _no_such_page(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if self._site and status == 404 and _asks_for_a_page(request):
            return await self._site.missing(request)
        problem = Problem.of(Kind.NOT_POSSIBLE, f"There is nothing to {request.method} here; /openapi.json lists the paths")
        response = api.problem_response(problem, status)
        response.headers.update((error.headers or {}) if isinstance(error, HTTPException) else {})
        return response


def _asks_for_a_page(request: Request) -> bool:
    """Whether a person has typed this address, or clicked on it; programs read the problem."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


async def _only_for_websocket(request: Request) -> Response:
    del request
    problem = Problem.of(Kind.NOT_POSSIBLE, "This path is for WebSocket")
    response = api.problem_response(problem, 426)
    response.headers["Upgrade"] = "websocket"
    return response


async def _our_mistake(request: Request, error: Exception) -> Response:
    del request, error  # uvicorn logs it
    return api.problem_response(Problem.of(Kind.NOT_POSSIBLE, "Something went wrong on the server; it has been logged"), 500)
