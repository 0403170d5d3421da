"""Asking a running server, on the machine where it runs, as its operator.

A running server leaves a key beside its store, in a file that only its owner can read; anyone who can read it is the operator.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludus.rules.errors import LudusError
from ludus.wire import messages
from ludus.wire.client import Client
from ludus.wire.messages import AnyReply, AnyRequest, Problem

LONGEST_WAIT = 20.0
"""Seconds to wait for an answer before giving up on a server."""

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104
"""How to reach a server that listens on every address from its own machine."""


class RunningServer:
    """A connection to a server, which has been shown the operator's key."""

    def __init__(self, connection: socket.socket, token: str) -> None:
        self._connection, self._client = connection, Client()
        self.ask(messages.Operator(token=token))

    def ask(self, request: AnyRequest) -> AnyReply:
        """Ask one thing, and wait for its answer among whatever else the server says; raises `LudusError` for a problem."""
        number, asked = self._client.ask(request)
        self._connection.sendall(asked)
        while data := self._connection.recv(65536):
            for reply, _ in self._client.feed(data):
                if reply.id == number and isinstance(reply, Problem):
                    raise LudusError(reply.sentence)
                if reply.id == number:
                    return reply
        raise OSError("it has closed the connection")


def ask_server(store: str, request: AnyRequest) -> AnyReply:
    """Ask the server that keeps its games there to do something; raises `LudusError` when it does not."""
    with running_server(store) as server:
        return server.ask(request)


@contextmanager
def running_server(store: str) -> Iterator[RunningServer]:
    """The server that keeps its games there; raises `LudusError` when there is none."""
    from ludus.edges.operator import operator_file
    from ludus.edges.store_location import store_or_usual
    from ludus.server.store.url import without_password

    store = store_or_usual(store)
    path, shown = operator_file(store), without_password(store)
    if path is None:
        raise LudusError(f"--store {shown}: a server without a file cannot be found; give the store it was started with")
    scheme, host, port, token = _key(path, shown)
    try:
        with _connect(scheme, host, port) as connection:
            yield RunningServer(connection, token)
    except OSError as error:
        raise LudusError(f"the server for {shown} on port {port} does not answer: {error}") from None


def _key(path: Path, store: str) -> tuple[str, str, int, str]:
    try:
        scheme, host, port, token = path.read_text("utf-8").split()
        return scheme, EVERYWHERE.get(host, host), int(port), token
    except FileNotFoundError:
        raise LudusError(f"no server is running that keeps its games in {store}") from None
    except (OSError, ValueError) as error:
        raise LudusError(f"{path} cannot be read: {error}") from None


def _connect(scheme: str, host: str, port: int) -> socket.socket:
    connection = socket.create_connection((host, port), LONGEST_WAIT)
    if scheme != "tls":
        return connection
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # The certificate is for the name players use; we come from the same machine, to the port in a file that only we can write.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(connection)
