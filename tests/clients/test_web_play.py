"""Playing in a browser: two clicks to a first move, friends by link, whole games by clicks, keys and words."""

from __future__ import annotations

import re
import time

import pytest

GAMES = ("tic-tac-toe", "connect-four", "checkers", "othello", "santorini", "conquest", "yahtzee")


def test_two_clicks_lead_from_the_first_page_to_a_move_against_the_computer(arrive):  # B18
    person = arrive().open()
    person.page.locator(".cta .go:not([disabled])").wait_for()
    person.page.get_by_role("button", name=re.compile("^Play ")).click()
    person.await_turn().page.locator(".grid .next").first.click()
    assert person.await_moves(2)
    assert person.page.locator(".player").count() == 2


def test_two_people_register_and_play_conquest_to_a_result_by_clicks(arrive):  # B2, B18
    ann, bob = arrive().open().register("ann"), arrive().open().register("bob")
    ann.begin("conquest", "friend")
    link = ann.page.get_by_label("Link to this game").input_value()
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Play as Team 2").click()
    ann.await_turn().choose((6, 1), (6, 3), (2, 3))
    bob.await_turn().choose((1, 8), (1, 6), (4, 6))
    ann.await_turn().choose((7, 1), (6, 1))  # from there only one square is left, so nobody is asked for it
    bob.await_turn().choose((4, 6), (5, 6), (5, 1))
    bob.page.get_by_text("You won.").first.wait_for()
    ann.page.get_by_text("You lost.").first.wait_for()
    assert ann.status == bob.status.replace("won", "lost") == "You lost. Team 2 wins: the key of Team 1 is captured"
    assert ann.moves == ["6,1-6,3-2,3", "1,8-1,6-4,6", "7,1-6,1-6,2", "4,6-5,6-5,1"]
    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name=re.compile("rematch|Accept", re.IGNORECASE)).first.click()
    ann.page.wait_for_url(lambda address: address != link)
    bob.await_turn()  # the other one moves first now


def test_a_challenge_is_sent_from_a_players_page_and_accepted_on_any_other(arrive):  # B18
    ann, bob = arrive().open().register("kim"), arrive().open("/games").register("lee")
    ann.open("/@lee").page.get_by_role("button", name="Challenge").click()
    ann.page.get_by_label("Game", exact=True).select_option("tic-tac-toe")
    ann.page.get_by_role("button", name="Send challenge").click()
    accept = bob.page.get_by_role("button", name="Accept")
    accept.wait_for()
    assert "kim challenges you to Tic-tac-toe." in bob.page.locator("#band").inner_text()
    accept.click()
    ann.await_turn().choose((2, 2))
    bob.await_turn().choose((1, 1))
    assert ann.await_moves(2) == ["b2", "a1"]


@pytest.mark.parametrize("page", ["Play", "Watch"])
def test_a_look_at_other_pages_gives_no_game_up(arrive, page):  # B18
    person = arrive().begin("connect-four").await_turn()
    person.choose((4, 1))
    assert person.await_moves(2)
    match = person.page.url.removeprefix(person.home)
    bar = person.page.locator("header nav")
    bar.get_by_role("link", name=page, exact=True).click()
    person.page.locator(f'.lives a[href="{match}"]').wait_for()
    bar.get_by_role("link", name="Games").click()
    person.page.locator(".gamecard").first.wait_for()
    person.page.go_back()
    person.page.go_back()
    person.await_turn().choose((4, 3))
    assert len(person.await_moves(4)) == 4


def test_guests_meet_by_a_link_and_talk(arrive):  # B18
    host = arrive().begin("tic-tac-toe", "friend")
    friend = arrive().open(host.page.url.removeprefix(host.home))
    friend.page.get_by_role("button", name="Play as O").click()
    host.await_turn().choose((2, 2))
    friend.await_turn().choose((1, 1))
    host.page.get_by_label("Say something").fill("Good luck <b>!</b>")
    host.page.keyboard.press("Enter")
    friend.page.get_by_text("Good luck <b>!</b>").wait_for()
    assert friend.await_moves(2) == ["b2", "a1"]


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_any_game_against_the_computer_by_clicks(arrive, game):  # B2, B18
    person = arrive().begin(game)
    person.play_at_random(3, seed=7)
    assert len(person.moves) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_any_game_to_its_end(arrive, game):  # B2, B18
    person = arrive().begin(game)
    assert person.play_at_random(400, seed=11)
    assert re.match(r"You (won|lost)\.|A draw\.", person.status)


def test_a_move_is_made_by_dragging_and_a_half_entered_one_is_taken_back(arrive):
    person = arrive().begin("checkers").await_turn()
    person.choose((4, 6))
    assert person.status.startswith("Choose the next square")
    person.page.get_by_role("button", name="Back Esc").click()
    assert person.status.startswith("Your turn")
    person.cell(4, 6).drag_to(person.cell(3, 5))
    assert person.await_moves(2)[0] == "10-14"


def seated_friends(arrive, game: str):
    """Two guests at a table; the first is to move."""
    first = arrive().begin(game, "friend")
    second = arrive().open(first.page.url.removeprefix(first.home))
    second.page.get_by_role("button", name="Play as").first.click()
    return first.await_turn(), second


def test_a_move_entered_ahead_is_played_as_soon_as_it_is_legal(arrive):  # B18
    first, second = seated_friends(arrive, "checkers")
    second.page.get_by_text("is thinking").wait_for()
    second.choose((1, 3), (2, 4))
    assert second.status.startswith("Will be played 21 → 17")
    assert second.page.locator(".layer-over .way-num").count() == 2  # shown, square by square
    first.choose((4, 6), (3, 5))
    assert first.await_moves(2) == ["10-14", "21-17"]


def test_a_move_entered_ahead_can_be_taken_back_and_is_dropped_with_a_word_when_it_is_not_legal(arrive):
    first, second = seated_friends(arrive, "tic-tac-toe")
    second.page.get_by_text("is thinking").wait_for()
    second.choose((1, 1))
    second.page.keyboard.press("Escape")
    assert "is thinking" in second.status
    second.choose((2, 2))
    first.choose((2, 2))
    second.page.locator(".say.refused").wait_for()
    assert second.status == "b2 is not a legal move now."
    second.choose((1, 1))  # and the turn is still theirs
    assert second.await_moves(2) == ["b2", "a1"]


def test_the_board_is_played_with_the_keyboard_alone(arrive):  # T16
    person = arrive().begin("connect-four").await_turn()
    keyboard = person.page.keyboard
    person.page.locator('.grid [tabindex="0"]').focus()
    keyboard.press("n")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    first = person.await_moves(2)[0]
    person.await_turn()
    person.page.locator('.grid [tabindex="0"]').focus()
    keyboard.type("7")  # whatever is typed on the board goes into the field for moves as text
    keyboard.press("Enter")
    assert person.await_moves(4)[2] == "7"
    assert first in "1234567"


def test_an_illegal_move_shows_the_sentence_of_its_rule(arrive):  # B5, B18
    person = arrive().begin("conquest").await_turn()
    person.page.get_by_label("Move as text").fill("1,1-1,2")
    person.page.keyboard.press("Enter")
    person.page.locator(".say.refused").wait_for()
    assert person.status == "The range does not match the value shown"


def test_who_watches_sees_each_move_and_cannot_move(arrive):
    player = arrive().begin("tic-tac-toe").await_turn()
    watcher = arrive().open(player.page.url.removeprefix(player.home))
    watcher.page.get_by_text("You are watching.").wait_for()
    player.choose((2, 2))
    assert watcher.await_moves(2)[0] == "b2"
    assert watcher.page.locator(".grid .next").count() == 0
    assert watcher.page.get_by_role("button", name="Resign").count() == 0


def test_a_move_is_shown_at_once_and_never_blocks_the_next(arrive):
    person = arrive().begin("othello").await_turn()
    begun = time.monotonic()
    for move in range(3):
        person.await_turn().page.locator(".grid .next").first.click()
        person.await_moves(2 * move + 2)
    assert time.monotonic() - begun < 8
