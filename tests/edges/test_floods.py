"""One stranger floods the server; everybody else plays on as if nothing had happened."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest
from tests.edges.hostile_frames import CONTINUED, PING, TEXT, ByHand, frame
from tests.server_process import Serving, start_server

ELSEWHERE = "127.0.0.2"
"""The address from which the honest programs come: the stranger is at another one."""

WATCHED = 2.0
"""Seconds for which the honest programs play on."""

MOVES, WORST = 5, 1.5
"""Moves that they play at least in this time, and the longest that one may take, in seconds. Alone, each takes about 0.02."""


@pytest.fixture
def server(tmp_path) -> Iterator[Serving]:
    with start_server(folder=tmp_path) as serving:
        yield serving


class Honest:
    """A program that plays by the protocol, from an address of its own."""

    def __init__(self, port: int, name: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), 20.0, (ELSEWHERE, 0))
        self._file = self._socket.makefile("rb")
        self._numbers = itertools.count(1)
        self.ask("guest", name=name)

    def say(self, kind: str, **fields: object) -> None:
        """Send a message."""
        self._socket.sendall(json.dumps({"type": kind, **fields}).encode() + b"\n")

    def hear(self, *kinds: str) -> dict[str, object]:
        """Wait for a message of one of these kinds."""
        while True:
            message = json.loads(self._file.readline())
            if message["type"] in kinds:
                return message

    def ask(self, kind: str, **fields: object) -> dict[str, object]:
        """Send a request, and wait for its answer."""
        number = str(next(self._numbers))
        self.say(kind, id=number, **fields)
        while True:
            message = json.loads(self._file.readline())
            if message.get("id") == number:
                return message

    def close(self) -> None:
        """Hang up."""
        self._file.close()
        self._socket.close()


def moves_of_others(port: int) -> list[float]:
    """How long each move takes of two programs that play one game after the other for a while."""
    waits: list[float] = []
    with closing(Honest(port, "ann")) as ann, closing(Honest(port, "bob")) as bob:
        _play(ann, bob, waits)
    return waits


def _play(ann: Honest, bob: Honest, waits: list[float]) -> None:
    end = time.monotonic() + WATCHED
    while time.monotonic() < end:
        match = ann.ask("new", game="tic-tac-toe")["match"]
        bob.ask("join", match=match)
        for place, square in enumerate([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]):
            player = (ann, bob)[place % 2]
            ref = player.hear("ask")["ref"]
            begun = time.monotonic()
            assert player.ask("move", match=match, ref=ref, squares=[square])["type"] == "accepted"
            waits.append(time.monotonic() - begun)


@contextmanager
def busy(*attacks: Callable[[], None]) -> Iterator[None]:
    """Attacks that go on in threads of their own, each called again and again."""
    over = threading.Event()

    def attack(once: Callable[[], None]) -> None:
        with suppress(OSError):  # it may be cut off
            while not over.is_set():
                once()

    threads = [threading.Thread(target=attack, args=(each,)) for each in attacks]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def check_that_others_play(server: Serving) -> None:
    waits = moves_of_others(server.port)
    assert len(waits) >= MOVES
    assert max(waits) < WORST
    assert "Traceback" not in server.log


@pytest.mark.parametrize(
    "flood", [frame(b"", PING), frame(b"", CONTINUED, whole=False), frame(b"", 10)], ids=["pings", "continuations", "pongs"]
)
def test_empty_frames_at_a_megabyte_a_second_disturb_nobody(server, flood):  # B15 security
    with ByHand(server.web_port) as stranger:
        if flood[0] == CONTINUED:
            stranger.send(frame(b"{", TEXT, whole=False))
        stranger.socket.settimeout(0.1)

        def send() -> None:
            with suppress(TimeoutError):
                stranger.socket.sendall(flood * 4000)
            time.sleep(0.02)

        with busy(send):
            check_that_others_play(server)


def test_two_hundred_connections_from_one_address_get_no_more_than_their_share(server):  # B15 security
    with ExitStack() as open_sockets:
        crowd = [open_sockets.enter_context(socket.create_connection(("127.0.0.1", server.port), 20.0)) for _ in range(190)]
        for each in crowd:
            each.sendall(b'{"type":"guest"}\n')
            each.setblocking(False)
        lines = b'{"type":"matches"}\n' * 50 + b'{"type":"games"}\n' * 10

        def send() -> None:
            for each in crowd:
                with suppress(BlockingIOError):
                    each.send(lines)
                with suppress(BlockingIOError):
                    while each.recv(1 << 16):
                        pass

        with busy(send):
            check_that_others_play(server)


def test_whoever_does_not_read_the_answers_of_http_is_cut(tmp_path):  # B15 security
    with start_server("--set", "connections.unread_seconds=0.3", folder=tmp_path) as server, socket.socket() as stranger:
        stranger.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stranger.settimeout(20.0)
        stranger.connect(("127.0.0.1", server.web_port))
        with suppress(OSError):  # cut already
            for _ in range(300):
                stranger.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with suppress(ConnectionResetError):
            time.sleep(1.0)  # in which nothing is read
            while stranger.recv(1 << 20):
                pass  # what was on its way
        assert "does not read" in server.log
