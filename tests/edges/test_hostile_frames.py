"""Nothing that comes through the WebSocket stops the server or another game (B15)."""

from __future__ import annotations

import contextlib
import threading

import pytest
from tests.edges.frames import frames, play_tic_tac_toe
from tests.edges.hostile_frames import BATCH, LAST, TEXT, ByHand, FrameVillain, frame
from tests.server_process import start_server

CONNECTIONS = 30
"""Each of them sends a batch, 600 messages in all."""


def attack(port: int, seed: int, survived: list[int]) -> None:
    """Send batch after batch, each answered to its last message, and end each connection badly."""
    villain = FrameVillain(seed)
    for number in range(CONNECTIONS):
        with ByHand(port) as connection:
            connection.heard(b'"welcome"')
            for _ in range(BATCH):
                connection.send(villain.message())
            connection.send(frame(LAST))
            if b'"pong","id":"last"' in connection.heard(b'"id":"last"'):
                survived.append(number)
            connection.send(villain.last())
            if number % 2:
                connection.socket.settimeout(0.2)  # the others hang up at once
                with contextlib.suppress(TimeoutError):
                    connection.heard()


@pytest.mark.parametrize("seed", [1, 2])
def test_hostile_frames_disturb_no_game(tmp_path, seed):  # B15 T15
    survived: list[int] = []
    with (
        start_server("--per-address", "1000", folder=tmp_path) as server,
        frames(server.web_port) as ann,
        frames(server.web_port) as bob,
        ByHand(server.web_port) as slow,
        ByHand(server.web_port) as deaf,
    ):
        for each, name in ((ann, "ann"), (bob, "bob")):
            each.ask("guest", name=name)
        slow.send(frame(LAST)[:3])  # and nothing more, as long as the games go on
        for _ in range(40):
            deaf.send(frame(b'{"type":"games"}'))  # never read
        attacking = threading.Thread(target=attack, args=(server.web_port, seed, survived))
        attacking.start()
        games = 0
        while attacking.is_alive() or not games:
            play_tic_tac_toe(ann, bob)  # every move is accepted in time, and none of them is lost
            games += 1
        attacking.join()
        assert survived == list(range(CONNECTIONS)), "a connection lives on, whatever it says, until it breaks the framing"
        slow.send(frame(LAST)[3:])
        assert b'"pong","id":"last"' in slow.heard(b'"id":"last"')
        with frames(server.web_port) as visitor:
            assert visitor.ask("ping")["type"] == "pong"
        assert server.stop() == 0
    assert "Traceback" not in server.log


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://evil.example"}, b"403"),
        ({"Origin": "null"}, b"403"),
        ({"Sec_WebSocket_Key": "short"}, b"400"),
        ({"Sec_WebSocket_Version": "12"}, b"400"),
        ({"Connection": "close"}, b"426"),
    ],
)
def test_a_handshake_that_is_wrong_is_refused_and_nobody_else_notices(server, headers, status):  # B15 security
    with ByHand(server.web_port, **headers) as villain, frames(server.web_port) as other:
        villain.send(frame(b'{"type":"ping"}', TEXT))
        assert villain.heard(b"\r\n").split()[1] == status
        assert other.ask("ping")["type"] == "pong"
