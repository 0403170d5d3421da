"""Portable Draughts Notation on a board of another size than that of checkers, which tests the rest."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ludus.rules.errors import PositionError
from ludus.rules.pdn import Pdn


def place(state, square, piece):
    state.pieces[square] = piece


INTERNATIONAL = Pdn((10, 10), man=(1, 2), king=(3, 4), cell=lambda state, square: state.pieces.get(square, 0), place=place)


def empty():
    return SimpleNamespace(pieces={}, turn=0)


def test_numbers_run_row_by_row_from_the_top():
    assert INTERNATIONAL.number(91) == 1  # the second square of the top row
    assert INTERNATIONAL.number(8) == 50  # the last dark square of the bottom row
    assert len(INTERNATIONAL.squares) == 50


def test_a_move_names_its_squares():
    squares = INTERNATIONAL.read_squares(None, "32x21x12")
    assert INTERNATIONAL.move_text(squares, jumps=True) == "32x21x12"
    assert INTERNATIONAL.move_text(squares[:2], jumps=False) == "32-21"
    assert INTERNATIONAL.read_squares(None, "51-46") is None
    assert INTERNATIONAL.read_squares(None, "b2-c3") is None


def test_what_is_written_reads_back_equal():  # B8
    state = empty()
    INTERNATIONAL.read("W:W31-35,K50:B1,K20", state)
    assert state.turn == 1
    assert INTERNATIONAL.write(state) == "W:W31,32,33,34,35,K50:B1,K20"
    again = empty()
    INTERNATIONAL.read(INTERNATIONAL.write(state), again)
    assert again == state


def test_the_highest_number_is_that_of_the_board():  # B8
    with pytest.raises(PositionError, match="'51' after B: squares are numbered 1 to 50, the lower number first"):
        INTERNATIONAL.read("B:W40:B51", empty())
