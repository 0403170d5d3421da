"""`Relay`: carries entries and marks between a search and the sockets of its machine.

A look at the sockets from Python takes a tenth of a millisecond from the search, most of it because the search has pushed Python
out of the processor's caches. So the loop is compiled (`search/kernels/exchange_relay.py`) and calls ZeroMQ by the addresses of
its functions; it returns when there is something else to do.
"""

from __future__ import annotations

import ctypes
import struct
import time
from typing import Any

import numpy as np
import zmq
import zmq.backend.cython._zmq

from ludus.cluster.searcher import Searcher
from ludus.rules.errors import LudusError
from ludus.search.constants import ENTRY_BYTES, RING_BITS

NEWS, FOUND = b"news\0\0\0\0", b"found\0\0\0"
"""How messages to other machines begin; the number of the question follows, then entries and marks, or a finding."""

HEAD = struct.Struct("<8sq")

MOST_BYTES = HEAD.size + (ENTRY_BYTES << RING_BITS)
"""Of one message."""

BOX = np.dtype(
    [
        *((name, "i8") for name in ("send", "receive", "poll", "sleep", "clock", "publisher", "subscriber", "dealer")),
        *((name, "i8") for name in ("outbox", "inbox", "most_bytes", "waits", "places", "threads", "call")),
        ("news", "u8"),
        *((name, "i8") for name in ("monotonic", "question", "pause", "sent", "taken", "useful")),
    ]
)


class Relay:
    """The way of news out of a search and into it."""

    def __init__(self, searcher: Searcher, publisher: Any, subscriber: Any, dealer: Any) -> None:
        self._pool, self._call = searcher.pool, searcher.call
        self._boxes = np.zeros(1, BOX)
        self._outbox, self._inbox = np.zeros(MOST_BYTES, np.uint8), np.zeros(MOST_BYTES, np.uint8)
        self._waits, self._places = np.zeros(4, np.int64), np.array([worker.place for worker in self._pool.workers], np.int64)
        self.box = box = self._boxes[0]
        box["send"], box["receive"], box["poll"], box["sleep"], box["clock"] = _functions()
        box["publisher"], box["subscriber"], box["dealer"] = (each.underlying for each in (publisher, subscriber, dealer))
        box["outbox"], box["inbox"] = self._outbox.ctypes.data, self._inbox.ctypes.data
        box["most_bytes"], box["threads"] = MOST_BYTES, len(self._pool.workers)
        box["waits"], box["places"] = self._waits.ctypes.data, self._places.ctypes.data
        box["call"] = self._call.ctypes.data
        box["monotonic"] = time.CLOCK_MONOTONIC
        box["news"] = int.from_bytes(NEWS, "little")

    def ask(self, question: int) -> None:
        """From now on carry what belongs to a question, and nothing that was found before."""
        self.box["question"] = question
        for place, worker in zip(self._places, self._pool.workers, strict=True):
            place[3] = worker.context["sent"]

    @property
    def counts(self) -> tuple[int, int, int]:
        """Entries and marks sent, received, and useful among those."""
        return int(self.box["sent"]), int(self.box["taken"]), int(self.box["useful"])

    def run(self, seconds: float, pause: float) -> bytes:
        """Carry news for some seconds, or until there is something else to do; returns a finding if one has come."""
        self.box["pause"] = round(1e6 * pause)
        size = self._pool.first.relay(self.box, max(1, round(seconds / pause)))
        self._call[0] = 0
        return self._inbox[HEAD.size : size].tobytes() if size else b""


def _functions() -> list[int]:
    """The addresses of the C functions that the loop calls."""
    try:
        zeromq, system = ctypes.CDLL(zmq.backend.cython._zmq.__file__), ctypes.CDLL(None)
        functions = zeromq.zmq_send, zeromq.zmq_recv, zeromq.zmq_poll, system.usleep, system.clock_gettime
    except (OSError, TypeError, AttributeError):  # such as Windows, where a library does not show what it is linked with
        raise LudusError("this system cannot take part through Ray; `ludus worker --connect HOST` needs no Ray") from None
    return [ctypes.cast(each, ctypes.c_void_p).value or 0 for each in functions]
