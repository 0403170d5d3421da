"""Sockets between machines: ZeroMQ, encrypted and authenticated with CURVE.

Everybody in a cluster has the same client key, handed out with the game; a socket that listens takes no other. Who connects knows
the public key of the other side, so nobody can pretend to be it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import zmq
import zmq.auth.thread

KEPT = 1000
"""Messages that wait for a machine that is too slow, before news are dropped."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A public key and its secret, in Z85."""

    public: str
    secret: str

    @classmethod
    def fresh(cls) -> KeyPair:
        """A new pair."""
        public, secret = zmq.curve_keypair()
        return cls(public.decode(), secret.decode())


class OneClient:
    """Lets in whoever has the client key of the cluster; the authenticator asks it."""

    def __init__(self, public: str) -> None:
        self.public = public

    def callback(self, domain: str, key: bytes) -> bool:  # noqa: ARG002  it is called so
        """Whether a key is the right one."""
        return key.decode() == self.public


class Sockets:
    """Makes the sockets of one member of a cluster."""

    def __init__(self, client: KeyPair) -> None:
        self.context = zmq.Context()
        self.client, self.server = client, KeyPair.fresh()
        self._guard = zmq.auth.thread.ThreadAuthenticator(self.context)
        self._guard.start()
        self._guard.configure_curve_callback(domain="*", credentials_provider=OneClient(client.public))

    def listening(self, kind: int, host: str) -> tuple[zmq.Socket[bytes], str]:
        """A socket on a free port that only members can connect to, and its endpoint."""
        socket = self._socket(kind)
        socket.curve_server = True
        socket.curve_publickey, socket.curve_secretkey = self.server.public.encode(), self.server.secret.encode()
        port = socket.bind_to_random_port("tcp://*")
        return socket, f"tcp://{host}:{port}"

    def connecting(self, kind: int, identity: str = "") -> zmq.Socket[bytes]:
        """A socket that can be connected to others."""
        socket = self._socket(kind)
        socket.curve_publickey, socket.curve_secretkey = self.client.public.encode(), self.client.secret.encode()
        if identity:
            socket.setsockopt(zmq.IDENTITY, identity.encode())
        return socket

    def close(self) -> None:
        """Close everything at once."""
        self._guard.stop()
        self.context.destroy(linger=0)

    def _socket(self, kind: int) -> zmq.Socket[bytes]:
        socket = self.context.socket(kind)
        socket.setsockopt(zmq.LINGER, 0)
        socket.setsockopt(zmq.SNDHWM, KEPT)
        socket.setsockopt(zmq.RCVHWM, KEPT)
        return socket


def connect(socket: zmq.Socket[bytes], endpoint: str, public_key: str) -> None:
    """Connect a socket to a listener whose public key is known."""
    socket.curve_serverkey = public_key.encode()
    socket.connect(endpoint)


@contextmanager
def opened(client: KeyPair) -> Iterator[Sockets]:
    """Sockets that are closed in the end."""
    sockets = Sockets(client)
    try:
        yield sockets
    finally:
        sockets.close()
