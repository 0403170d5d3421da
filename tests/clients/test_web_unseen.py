"""A game that the web client has never seen is played in it, from the game's file alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server_process import start_server

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    files = [each for path in sorted(EXAMPLES.glob("*.py")) for each in ("--game", str(path))]
    with start_server(*files, folder=tmp_path_factory.mktemp("server")) as serving:
        yield serving


@pytest.mark.slow
@pytest.mark.parametrize("game", ["breakthrough", "einstein", "nine-men's-morris", "dots-and-boxes"])
def test_a_game_from_a_file_is_played_by_clicks(arrive, game):  # B18, T16
    person = arrive().begin(game)
    person.play_at_random(3, seed=2)
    assert len(person.moves) >= 3
    assert person.page.locator(".player, .many li").count() >= 2


def test_a_board_of_points_and_lines_is_drawn_as_such(arrive):
    person = arrive().open("/games/nine-men's-morris")
    person.page.locator(".layer-lines .rule").wait_for()
    assert person.page.locator(".layer-lines .dot-point").count() == 24
    assert person.page.get_by_text("How to play").count() + person.page.locator(".prose p").count() > 0


def test_teams_are_drawn_in_the_colours_they_are_called_by(arrive):
    page = arrive().open("/games/breakthrough").page
    page.locator('svg [fill="#f4eee0"]').first.wait_for()  # white
    assert page.locator('svg [fill="#2b3330"]').count() >= 16  # black


def test_nothing_is_entered_ahead_where_dice_decide(arrive):  # B18
    first = arrive().begin("einstein", "friend")
    second = arrive().open(first.page.url.removeprefix(first.home))
    second.page.get_by_role("button", name="Play as").first.click()
    first.await_turn()
    second.page.get_by_text("is thinking").first.wait_for()
    second.cell(1, 1).click()
    second.page.get_by_text("It is not your turn.").first.wait_for()
