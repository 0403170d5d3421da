"""WebSocket: the objects of the JSON protocol, one a frame, from anybody who may come."""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress

import pytest
from tests.edges.frames import SOON, Frames, frames, play_tic_tac_toe
from tests.large_game import BIG_GAME
from tests.server_process import Serving, start_server
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludus.wire.limits import LONGEST_LINE

PASSWORD = "a good password"  # noqa: S105


# Playing


def test_a_game_is_played_to_its_end_and_watched(server):  # T14 T15
    with frames(server.web_port) as anna, frames(server.web_port) as ben, frames(server.web_port) as watcher:
        assert anna.hear("welcome")["version"] == 1
        assert anna.ask("login", name="anna", password=PASSWORD)["name"] == "anna"
        ben.ask("guest", name="ben")
        match = anna.ask("new", game="tic-tac-toe")["match"]
        assert watcher.ask("watch", match=match)["type"] != "problem"
        ben.ask("join", match=match)
        for place, square in enumerate([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]):
            player = (anna, ben)[place % 2]
            ref = player.hear("ask")["ref"]
            assert player.ask("move", match=match, ref=ref, squares=[square])["type"] == "accepted"
            assert watcher.hear("changed")["path"] == [tuple(square)]
        assert [each.hear("ended")["result"] for each in (anna, ben, watcher)] == ["win", "lose", "over"]


def test_who_comes_back_is_taken_into_the_match_they_were_playing(server):  # T1
    with frames(server.web_port) as cora:
        with frames(server.web_port) as dan:
            dan.ask("login", name="dan", password=PASSWORD)
            cora.ask("guest", name="cora")
            match = dan.ask("new", game="tic-tac-toe")["match"]
            cora.ask("join", match=match)
            assert dan.hear("ask")["match"] == match
        with frames(server.web_port) as dan:
            assert dan.ask("login", name="dan", password=PASSWORD)["matches"] == [match]
            assert dan.hear("ask")["board"]["history"] == []
            assert dan.ask("resign", match=match)["type"] == "done"


def test_a_connection_plays_one_match_after_another(server):  # B9
    with frames(server.web_port) as eva, frames(server.web_port) as fred:
        eva.ask("guest", name="eva")
        fred.ask("guest", name="fred")
        assert play_tic_tac_toe(eva, fred) != play_tic_tac_toe(eva, fred)


def test_who_says_quit_is_seen_off(server):
    with frames(server.web_port) as gus:
        assert gus.ask("quit")["type"] == "goodbye"
        with pytest.raises(ConnectionClosed):
            gus.hear("anything")


# What cannot be read


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", "unreadable"),
        ("hello", "unreadable"),
        ("[]", "unreadable"),
        ("{" * 4000, "unreadable"),
        ("\x00", "unreadable"),
        (b"\xff\xfe", "unreadable"),
        ('{"type": "dance"}', "unknown command"),
        ('{"type": "ping"}\n{"type": "ping"}', "unreadable"),
        ('{"type": "move", "squares": 7}', "wrong field"),
        ("x" * (LONGEST_LINE + 1), "too long"),
        ('{"type": "chat", "text": "' + "x" * 20_000 + '"}', "too long"),
    ],
)
def test_a_frame_that_cannot_be_read_is_a_problem_and_the_connection_lives(server, frame, code):  # T15
    with frames(server.web_port) as somebody:
        somebody.connection.send(frame)
        assert somebody.hear("problem")["code"] == code
        assert somebody.ask("ping")["type"] == "pong"


def test_a_frame_far_beyond_any_message_ends_the_connection_and_no_other(server):  # B15
    with frames(server.web_port) as somebody, frames(server.web_port) as other:
        with pytest.raises(ConnectionClosed, match="1009"):  # noqa: PT012
            somebody.connection.send("x" * 1_000_000)
            somebody.hear("problem")
        assert other.ask("ping")["type"] == "pong"


def test_an_object_may_come_as_a_binary_frame(server):
    with frames(server.web_port) as somebody:
        somebody.connection.send(b'{"type": "ping"}')
        assert somebody.hear("pong", "problem")["type"] == "pong"


def test_after_too_many_errors_the_connection_ends(server):  # T15
    with frames(server.web_port) as somebody:
        for _ in range(50):
            somebody.connection.send("what?")
        problems = [somebody.hear("problem")["code"] for _ in range(51)]
        assert problems == ["unreadable"] * 50 + ["too many errors"]
        with pytest.raises(ConnectionClosed):
            somebody.hear("problem")


def test_who_says_too_much_at_once_waits_and_is_answered_all_of_it(server):  # B15
    with frames(server.web_port) as somebody:
        ids = [somebody.say("ping") for _ in range(300)]
        assert [somebody.hear("pong", "problem").get("id") for _ in range(300)] == ids


def test_nothing_is_written_into_the_log_that_anybody_can_provoke_as_an_error(server):
    with socket.create_connection(("127.0.0.1", server.web_port), SOON) as connection:
        connection.sendall(b"\x16\x03\x01 this is not HTTP\r\n\r\n")
        assert b" 400 " in connection.recv(1000)
    with frames(server.web_port) as somebody:
        assert somebody.ask("ping")["type"] == "pong"
    assert "[error" not in server.log
    assert "Traceback" not in server.log


# Who does not read


def test_who_does_not_read_is_cut_and_nobody_else_notices(tmp_path):  # B4 B15
    game = tmp_path / "marks.py"
    game.write_text(BIG_GAME, encoding="utf-8")
    with start_server("--game", str(game), folder=tmp_path) as server, frames(server.web_port) as player:
        player.ask("guest", name="player")
        match = player.ask("new", game="marks")["match"]
        assert len(player.ask("show", match=match)["board"]["squares"]) == 10_000
        with _deaf(server) as deaf:
            for _ in range(150):
                deaf.sendall(_frame(json.dumps({"type": "show", "match": match}).encode()))
            assert player.ask("ping")["type"] == "pong"
            with suppress(ConnectionResetError):
                while deaf.recv(1 << 20):  # what was under way; then nothing more
                    pass
        assert player.ask("ping")["type"] == "pong"
        assert "does not read" in server.log


def _deaf(server: Serving) -> socket.socket:
    """A WebSocket that is never read from."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.settimeout(SOON)
    deaf.connect(("127.0.0.1", server.web_port))
    deaf.sendall(
        b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert b" 101 " in deaf.recv(4096)
    return deaf


def _frame(text: bytes) -> bytes:
    mask = os.urandom(4)
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text)]) + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))


def test_one_address_may_have_only_so_many_websockets(tmp_path):  # security
    with start_server("--per-address", "2", folder=tmp_path) as server, frames(server.web_port), frames(server.web_port) as last:
        with pytest.raises(InvalidStatus, match="429"), frames(server.web_port):
            pass
        assert last.ask("ping")["type"] == "pong"


def test_when_the_server_stops_every_connection_ends_in_order(tmp_path):  # B17
    with start_server(folder=tmp_path) as server, frames(server.web_port) as somebody:
        somebody.ask("guest")
        assert server.stop() == 0
        with pytest.raises(ConnectionClosed):
            _hear_all(somebody)
        assert "Traceback" not in server.log
        assert "[error" not in server.log


def _hear_all(somebody: Frames) -> None:
    while True:
        somebody.connection.recv(SOON)
