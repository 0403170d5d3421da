"""Positions as text and as saved files (B8)."""

from __future__ import annotations

import pytest
from tests.rules.mistakes import STARTER

from ludus.games import GAMES
from ludus.rules.errors import PositionError
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit.sample import Sample, the_rules_run
from ludus.rules.positions import read_position, write_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import load, save

NOTHING_IN_THE_CORNER = """
@rule
def cell(state, square):
    return state.cells[square] if square != 0 else 0


GAME = Game("""


def test_a_piece_that_cannot_stand_on_a_square_is_refused(tmp_path):  # B8
    source = STARTER.replace("GAME = Game(", NOTHING_IN_THE_CORNER).replace("    pieces=", "    cell=cell,\n    pieces=")
    (tmp_path / "mine.py").write_text(source, "utf-8")
    rules = Rulebook(read_game_file(tmp_path / "mine.py"), compiled=False)
    assert load(rules, "HexapawnBoard\npawn 2 1 1\nturn 1").tobytes()
    with pytest.raises(PositionError, match="no pawn can stand on 1 1"):
        load(rules, "HexapawnBoard\npawn 1 1 1\nturn 1")


@pytest.mark.parametrize("name", GAMES)
def test_what_save_writes_load_reads_back_equal(rulebook, name):  # B8
    rules = rulebook(name)
    sample = Sample(rules.file, seed=3, positions=60)
    assert not list(the_rules_run(sample))  # which plays the games
    for state in sample.states():
        assert load(rules, save(rules, state)).tobytes() == state.tobytes()


def test_a_saved_file_has_a_header_and_one_line_for_each_piece(rulebook):  # B8
    rules = rulebook("tic-tac-toe")
    assert save(rules, read_position(rules, "x.o......")) == "TicTacToeBoard\ncross 1 3 1\nnought 3 3 2\nturn 1\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1 should be TicTacToeBoard, not ''"),
        ("ChessBoard\nturn 1", "line 1 should be TicTacToeBoard, not 'ChessBoard'"),
        ("TicTacToeBoard\nqueen 1 1 1", "line 2, 'queen 1 1 1': queen is not one of cross, nought, turn"),
        ("TicTacToeBoard\n\ncross 1 1", "line 3, 'cross 1 1': a cross is followed by x, y and team"),
        ("TicTacToeBoard\ncross 1 one 1", "line 2, 'cross 1 one 1': 'one' is not a whole number"),
        ("TicTacToeBoard\ncross 4 1 1", "line 2, 'cross 4 1 1': there is no square 4 1 on a board of 3 x 3"),
        ("TicTacToeBoard\ncross 1 1 2", "line 2, 'cross 1 1 2': team 2 has no cross"),
        ("TicTacToeBoard\ncross 1 1 1\nnought 1 1 2", "line 3, 'nought 1 1 2': another piece stands on 1 1 already"),
        ("TicTacToeBoard\nturn 3", "line 2, 'turn 3': there is no team 3; the teams are 1 to 2"),
        ("TicTacToeBoard\nturn", "line 2, 'turn': turn is followed by 1 number, not 0"),
        ("TicTacToeBoard\nturn 1\nturn 1", "line 3, 'turn 1': turn was given before"),
        ("TicTacToeBoard\ncross 1 1 1\nturn 1", "x cannot be the one to move with 1 x and 0 o"),
    ],
)
def test_a_bad_line_is_named_and_nothing_is_loaded(rulebook, text, says):  # B8
    with pytest.raises(PositionError) as caught:
        load(rulebook("tic-tac-toe"), text)
    assert str(caught.value) == says


def test_a_number_too_large_for_its_field_is_refused(rulebook):  # B8
    with pytest.raises(PositionError, match="line 3, 'quiet 99999': 99999 is too large a number for quiet"):
        load(rulebook("conquest"), "ConquestBoard\nkey 5 1 1\nquiet 99999\n")


def test_a_saved_file_on_one_line_is_a_position_text_of_every_game(rulebook):
    rules = rulebook("tic-tac-toe")
    assert write_position(rules, read_position(rules, "TicTacToeBoard; cross 1 3 1; turn 2")) == "x........"


@pytest.mark.parametrize(
    ("game", "text", "says"),
    [
        ("tic-tac-toe", "xo?......", "position 'xo?......': character 3, '?', is not one of x o ."),
        ("tic-tac-toe", "xo.", "position 'xo.': 9 squares are expected, top row first, not 3"),
        ("tic-tac-toe", "xo....... o", "position 'xo....... o': nothing is expected after the 9 squares, not 'o'"),
        ("tic-tac-toe", "xxx......", "3 x and 0 o is impossible: x moves first, so there are as many x as o, or one more"),
        ("tic-tac-toe", "xxxoo...o", "x already has three in a row, so it cannot be its turn"),
        ("connect-four", "4483", "position '4483': character 3, '8', is not a column from 1 to 7"),
        ("connect-four", "4444444", "position '4444444': character 7: column 4 is full already"),
        ("connect-four", "12121212", "position '12121212': character 8, '2', comes after the game was won"),
    ],
)
def test_a_bad_position_text_says_what_is_wrong_and_where(rulebook, game, text, says):
    with pytest.raises(PositionError) as caught:
        read_position(rulebook(game), text)
    assert says in str(caught.value)
