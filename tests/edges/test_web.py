"""The web port: a page, what is read over HTTP, and how the server says how it is."""

from __future__ import annotations

import contextlib
import json
import re
import socket

import pytest
from tests import commands
from tests.edges.frames import frames, get, get_json, play_tic_tac_toe
from tests.server_process import Serving, start_server

PASSWORD = "a good password"  # noqa: S105


@pytest.fixture(scope="module")
def match(server: Serving) -> str:
    """A match of tic-tac-toe that anna has won against ben."""
    with frames(server.web_port) as anna, frames(server.web_port) as ben:
        anna.ask("login", name="anna", password=PASSWORD)
        ben.ask("login", name="ben", password=PASSWORD)
        return play_tic_tac_toe(anna, ben)


# Reading


def test_the_games_are_listed(server):  # B14
    games = get_json(server.web_port, "/api/games")["games"]
    assert {"tic-tac-toe", "conquest", "yahtzee"} <= {game["game"] for game in games}
    assert all(game["says"] and game["width"] and game["teams"] for game in games)


def test_matches_are_listed_and_can_be_told_apart_by_game(server):
    with frames(server.web_port) as carl:
        carl.ask("guest", name="carl")
        match = carl.ask("new", game="othello")["match"]
        found = get_json(server.web_port, "/api/matches?game=othello")["matches"]
        assert [(each["match"], each["standing"], each["teams"]) for each in found] == [(match, "open", [["carl"], []])]
        assert get_json(server.web_port, "/api/matches?game=checkers")["matches"] == []
        assert match in {each["match"] for each in get_json(server.web_port, "/api/matches")["matches"]}
        assert "carl" in {each["name"] for each in get_json(server.web_port, "/api/players")["players"]}


def test_a_match_is_shown_as_somebody_who_watches_sees_it(server, match):
    shown = get_json(server.web_port, f"/api/matches/{match}")
    assert (shown["standing"], shown["board"]["team"], shown["ref"]) == ("over", 0, "")
    assert shown["board"]["history"] == ["a1", "a2", "b1", "b2", "c1"]
    assert [3, 1] in [square[:2] for square in shown["board"]["squares"] if square[3:] == ["cross", 1]]


def test_who_asks_over_http_sees_a_match_as_late_as_those_who_watch(server):
    with frames(server.web_port) as dora, frames(server.web_port) as emil:
        dora.ask("guest", name="dora")
        emil.ask("guest", name="emil")
        match = dora.ask("new", game="tic-tac-toe", delay=1000)["match"]
        emil.ask("join", match=match)
        assert dora.ask("move", match=match, ref=dora.hear("ask")["ref"], squares=[[2, 2]])["type"] == "accepted"
        assert get_json(server.web_port, f"/api/matches/{match}")["board"]["history"] == []
        assert emil.ask("show", match=match)["board"]["history"] == ["b2"]


def test_the_record_of_a_match_is_text(server, match):
    status, headers, body = get(server.web_port, f"/api/matches/{match}/record")
    assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert "anna" in body
    assert body.endswith("\n")


def test_statistics_of_a_player_can_be_read(server, match):  # T2
    statistics = get_json(server.web_port, "/api/players/anna")
    (score,) = statistics["scores"]
    assert [score[each] for each in ("game", "won", "lost", "drawn", "forfeited")] == ["tic-tac-toe", 1, 0, 0, 0]
    assert statistics["last"][0]["match"] == match


@pytest.mark.parametrize(
    ("path", "status", "code", "about"),
    [
        ("/api/matches/nowhere", 404, "no match", "nowhere"),
        ("/api/matches?game=chess", 404, "no game", "chess"),
        ("/api/matches/nowhere/record", 404, "no match", "nowhere"),
        ("/api/matches?game=two%20words", 400, "wrong field", "game"),
        ("/api/matches/%1b%5b2J", 400, "wrong field", "match"),
        ("/api/players/--", 400, "wrong field", "player"),
        ("/api/players/" + "x" * 5000, 400, "too long", "4096"),
        ("/api/matches?gmae=chess", 400, "wrong field", "Unknown parameter 'gmae'; this path takes game"),
        ("/api/games?limit=5&x%1b=1", 400, "wrong field", "Unknown parameter 'limit', 'x\\x1b'; this path takes none"),
        ("/api/matches?game=chess", 404, "no game", "There is no game called chess; /api/games lists them"),
        ("/api/dice", 404, "not possible", "openapi.json"),
    ],
)
def test_what_cannot_be_answered_is_a_problem_with_a_fitting_status(server, path, status, code, about):
    found, headers, body = get(server.web_port, path)
    problem = json.loads(body)
    assert headers["content-type"] == "application/problem+json"
    assert (found, problem["status"], problem["code"]) == (status, status, code)
    assert about in problem["detail"]


def test_a_record_is_not_there_before_the_end(server):
    with frames(server.web_port) as finn:
        finn.ask("guest", name="finn")
        match = finn.ask("new", game="tic-tac-toe")["match"]
        status, _, body = get(server.web_port, f"/api/matches/{match}/record")
        assert (status, json.loads(body)["code"]) == (409, "not possible")


def test_nothing_can_be_changed_over_http(server):  # security
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert get(server.web_port, "/api/games", method)[0] == 405


# How the server is


def test_the_server_says_that_it_is_well(server):
    health = get_json(server.web_port, "/health")
    assert health["status"] == "ok"
    assert health["games"] >= 7


def test_a_server_that_stops_says_so_with_503(tmp_path):  # B17
    with start_server(folder=tmp_path) as server, frames(server.web_port) as gina, frames(server.web_port) as hugo:
        gina.ask("guest", name="gina")
        hugo.ask("guest", name="hugo")
        match = gina.ask("new", game="tic-tac-toe")["match"]
        hugo.ask("join", match=match)
        server.process.send_signal(2)
        assert hugo.hear("notice")["text"].startswith("The server will stop")
        status, _, body = get(server.web_port, "/health")
        assert (status, json.loads(body)["status"]) == (503, "stopping")
        gina.ask("resign", match=match)
        server.wait_for("Goodbye.")
        assert server.process.wait(10) == 0
        assert "Traceback" not in server.log


def test_a_port_that_is_taken_is_one_clear_sentence(server, tmp_path):  # B17
    done = commands.run("serve", "--port", "0", "--store", tmp_path / "x.db", "--web-port", str(server.web_port))
    assert done.returncode == 1
    assert re.fullmatch(rf"ludus: --web-port {server.web_port}: .*already in use.*\n", done.stderr)


def test_looking_at_the_metrics_often_tells_nothing_about_single_moves(server):  # security
    before = get(server.web_port, "/metrics")[2]
    with frames(server.web_port) as ida:
        ida.ask("guest")
        assert get(server.web_port, "/metrics")[2] == before


def test_prometheus_sees_requests_matches_and_commits(tmp_path):
    with start_server("--set", "connections.metrics_seconds=0", folder=tmp_path) as server:
        before = _metrics(server)
        with frames(server.web_port) as ida:
            ida.ask("guest")
            ida.ask("new", game="tic-tac-toe")
            after = _metrics(server)
    assert after["ludus_requests_total"] - before["ludus_requests_total"] == 2
    assert after["ludus_commits_total"] > before["ludus_commits_total"]
    assert after["ludus_commit_seconds_count"] > before["ludus_commit_seconds_count"]
    assert after["ludus_connections"] - before["ludus_connections"] == 1
    assert after['ludus_matches{standing="open"}'] - before['ludus_matches{standing="open"}'] == 1
    assert {"ludus_messages_total", "ludus_changes_total", "process_start_time_seconds"} <= after.keys()


def _metrics(server: Serving) -> dict[str, float]:
    status, headers, body = get(server.web_port, "/metrics")
    assert status == 200
    assert headers["content-type"].startswith("text/plain")
    lines = [line.rsplit(" ", 1) for line in body.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


# The page


@pytest.mark.parametrize("path", ["/", "/m/m7", "/games/conquest", "/@anna", "/settings"])
def test_the_page_opens_at_each_of_its_addresses(server, path):
    status, headers, body = get(server.web_port, path)
    assert (status, headers["content-type"], headers["cache-control"]) == (200, "text/html; charset=utf-8", "no-cache")
    assert "main.js" in body


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/nonsense", "text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"),
        ("/nonsense", "application/json", "application/problem+json"),
        ("/nonsense", "*/*", "application/problem+json"),
        ("/api/nonsense", "text/html", "application/problem+json"),
    ],
)
def test_an_unknown_address_is_a_page_for_browsers_and_a_problem_for_programs(server, path, accept, kind):
    status, headers, body = get(server.web_port, path, Accept=accept)
    assert (status, headers["content-type"]) == (404, kind)
    assert ("main.js" in body) == kind.startswith("text/html")


def test_the_files_of_the_page_are_kept_by_browsers_and_change_their_address_when_they_change(server):
    named = re.findall(r"/static/[0-9a-f]{12}/[\w/.]+", get(server.web_port, "/")[2])
    kinds = {"js": "text/javascript", "css": "text/css", "webmanifest": "application/manifest+json"}
    assert {path.rpartition(".")[2] for path in named} == set(kinds)
    for path in named:
        status, headers, body = get(server.web_port, path)
        assert (status, headers["content-type"].split(";")[0]) == (200, kinds[path.rpartition(".")[2]])
        assert "immutable" in headers["cache-control"]
        assert body
        assert get(server.web_port, re.sub(r"/[0-9a-f]{12}/", "/000000000000/", path))[0] == 404


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/matches/nowhere", "/nothing", "/health"])
def test_every_response_forbids_frames_foreign_scripts_and_guessing_of_types(server, path):  # security
    headers = get(server.web_port, path)[1]
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert "server" not in headers


def test_the_page_needs_nothing_from_elsewhere_and_no_script_inside(server):  # security
    body = get(server.web_port, "/")[2]
    assert not re.search(r"(src|href)=\"(https?:)?//", body)
    assert not re.search(r"<script[^>]*>[^<]", body)
    assert " style=" not in body
    assert " onclick" not in body


# Limits


def test_who_asks_too_often_must_wait_while_others_are_told_how_the_server_is(tmp_path):  # security
    with start_server(folder=tmp_path) as server:
        statuses = {get(server.web_port, "/icon.svg")[0] for _ in range(600)}
        assert statuses == {200, 429}
        assert get(server.web_port, "/health")[0] == 200


def test_one_address_may_have_only_so_many_connections(tmp_path):  # security
    with start_server("--per-address", "3", folder=tmp_path) as server, contextlib.ExitStack() as opened:
        for _ in range(3):
            opened.enter_context(socket.create_connection(("127.0.0.1", server.web_port), 10))
        one_too_many = opened.enter_context(socket.create_connection(("127.0.0.1", server.web_port), 10))
        one_too_many.sendall(b"GET /health HTTP/1.1\r\nHost: here\r\n\r\n")
        assert one_too_many.recv(100).startswith(b"HTTP/1.1 429 ")
