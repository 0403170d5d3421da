"""What an operator reads in the log, without asking for more: who came, what was played, what was refused, what was slow."""

from __future__ import annotations

import json

from tests.edges.clients import Bot
from tests.server_process import start_server

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
