"""What an operator reads in the log, without asking for more: who came, what was played, what was refused, what was slow."""

from __future__ import annotations

import json

import pytest
import structlog
from tests.edges.clients import Bot
from tests.server_process import start_server

from ludus.edges.logs import write_plain_line

PASSWORD = "a good password"  # noqa: S105


def test_logins_matches_and_refusals_are_in_the_log_and_secrets_are_not(tmp_path):  # B17, security
    options = ("--log-format", "json", "--set", "store.slow_seconds=0.001", "--set", "matches.per_player=1")
    with start_server(*options, folder=tmp_path) as server, Bot(server.port) as ann, Bot(server.port) as bob:
        assert bob.ask("login", name="bob", password=PASSWORD)["type"] == "logged in"
        assert ann.ask("login", name="bob", password="a wrong password")["code"] == "wrong password"  # noqa: S106
        token = ann.ask("guest", name="ann")["token"]
        match = ann.ask("new", game="tic-tac-toe")["match"]
        bob.ask("join", match=match)
        ann.ask("resign", match=match)
        bob.told("ended")
        assert server.stop() == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    told = [(line["event"], line.get("player") or line.get("match")) for line in lines if line["level"] == "info"]
    assert told == [
        ("logged in", "bob"),
        ("login refused", "bob"),
        ("logged in", "ann"),
        ("match begun", match),
        ("match ended", match),
    ]
    ended = next(line for line in lines if line["event"] == "match ended")
    assert {key: ended[key] for key in ("game", "players", "result", "how", "moves")} == {
        "game": "tic-tac-toe",
        "players": "ann - bob",
        "result": "0-1",
        "how": "resigned",
        "moves": 0,
    }
    slow = next(line for line in lines if line.get("why") == "a slow commit")
    assert slow["seconds"] >= 0.001
    assert not any(secret in server.log for secret in (PASSWORD, "a wrong password", token))


@pytest.mark.parametrize(
    "event",
    [
        {"event": "match begun", "level": "info", "match": "m7", "players": "ann - bob", "what": None, "empty": "", "moves": 3},
        {"event": "request failed", "level": "error", "exception": "Traceback\n  of it", "request": 'Say "a=b"'},
        {"event": "an event that needs more room than there is", "level": "warning"},
    ],
)
def test_a_line_is_what_structlog_writes(event):
    plainly = structlog.dev.ConsoleRenderer(colors=False)
    stamped = {"timestamp": "2026-11-15T10:00:00.000000Z", **event}
    assert write_plain_line(None, "", dict(stamped)) == plainly(None, "", dict(stamped))


def test_no_control_character_gets_into_a_line():  # B15
    line = write_plain_line(None, "", {"timestamp": "t", "event": "refused", "level": "info", "origin": "\x1b[2Jann"})
    assert line.endswith(r"origin='\x1b[2Jann'")
