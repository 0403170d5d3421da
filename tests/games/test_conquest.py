"""G5: Conquest. A position is given by its pieces: type, x, y, team, and for a die its top, back and left."""

import random

import pytest
from tests.games.conquest_boards import KEYS, SIDE, moves_from, played, position, random_states, words

from ludus.games import conquest
from ludus.rules import DRAW, ONGOING
from ludus.rules.movetext import broken_rule, read_move, why_not
from ludus.rules.perft import perft
from ludus.rules.play import Moved, Play
from ludus.rules.savefile import save


@pytest.fixture
def rules(rulebook):
    return rulebook("conquest")


# The board and the dice


def test_squares_are_white_black_and_key(rules):  # G5, B13
    board = rules.board(rules.start())
    assert (board.name, board.width, board.height) == ("ConquestBoard", 9, 8)
    assert [(square.x, square.y) for square in board.squares if square.type == "key"] == [(5, 1), (5, 8)]
    assert [board.at(*xy).type for xy in ((1, 1), (2, 1), (1, 6), (5, 7))] == ["white", "black", "black", "white"]


def test_both_sides_stand_on_their_end_row(rules):  # G5, B8
    lines = save(rules, rules.start()).splitlines()
    assert lines[1:10] == [*SIDE.split("; "), "die 6 1 1 6 3 2", "die 7 1 1 2 3 1", "die 8 1 1 1 3 5", "die 9 1 1 5 3 6"]
    assert (len(lines), lines[0], lines[-1]) == (20, "ConquestBoard", "turn 1")


def test_team_2_is_team_1_turned_by_half_a_turn(rules):  # G5
    board = rules.board(rules.start())
    for x in range(1, 10):
        ours, theirs = board.at(x, 1).piece, board.at(10 - x, 8).piece
        assert (ours.team, theirs.team, ours.type) == (1, 2, theirs.type)
        if ours.type == "die":
            top, back, left = ours.details
            assert theirs.details == (top, 7 - back, 7 - left)


def test_a_roll_turns_the_faces(golden):  # G5
    heading, *rows = golden("conquest_rolls.tsv")
    ways = {"up": conquest.UP, "down": conquest.DOWN, "left": conquest.LEFT, "right": conquest.RIGHT}
    middle = 40
    for team in (0o1000, 0o2000):
        for row in rows:
            die, *expected = (team + int(faces, 8) for faces in row)
            assert [conquest.roll(die, middle, middle + ways[way]) for way in heading[1:]] == expected
    assert sorted(conquest.DICE) == sorted(tuple(map(int, row[0])) for row in rows)


def test_opposite_faces_sum_to_7_and_all_dice_have_one_handedness():  # G5
    assert len(conquest.DICE) == 24
    assert {top: len([die for die in conquest.DICE if die[0] == top]) for top in range(1, 7)} == dict.fromkeys(range(1, 7), 4)
    for top, back, left in conquest.DICE:
        assert back not in (top, 7 - top)
        assert left not in (top, 7 - top, back, 7 - back)
        assert (back, left, top) in conquest.DICE  # turned about a corner
        assert (back, top, left) not in conquest.DICE  # its mirror image


def test_the_dice_game_of_the_protocol(rules):  # B13
    play = Play(rules)
    assert play.move(0, [(1, 1), (1, 5)]).sentence == "The range does not match the value shown"
    before = rules.board(play.state)
    assert isinstance(play.move(0, [(1, 1), (1, 6)]), Moved)
    changed = [(square.type, square.x, square.y, square.piece) for square in rules.board(play.state).changed(before)]
    assert [square[:3] for square in changed] == [("white", 1, 1), ("black", 1, 6)]
    assert changed[0][3] is None
    assert (changed[1][3].word, changed[1][3].team) == ("die326", 1)
    assert isinstance(play.move(1, [(5, 8), (5, 7)]), Moved)
    assert words(rules, play.state)[5, 7] == "key111"


# Counts


def test_as_many_move_sequences_as_everybody_counts(rules, golden):  # G5
    counts = [int(row[1]) for row in golden("conquest_perft.tsv")[1:5]]
    assert [perft(rules, rules.start(), depth) for depth in (1, 2, 3, 4)] == counts == [37, 1293, 47873, 1702613]


def test_as_many_captures_and_wins_as_everybody_counts(rules, golden):  # G5
    def count(state, depth):
        if rules.raw_outcome(state) != ONGOING:
            return 0, 0, 0
        moves = rules.moves(state)
        if depth > 1:
            below = [count(rules.play(state, move), depth - 1) for move in moves]
            return tuple(map(sum, zip(*below, strict=True)))
        cells, seat = state["cells"].tolist(), int(state["turn"])
        own_key, enemy_key, goal = (0o1111, 0o2111, 67) if seat == 0 else (0o2111, 0o1111, 4)
        captures = sum(cells[move & 127] != 0 for move in moves)
        wins = sum(cells[move & 127] == enemy_key or (cells[move >> 7 & 127] == own_key and move & 127 == goal) for move in moves)
        return len(moves), captures, wins

    expected = [tuple(map(int, row[1:])) for row in golden("conquest_perft.tsv")[1:5]]
    assert [count(rules.start(), depth) for depth in (1, 2, 3, 4)] == expected


# Moving


def test_a_die_rolls_as_many_squares_as_it_shows_with_at_most_one_quarter_turn(rules):  # G5
    state = position(rules, f"{KEYS}; die 5 4 1 2 3 1")
    straight = ["5,4-3,4", "5,4-5,2", "5,4-5,6", "5,4-7,4"]
    turning = ["5,4-4,4-4,3", "5,4-4,4-4,5", "5,4-5,3-4,3", "5,4-5,3-6,3"]
    turning += ["5,4-5,5-4,5", "5,4-5,5-6,5", "5,4-6,4-6,3", "5,4-6,4-6,5"]
    assert moves_from(rules, state, "5,4") == sorted(straight + turning)


def test_a_die_stays_on_the_board(rules):  # G5
    state = position(rules, f"{KEYS}; die 1 8 1 6 3 2")
    assert moves_from(rules, state, "1,8") == [
        *["1,8-1,2", "1,8-1,3-2,3", "1,8-1,4-3,4", "1,8-1,5-4,5", "1,8-1,6-5,6", "1,8-1,7-6,7"],
        *["1,8-2,8-2,3", "1,8-3,8-3,4", "1,8-4,8-4,5"],  # the enemy's key on 5 8 is in the way of the others
    ]


@pytest.mark.parametrize("team", [1, 2])
def test_no_square_passed_may_hold_a_piece_the_corner_included(rules, team):  # G5
    alone = position(rules, f"{KEYS}; die 2 2 1 3 1 2")
    assert {"2,2-2,5", "2,2-2,4-3,4", "2,2-2,4-1,4", "2,2-2,3-4,3"} <= set(moves_from(rules, alone, "2,2"))
    corner = position(rules, f"{KEYS}; die 2 2 1 3 1 2; die 2 4 {team} 1 3 5")
    now = set(moves_from(rules, corner, "2,2"))
    assert not {"2,2-2,5", "2,2-2,4-3,4", "2,2-2,4-1,4"} & now
    assert "2,2-2,3-4,3" in now
    beyond_the_corner = position(rules, f"{KEYS}; die 2 2 1 3 1 2; die 3 3 {team} 1 3 5")
    assert "2,2-2,3-4,3" not in moves_from(rules, beyond_the_corner, "2,2")


def test_the_last_square_may_hold_an_enemy_which_is_captured(rules):  # G5
    state = position(rules, f"{KEYS}; die 1 1 1 2 3 1; die 1 3 2 6 4 5; die 3 1 1 6 3 2")
    assert "1,1-1,3" in moves_from(rules, state, "1,1")
    assert "1,1-3,1" not in moves_from(rules, state, "1,1")
    after = played(rules, state, "1,1-1,3")
    assert words(rules, after) == {(1, 3): "die541", (3, 1): "die632", (5, 1): "key111", (5, 8): "key111"}
    assert rules.board(after).at(1, 3).piece.team == 1


def test_the_way_taken_decides_what_the_die_shows(rules):  # G5
    state = position(rules, f"{KEYS}; die 1 1 1 2 3 1")
    first, then = played(rules, state, "1,1-1,2-2,2"), played(rules, state, "1,1-2,1-2,2")
    assert (words(rules, first)[2, 2], words(rules, then)[2, 2]) == ("die154", "die365")


def test_the_key_moves_one_square_and_always_shows_1(rules):  # G5
    state = position(rules, "key 5 4 1; key 5 8 2")
    assert moves_from(rules, state, "5,4") == ["5,4-4,4", "5,4-5,3", "5,4-5,5", "5,4-6,4"]
    assert words(rules, played(rules, state, "5,4-6,4"))[6, 4] == "key111"


# Winning and drawing


def test_capturing_the_enemy_key_wins(rules):  # G5
    play = Play(rules, position(rules, "key 5 1 1; die 3 3 1 2 3 1; key 4 4 2; die 9 8 2 6 4 5"))
    play.move(0, [(3, 3), (3, 4), (4, 4)])
    assert play.result.winner == 0
    assert play.result.sentence == "Team 1 wins: the key of Team 2 is captured"


@pytest.mark.parametrize(("turn", "before", "goal"), [(1, "key 5 7 1; key 9 8 2", (5, 8)), (2, "key 9 1 1; key 5 2 2", (5, 1))])
def test_the_own_key_on_the_enemys_key_square_wins(rules, turn, before, goal):  # G5
    play = Play(rules, position(rules, before, turn))
    play.move(turn - 1, [(5, goal[1] + (1 if turn == 2 else -1)), goal])
    assert play.result.winner == turn - 1
    assert play.result.sentence == f"Team {turn} wins: its key has reached the key square of Team {3 - turn}"


def test_other_pieces_on_key_squares_do_not_win(rules):  # G5
    state = position(rules, "key 5 2 1; key 9 8 2; die 5 7 1 1 3 5")
    assert rules.outcome(played(rules, state, "5,7-5,8")) == ONGOING  # a die
    assert rules.outcome(played(rules, state, "5,2-5,1")) == ONGOING  # the key at home


def test_100_moves_without_a_capture_are_a_draw(rules):  # G5
    quiet = f"{KEYS}; die 1 1 1 2 3 1; die 1 3 2 6 4 5"
    state = position(rules, quiet, more="; quiet 99")
    assert rules.outcome(state) == ONGOING
    drawn = played(rules, state, "5,1-5,2")
    assert rules.outcome(drawn) == DRAW
    assert rules.ending(drawn, DRAW) == "The game is drawn: 100 moves without a capture"
    assert played(rules, state, "1,1-1,3")["quiet"] == 0


def test_a_win_with_the_hundredth_move_is_a_win(rules):  # G5
    state = position(rules, "key 5 7 1; key 9 8 2", more="; quiet 99")
    assert rules.outcome(played(rules, state, "5,7-5,8")) == 0


def test_the_third_repetition_is_a_draw_however_many_quiet_moves_have_passed(rules):  # G5
    play = Play(rules)
    there_and_back = [((5, 1), (5, 2)), ((5, 8), (5, 7)), ((5, 2), (5, 1)), ((5, 7), (5, 8))]
    for number, squares in enumerate(2 * there_and_back):
        assert play.result is None
        play.move(number % 2, squares)
    assert play.result.sentence == "The game is drawn: the same position for the third time"


def test_a_side_without_a_legal_move_loses(rules):  # G5
    shut_in = "key 1 1 1; die 2 1 1 6 3 2; die 1 2 1 6 3 2"
    walls = "die 3 1 2 6 4 5; die 2 2 2 6 4 5; die 1 3 2 6 4 5"
    state = position(rules, f"{shut_in}; {walls}; key 5 8 2")
    assert rules.moves(state) == []
    assert rules.outcome(state) == 1
    assert rules.ending(state, 1) == "Team 2 wins: Team 1 has no legal move"


# Refusals


@pytest.mark.parametrize(
    ("squares", "sentence"),
    [
        ([(1, 1)], "Name where the die stands, the corner if it turns, and where it ends"),
        ([(1, 1), (1, 2), (2, 2), (2, 4)], "Name where the die stands, the corner if it turns, and where it ends"),
        ([(4, 4), (4, 5)], "There is no piece on that square"),
        ([(1, 8), (1, 3)], "You do not own that piece"),
        ([(1, 1), (2, 5)], "A die rolls along rows and columns; where it turns, name the corner"),
        ([(1, 1), (2, 3), (2, 5)], "A die rolls along rows and columns; where it turns, name the corner"),
        ([(1, 1), (1, 4), (1, 6)], "Only name a corner if the die makes a quarter turn there"),
        ([(1, 1), (1, 1), (1, 6)], "Only name a corner if the die makes a quarter turn there"),
        ([(1, 1), (1, 5)], "The range does not match the value shown"),
        ([(1, 1), (1, 4), (4, 4)], "The range does not match the value shown"),
        ([(5, 1), (5, 3)], "The range does not match the value shown"),
        ([(1, 1), (6, 1)], "There is a piece in the way"),
        ([(1, 1), (2, 1), (2, 5)], "There is a piece in the way"),
        ([(2, 1), (3, 1)], "You cannot capture your own piece"),
        ([(1, 1), (1, 9)], "The destination square does not exist"),
    ],
)
def test_a_refusal_names_the_rule(rules, squares, sentence):  # B7
    assert why_not(rules, rules.start(), squares) == sentence


def test_every_wrong_path_has_a_reason_and_no_right_one_has(rules):  # B7
    luck = random.Random(2)
    for state in random_states(rules, 2):
        right = {rules.squares(state, move) for move in rules.moves(state)}
        assert all(broken_rule(rules, state, path) is None for path in right)
        starts = sorted({path[0] for path in right})
        for _ in range(20):
            path = (luck.choice(starts), *(luck.randrange(72) for _ in range(luck.choice((1, 2)))))
            assert (broken_rule(rules, state, path) is None) == (path in right)


# The computer player


def test_a_key_in_reach_is_worth_more_than_all_dice(rules):
    dice = "; ".join(f"die {x} 8 2 5 4 1" for x in (1, 2, 3, 4, 6, 7, 8, 9))
    straight = position(rules, f"key 5 1 1; die 3 2 1 2 3 1; key 3 4 2; {dice}")
    round_a_corner = position(rules, f"key 5 1 1; die 2 3 1 2 3 1; key 3 4 2; {dice}; die 2 4 1 6 3 2")
    both_ways_shut = position(rules, f"key 5 1 1; die 2 3 1 2 3 1; key 3 4 2; die 2 4 1 6 3 2; die 3 3 1 6 3 2; {dice}")
    assert rules.hint("value", straight) == rules.hint("value", round_a_corner) == 9000
    assert rules.hint("value", both_ways_shut) < 0


def test_a_lead_is_good_for_the_one_and_bad_for_the_other(rules):
    pieces = f"{KEYS}; die 1 1 1 5 3 6"
    assert rules.hint("value", rules.start()) == 0
    assert rules.hint("value", position(rules, pieces, 1)) == -rules.hint("value", position(rules, pieces, 2)) == 1000


def test_captures_are_tried_first(rules):
    state = position(rules, "key 5 1 1; die 1 1 1 2 3 1; die 1 3 2 6 4 5; key 3 1 2")
    orders = [rules.hint("order", state, read_move(rules, state, text)) for text in ("1,1-3,1", "1,1-1,3", "5,1-5,2")]
    assert orders == [2, 1, 0]


# Compiled and plain


def test_plain_python_plays_the_same_game(rules, rulebook):
    plain = rulebook("conquest", compiled=False)
    for state in list(random_states(rules, 2, seed=3))[::6]:
        assert plain.moves(state) == rules.moves(state)
        assert plain.outcome(state) == rules.outcome(state)
        assert plain.hint("value", state) == rules.hint("value", state)
        for move in rules.moves(state)[::7]:
            assert plain.play(state, move).tobytes() == rules.play(state, move).tobytes()
            assert plain.hint("order", state, move) == rules.hint("order", state, move)
