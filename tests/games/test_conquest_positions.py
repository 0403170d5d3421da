"""G5: Conquest: how moves and positions are written and read, saved files, pictures."""

from xml.etree import ElementTree

import pytest
from tests.games.conquest_boards import KEYS, SIDE, position, random_states

from ludus.rules import PositionError
from ludus.rules.movetext import move_text, read_move
from ludus.rules.positions import read_position, write_position
from ludus.rules.savefile import load, save


@pytest.fixture
def rules(rulebook):
    return rulebook("conquest")


# Words, positions, files


def test_moves_are_written_as_their_squares(rules):
    state = rules.start()
    texts = [move_text(rules, state, move) for move in rules.moves(state)]
    assert {"1,1-1,6", "1,1-1,5-2,5", "5,1-5,2"} <= set(texts)
    assert [read_move(rules, state, text) for text in texts] == rules.moves(state)


def test_a_position_is_the_saved_file_on_one_line(rules):
    text = write_position(rules, rules.start())
    assert text.startswith(f"ConquestBoard; {SIDE}; die 6 1 1 6 3 2; ")
    assert text.endswith("; key 5 8 2; die 6 8 2 6 4 5; die 7 8 2 2 4 6; die 8 8 2 1 4 2; die 9 8 2 5 4 1; turn 1")


def test_what_is_written_reads_back_equal(rules):  # B8
    for state in random_states(rules, 3):
        assert read_position(rules, write_position(rules, state)).tobytes() == state.tobytes()
        assert load(rules, save(rules, state)).tobytes() == state.tobytes()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("dice 1 1 1 5 3 6", "line 2, 'dice 1 1 1 5 3 6': dice is not one of"),
        ("die 1 1 1 5 3", "line 2, 'die 1 1 1 5 3': a die is followed by x, y and team, then 3 numbers"),
        ("die 1 1 1 5 3 1", "line 2, 'die 1 1 1 5 3 1': team 1 has no die 5 3 1"),  # of the wrong handedness
        ("die 1 1 3 5 3 6", "line 2, 'die 1 1 3 5 3 6': team 3 has no die 5 3 6"),
        ("die 1 9 1 5 3 6", "line 2, 'die 1 9 1 5 3 6': there is no square 1 9 on a board of 9 x 8"),
        ("die 5 1 1 5 3 6", "line 3, 'key 5 1 1': another piece stands on 5 1 already"),
        ("key 5 1 x", "line 2, 'key 5 1 x': 'x' is not a whole number"),
    ],
)
def test_a_bad_file_says_which_line_is_wrong(rules, line, complaint):  # B8
    with pytest.raises(PositionError) as error:
        load(rules, f"ConquestBoard\n{line}\nkey 5 1 1\nkey 5 8 2\nturn 1\n")
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("pieces", "turn", "more", "complaint"),
    [
        ("; ".join(f"die {x} 2 1 5 3 6" for x in range(1, 10)), 1, "", "team 1 has 9 dice, more than 8"),
        ("key 5 5 2", 1, "", "team 2 has 2 keys, more than one"),
        (None, 1, "", "both keys are missing"),
        ("", 1, "; quiet 101", "quiet is 101; it counts moves without a capture, 0 to 100"),
        ("", 3, "", "there is no team 3"),
    ],
)
def test_impossible_positions_are_refused(rules, pieces, turn, more, complaint):
    text = "die 1 1 1 5 3 6" if pieces is None else f"{KEYS}; {pieces}"
    with pytest.raises(PositionError) as error:
        position(rules, text, turn, more)
    assert complaint in str(error.value)


@pytest.mark.parametrize("pieces", ["key 5 1 1", "key 5 8 1; key 1 8 2"])
def test_the_winner_cannot_be_to_move(rules, pieces):
    assert rules.outcome(position(rules, pieces, turn=2)) == 0
    with pytest.raises(PositionError, match="team 1 has already won, so it cannot be its turn"):
        position(rules, pieces, turn=1)


def test_each_piece_has_a_picture_of_its_own(rules):
    pictures = {rules.game.picture(piece) for piece in rules.game.pieces.values()}
    assert len(pictures) == 50
    five = ElementTree.fromstring(rules.game.picture(rules.game.pieces[0o1536]))  # noqa: S314
    spots = [shape for shape in five.iter() if shape.tag.endswith("circle")]
    assert len(spots) == 5 + 3 + 6  # on top, below and on the left
