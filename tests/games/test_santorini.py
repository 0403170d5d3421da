"""G4: Santorini. Positions: size, team to move, workers of team 1, of team 2, heights with row 1 first."""

import random
from xml.etree import ElementTree

import pytest

from ludus.games import find_game
from ludus.rules import ONGOING, LudusError, MoveError, PositionError
from ludus.rules.counting import perft, random_games
from ludus.rules.movetext import broken_rule, move_text, read_move, why_not
from ludus.rules.notation import square_number
from ludus.rules.play import Play
from ludus.rules.positions import options_in, read_position, write_position
from ludus.rules.savefile import load, save

FLAT = "000000/000000/000000/000000/000000/000000"
EXAMPLE = "6 1 b2,e5 b5,e2 000000/010000/000000/000000/002000/000000"


@pytest.fixture
def rules(rulebook):
    return rulebook("santorini")


def moves(rules, position, start=""):
    """The legal moves of a position that begin so, in alphabetical order."""
    state = read_position(rules, position)
    texts = (move_text(rules, state, move) for move in rules.moves(state))
    return sorted(text for text in texts if text.startswith(start))


def after(rules, position, *texts):
    """The state after some moves."""
    state = read_position(rules, position)
    for text in texts:
        state = rules.play(state, read_move(rules, state, text))
    return state


def walks(rules, position, start):
    """The squares to which the worker on a square may move."""
    return {text[3:5] for text in moves(rules, position, start)}


def builds(rules, position, start):
    """The squares on which may be built after a move."""
    return {text.partition("+")[2] for text in moves(rules, position, f"{start}+")}


def refusal(rules, position, *names):
    """Why the move over these squares is refused."""
    state = read_position(rules, position)
    squares = [square_number(name, rules.game.board) for name in names]
    assert rules.find(state, squares) is None
    return why_not(rules, state, [rules.xy(square) for square in squares])


def random_states(rules, games, seed=1):
    """The states of some random games."""
    luck = random.Random(seed)
    for _ in range(games):
        state = rules.start()
        while rules.outcome(state) == ONGOING:
            yield state
            lots = rules.chances(state)
            state = rules.happen(state, luck.randrange(lots)) if lots else rules.play(state, luck.choice(rules.moves(state)))
        yield state


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
        (
            "6 1 b2,e5 b5,e2 000000/020000/030000/000000/000000/000000",
            ("b2", "b3", "b4"),
            "Every turn ends with a build, except the move that reaches level 3 and wins",
        ),
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
        ("king 1 1 1", "line 2, 'king 1 1 1': king is none of worker"),
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
