"""G4: Santorini: how positions are written and read, and saved files."""

import pytest
from tests.games.santorini_boards import EXAMPLE, FLAT, after, random_states

from ludus.games import find_game
from ludus.rules import LudusError, PositionError
from ludus.rules.positions import options_in, read_position, write_position
from ludus.rules.savefile import load, save


@pytest.fixture
def rules(rulebook):
    return rulebook("santorini")


# Positions


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        f"6 ? - - {FLAT}",
        f"6 2 - - {FLAT}",
        f"6 2 b2,- - {FLAT}",
        f"6 1 b2,- c3,- {FLAT}",
        f"6 1 c3,- b2,d4 {FLAT}",
    ],
)
def test_a_position_is_written_as_it_was_read(rules, text):
    assert write_position(rules, read_position(rules, text)) == text


def test_random_positions_read_back_equal(rulebook):  # B8
    for size in (5, 6):
        rules = rulebook("santorini", size=size)
        for state in random_states(rules, 3):
            assert read_position(rules, write_position(rules, state)).tobytes() == state.tobytes()
            assert load(rules, save(rules, state)).tobytes() == state.tobytes()


def test_the_workers_of_a_team_are_interchangeable(rules):
    one = after(rules, f"6 1 b2,b3 e2,e5 {FLAT}", "b3-b4+c4", "e2-e1+f1", "b2-b3+b2")
    other = after(rules, f"6 1 b3,b2 e5,e2 {FLAT}", "b2-a3+b2", "e2-e1+f1", "a3-b4+c4")
    assert one.tobytes() == other.tobytes()


def test_the_text_itself_names_the_size(rules, rulebook):
    text = "5 1 b2,d4 b4,d2 00000/01000/00000/00000/00000"
    assert options_in(rules.game, text) == {"size": 5}
    assert options_in(rules.game, "SantoriniBoard; turn 1") == {}
    small = rulebook("santorini", size=5)
    assert write_position(small, read_position(small, text)) == text
    with pytest.raises(LudusError, match="size=7 is not possible: squares a side, 5 or 6"):
        find_game("santorini", {"size": 7})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("6 1 b2,e5 b5,e2", "there are 4 parts, but 5 are expected"),
        ("5 1 b2,e5 b5,e2 0/0/0/0/0", "the size is '5', but this board has 6 squares a side"),
        (f"6 3 b2,e5 b5,e2 {FLAT}", "the team to move is 1, 2, or ? before the lot is drawn, not '3'"),
        (f"6 1 b2,g5 b5,e2 {FLAT}", "'g5' in 'b2,g5' is not a square such as b2"),
        (f"6 1 b2,e5 b5,b2 {FLAT}", "'b2' in 'b5,b2': another worker stands there already"),
        (f"6 1 b2,c2,d2 b5,e2 {FLAT}", "team 1 has 3 workers, more than 2"),
        (f"6 1 b2,e5 b5,e2 {FLAT[:-7]}", "the heights have 5 rows, but 6 are expected"),
        (f"6 1 b2,e5 b5,e2 {FLAT[:-1]}", "row 6 of the heights, '00000', has 5 squares, but 6 are expected"),
        (f"6 1 b2,e5 b5,e2 {FLAT[:-1]}5", "row 6 of the heights, '000005': '5' is not a height from 0 to 4"),
        (f"6 1 b2,e5 b5,e2 {FLAT[:-1]}x", "row 6 of the heights, '00000x': 'x' is not a height from 0 to 4"),
        (f"6 ? b2,- - {FLAT}", "the lot comes before everything else, so the board must be empty"),
        (f"6 1 b2,- - {FLAT}", "with 1 workers of team 1 and 0 of team 2 it cannot be the turn of team 1"),
        (f"6 2 b2,b3 - {FLAT}", "with 2 workers of team 1 and 0 of team 2 it cannot be the turn of team 2"),
        (f"6 1 b2,- b3,- {FLAT[:-1]}1", "nothing is built before all workers are placed"),
        (f"6 1 b2,f6 b5,e2 {FLAT[:-1]}4", "the worker on f6 stands on a dome"),
        (f"6 1 b2,f6 b5,e2 {FLAT[:-1]}3", "team 1 has reached level 3 and won, so it cannot be its turn"),
        (f"6 2 f1,f6 b5,e2 000003{FLAT[6:-1]}3", "two workers stand on level 3, but the first to reach it wins"),
    ],
)
def test_bad_positions_say_what_is_wrong_and_where(rules, text, complaint):
    with pytest.raises(PositionError) as error:
        read_position(rules, text)
    assert complaint in str(error.value)


# Files


def test_a_saved_file_has_a_line_a_worker(rules):  # B8
    lines = save(rules, read_position(rules, f"6 2 b2,e5 b5,e2 {FLAT}")).splitlines()
    assert lines == ["SantoriniBoard", "worker 2 2 1", "worker 5 2 2", "worker 2 5 2", "worker 5 5 1", "turn 2"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("king 1 1 1", "line 2, 'king 1 1 1': king is not one of worker"),
        ("worker 7 1 1", "line 2, 'worker 7 1 1': there is no square 7 1 on a board of 6 x 6"),
        ("worker 2 2 3", "line 2, 'worker 2 2 3': team 3 has no worker"),
        ("worker 2 2 1", "line 3, 'worker 2 2 1': another piece stands on 2 2 already"),
        ("worker 1 1 1", "team 1 has 3 workers, more than 2"),
        ("levels 0 0 1 0 0", "levels must be on the board, from 1 to 4, each on top of the one below"),
        ("levels 0 64 0 0 0", "levels must be on the board, from 1 to 4, each on top of the one below"),
    ],
)
def test_a_bad_file_says_which_line_is_wrong(rules, line, complaint):  # B8
    with pytest.raises(PositionError) as error:
        load(rules, f"SantoriniBoard\n{line}\nworker 2 2 1\nworker 5 2 2\nworker 2 5 2\nworker 5 5 1\nturn 2\n")
    assert complaint in str(error.value)
