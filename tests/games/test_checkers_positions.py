"""G3: checkers: positions, files, what the computer player looks at, pictures."""

from __future__ import annotations

import random

import pytest

from ludus.rules import ONGOING
from ludus.rules.errors import PositionError
from ludus.rules.positions import read_position, write_position
from ludus.rules.savefile import load, save

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@pytest.fixture
def rules(rulebook):
    return rulebook("checkers")


def file_with_quiet(rules, position, quiet):
    """A position after so many moves without progress."""
    return load(rules, save(rules, read_position(rules, position)) + f"quiet {quiet}\n")


# Texts and files


@pytest.mark.parametrize("text", [START, "B:W21,22,K30:B1,2,K11", "W:WK1,32:BK29", "W:W:B1"])
def test_a_position_text_reads_back(rules, text):  # G3 B8
    assert write_position(rules, read_position(rules, text)) == text


@pytest.mark.parametrize("text", ["B:W21-32:B1-12", "b:b1-12:w21-32", "B:W21-24,25-32:B1-12."])
def test_ranges_either_order_and_small_letters_are_read(rules, text):  # G3
    assert read_position(rules, text).tobytes() == rules.start().tobytes()


def test_a_range_of_kings(rules):  # G3
    assert write_position(rules, read_position(rules, "W:WK1-3:B12")) == "W:WK1,K2,K3:B12"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("X:W21:B1", "the first letter says who moves, B or W, not 'X'"),
        ("B", "after B come both sides, as in :W21,22,K30:B1,2,K11, not ''"),
        ("B:W21:W1", "after B come both sides, as in :W21,22,K30:B1,2,K11, not 'W21:W1'"),
        ("B:W21,Q30:B1", "'Q30' after W is not a square such as 21, K30 or 21-32"),
        ("B:W21,:B1", "'' after W is not a square such as 21, K30 or 21-32"),
        ("B:W21:B1,33", "'33' after B: squares are numbered 1 to 32, the lower number first"),
        ("B:W32-21:B1", "'32-21' after W: squares are numbered 1 to 32, the lower number first"),
        ("B:W21:B1,21", "'21' after B: another piece stands on 21 already"),
        ("B:W20-32:B1", "White has 13 pieces, more than 12"),
        ("B:W21:B1,30", "Black's man on 30 has reached the last row, so it must be a king"),
        ("B:W4:B1", "White's man on 4 has reached the last row, so it must be a king"),
        ("B:W:B1", "White has no piece left and has lost, so it cannot be Black's turn"),
    ],
)
def test_a_bad_position_text_is_told_what_is_wrong_and_where(rules, text, says):  # G3 B8
    with pytest.raises(PositionError) as caught:
        read_position(rules, text)
    assert str(caught.value) == f"position {text!r}: {says}"


def test_what_save_writes_load_reads_back_equal(rules):  # B8
    luck = random.Random(5)
    for _ in range(5):
        state = rules.start()
        while rules.outcome(state) == ONGOING:
            assert load(rules, save(rules, state)).tobytes() == state.tobytes()
            state = rules.play(state, luck.choice(rules.moves(state)))


def test_a_saved_file_is_a_line_a_piece_and_the_counter(rules):  # B8
    saved = save(rules, file_with_quiet(rules, "W:WK30,21:B11", 12))
    assert saved == "CheckersBoard\nking 3 1 2\nman 1 3 2\nman 6 6 1\nquiet 12\nturn 2\n"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("man 1 1 2\nqueen 3 1 2", "line 3, 'queen 3 1 2': queen is not one of man, king, quiet, turn"),
        ("man 2 1 2\nturn 2", "White has a piece on 2 1, a light square"),
        ("man 1 1 2\nman 3 3 1\nquiet 81", "quiet is 81; it counts moves without progress, 0 to 80"),
        ("man 1 1 2\nman 1 1 1", "line 3, 'man 1 1 1': another piece stands on 1 1 already"),
    ],
)
def test_a_bad_file_is_told_which_line_is_wrong(rules, lines, says):  # B8
    with pytest.raises(PositionError) as caught:
        load(rules, f"CheckersBoard\n{lines}\n")
    assert str(caught.value) == says


# The computer player


def test_the_heuristic_prefers_more_pieces_and_kings(rules):  # G3
    def value(text):
        return rules.hint("value", read_position(rules, text))

    assert value(START) == 0
    assert value("B:W21,22:B1,2,3") > 50
    assert value("W:W21,22:B1,2,3") < -50
    assert value("B:W21,22:BK1,2") > value("B:W21,22:B1,2")
    assert value("B:W21:B1,2") > value("B:W21,22,23,24,25,26:B1,2,3,4,5,6,7")


def test_every_piece_has_its_own_picture(rules):  # G
    pictures = {rules.game.picture(piece) for piece in rules.game.pieces.values()}
    assert len(pictures) == 4
