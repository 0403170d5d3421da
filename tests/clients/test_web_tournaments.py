"""A tournament in the browser: somebody watches the bracket fill in, and takes part."""

from __future__ import annotations

import pytest
from tests.edges.entrants import Entrants
from tests.server_process import start_server
from typer.testing import CliRunner

from ludus.cli.main import app

PROGRAMS = ("p0", "p1", "p2", "p3", "p4")


@pytest.fixture
def held(tmp_path):
    """A server with programs on it, and `ludus tournament` for it."""

    def tournament(*words: str) -> None:
        done = CliRunner().invoke(app, ["tournament", *words, "--store", str(tmp_path / "x.db")])
        assert done.exit_code == 0, done.output

    with start_server(folder=tmp_path) as server, Entrants(dict.fromkeys(PROGRAMS, "good")) as entrants:
        entrants.go_on(server.port)
        yield server, tournament


def test_the_bracket_fills_in_while_somebody_watches(arrive, held):  # T5
    server, tournament = held
    tournament("new", "tic-tac-toe", "best_of=3", "team_size=2", "--player", "p0", "--player", "p1")
    watcher = arrive(server.web_port).open("/t/t1")
    page = watcher.page
    page.get_by_role("heading", name="Tournament t1").wait_for()
    page.evaluate("window.stayed = true")
    assert page.locator(".bracket").count() == 0
    tournament("join", "t1", "p2", "--team", "reds")  # arrivals are seen, too
    tournament("join", "t1", "p3", "--team", "reds")
    tournament("join", "t1", "p4")
    players = page.get_by_label("Players")
    players.get_by_text("p2, p3").wait_for()
    players.get_by_text("p4").wait_for()
    tournament("start", "t1")
    page.get_by_text("over, won by").wait_for()
    rounds = page.locator(".bracket .round")
    assert [rounds.nth(at).locator(".pairing").count() for at in range(rounds.count())] == [2, 1]
    assert page.locator(".bracket .won").count() == 3
    final = rounds.nth(1).locator(".won")
    assert f"won by {final.locator('bdi').inner_text()}" in page.locator("p[role=status]").first.inner_text()
    assert page.locator(".bracket").get_by_text("?").count() == 0
    heads = page.get_by_role("region", name="Table").locator("th").all_inner_texts()
    assert heads == ["#", "Player", "Matches won", "Lost"]  # of matches: none of a knockout is drawn
    assert page.get_by_role("region", name="Table").locator("a", has_text="reds").count() == 0  # a team has no page of its own
    assert page.evaluate("window.stayed")  # nothing was loaded again


def test_somebody_joins_a_team_from_the_page(arrive, held):  # T12
    server, tournament = held
    tournament("new", "tic-tac-toe", "kind=round-robin", "team_size=2", "--player", "reds:p0")
    person = arrive(server.web_port).open("/").register("ann").open("/t/t1")
    person.page.get_by_label("Team").fill("reds")
    person.page.get_by_role("button", name="Join").click()
    person.page.get_by_label("Players").get_by_text("p0, ann").wait_for()
    person.page.get_by_role("button", name="Leave").click()
    person.page.get_by_role("button", name="Join").wait_for()
    assert person.page.get_by_text("p0, ann").count() == 0
