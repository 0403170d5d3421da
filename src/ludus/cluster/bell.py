"""`Bell`: wakes the thread that waits for a socket, from any other thread."""

from __future__ import annotations

import socket
from contextlib import suppress
from math import ceil
from typing import Any

import zmq


class Bell:
    """Waits for something to read from a socket of ZeroMQ, or for somebody to ring."""

    def __init__(self, door: zmq.Socket[Any]) -> None:
        self._inside, self._outside = socket.socketpair()
        self._inside.setblocking(False)
        self._outside.setblocking(False)
        self._poller = zmq.Poller()
        self._poller.register(door, zmq.POLLIN)
        self._poller.register(self._inside, zmq.POLLIN)

    def ring(self) -> None:
        """Wake whoever waits, now or soon."""
        with suppress(OSError):  # it has been rung often enough, or nobody listens any more
            self._outside.send(b"!")

    def wait(self, seconds: float) -> None:
        """Wait at most so long."""
        self._poller.poll(ceil(1000 * seconds))
        with suppress(BlockingIOError):
            while self._inside.recv(1000):
                pass

    def close(self) -> None:
        """Take it down."""
        self._inside.close()
        self._outside.close()
