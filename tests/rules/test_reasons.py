"""Ready-made reasons: true when their rule is broken, with the sentence the player reads."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from ludus.rules import Piece
from ludus.rules.shared_reasons import no_piece, not_own, occupied, squares_named

PIECES = {1: Piece("man", 1, "x"), 2: Piece("man", 2, "o"), 3: Piece("king", 1, "X")}

#     2 3      empty, king of team 1
#     0 1      man of team 1, man of team 2
STATE = SimpleNamespace(cells=np.array([1, 2, 0, 3]), turn=0)


def broken(reason) -> list[int]:
    """The squares on which a reason is broken, for the team to move."""
    return [square for square in range(4) if reason(STATE, (square,))]


def test_each_reason_has_its_sentence():  # B7
    assert no_piece().__doc__ == "There is no piece on that square"
    assert not_own(PIECES).__doc__ == "You do not own that piece"
    assert occupied("That square is taken").__doc__ == "That square is taken"
    assert squares_named("Name one square", 1).__doc__ == "Name one square"


def test_a_square_without_a_piece():  # B7
    assert broken(no_piece()) == [2]


def test_a_piece_of_the_team_to_move_whatever_its_type():  # B7
    assert broken(not_own(PIECES)) == [1, 2]


def test_a_square_that_should_be_empty():  # B7
    assert broken(occupied("That square is taken")) == [0, 1, 3]


@pytest.mark.parametrize(("named", "is_broken"), [(1, True), (2, False), (3, False), (4, True)])
def test_a_number_of_squares(named, is_broken):  # B7
    assert squares_named("Name two or three squares", 2, 3)(STATE, tuple(range(named))) is is_broken


def test_a_game_without_cells_gives_its_own_rule_for_a_square():  # B7
    def cell(state, square):
        return 2 if square == 3 else 0

    assert broken(no_piece(cell)) == [0, 1, 2]
    assert broken(not_own(PIECES, cell)) == [0, 1, 2, 3]
    assert broken(occupied("That square is taken", cell)) == [3]
