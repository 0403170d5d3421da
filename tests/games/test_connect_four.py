"""G2: Connect Four."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.rules.errors import PositionError
from ludus.rules.kit.sample import walk_at_random
from ludus.rules.movetext import why_not
from ludus.rules.perft import perft
from ludus.rules.play import Play
from ludus.rules.positions import read_position, write_position
from ludus.rules.rule import ONGOING
from ludus.rules.savefile import load


def test_move_sequences_are_counted_as_the_golden_file_says(rulebook, golden):  # G2
    rules = rulebook("connect-four")
    rows = [(int(depth), int(count)) for depth, count in golden("connect_four_perft.tsv")[1:]]
    assert [(depth, perft(rules, rules.start(), depth)) for depth, _ in rows[:10]] == rows[:10]


def test_distinct_positions_by_number_of_moves(rulebook, golden):  # G2
    rules = rulebook("connect-four")
    positions = {rules.start().tobytes()}
    for ply, expected in golden("connect_four_positions_per_ply.tsv")[1:9]:
        assert len(positions) == int(expected), ply
        states = [rules.game.state.from_bytes(position) for position in positions]
        going_on = [state for state in states if rules.outcome(state) == ONGOING]
        positions = {rules.play(state, move).tobytes() for state in going_on for move in rules.moves(state)}


@pytest.mark.slow
def test_distinct_positions_after_nine_moves(rulebook, golden):  # G2
    rules = rulebook("connect-four")
    positions = {rules.start().tobytes()}
    for _ in range(9):
        states = [rules.game.state.from_bytes(position) for position in positions]
        going_on = [state for state in states if rules.outcome(state) == ONGOING]
        positions = {rules.play(state, move).tobytes() for state in going_on for move in rules.moves(state)}
    assert len(positions) == 558_186 == int(golden("connect_four_positions_per_ply.tsv")[10][1])


@pytest.mark.parametrize(
    ("columns", "winner"),
    [("1122334", 0), ("1212121", 0), ("12233434464", 0), ("2234134111", None), ("43322121161", 0), ("112233", None)],
)
def test_four_in_a_row_in_any_direction_wins(rulebook, columns, winner):  # G2
    rules = rulebook("connect-four")
    play = Play(rules, read_position(rules, columns))
    assert (play.result and play.result.winner) == winner


def test_a_full_board_is_a_draw(rulebook):  # G2
    rules = rulebook("connect-four")
    columns = "121212212121343434434343565656656565777777"
    play = Play(rules, read_position(rules, columns))
    assert play.result.sentence == "The board is full: a draw"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), most=st.integers(0, 42))
def test_a_position_text_leads_back_to_its_position(rulebook, seed, most):  # G2
    rules = rulebook("connect-four")
    state = walk_at_random(rules, random.Random(seed), most).states[-1]
    text = write_position(rules, state)
    assert read_position(rules, text).tobytes() == state.tobytes()


def test_the_empty_board_is_a_dash(rulebook):  # G2
    rules = rulebook("connect-four")
    assert write_position(rules, rules.start()) == "-"
    assert read_position(rules, "-").tobytes() == rules.start().tobytes()


@pytest.mark.parametrize(("width", "height", "sequences"), [(4, 4, 4**4), (9, 6, 9**4), (8, 5, 8**4)])
def test_other_sizes_are_an_option(rulebook, width, height, sequences):  # G2 B4
    rules = rulebook("connect-four", width=width, height=height)
    assert rules.game.board == (width, height)
    assert perft(rules, rules.start(), 4) == sequences


def test_refusals_name_their_rule(rulebook):  # B7
    rules = rulebook("connect-four")
    state = read_position(rules, "444444")
    assert why_not(rules, state, [(4, 6)]) == "That column is full"
    assert why_not(rules, state, [(3, 2)]) == "A disc falls to the lowest empty square in its column"
    assert why_not(rules, state, [(3, 1), (3, 2)]) == "Name one square: the one your disc falls to"


@pytest.mark.parametrize(
    ("saved", "says"),
    [
        ("disc 4 2 1\nturn 2", "the disc on 4 2 has nothing below it"),
        ("disc 4 1 1\ndisc 3 1 1\nturn 2", "2 discs of team 1 and 0 of team 2 are impossible when team 2 is to move"),
        ("disc 4 1 1\nturn 1", "1 discs of team 1 and 0 of team 2 are impossible when team 1 is to move"),
        ("disc 4 1 2\ndisc 4 2 1\nturn 1", "no order of moves leads to this position"),
    ],
)
def test_positions_that_cannot_be_are_refused(rulebook, saved, says):  # G2 B8
    with pytest.raises(PositionError) as caught:
        load(rulebook("connect-four"), f"ConnectFourBoard\n{saved}\n")
    assert str(caught.value) == says
