"""The debug log of a server is read: what was never closed (B17)."""

from __future__ import annotations

import json

from tests.commands import run
from tests.edges.clients import Bot, Telnet
from tests.server_process import start_server

from ludus.cli.terminal.debug_log import DebugLog


def lines(*events: dict) -> list[str]:
    return [json.dumps({"timestamp": f"t{place}", "level": "debug", **event}) for place, event in enumerate(events)]


def test_what_was_closed_is_not_listed():
    log = DebugLog()
    log.read(
        lines(
            {"event": "connect", "connection": 1, "address": "127.0.0.1"},
            {"event": "connect", "connection": 2, "address": "127.0.0.2"},
            {"event": "happened", "match": "m1", "kind": "Made", "by": "ann"},
            {"event": "happened", "match": "m2", "kind": "Made", "by": "ann"},
            {"event": "ask", "match": "m1", "team": 1},
            {"event": "ask", "match": "m2", "team": 1},
            {"event": "happened", "match": "m2", "kind": "Played", "seat": 0},
            {"event": "ask", "match": "m2", "team": 2},
            {"event": "happened", "match": "m1", "kind": "Closed"},
            {"event": "disconnect", "connection": 1},
            {"event": "pause", "level": "warning"},
        )
    )
    log.read(["not a log", "[1]"])
    assert log.report() == [
        "13 lines, 0 requests, 2 connections",
        "2 lines are not from a debug log",
        "1 connections never closed",
        "  t1 connection 2 from 127.0.0.2",
        "1 matches never closed",
        "  t3 match m2 made by ann",
        "1 questions never answered",
        "  t7 match m2: team 2 is asked for a move",
        "1 warnings and errors",
        "  t10 warning: pause",
    ]


def test_the_log_of_a_server_says_who_was_still_there_when_it_was_killed(tmp_path):  # B17
    with start_server("tic-tac-toe", "-d", "--position", "xx.oo....", folder=tmp_path) as server:
        with Telnet(server.port) as person, Bot(server.port) as program:
            person.say("PING")
            person.until("PONG")
            assert program.told("seated")["team"] == 2  # nobody has asked for it
            person.until("READY")
            person.say("MOVE c3")
            assert person.until("RESULT")[-1].startswith("RESULT WIN")
            assert program.told("ended")["board"]["history"] == ["c3"]
            person.until("READY")  # the next game has begun
            server.kill()
        told = run("admin", "log", "debug.log", folder=tmp_path).stdout
    assert "2 connections never closed" in told
    assert "1 matches never closed\n" in told
    assert "match m2: team" in told
    missing = run("admin", "log", "nothing.log", folder=tmp_path)
    assert (missing.returncode, missing.stderr) == (1, "ludus: nothing.log cannot be read: No such file or directory\n")
