"""Moves as people type them."""

from __future__ import annotations

import pytest

from ludus.rules.errors import MoveError
from ludus.rules.movetext import move_text
from ludus.rules.positions import read_position
from ludus.rules.typedmove import read_typed_move


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("connect-four", "d", "4"),
        ("connect-four", "4", "4"),
        ("connect-four", "d4", "4"),
        ("connect-four", "D1", "4"),
        ("connect-four", "drop 4", "4"),
        ("checkers", "11-15", "11-15"),
        ("checkers", "11 15", "11-15"),
        ("checkers", "11 to 15", "11-15"),
        ("othello", "D3", "d3"),
        ("conquest", "1 1 1 6", "1,1-1,6"),
        ("tic-tac-toe", "place b2", "b2"),
    ],
)
def test_what_can_mean_only_one_move_is_understood(rulebook, game, typed, meant):
    rules = rulebook(game, compiled=False)
    state = rules.start()
    text = move_text(rules, state, read_typed_move(rules, state, typed))
    assert text == meant


def test_squares_need_nothing_between_them(rulebook):
    rules = rulebook("checkers", compiled=False)
    state = rules.start()
    for move in rules.moves(state):
        names = "".join(f"{'abcdefgh'[square % 8]}{square // 8 + 1}" for square in rules.squares(state, move))
        assert read_typed_move(rules, state, names) == move


@pytest.mark.parametrize(
    ("game", "typed", "says"),
    [
        ("checkers", "15-11", "no piece|do not own"),
        ("othello", "d4", "Naming d4 is a pass"),
        ("othello", "d1", "A disc must enclose"),
        ("connect-four", "z", "'z' is not a move"),
        ("tic-tac-toe", "", "'' is not a move"),
    ],
)
def test_what_breaks_a_rule_is_still_refused(rulebook, game, typed, says):
    rules = rulebook(game, compiled=False)
    with pytest.raises(MoveError, match=says):
        read_typed_move(rules, rules.start(), typed)


def test_a_full_column_is_not_another_one(rulebook):
    rules = rulebook("connect-four", compiled=False)
    with pytest.raises(MoveError):
        read_typed_move(rules, read_position(rules, "444444"), "d6")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("roll", "keep none"),
        ("roll all", "keep none"),
        ("keep 5 3", "keep 3 5"),
        ("keep all", "keep 2 3 3 5 6"),
        ("roll 2 6", "keep 3 3 5"),
        ("Keep 3 3", "keep 3 3"),
    ],
)
def test_dice_are_kept_as_people_say_it(rulebook, typed, meant):
    rules, state = hand(rulebook, rolls=2)
    assert move_text(rules, state, read_typed_move(rules, state, typed)) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("chance", "score chance"),
        ("large straight", "score large straight"),
        ("large", "score large straight"),
        ("3 of a kind", "score three of a kind"),
        ("Score House", "score full house"),
        ("ones", "score ones"),
    ],
)
def test_boxes_are_called_by_their_names(rulebook, typed, meant):
    rules, state = hand(rulebook, rolls=0)
    assert move_text(rules, state, read_typed_move(rules, state, typed)) == meant


def test_a_box_while_there_are_rolls_left_is_explained(rulebook):
    rules, state = hand(rulebook, rolls=2)
    with pytest.raises(MoveError, match="You have rolls left: keep all your dice first, then name the box"):
        read_typed_move(rules, state, "chance")


def hand(rulebook, rolls: int):
    """A player's dice 2 3 3 5 6."""
    rules = rulebook("yahtzee", compiled=False)
    state = rules.happen(rules.start(), 0)
    state["dice"][0] = [2, 3, 3, 5, 6]
    state["rolls"][0] = rolls
    return rules, state
