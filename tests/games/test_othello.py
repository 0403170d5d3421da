"""G7: Othello. Boards are drawn with row 8 at the top; x is Black, o is White."""

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

START = "........ ........ ........ ...xo... ...ox... ........ ........ ........"
NO_PLACEMENT = "........ ........ ........ ...xx... ...xxxxo ........ ........ ........"  # x; but o may play c4
NOBODY_CAN_MOVE = "........ ........ ........ ...xx... ...xx... ........ ........ ........"


@pytest.fixture
def rules(rulebook):
    return rulebook("othello")


def read(rules, rows, mover):
    """The position with these rows, and x or o to move."""
    return read_position(rules, f"{rows.replace(' ', '')} {mover}")


def drawn(rules, state):
    """The rows of a position, and who moves."""
    squares, mover = write_position(rules, state).split()
    return " ".join(squares[row : row + 8] for row in range(0, 64, 8)), mover


def moves(rules, state):
    """The legal moves in alphabetical order."""
    return sorted(move_text(rules, state, move) for move in rules.moves(state))


def after(rules, state, *texts):
    """The state after some moves."""
    for text in texts:
        state = rules.play(state, read_move(rules, state, text))
    return state


def random_states(rules, seed, games):
    """The positions of random games, to the end."""
    luck = random.Random(seed)
    for _ in range(games):
        state = rules.start()
        yield state
        while rules.outcome(state) == ONGOING:
            state = rules.play(state, luck.choice(rules.moves(state)))
            yield state


# Counts


def test_move_sequences_are_counted_as_the_golden_file_says(rules, golden):  # G7
    rows = [(int(depth), int(full)) for depth, _, full, _ in golden("othello_perft.tsv")[1:]]
    assert [(depth, perft(rules, rules.start(), depth)) for depth, _ in rows[:10]] == rows[:10]


@pytest.mark.slow
def test_longer_move_sequences(rules, golden):  # G7
    _, _, full, _ = golden("othello_perft.tsv")[11]
    assert perft(rules, rules.start(), 11) == int(full) == 212_258_572


def test_plain_python_counts_the_same(rulebook):  # G7
    plain = rulebook("othello", compiled=False)
    assert [perft(plain, plain.start(), depth) for depth in range(5)] == [1, 4, 12, 56, 244]


# Moves


def test_black_begins_and_may_play_d3(rules):  # G7
    assert drawn(rules, rules.start()) == (START, "x")
    assert moves(rules, rules.start()) == ["c4", "d3", "e6", "f5"]


def test_enclosed_discs_are_turned_over(rules):  # G7
    state = after(rules, rules.start(), "d3")
    assert drawn(rules, state) == ("........ ........ ........ ...xo... ...xx... ...x.... ........ ........", "o")


def test_discs_are_turned_over_in_all_eight_directions(rules):  # G7
    state = read(rules, "........ ........ ..x..... x.oxx... .ooox... xo.ox... .ooo.... x.x.x...", "x")
    state = after(rules, state, "c3")
    assert drawn(rules, state) == ("........ ........ ..x..... x.xxx... .xxxx... xxxxx... .xxx.... x.x.x...", "o")


def test_a_line_does_not_run_over_the_edge(rules):  # G7
    state = read(rules, "........ ........ o.....xo .x.xx.x. ...xx... ........ ........ ........", "x")
    assert moves(rules, state) == ["pass"]


def slow_turned(board, x, y, own, enemy):
    """The discs that a disc on x y turns over, looked for one by one."""
    turned = []
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            line, at = [], (x + dx, y + dy)
            while (dx or dy) and board.get(at) == enemy:
                line.append(at)
                at = (at[0] + dx, at[1] + dy)
            if board.get(at) == own:
                turned += line
    return turned


def test_the_moves_are_those_of_a_slow_twin(rules):  # G7
    for state in random_states(rules, seed=2, games=6):
        board = {(square.x, square.y): square.piece.letter for square in rules.board(state).squares if square.piece}
        own, enemy = "xo" if state["turn"] == 0 else "ox"
        empty = [(x, y) for y in range(1, 9) for x in range(1, 9) if (x, y) not in board]
        placements = {square for square in empty if slow_turned(board, *square, own, enemy)}
        if not placements:
            continue
        assert {rules.xy(move) for move in rules.moves(state)} == placements
        for move in rules.moves(state):
            x, y = rules.xy(move)
            changed = dict.fromkeys([(x, y), *slow_turned(board, x, y, own, enemy)], own)
            seen = rules.board(rules.play(state, move)).squares
            assert {(square.x, square.y): square.piece.letter for square in seen if square.piece} == board | changed


def test_plain_python_plays_the_same_games(rulebook):  # G7
    compiled, plain = rulebook("othello"), rulebook("othello", compiled=False)
    for state in random_states(compiled, seed=4, games=3):
        assert plain.moves(state) == compiled.moves(state)
        assert plain.outcome(state) == compiled.outcome(state)
        assert plain.hint("value", state) == compiled.hint("value", state)
        for move in compiled.moves(state)[:3]:
            assert plain.play(state, move).tobytes() == compiled.play(state, move).tobytes()
            assert plain.hint("order", state, move) == compiled.hint("order", state, move)


# Passing and the end


def test_a_player_without_a_move_passes(rules):  # G7
    state = read(rules, NO_PLACEMENT, "x")
    assert moves(rules, state) == ["pass"]
    state = after(rules, state, "pass")
    assert drawn(rules, state) == (NO_PLACEMENT, "o")
    assert rules.outcome(state) == ONGOING
    assert moves(rules, state) == ["c4"]


def test_a_pass_is_named_by_d4(rules):  # G7 B12
    play = Play(rules, read(rules, NO_PLACEMENT, "x"))
    play.move(0, [(4, 4)])
    assert drawn(rules, play.state) == (NO_PLACEMENT, "o")


def test_the_game_ends_when_both_must_pass(rules):  # G7
    state = read(rules, NOBODY_CAN_MOVE, "o")
    assert rules.outcome(state) == ONGOING
    state = after(rules, state, "pass")
    assert rules.outcome(state) == 0
    assert rules.ending(state, 0) == "Black wins: 4 discs to 0"


def test_the_shortest_game(rules):  # G7
    state = after(rules, rules.start(), "e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5", "pass")
    assert rules.outcome(state) == 0
    assert rules.ending(state, 0) == "Black wins: 13 discs to 0"


@pytest.mark.parametrize(
    ("black", "winner", "says"),
    [
        (40, 0, "Black wins: 40 discs to 24"),
        (31, 1, "White wins: 33 discs to 31"),
        (32, DRAW, "The game is drawn: 32 discs each"),
    ],
)
def test_more_discs_win_on_a_full_board(rules, black, winner, says):  # G7
    state = read(rules, "x" * black + "o" * (64 - black), "x")
    assert rules.outcome(state) == winner
    assert rules.ending(state, winner) == says


# Refusals


@pytest.mark.parametrize(
    ("rows", "squares", "says"),
    [
        (START, [(4, 3), (4, 4)], "Name one square, where the disc goes"),
        (START, [(4, 4)], "Naming d4 is a pass, and you may only pass when you cannot place a disc"),
        (NO_PLACEMENT, [(3, 4)], "You cannot place a disc, so you must pass: name d4"),
        (START, [(5, 5)], "That square is occupied"),
        (START, [(1, 1)], "A disc must enclose enemy discs between itself and another of your discs"),
        (START, [(9, 1)], "The square 9 1 does not exist"),
    ],
)
def test_a_refusal_names_the_rule(rules, rows, squares, says):  # B7
    assert why_not(rules, read(rules, rows, "x"), squares) == says


def test_legal_moves_break_no_rule_and_all_others_do(rules):  # B7
    for state in random_states(rules, seed=6, games=2):
        if rules.outcome(state) == ONGOING:
            legal = rules.moves(state)
            assert [square for square in range(64) if broken_rule(rules, state, (square,)) is None] == legal


def test_a_pass_out_of_turn_is_refused(rules):  # B7
    with pytest.raises(MoveError, match="Naming d4 is a pass, and you may only pass when you cannot place a disc"):
        read_move(rules, rules.start(), "pass")


# Texts and files


def test_a_position_text_reads_back(rules):  # G7
    for state in random_states(rules, seed=8, games=2):
        text = write_position(rules, state)
        assert write_position(rules, read_position(rules, text)) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x" * 63 + "z x", "character 64, 'z', is not one of x o ."),
        ("x" * 63 + " x", "64 squares are expected, top row first, not 63"),
        ("x" * 64 + " b", "after the squares must come a space and who moves, x or o, not 'b'"),
        ("x" * 64, "after the squares must come a space and who moves, x or o, not ''"),
        (START.replace(" ", "").replace("o", ".") + " x", "d4 is empty, but the four centre squares never are"),
    ],
)
def test_a_bad_position_text_is_told_what_is_wrong_and_where(rules, text, says):  # G7 B8
    with pytest.raises(PositionError) as caught:
        read_position(rules, text)
    assert str(caught.value) == f"position {text!r}: {says}"


def test_what_save_writes_load_reads_back_equal(rules):  # B8
    finished = after(rules, read(rules, NOBODY_CAN_MOVE, "o"), "pass")
    for state in [*random_states(rules, seed=10, games=2), finished]:
        assert load(rules, save(rules, state)).tobytes() == state.tobytes()


def test_a_saved_file_is_a_line_a_disc(rules):  # B8
    lines = ["OthelloBoard", "disc 4 4 2", "disc 5 4 1", "disc 4 5 1", "disc 5 5 2", "turn 1"]
    assert save(rules, rules.start()).splitlines() == lines


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("disc 4 4 3", "line 2, 'disc 4 4 3': team 3 has no disc"),
        ("disc 4 4 1\nturn 1", "e4 is empty, but the four centre squares never are"),
        (
            "disc 4 4 2\ndisc 5 4 1\ndisc 4 5 1\ndisc 5 5 2\nover 1",
            "over 1 says that nobody can place a disc, but somebody can",
        ),
    ],
)
def test_a_bad_file_is_told_what_is_wrong(rules, lines, says):  # B8
    with pytest.raises(PositionError) as caught:
        load(rules, f"OthelloBoard\n{lines}\n")
    assert str(caught.value) == says


# The computer player


def test_the_heuristic_likes_corners_and_dislikes_the_squares_beside_them(rules):  # G7
    def value(rows):
        return rules.hint("value", read(rules, rows, "x"))

    rest = " ........ ........ ...xo... ...ox... ........ ........ ........"
    assert value(START) == 0
    assert value("x......." + rest) > value("..x....." + rest) > value(".x......" + rest)


def test_the_discs_have_their_own_pictures(rules):  # G
    assert len({rules.game.picture(piece) for piece in rules.game.pieces.values()}) == 2
