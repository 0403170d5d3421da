"""Moves as text, and the sentences with which they are refused (B7)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludus.rules
from ludus.rules.errors import MoveError
from ludus.rules.gamefile import read_game_file
from ludus.rules.movetext import move_text, read_move, why_not
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook


def test_a_move_is_written_as_its_squares_unless_the_game_says_otherwise(rulebook):
    rules = rulebook("tic-tac-toe")
    assert [move_text(rules, rules.start(), move) for move in (0, 4, 8)] == ["a1", "b2", "c3"]
    rules = rulebook("connect-four")
    assert move_text(rules, rules.start(), 3) == "4"


@pytest.mark.parametrize("text", ["b2", "B2", " b2 ", "2,2"])
def test_a_move_is_read_as_people_write_it(rulebook, text):
    rules = rulebook("tic-tac-toe")
    assert read_move(rules, rules.start(), text) == 4


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("d9", "'d9' is not a move; moves look like b1"),
        ("", "'' is not a move; moves look like b1"),
        ("hello", "'hello' is not a move; moves look like b1"),
        ("a1", "That square is taken"),
        ("a2-a3", "Name one square"),
    ],
)
def test_a_text_that_is_no_legal_move_is_answered_with_a_sentence(rulebook, text, says):  # B7
    rules = rulebook("tic-tac-toe")
    with pytest.raises(MoveError) as caught:
        read_move(rules, read_position(rules, "......x.."), text)
    assert str(caught.value) == says


def test_squares_that_do_not_exist_are_named(rulebook):  # B7
    rules = rulebook("conquest")
    state = rules.start()
    assert why_not(rules, state, []) == "A move names at least one square"
    assert why_not(rules, state, [(10, 1)]) == "The square 10 1 does not exist"
    assert why_not(rules, state, [(1, 1), (1, 9)]) == "The destination square does not exist"


def test_a_game_without_reasons_still_says_what_it_can(rulebook, tmp_path):  # B7
    path = tmp_path / "plain.py"
    source = rulebook("conquest").file.path.with_name("tic_tac_toe.py").read_text("utf-8")
    assert source.count("    reasons=") == 1
    path.write_text(re.sub(r" {4}reasons=.*\n", "", source), "utf-8")
    rules = Rulebook(read_game_file(path))
    assert why_not(rules, read_position(rules, "......x.."), [(1, 1)]) == "No legal move starts on a1"
    assert why_not(rules, rules.start(), [(1, 1), (2, 2)]) == "After a1 you cannot go on to b2"


def test_an_unfinished_move_is_said_to_be_unfinished(rulebook, tmp_path):  # B7
    path = tmp_path / "plain.py"
    source = (Path(ludus.rules.__file__).parent / "starter.py").read_text("utf-8")
    path.write_text(source.replace("    reasons=(not_two_squares, not_your_pawn, not_a_pawn_move),\n", ""), "utf-8")
    rules = Rulebook(read_game_file(path))
    assert why_not(rules, rules.start(), [(1, 1)]) == "The move a1 is not finished"
