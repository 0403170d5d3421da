"""Nothing that a client sends stops the server, another game, or reaches another terminal (B15)."""

from __future__ import annotations

import asyncio
import random
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.edges.clients import Bot, Telnet
from tests.edges.hostility import BATCH, UNSEEN, Villain, attack
from tests.edges.programs import Crowd
from tests.edges.test_websocket import BIG_GAME
from tests.server_process import start_server

from ludus.wire.codec import JSON, LINE
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import Problem
from ludus.wire.words import UNSEEN as NEVER_SHOWN

LINES = 21_000
GAMES = 100


def resident(process) -> float:
    """The memory that a process uses, in megabytes."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def test_whatever_is_read_becomes_a_request_or_a_problem_that_can_be_written():  # B15, T15
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    villain = Villain(seed, [("m1", "4-00aa", [[1, 1]])])
    for _ in range(LINES // 2):
        line = villain.line()[:-1]
        for codec in (LINE, JSON):
            read = codec.read(line)
            if isinstance(read, Problem):
                written = codec.write(read)
                assert written.endswith(b"\n")
                assert len(written) < 1000 + LONGEST_LINE
                assert not NEVER_SHOWN.search(LINE.write(read).decode().replace("\n", ""))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_twenty_thousand_hostile_lines_disturb_no_game(tmp_path):  # B15
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    with start_server("--per-address", "100000", folder=tmp_path) as server, Crowd(GAMES, seed, think=0.5) as crowd:
        crowd.go_on(server.port)
        crowd.wait_for_moves(GAMES)
        with ExitStack() as stack:
            visitors = {name: stack.enter_context(Bot(server.port)) for name in ("ann", "bob", "cat", "dan")}
            for name, visitor in visitors.items():  # at once: each thread keeps the memory that Argon2id needs
                visitor.tell("login", name=name, password=f"{name} has a horse")
            for visitor in visitors.values():
                visitor.told("logged in")
        used = []
        for part in range(3):
            moves = [(match, ref, move.squares) for (match, ref), move in crowd.accepted.copy().items()]
            cut = asyncio.run(attack(server.port, LINES // 3, seed + part, moves))
            assert cut < LINES // 3 // BATCH // 5, "nearly all lines were looked at"
            used.append(resident(server.process))
            crowd.wait_for_moves(50)
        print(f"megabytes: {used}")
        assert used[2] - used[1] < 10  # with the first part, memory that is used again and again comes to its usual size
        crowd.finish()
        assert len(crowd.ended) >= GAMES
        assert all(sorted(results) in (["lose", "win"], ["draw", "draw"]) for results in crowd.ended.values())
        with Bot(server.port) as visitor:
            assert visitor.ask("ping")["type"] == "pong"
        assert server.stop() == 0
    assert server.warnings == []  # T4: refused, and logged


def test_control_characters_never_reach_another_client(tmp_path):  # B15
    with start_server(folder=tmp_path) as server, Telnet(server.port) as victim, Bot(server.port) as other:
        victim.say("STYLE draw", "GUEST", "NEW tic-tac-toe team=2")
        match = victim.until("SEATED")[-1].split()[1]
        other.come_in().ask("watch", match=match)
        with Telnet(server.port) as villain:
            villain.say("STYLE draw", "GUEST evil", f"JOIN {match}")
            villain.until("READY")
            for unseen in (
                each for each in UNSEEN if each not in "\x03\x08\x15\x7f"
            ):  # these are keys that correct what is typed
                for line in (f"CHAT a{unseen}b", f"GUEST a{unseen}b", f"SEEK tic-tac-toe{unseen}x", f"HELLO client=a{unseen}b"):
                    villain.send(line.encode() + b"\n")
            villain.send("CHAT \U0001f3b2 Grüße\n".encode())  # what can be seen may be said
            villain.say("GAME QUIT")
            villain.until("RESULT")
        heard = victim.until("RESULT")
        assert "CHAT m1 evil \U0001f3b2 Grüße" in heard
        for line in heard:
            assert not NEVER_SHOWN.search(line), line
        said = [other.told("said", "ended")]
        while said[-1]["type"] == "said":
            assert not NEVER_SHOWN.search(said[-1]["text"])
            said.append(other.told("said", "ended"))
        assert "Traceback" not in server.log


def test_a_connection_that_never_reads_is_cut_and_others_play_on(tmp_path):  # B15
    game = tmp_path / "marks.py"
    game.write_text(BIG_GAME, encoding="utf-8")
    with (
        start_server("--game", str(game), folder=tmp_path) as server,
        Telnet(server.port) as deaf,
        Bot(server.port) as other,
    ):
        match = other.come_in().ask("new", game="marks")["match"]
        deaf.say(*[f"SHOW {match}"] * 150)
        assert other.ask("ping")["type"] == "pong"
        heard = sum(1 for _ in iter(deaf.bytes, b""))  # what was under way; then nothing more
        assert heard < 150 * 10_000, "it was cut"
        assert other.ask("games")["type"] == "game list"
        assert "does not read" in server.log


def test_a_program_too_many_is_told_so_in_json_and_not_cut_off(tmp_path):  # B15
    with start_server("--per-address", "1", folder=tmp_path) as server, Bot(server.port) as first:
        assert first.ask("ping")["type"] == "pong"
        with Bot(server.port) as second:
            second.say(*['{"type":"ping"}'] * 20)  # closed with words unread, the connection would be reset
            assert second.told("problem")["code"] == "too many connections"
            assert second.socket.recv(1) == b""
        assert first.ask("ping")["type"] == "pong"
