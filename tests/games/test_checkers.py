"""G3: checkers. Squares are numbered as players do: 1 to 4 on the top row, 29 to 32 on the bottom row."""

from __future__ import annotations

import random

import pytest

from ludus.rules import DRAW, ONGOING
from ludus.rules.errors import MoveError, PositionError
from ludus.rules.movetext import broken_rule, move_text, read_move, why_not
from ludus.rules.perft import perft
from ludus.rules.play import Play
from ludus.rules.positions import read_position, write_position
from ludus.rules.savefile import load, save

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


@pytest.fixture
def rules(rulebook):
    return rulebook("checkers")


def moves(rules, position):
    """The legal moves of a position, in alphabetical order."""
    state = read_position(rules, position)
    return sorted(move_text(rules, state, move) for move in rules.moves(state))


def after(rules, position, *texts):
    """The state after some moves."""
    state = read_position(rules, position)
    for text in texts:
        state = rules.play(state, read_move(rules, state, text))
    return state


def xy(number):
    """Where a numbered square is: x and y from 1 1 at the lower left."""
    row, column = divmod(number - 1, 4)
    return 2 * column + 1 + (row + 1) % 2, 8 - row


def refusal(rules, position, *numbers):
    """Why the move over these numbered squares is refused."""
    return why_not(rules, read_position(rules, position), [xy(number) for number in numbers])


# The board


def test_black_stands_on_1_to_12_at_the_top_and_moves_first(rules):  # G3
    state = rules.start()
    assert write_position(rules, state) == START
    board = rules.board(state)
    assert (board.at(1, 1).type, board.at(2, 1).type) == ("dark", "light")
    letters = "".join(square.piece.letter if square.piece else "." for square in board.squares)
    assert [letters[row : row + 8] for row in range(56, -1, -8)] == [
        ".b.b.b.b",
        "b.b.b.b.",
        ".b.b.b.b",
        "........",
        "........",
        "w.w.w.w.",
        ".w.w.w.w",
        "w.w.w.w.",
    ]


@pytest.mark.parametrize(("number", "x", "y"), [(1, 2, 8), (4, 8, 8), (5, 1, 7), (12, 8, 6), (29, 1, 1), (32, 7, 1)])
def test_squares_are_numbered_as_players_do(rules, number, x, y):  # G3
    assert rules.board(read_position(rules, f"B:WK{number}:BK16")).at(x, y).piece.word == "king"
    assert xy(number) == (x, y)


# Counts


def test_move_sequences_are_counted_as_the_golden_file_says(rules, golden):  # G3
    rows = [(int(depth), int(count)) for depth, count in golden("checkers_perft.tsv")[1:]]
    assert [(depth, perft(rules, rules.start(), depth)) for depth, _ in rows[:11]] == rows[:11]


@pytest.mark.slow
def test_longer_move_sequences(rules, golden):  # G3
    counts = dict(golden("checkers_perft.tsv")[1:])
    assert [perft(rules, rules.start(), depth) for depth in (11, 12)] == [int(counts["11"]), int(counts["12"])]


def test_plain_python_counts_the_same(rulebook):  # G3
    plain = rulebook("checkers", compiled=False)
    assert [perft(plain, plain.start(), depth) for depth in range(5)] == [1, 7, 49, 302, 1469]


# Steps


def test_men_step_forward_and_kings_in_all_four_directions(rules):  # G3
    assert moves(rules, "B:WK29:B14") == ["14-17", "14-18"]
    assert moves(rules, "W:W14:BK32") == ["14-10", "14-9"]
    assert moves(rules, "B:WK29:BK14") == ["14-10", "14-17", "14-18", "14-9"]


def test_no_piece_steps_over_the_edge(rules):  # G3
    assert moves(rules, "B:WK29:BK13") == ["13-17", "13-9"]
    assert moves(rules, "B:WK29:BK12") == ["12-16", "12-8"]
    assert moves(rules, "B:WK29:BK4") == ["4-8"]
    assert moves(rules, "B:WK4:BK29") == ["29-25"]


# Captures


def test_capture_is_compulsory(rules):  # G3
    assert moves(rules, "B:W18:B1,14") == ["14x23"]
    assert moves(rules, "W:W18,32:B14") == ["18x9"]


def test_men_capture_forward_only(rules):  # G3
    assert moves(rules, "B:W10:B14") == ["14-17", "14-18"]
    assert moves(rules, "B:W10:BK14") == ["14x7"]


def test_a_multiple_jump_must_be_finished_and_is_one_move(rules):  # G3
    assert moves(rules, "W:W22:B18,11") == ["22x15x8"]
    state = after(rules, "W:W22:B18,11,1", "22x15x8")
    assert write_position(rules, state) == "B:W8:B1"


def test_a_jump_over_the_edge_is_none(rules):  # G3
    assert moves(rules, "B:W12,13:B8,9") == ["8-11", "9-14"]


def test_captures_that_differ_only_in_their_path_are_different_moves(rules):  # G3
    assert moves(rules, "W:WK22:B17,18,10,9") == ["22x13x6x15x22", "22x15x6x13x22"]
    first, second = (after(rules, "W:WK22:B17,18,10,9,1", text) for text in ("22x13x6x15x22", "22x15x6x13x22"))
    assert first.tobytes() == second.tobytes()
    assert write_position(rules, first) == "B:WK22:B1"


def test_no_piece_is_jumped_twice(rules):  # G3
    assert moves(rules, "W:WK22:B18") == ["22x15"]


def test_nine_pieces_may_fall_in_one_move(rules):  # G3
    state = after(rules, "W:WK5:B1,9,10,11,17,18,19,25,26,27", "5x14x21x30x23x14x7x16x23x32")
    assert write_position(rules, state) == "B:WK32:B1"


def test_crowning_ends_the_move(rules):  # G3
    assert moves(rules, "W:W11:B8,7") == ["11x2", "11x4"]
    assert moves(rules, "W:WK11:B7,6") == ["11x2x9"]
    assert moves(rules, "W:W11:B7,6") == ["11x2"]
    assert write_position(rules, after(rules, "W:W11:B7,6", "11x2")) == "B:WK2:B6"


def test_a_man_that_steps_onto_the_last_row_is_crowned(rules):  # G3
    assert write_position(rules, after(rules, "B:WK5:B26", "26-31")) == "W:WK5:BK31"
    assert write_position(rules, after(rules, "W:W6:BK32", "6-2")) == "B:WK2:BK32"


def test_a_captured_king_is_gone(rules):  # G3
    state = after(rules, "B:WK18:B14,1", "14x23")
    assert write_position(rules, state) == "W:W:B1,23"
    assert int(state["kings"]) == 0


# Against a slow twin


def slow_moves(board, turn):
    """Every legal move as the numbers of its squares, from a dictionary of squares: letters b, w, B, W."""
    own, enemy = ("bB", "wW") if turn == 0 else ("wW", "bB")
    forward = -1 if turn == 0 else 1
    steps, jumps = [], []

    def jump(path, board, man):
        x, y = path[-1]
        further = False
        for dy in (forward,) if man else (1, -1):
            for dx in (1, -1):
                over, to = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                if board.get(over, "") and board[over] in enemy and 1 <= to[0] <= 8 and 1 <= to[1] <= 8 and to not in board:
                    further = True
                    jump([*path, to], {square: piece for square, piece in board.items() if square != over}, man)
        if not further and len(path) > 1:
            jumps.append(tuple(path))

    for (x, y), piece in board.items():
        if piece in own:
            man = piece.islower()
            jump([(x, y)], {square: piece for square, piece in board.items() if square != (x, y)}, man)
            for dy in (forward,) if man else (1, -1):
                for dx in (1, -1):
                    to = (x + dx, y + dy)
                    if 1 <= to[0] <= 8 and 1 <= to[1] <= 8 and to not in board:
                        steps.append(((x, y), to))
    return sorted(jumps or steps)


def shuffled_position(luck):
    """A few kings and men on random squares."""
    numbers = luck.sample(range(5, 29), luck.randint(4, 18))
    half = len(numbers) // luck.choice((2, 2, 3))
    sides = [",".join(luck.choice(("", "K")) + str(number) for number in part) for part in (numbers[:half], numbers[half:])]
    return f"{luck.choice('BW')}:W{sides[0]}:B{sides[1]}"


def test_the_moves_are_those_of_a_slow_twin(rules):  # G3
    luck = random.Random(3)
    longest = 0
    for _ in range(600):
        try:
            state = read_position(rules, shuffled_position(luck))
        except PositionError:  # more than twelve on one side
            continue
        board = {(square.x, square.y): square.piece.letter for square in rules.board(state).squares if square.piece}
        named = [tuple(rules.xy(square) for square in rules.squares(state, move)) for move in rules.moves(state)]
        assert sorted(named) == slow_moves(board, int(state["turn"])), write_position(rules, state)
        longest = max(longest, *map(len, named), 0)
    assert longest >= 5


def test_plain_python_plays_the_same_games(rulebook):  # G3
    compiled, plain = rulebook("checkers"), rulebook("checkers", compiled=False)
    luck = random.Random(7)
    for _ in range(6):
        state = compiled.start()
        while compiled.outcome(state) == ONGOING:
            legal = compiled.moves(state)
            assert plain.moves(state) == legal
            assert plain.hint("value", state) == compiled.hint("value", state)
            move = luck.choice(legal)
            assert plain.squares(state, move) == compiled.squares(state, move)
            after_it = compiled.play(state, move)
            assert plain.play(state, move).tobytes() == after_it.tobytes()
            state = after_it
            assert plain.outcome(state) == compiled.outcome(state)


# The end


def test_who_has_no_move_left_loses(rules):  # G3
    blocked = read_position(rules, "W:W21,29:B14,17,22,25")
    assert rules.moves(blocked) == []
    assert rules.outcome(blocked) == 0
    assert rules.ending(blocked, 0) == "Black wins: White has no legal move"


def test_who_has_no_piece_left_loses(rules):  # G3
    assert rules.outcome(after(rules, "B:W18:B14", "14x23")) == 0


def test_the_third_repetition_is_a_draw(rules):  # G3
    play = Play(rules, read_position(rules, "B:WK29:BK4"))
    for _ in range(2):
        assert play.result is None
        for seat, start, to in ((0, 4, 8), (1, 29, 25), (0, 8, 4), (1, 25, 29)):
            play.move(seat, [xy(start), xy(to)])
    assert play.result.winner is None
    assert play.result.sentence == "The game is drawn: the same position for the third time"


def file_with_quiet(rules, position, quiet):
    """A position after so many moves without progress."""
    return load(rules, save(rules, read_position(rules, position)) + f"quiet {quiet}\n")


def test_eighty_moves_without_capture_or_mans_move_are_a_draw(rules):  # G3
    state = file_with_quiet(rules, "B:WK29,24:BK4", 79)
    assert rules.outcome(state) == ONGOING
    state = rules.play(state, read_move(rules, state, "4-8"))
    assert rules.outcome(state) == DRAW
    assert rules.ending(state, DRAW) == "The game is drawn: 80 moves without a capture or a man's move"


@pytest.mark.parametrize(
    ("position", "text", "quiet"),
    [
        ("B:WK29:BK4", "4-8", 51),
        ("B:WK29:B4", "4-8", 0),
        ("B:WK29:B27", "27-32", 0),
        ("B:WK8,29:BK4", "4x11", 0),
    ],
)
def test_a_capture_or_a_mans_move_is_progress(rules, position, text, quiet):  # G3
    state = file_with_quiet(rules, position, 50)
    assert int(rules.play(state, read_move(rules, state, text))["quiet"]) == quiet


def test_the_eightieth_quiet_move_still_wins_when_it_leaves_no_move(rules):  # G3
    state = file_with_quiet(rules, "B:W29:B25,K18", 79)
    state = rules.play(state, read_move(rules, state, "18-22"))
    assert rules.outcome(state) == 0


# Refusals


@pytest.mark.parametrize(
    ("position", "numbers", "says"),
    [
        (START, (14, 18), "There is no piece on that square"),
        (START, (22, 18), "You do not own that piece"),
        (START, (11,), "Name the square the piece moves to, too"),
        (START, (7, 11), "The destination square is occupied"),
        (START, (11, 19), "A piece steps to the next square diagonally, or jumps to the one after that"),
        ("B:WK29:B14", (14, 10), "A man only moves and captures forward, even on the move that crowns it"),
        ("W:W10:B6,7", (10, 1, 8), "A piece steps to the next square diagonally, or jumps to the one after that"),
        ("W:W10:B6,5", (10, 1, 10), "A man only moves and captures forward, even on the move that crowns it"),
        (START, (11, 15, 19), "Only jumps can be combined in one move"),
        (START, (11, 18), "A jump goes over an enemy piece, and never over the same piece twice"),
        ("B:W18:BK14", (14, 23, 14), "A jump goes over an enemy piece, and never over the same piece twice"),
        ("B:W18:B14", (14, 17), "You must capture when you can"),
        ("W:W22:B18,11", (22, 15), "You can capture more: finish the jump"),
    ],
)
def test_a_refusal_names_the_rule(rules, position, numbers, says):  # B7
    assert refusal(rules, position, *numbers) == says


def test_light_squares_are_out_of_reach(rules):  # B7
    state = rules.start()
    assert why_not(rules, state, [(6, 6), (6, 5)]).startswith("A piece steps to the next square diagonally")
    assert why_not(rules, state, [(6, 6), (9, 5)]) == "The destination square does not exist"


def test_legal_moves_break_no_rule_and_all_others_do(rules):  # B7
    luck = random.Random(11)
    for _ in range(60):
        try:
            state = read_position(rules, shuffled_position(luck))
        except PositionError:
            continue
        legal = {rules.squares(state, move) for move in rules.moves(state)}
        tried = {tuple(luck.choices(range(64), k=luck.randint(1, 4))) for _ in range(30)}
        tried |= {path[:-1] for path in legal} | {(*path, luck.randrange(64)) for path in legal} | {path[::-1] for path in legal}
        assert all(broken_rule(rules, state, path) is None for path in legal)
        assert all(broken_rule(rules, state, path) for path in tried - legal - {()}), write_position(rules, state)


def test_letters_and_numbers_name_squares_too(rules):  # G3
    assert read_move(rules, rules.start(), "f6-e5") == read_move(rules, rules.start(), "11-15")


def test_an_unreadable_move_is_told_what_moves_look_like(rules):  # B7
    with pytest.raises(MoveError, match="'11-' is not a move; moves look like 9-13"):
        read_move(rules, rules.start(), "11-")
