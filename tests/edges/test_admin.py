"""`ludus admin`: those who run a server shut players out, let them in again, and help who forgot a password."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest
from tests import commands
from tests.edges.frames import frames
from tests.server_process import Serving, start_server
from websockets.exceptions import ConnectionClosed

from ludus.edges.operator import operator_file

PASSWORD, ANOTHER = "a good password", "an even better one"


def admin(store: Path, *arguments: str, says: str = "") -> tuple[int, str, str]:
    """Exit status, output and errors of an admin command."""
    done = commands.run("admin", *arguments, "--store", store, typed=says)
    return done.returncode, done.stdout, done.stderr


def test_a_player_who_is_shut_out_must_go_and_cannot_come_back_until_let_in(server):
    with frames(server.web_port) as mallory:
        mallory.ask("login", name="mallory", password=PASSWORD)
        assert admin(server.store, "ban", "mallory", "insults") == (0, "mallory is banned.\n", "")
        assert mallory.hear("goodbye")["text"] == "You may not play here: insults"
        with pytest.raises(ConnectionClosed):
            mallory.hear("anything")
    with frames(server.web_port) as mallory:
        assert mallory.ask("login", name="mallory", password=PASSWORD)["code"] == "banned"
        assert admin(server.store, "unban", "mallory") == (0, "mallory is no longer banned.\n", "")
        assert mallory.ask("login", name="mallory", password=PASSWORD)["type"] == "logged in"


def test_a_player_who_is_appointed_admin_may_announce(server):
    with frames(server.web_port) as nora:
        nora.ask("login", name="nora", password=PASSWORD)
        assert nora.ask("announce", text="tea is ready")["code"] == "not allowed"
        assert admin(server.store, "appoint", "nora", "admin") == (0, "nora is now admin.\n", "")
        assert nora.ask("announce", text="tea is ready")["type"] == "done"


def test_a_forgotten_password_is_replaced_without_being_shown(server):  # security
    with frames(server.web_port) as otto:
        otto.ask("login", name="otto", password=PASSWORD)
        status, output, errors = admin(server.store, "password", "otto", says=ANOTHER + "\n")
        assert (status, output, errors) == (0, "otto has a new password and must log in with it.\n", "")
        assert otto.hear("goodbye")["text"].startswith("Your password was changed")
    with frames(server.web_port) as otto:
        assert otto.ask("login", name="otto", password=PASSWORD)["code"] == "wrong password"
        assert otto.ask("login", name="otto", password=ANOTHER)["type"] == "logged in"
    assert ANOTHER not in server.log


def test_everybody_hears_an_announcement(server):
    with frames(server.web_port) as first, frames(server.web_port) as second:
        assert admin(server.store, "announce", "The server stops at noon") == (0, "Announced to everybody.\n", "")
        assert [each.hear("notice")["text"] for each in (first, second)] == ["The server stops at noon"] * 2


def test_an_empty_house_is_said_to_be_empty(tmp_path):
    with start_server(folder=tmp_path) as server:
        assert admin(server.store, "players") == (0, "Nobody is logged in.\n", "")
        assert admin(server.store, "matches") == (0, "No match is open or in progress.\n", "")


def test_players_and_matches_are_listed_in_words(server):
    with frames(server.web_port) as petra:
        petra.ask("guest", name="petra")
        match = petra.ask("new", game="tic-tac-toe")["match"]
        assert f"petra                    guest     {match}\n" in admin(server.store, "players")[1]
        assert f"{match:<8} tic-tac-toe    open        0 moves  petra against a free seat\n" in admin(server.store, "matches")[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("ban", "nobody-here"), "There is no player called nobody-here"),
        (("unban", "no body"), "player must be up to 24 letters, digits, - or _"),
        (("appoint", "nobody-here", "king"), "role must be player, organiser or admin"),
        (("announce", "two\nlines"), "text must be 1 to 1000 characters on one line"),
    ],
)
def test_what_is_not_possible_is_said_in_one_sentence(server, arguments, sentence):
    status, output, errors = admin(server.store, *arguments)
    assert (status, output) == (1, "")
    assert errors.startswith(f"ludus: {sentence}")
    assert errors.count("\n") == 1


def test_without_a_server_that_is_said(tmp_path):
    store = tmp_path / "none.db"
    assert admin(store, "players") == (1, "", f"ludus: no server is running that keeps its games in {store}\n")


def test_a_server_that_has_crashed_does_not_answer(tmp_path):
    store = tmp_path / "x.db"
    Path(f"{store}.operator").write_text("tcp 127.0.0.1 1 a-token\n", encoding="utf-8")
    status, _, errors = admin(store, "players")
    assert status == 1
    assert errors.startswith(f"ludus: the server for {store} on port 1 does not answer")


def test_only_the_owner_can_read_the_key_and_nobody_gets_in_with_another(server: Serving):  # security
    path = operator_file(str(server.store))
    assert path
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with frames(server.web_port) as quinn:
        assert quinn.ask("operator", token="guessed")["code"] == "not possible"  # noqa: S106
        assert quinn.ask("ban", player="quinn")["code"] == "not allowed"


def test_the_operator_sees_which_networks_are_expensive_and_who_was_stopped(server):  # security
    with frames(server.web_port) as busy:
        for _ in range(20):
            busy.ask("games")
        assert busy.ask("limits")["code"] == "not allowed"
    status, output, errors = admin(server.store, "limits")
    assert (status, errors) == (0, "")
    heading, first = output.splitlines()[:2]
    assert heading.split() == ["network", "work", "requests", "connections", "stopped"]
    place, work, unit, requests, connections, stopped = first.split()
    assert (place, unit) == ("127.0.0.1", "s")
    assert float(work) >= 0
    assert int(requests) >= 20
    assert (int(connections), int(stopped)) == (1, 0)
    assert output.splitlines()[-1] == "Nobody was slowed, cut or refused."
