"""Analysis over HTTP, WebSocket and JSON lines: events, errors, limits, and clients that go away."""

from __future__ import annotations

import http.client
import json
import time

import pytest
from tests.edges.clients import Bot, Telnet
from tests.edges.frames import SOON, frames, get

PATH = "/api/analyse"
WON = {"game": "tic-tac-toe", "position": "x.o......", "depth": 9}


def post(port: int, body: object, **headers: str) -> tuple[int, str, str]:
    """Status, type and body of what a position is answered with."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SOON)
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        connection.request("POST", PATH, sent, {"Content-Type": "application/json", **headers})
        response = connection.getresponse()
        return response.status, response.headers["Content-Type"], response.read().decode()
    finally:
        connection.close()


def events(text: str) -> list[tuple[str, dict]]:
    """Server-sent events by name."""
    pieces = [dict(line.split(": ", 1) for line in piece.split("\n")) for piece in text.strip().split("\n\n")]
    return [(piece["event"], json.loads(piece["data"])) for piece in pieces]


def test_a_position_is_decided(server):  # M7, E3
    status, kind, body = post(server.web_port, WON)
    assert (status, kind) == (200, "application/json")
    decided = json.loads(body)
    assert decided["type"] == "decision"
    assert (decided["move"], decided["position"], decided["value"]) == ("a1", "x.o...x..", 99995)


def test_progress_comes_as_events(server):  # M7
    asked = {"game": "othello", "seconds": 0.6, "progress": 0.1}
    status, kind, body = post(server.web_port, asked, Accept="text/event-stream")
    assert (status, kind.partition(";")[0]) == (200, "text/event-stream")
    names, said = zip(*events(body), strict=True)
    assert names[0] == "estimated"
    assert "progressed" in names
    assert names[-1] == "decision"
    assert said[1]["depth"] <= said[-1]["depth"]
    assert all("id" not in each for each in said)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "unreadable"),
        (b"\xff", 400, "unreadable"),
        (b"[" * 3000, 400, "unreadable"),
        ([], 400, "wrong field"),
        ({}, 400, "wrong field"),
        ({"game": "nine-mens-morris"}, 404, "no game"),
        ({"game": "tic-tac-toe", "encoding": "morse"}, 400, "no encoding"),
        ({"game": "tic-tac-toe", "position": "zzz"}, 400, "wrong position"),
        ({"game": "tic-tac-toe", "seconds": 0.01}, 400, "wrong field"),
        ({"game": "tic-tac-toe", "seconds": 99}, 400, "wrong field"),
        ({"game": "tic-tac-toe", "seconds": -1}, 400, "wrong field"),
        ({"game": "tic-tac-toe", "depth": 1000}, 400, "wrong field"),
        ({"game": "tic-tac-toe", "depht": 4}, 400, "wrong field"),
        ({"game": "tic-tac-toe", "position": "x" * 5000}, 413, "too long"),
    ],
)
@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_what_cannot_be_analysed_is_a_problem_with_details(server, body, status, code, accept):  # M3
    answered, kind, text = post(server.web_port, body, Accept=accept)
    details = json.loads(text)
    assert (answered, details["status"], kind) == (status, status, "application/problem+json")
    assert (details["code"], details["type"]) == (code, "about:blank")
    assert details["detail"]


def test_a_finished_position_is_a_good_game_and_not_an_error(server):  # E3
    status, _, body = post(server.web_port, {"game": "tic-tac-toe", "position": "xxxoo...."})
    assert (status, json.loads(body)["result"]) == (200, "X wins")


def test_a_token_says_who_asks(server):
    with Bot(server.port) as bot:
        bot.ask("login", name="ann", password="correct horse battery")  # noqa: S106
        token = bot.token
    assert post(server.web_port, {"game": "tic-tac-toe", "seconds": 30}, Authorization=f"Bearer {token}")[0] == 200
    assert post(server.web_port, {"game": "tic-tac-toe", "seconds": 30})[0] == 400
    assert post(server.web_port, WON, Authorization="Bearer nonsense")[0] == 401
    assert post(server.web_port, WON, Authorization="Basic nonsense")[0] == 401


def test_a_client_that_goes_away_frees_its_place(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.web_port, timeout=SOON)
    body = json.dumps({"game": "othello", "seconds": 10})
    connection.request("POST", PATH, body, {"Accept": "text/event-stream"})
    assert connection.getresponse().readline() == b"event: estimated\n"
    connection.close()
    began = time.monotonic()
    assert post(server.web_port, {"game": "othello", "seconds": 0.5})[0] == 200
    assert time.monotonic() - began < 2.0  # it did not wait for the ten seconds of the other


def test_the_same_over_a_websocket_and_json_lines(server):  # M7
    with frames(server.web_port) as browser, Bot(server.port) as bot:
        browser.say("analyse", **WON)
        assert browser.hear("estimated")["game"] == "tic-tac-toe"
        assert browser.hear("decision")["value"] == 99995
        bot.tell("analyse", **WON, id="1")
        assert bot.told("estimated")["id"] == "1"
        assert bot.told("decision")["id"] == "1"


BAD = [
    ({"game": "nine-mens-morris"}, "no game"),
    ({"game": "tic-tac-toe", "encoding": "morse"}, "no encoding"),
    ({"game": "tic-tac-toe", "position": "zzz"}, "wrong position"),
    ({"game": "tic-tac-toe", "seconds": 99}, "wrong field"),
    ({"game": "tic-tac-toe", "depth": 1000}, "wrong field"),
    ({"game": "tic-tac-toe", "position": "x" * 3000}, "wrong field"),
]


def test_bad_input_by_websocket_json_and_lines_is_an_error_and_the_service_goes_on(server):  # M3
    with frames(server.web_port) as browser, Bot(server.port) as bot, Telnet(server.port) as person:
        for fields, code in BAD:
            for client in (browser, bot):
                assert client.ask("analyse", **fields)["code"] == code
            position = fields.get("position", "")
            named = " ".join(f"{name}={value}" for name, value in fields.items() if name not in ("game", "position"))
            person.say(f"ANALYSE {fields['game']} {named} {f':{position}' if position else ''}")
            assert person.until("ERROR")
        for client in (browser, bot):
            assert client.ask("analyse", **WON)["type"] == "estimated"
        person.say("ANALYSE tic-tac-toe depth=9 :x.o......")
        assert person.until("DECISION")


def test_by_telnet_the_connection_closes_with_a_good_game(server):  # E1, E2, E3
    with Telnet(server.port) as person:
        person.say("ANALYSIS text", "ANALYSE tic-tac-toe depth=3 :xx.oo....")
        said = person.until("GOOD GAME")
        assert any(line.startswith("ESTIMATED tic-tac-toe") for line in said)
        assert person.bytes() == b""


def test_a_position_comes_in_time_however_short_the_limit(server):  # M3
    for _ in range(3):
        began = time.monotonic()
        assert post(server.web_port, {"game": "othello", "seconds": 0.1})[0] == 200
    assert time.monotonic() - began < 0.6


def test_operators_see_requests_in_the_log_and_the_metrics(server):  # M9, E9
    post(server.web_port, WON)
    line = next(line for line in server.log.splitlines() if "analysis" in line and "tic-tac-toe" in line)
    assert "workers=1" in line
    assert "jobs=1" in line
    metrics = get(server.web_port, "/metrics")[2]
    assert 'ludus_analyses_total{outcome="decided"}' in metrics
    assert 'ludus_thoughts_waiting{queue="analyses"} 0.0' in metrics
    assert 'ludus_worker_speed{worker="this machine"}' in metrics
    assert 'ludus_worker_entries_total{kind="useful",worker="this machine"} 0.0' in metrics
    assert "ludus_analysis_estimate_ratio" in metrics


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"{", "This message cannot be read: "),
        (b"\xff", "This message cannot be read: "),
        (
            {"game": "tic-tac-toe", "seconds": -1},
            "seconds must be a number from 0.1 up to what the server allows, or 0 for the usual",
        ),
        ({"game": "tic-tac-toe", "seconds": 0.01}, "seconds must be a number from 0.1 to 10, or 0 for the usual time, not 0.01"),
    ],
)
def test_what_is_wrong_with_a_body_and_which_limits_hold_is_said(server, body, says):
    detail = json.loads(post(server.web_port, body)[2])["detail"]
    assert detail.startswith(says)
    assert len(detail) > len("This message cannot be read: ")
