"""A million hostile messages, over both ports and WebSocket, while honest games go on: no traceback, no stuck game.

LUDUS_HOSTILE_MESSAGES=50000 LUDUS_HOSTILE_SEED=7 pytest -m slow tests/edges/test_many_hostile.py
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import sys
import threading
import time

import pytest
from tests.edges.clients import Bot
from tests.edges.hostile_frames import BATCH as FRAMES
from tests.edges.hostile_frames import LAST, ByHand, FrameVillain, frame
from tests.edges.hostility import Villain, attack
from tests.edges.programs import Crowd
from tests.edges.test_hostile import resident
from tests.server_process import start_server

MESSAGES = int(os.environ.get("LUDUS_HOSTILE_MESSAGES", "1000000"))
GAMES = 20
LINES, WEB_SOCKET, HTTP = 0.6, 0.3, 0.1
"""How the messages are shared out."""

PATIENCE = 600.0
"""Seconds until the last of a batch must be answered: passwords among them wait for each other."""

METHODS = (b"GET", b"POST", b"PUT", b"HEAD", b"OPTIONS", b"TRACE", b"\x00", b"G" * 3000)
PATHS = (b"/", b"/api/archive?since=", b"/api/matches/", b"/ws", b"/health", b"/api/analyse", b"/../../etc/passwd", b"/%00%ff")


def hostile_request(chance: random.Random) -> bytes:
    """A request that nobody should send over HTTP."""
    villain = Villain(chance.randrange(1 << 30), [("m1", "4-00aa", [[1, 1]])])
    body = villain.line()
    head = b"%s %s%s HTTP/1.%d\r\nHost: localhost\r\n" % (
        chance.choice(METHODS),
        chance.choice(PATHS),
        chance.randbytes(chance.randrange(12)).replace(b"\n", b"").replace(b"\r", b""),
        chance.randrange(3),
    )
    length = chance.choice(
        (b"", b"Content-Length: %d\r\n" % len(body), b"Content-Length: -1\r\n", b"Transfer-Encoding: chunked\r\n")
    )
    return head + length + b"\r\n" + body


def over_http(port: int, messages: int, seed: int, sent: list[int]) -> None:
    """Send requests, each on a connection of its own, and read what comes."""
    chance = random.Random(seed)
    for _ in range(messages):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 5.0) as stranger:
            stranger.sendall(hostile_request(chance))
            stranger.shutdown(socket.SHUT_WR)
            while stranger.recv(1 << 16):
                pass
        sent.append(1)


def over_websocket(port: int, messages: int, seed: int, sent: list[int]) -> None:
    """Send batch after batch, each answered to its last message, and end each connection badly."""
    villain = FrameVillain(seed)
    for _ in range(messages // FRAMES):
        with ByHand(port) as connection:
            connection.heard(b'"welcome"')
            for _ in range(FRAMES):
                connection.send(villain.message())
            connection.send(frame(LAST))
            assert b'"pong","id":"last"' in connection.heard(b'"id":"last"')
            connection.send(villain.last())
        sent.append(FRAMES)


@pytest.mark.parametrize(
    "request_",
    [
        b"HEAD /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n",
        b"POST /api/analyse HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\nno chunk\r\n",
        b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"\x00 \xff\r\n\r\n" * 20,
    ],
    ids=["head", "post", "pipelined"],
)
def test_a_request_that_breaks_off_in_nonsense_leaves_no_traceback(server, request_):  # B15, security
    with socket.create_connection(("127.0.0.1", server.web_port), 20.0) as stranger:
        stranger.sendall(request_)
        with contextlib.suppress(ConnectionResetError):
            while stranger.recv(1 << 16):
                pass
    with Bot(server.port) as visitor:
        assert visitor.ask("ping")["type"] == "pong"
    assert "Traceback" not in server.log
    assert "unreadable HTTP" in server.log


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_a_million_hostile_messages_leave_no_traceback_and_no_stuck_game(tmp_path):  # B15, security
    seed = int(os.environ.get("LUDUS_HOSTILE_SEED", random.randrange(1 << 30)))
    print(f"seed {seed}, {MESSAGES:,} messages")
    limits = (
        "--per-address",
        "100000",
        "--set",
        "connections.http_per_second=100000",
        "--set",
        "connections.http_at_once=100000",
    )
    with start_server(*limits, folder=tmp_path) as server, Crowd(GAMES, seed, think=0.5) as crowd:
        crowd.go_on(server.port)
        crowd.wait_for_moves(GAMES)
        before, began = resident(server.process), time.monotonic()
        by_frames, by_http = [], []
        threads = [
            threading.Thread(target=over_websocket, args=(server.web_port, int(MESSAGES * WEB_SOCKET), seed + 1, by_frames)),
            threading.Thread(target=over_http, args=(server.web_port, int(MESSAGES * HTTP), seed + 2, by_http)),
        ]
        for thread in threads:
            thread.start()
        part = 10_000
        for number in range(max(1, int(MESSAGES * LINES) // part)):
            moves = [(match, ref, move.squares) for (match, ref), move in crowd.accepted.copy().items()]
            asyncio.run(attack(server.port, part, seed + 3 + number, moves, patience=PATIENCE))
            crowd.wait_for_moves(GAMES // 2)  # nobody is stuck
        for thread in threads:
            thread.join()
        print(f"{time.monotonic() - began:.0f} s, {before:.0f} MB before, {resident(server.process):.0f} MB after")
        assert sum(by_frames) >= int(MESSAGES * WEB_SOCKET) - FRAMES
        assert sum(by_http) == int(MESSAGES * HTTP)
        crowd.finish()
        assert all(sorted(results) in (["lose", "win"], ["draw", "draw"]) for results in crowd.ended.values())
        with Bot(server.port) as visitor:
            assert visitor.ask("ping")["type"] == "pong"
        assert resident(server.process) < 2 * before + 100
        assert server.stop() == 0
    assert "Traceback" not in server.log
    assert "[error" not in server.log
