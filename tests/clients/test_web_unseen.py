"""A game that the web client has never seen is played in it, from the game's file alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.person import PATIENT
from tests.large_game import BIG_GAME
from tests.server_process import start_server
from tests.terminal.test_unseen import CUPS

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"


HARM = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" onload="document.title = 'harm'">
<script>document.title = 'harm'</script><image href="http://evil.example/x.png" width="9" height="9"/>
<style>@import url(http://evil.example/x.css)</style>
<foreignObject width="99" height="99"><img xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example/y.png"/></foreignObject>
<circle cx="50" cy="50" r="40" fill="green"/></svg>"""
"""A picture that does whatever a picture should not."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    own = folder / "cups.py"
    drawn = CUPS.replace("private=", "picture=lambda piece: HARM,\n    private=").replace("GAME =", f"HARM = {HARM!r}\nGAME =")
    own.write_text(drawn, "utf-8")
    large = folder / "marks.py"
    large.write_text(BIG_GAME, "utf-8")
    files = [each for path in (own, large, *sorted(EXAMPLES.glob("*.py"))) for each in ("--game", str(path))]
    with start_server(*PATIENT, *files, folder=folder) as serving:
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


@pytest.mark.slow  # the game is compiled first
def test_nothing_is_entered_ahead_where_dice_decide(arrive):  # B18
    first = arrive().begin("einstein", "friend")
    second = arrive().open(first.page.url.removeprefix(first.home))
    second.page.get_by_role("button", name="Play as").first.click()
    first.await_turn()
    second.page.get_by_text("is thinking").first.wait_for()
    second.cell(1, 1).click()
    second.page.get_by_text("It is not your turn.").first.wait_for()


@pytest.mark.slow  # the game is compiled first
def test_hidden_pieces_three_seats_and_pictures_that_mean_harm(arrive):  # B2, B15, B18
    first = arrive().open("/games")
    first.page.get_by_role("link", name="Cups <b>& three", exact=True).click()
    first.page.locator(".prose p").first.wait_for()
    game = first.page.url.rpartition("/")[2]
    first.begin(game, "friend")
    others = [arrive().open(first.page.url.removeprefix(first.home)) for _ in range(2)]
    sent: list[str] = []  # what really leaves the browser: requests that the page's policy stops do not come by here
    for person in (first, *others):
        person.context.route("**/*evil*/**", lambda route: (sent.append(route.request.url), route.abort()))
    for other in others:
        other.page.get_by_role("button", name="Play as").first.click()
    second, third = others
    first.await_turn().choose((1, 1))
    second.await_turn().choose((1, 2))
    third.await_turn()
    assert third.page.locator(".layer-pieces .piece").count() == 0  # where the others have hidden theirs is not for us to see
    third.choose((2, 3))
    third.page.get_by_text("You won.").first.wait_for()
    assert third.page.locator(".layer-pieces .piece image").count() == 1  # at the end, too, a seat sees only its own row
    assert third.page.locator("svg script, svg foreignObject").count() == 0  # pictures are images, never markup
    picture = f"/api/games/{game}/pictures/pebble-1.svg"
    third.open(picture)  # by itself, too
    assert third.page.evaluate("document.title") == ""
    assert sent == []
    third.errors.clear()  # the browser says what it did not let in


@pytest.mark.slow  # a board of this size takes a while to be compiled
def test_a_board_of_a_hundred_by_a_hundred_is_led_by_its_map(arrive):  # B18
    person = arrive().begin("marks", "friend")
    other = arrive().open(person.page.url.removeprefix(person.home))
    other.page.get_by_role("button", name="Play as").first.click()
    small = person.page.locator(".map canvas")
    small.wait_for()
    assert person.page.locator(".frame").bounding_box()["height"] < 700  # the board moves in its frame, the page does not grow
    before = person.page.locator(".plane").bounding_box()
    small.click(position={"x": 5, "y": 5})
    after = person.page.locator(".plane").bounding_box()
    assert after["x"] > before["x"]
    assert after["y"] > before["y"]
    person.cell(1, 100).wait_for()  # the corner has come into view, for the keyboard and the screen reader, too
