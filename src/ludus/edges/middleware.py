"""Whom the web port answers: under our own names only, and not too often; and what every HTTP response carries."""

from __future__ import annotations

import time

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludus.edges.api import problem_response
from ludus.edges.host_names import HostNames
from ludus.server.policy import ConnectionPolicy
from ludus.server.rate_limit import Buckets, Rate, network
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Problem
from ludus.wire.mistakes import escaped, quoted

NEVER_LIMITED = ("/health", "/ws")
"""Paths without this limit: monitoring must always get an answer, and WebSockets have limits of their own."""

STATIC = "/static/"
"""Where files lie that have no limit, either: a class that opens the page together asks for hundreds, and they are in memory."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


log = structlog.get_logger("ludus.web")


class HttpMiddleware:
    """Refuses names that are not ours and clients that ask too often, and adds headers to every response."""

    def __init__(self, app: ASGIApp, policy: ConnectionPolicy, names: HostNames) -> None:
        self._app, self._names = app, names
        self._rates = Buckets(Rate(policy.http_at_once, 1 / policy.http_per_second), policy.http_networks)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        host = Headers(scope=scope).get("host")
        misdirected = host is not None and not self._names.know(host)  # who sends none is not a browser
        if scope["type"] != "http":
            if misdirected:
                await WebSocket(scope, receive, send).send_denial_response(_misdirected(host or ""))
            else:
                await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        address = scope["client"][0] if scope.get("client") else "local"
        limited = scope["path"] not in NEVER_LIMITED and not scope["path"].startswith(STATIC)
        if limited and not self._rates.take(network(address), time.monotonic()):
            refusal = problem_response(Problem.of(Kind.TOO_FAST))
            refusal.headers["Retry-After"] = "1"
            await refusal(scope, receive, send_with_headers)
            return
        if misdirected:
            await _misdirected(host or "")(scope, receive, send_with_headers)
            return
        await self._app(scope, receive, send_with_headers)


def _misdirected(host: str) -> Response:
    """The answer to somebody who has come under a name that is not ours."""
    log.info("refused", host=host, why="not a name of this server")
    name = host.rpartition(":")[0] or host
    sentence = f"This server is not known as {quoted(host)}; if it should be, start it with --server-name {escaped(name)}"
    return problem_response(Problem(code=Kind.NOT_ALLOWED.code, sentence=sentence), 421)
