"""G4: Santorini. Positions: size, team to move, workers of team 1, of team 2, heights with row 1 first."""

import random
from xml.etree import ElementTree

import pytest
from tests.games.santorini_boards import EXAMPLE, FLAT, after, builds, moves, random_states, refusal, walks

from ludus.rules import ONGOING, MoveError
from ludus.rules.movetext import broken_rule, move_text, read_move
from ludus.rules.notation import square_number
from ludus.rules.perft import perft
from ludus.rules.play import Play
from ludus.rules.positions import read_position, write_position
from ludus.rules.random_games import random_games


@pytest.fixture
def rules(rulebook):
    return rulebook("santorini")


# Counts


@pytest.mark.parametrize("row", range(5))
def test_as_many_move_sequences_as_everybody_counts(rulebook, golden, row):  # G4
    described, *counts = golden("santorini_perft.tsv")[row]
    size, mover, first, second, heights = (word.removeprefix("W").rpartition("=")[2] for word in described.split())
    rules = rulebook("santorini", size=int(size))
    state = read_position(rules, f"{size} {int(mover) + 1} {first} {second} {heights}")
    assert [perft(rules, state, depth) for depth in (1, 2, 3, 4)] == [int(count) for count in counts]


# Starting


def test_who_starts_is_drawn_by_lot(rules):  # G4
    play = Play(rules)
    assert (play.chances, play.acting) == (2, ())
    for chance, text in enumerate(("6 1 - - " + FLAT, "6 2 - - " + FLAT)):
        drawn = rules.happen(rules.start(), chance)
        assert (rules.acting(drawn), rules.chances(drawn)) == ([chance], 0)
        assert write_position(rules, drawn) == text


@pytest.mark.parametrize("starter", [0, 1])
def test_workers_are_placed_in_turn_one_at_a_time_and_then_the_starter_moves(rules, starter):  # G4
    play = Play(rules)
    play.happen(starter)
    for seat, xy in zip((starter, 1 - starter) * 2, ((2, 2), (3, 3), (2, 5), (5, 5)), strict=True):
        assert play.acting == (seat,)
        play.move(seat, [xy])
    workers = ("b2,b5", "c3,e5")
    assert write_position(rules, play.state) == f"6 {starter + 1} {' '.join(workers[:: 1 - 2 * starter])} {FLAT}"
    assert all("-" in move_text(rules, play.state, move) for move in rules.moves(play.state))


def test_workers_are_placed_on_free_squares(rules):  # G4
    assert len(moves(rules, f"6 1 - - {FLAT}")) == 36
    free = moves(rules, f"6 2 b2,- - {FLAT}")
    assert len(free) == 35
    assert "b2" not in free
    assert perft(rules, rules.start(), 4) == 2 * 36 * 35 * 34 * 33


# Moving


def test_a_worker_moves_to_one_of_its_neighbours(rules):  # G4
    assert walks(rules, f"6 1 b2,e5 b5,e2 {FLAT}", "b2") == {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}
    assert walks(rules, f"6 1 a1,f6 b5,e2 {FLAT}", "a1") == {"a2", "b1", "b2"}
    assert walks(rules, f"6 1 a1,f6 b5,e2 {FLAT}", "f6") == {"e5", "e6", "f5"}


def test_a_worker_moves_neither_onto_a_worker_nor_onto_a_dome(rules):  # G4
    heights = "004000/000000/000000/000000/000000/000000"
    assert walks(rules, f"6 1 b1,b2 c2,f6 {heights}", "b1") == {"a1", "a2"}


def test_a_worker_climbs_at_most_one_level_and_comes_down_any_number(rules):  # G4
    #                    a1 is level 1, its neighbours b1, a2, b2 are 2, 3, 1
    assert walks(rules, "6 1 a1,f6 e1,f1 120000/310000/000000/000000/000000/000000", "a1") == {"b1", "b2"}
    assert walks(rules, "6 1 a1,f6 e1,f1 210000/040000/000000/000000/000000/000000", "a1") == {"b1", "a2"}


def test_a_worker_builds_next_to_its_new_square_even_where_it_came_from(rules):  # G4
    heights = "004000/000000/000000/000000/000000/000000"
    assert builds(rules, f"6 1 a1,f6 c2,f1 {heights}", "a1-b1") == {"a1", "a2", "b2"}  # not the worker's c2, nor the dome


def test_building_raises_a_square_by_one_level_and_the_fourth_is_the_dome(rules):  # G4
    low = after(rules, f"6 1 b2,e5 b5,e2 {FLAT}", "b2-b3+c4")
    assert write_position(rules, low) == "6 2 b3,e5 b5,e2 000000/000000/000000/001000/000000/000000"
    high = after(rules, "6 1 b2,e5 b5,e2 000000/000000/000000/003000/000000/000000", "b2-b3+c4")
    assert rules.board(high).at(3, 4).type == "dome"
    assert write_position(rules, high).endswith(" 000000/000000/000000/004000/000000/000000")


def test_squares_are_called_by_their_height(rules):  # B5
    board = rules.board(read_position(rules, "6 1 b2,e5 b5,e2 012340/010000/000000/000000/000000/000000"))
    assert [board.at(x, 1).type for x in range(1, 6)] == ["ground", "level1", "level2", "level3", "dome"]
    assert (board.at(2, 2).piece.word, board.at(2, 2).piece.team, board.at(5, 2).piece.team) == ("worker", 1, 2)


# Winning


def test_reaching_level_3_wins_at_once_and_no_build_is_given(rules):  # G4
    position = "6 1 b2,e5 b5,e2 000000/020000/030000/000000/000000/000000"
    assert moves(rules, position, "b2-b3") == ["b2-b3"]
    won = after(rules, position, "b2-b3")
    assert (rules.outcome(won), rules.ending(won, 0)) == (0, "Team 1 wins: its worker has reached level 3")
    assert write_position(rules, won) == "6 2 b3,e5 b5,e2 000000/020000/030000/000000/000000/000000"


def test_a_build_that_is_named_with_the_winning_move_means_nothing(rules):  # G4
    position = "6 1 b2,e5 b5,e2 000000/020000/030000/000000/000000/000000"
    state = read_position(rules, position)
    (win,) = (move for move in rules.moves(state) if len(rules.squares(state, move)) == 2)
    assert read_move(rules, state, "b2-b3+b4") == win
    assert Play(rules, state).move(0, [(2, 2), (2, 3), (2, 4)]).move == win
    assert write_position(rules, after(rules, position, "b2-b3+b4")) == write_position(rules, after(rules, position, "b2-b3"))
    assert rules.find(state, [square_number(name, rules.game.board) for name in ("e5", "e6", "a1")]) is None


def test_a_player_who_cannot_move_loses(rules):  # G4
    way_out = read_position(rules, "6 1 a1,f6 c3,d4 040000/140000/000000/000000/000044/000040")
    assert rules.outcome(way_out) == ONGOING
    shut_in = read_position(rules, "6 1 a1,f6 c3,d4 040000/440000/000000/000000/000044/000040")
    assert rules.moves(shut_in) == []
    assert (rules.outcome(shut_in), rules.ending(shut_in, 1)) == (1, "Team 2 wins: Team 1 has no legal move")


def test_whoever_can_move_can_build(rules):  # G4
    # so "no build after any move" never comes up: the square it came from is free
    position = "6 1 a1,f6 d4,e4 044000/144000/444000/000000/000044/000040"
    assert moves(rules, position) == ["a1-a2+a1"]


def test_every_random_game_has_a_winner(rules):
    tally = random_games(rules, rules.start(), 500)
    assert (sum(tally.wins), tally.draws, tally.endless) == (500, 0, 0)


# Refusals


@pytest.mark.parametrize(
    ("position", "names", "sentence"),
    [
        (f"6 2 b2,- - {FLAT}", ("b2",), "Place a worker by naming one free square"),
        (f"6 2 b2,- - {FLAT}", ("b2", "b3", "b4"), "Place a worker by naming one free square"),
        (EXAMPLE, ("a1", "a2", "a3"), "There is no worker on that square"),
        (EXAMPLE, ("b5", "b6", "a6"), "You do not own that piece"),
        (EXAMPLE, ("b2",), "Name the worker's square, where it moves, and where it builds"),
        (EXAMPLE, ("b2", "b3", "b4", "b5"), "Name the worker's square, where it moves, and where it builds"),
        (EXAMPLE, ("b2", "b4", "b3"), "A worker moves to one of the eight squares around it"),
        (EXAMPLE, ("b2", "b2", "b3"), "A worker moves to one of the eight squares around it"),
        (f"6 1 b2,e5 b3,e2 {FLAT}", ("b2", "b3", "b4"), "Another worker stands on the square you move to"),
        (
            "6 1 b2,e5 b5,e2 000000/000000/020000/000000/000000/000000",
            ("b2", "b3", "b4"),
            "A worker climbs at most one level, and never onto a dome",
        ),
        (
            "6 1 b2,e5 b5,e2 000000/020000/040000/000000/000000/000000",
            ("b2", "b3"),
            "A worker climbs at most one level, and never onto a dome",
        ),
        (EXAMPLE, ("b2", "b3"), "Every turn ends with a build, except the move that reaches level 3 and wins"),
        (EXAMPLE, ("b2", "b3", "b5"), "A worker builds on one of the eight squares around it"),
        (EXAMPLE, ("b2", "b3", "b3"), "A worker builds on one of the eight squares around it"),
        (EXAMPLE, ("b2", "a4", "b5"), "A worker moves to one of the eight squares around it"),
        (f"6 1 b2,e5 b4,e2 {FLAT}", ("b2", "b3", "b4"), "A worker builds where there is no worker and no dome"),
        (
            "6 1 b2,e5 b5,e2 000000/000000/000000/040000/000000/000000",
            ("b2", "b3", "b4"),
            "A worker builds where there is no worker and no dome",
        ),
    ],
)
def test_a_refusal_names_the_rule(rules, position, names, sentence):  # B7
    assert refusal(rules, position, *names) == sentence


def test_every_wrong_move_has_a_reason_and_no_right_one_has(rules):  # B7
    luck = random.Random(2)
    for state in random_states(rules, 2):
        if rules.outcome(state) != ONGOING or rules.chances(state):
            continue
        right = {rules.squares(state, move) for move in rules.moves(state)}
        assert all(broken_rule(rules, state, path) is None for path in right)
        for _ in range(40):
            path = list(luck.choice(sorted(right)))
            path[luck.randrange(len(path))] = luck.randrange(36)
            path = tuple(path[: luck.choice((2, 3, 3, 3))])
            assert (broken_rule(rules, state, path) is None) == (path in right)


def test_text_that_is_no_move_is_refused_with_an_example(rules):  # B7
    with pytest.raises(MoveError, match="'north' is not a move; moves look like "):
        read_move(rules, read_position(rules, EXAMPLE), "north")


# The computer player


def test_a_win_in_reach_decides_and_is_tried_first(rules):
    position = "6 1 a1,c2 b5,e2 000000/002000/030000/000000/000000/000000"
    state = read_position(rules, position)
    assert rules.hint("value", state) == 9000
    first = max(rules.moves(state), key=lambda move: rules.hint("order", state, move))
    assert move_text(rules, state, first) == "c2-b3"
    assert rules.hint("value", read_position(rules, position.replace("6 1", "6 2"))) < 0


def test_high_workers_are_strong_and_going_up_is_tried_first(rules):
    state = read_position(rules, EXAMPLE)
    assert rules.hint("value", state) > 0
    assert rules.hint("value", read_position(rules, EXAMPLE.replace("6 1", "6 2"))) == -rules.hint("value", state)
    up, level = (
        rules.hint("order", read_position(rules, position), read_move(rules, read_position(rules, position), "b2-b3+b2"))
        for position in (f"6 1 b2,e5 b5,e2 000000/000000/010000{FLAT[20:]}", f"6 1 b2,e5 b5,e2 {FLAT}")
    )
    assert up > level


def test_teams_look_different(rules):
    first, second = (rules.game.picture(piece) for piece in rules.game.pieces.values())
    assert first != second
    assert ElementTree.fromstring(first).tag.endswith("svg")  # noqa: S314


# Compiled and plain


@pytest.mark.parametrize("size", [5, 6])
def test_plain_python_plays_the_same_game(rulebook, size):
    rules, plain = rulebook("santorini", size=size), rulebook("santorini", size=size, compiled=False)
    for state in list(random_states(rules, 3, seed=3))[::5]:
        assert plain.moves(state) == rules.moves(state)
        assert plain.outcome(state) == rules.outcome(state)
        assert plain.hint("value", state) == rules.hint("value", state)
        for move in rules.moves(state)[::9]:
            assert plain.play(state, move).tobytes() == rules.play(state, move).tobytes()
            assert plain.hint("order", state, move) == rules.hint("order", state, move)
