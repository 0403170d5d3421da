"""G6: Yahtzee: moves, refusals, positions, and how the platform sees it."""

import random
from itertools import chain, combinations_with_replacement, pairwise, product

import numpy as np
import pytest

# Moves as squares and text
from tests.games.yahtzee_hands import BOXES, HANDS, LOWER, card, chance_of, played, random_game, refused, scoring

from ludus.games import yahtzee
from ludus.games.words.yahtzee import whose_cards
from ludus.rules import LudusError, MoveError, PositionError
from ludus.rules.movetext import broken_rule, move_text, read_move
from ludus.rules.perft import perft
from ludus.rules.pictures import plain_picture
from ludus.rules.positions import read_position, write_position
from ludus.rules.random_games import random_games
from ludus.rules.savefile import load, save


def test_every_square_has_its_word(two):
    types = [[two.board(two.start()).at(x, y).type for x in range(1, 9)] for y in range(1, 6)]
    assert types[0] == ["die"] * 5 + ["blank", "roll", "blank"]
    assert types[1] == types[3] == ["3-kind", "4-kind", "house", "small", "large", "yahtzee", "chance", "extra"]
    assert types[2] == types[4] == [*BOXES[:6], "bonus", "total"]


def test_a_move_is_its_dice_from_left_to_right_and_the_roll_square_or_a_box(two):
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    keep = read_move(two, state, "keep 1 2 2", seat=1)
    assert [two.xy(square) for square in two.squares(state, keep)] == [(1, 1), (3, 1), (4, 1), (7, 1)]
    none = read_move(two, state, "keep none", seat=1)
    assert [two.xy(square) for square in two.squares(state, none)] == [(7, 1)]
    state = two.play(state, read_move(two, state, "keep 1 1 2 2 3", seat=1), 1)
    box = read_move(two, state, "score three of a kind", seat=1)
    assert [two.xy(square) for square in two.squares(two.asked(state, 1), box)] == [(1, 4)]
    assert two.find(state, [3 * 8], seat=1) == box


def test_moves_of_equal_text_do_the_same_and_no_path_begins_another(two):
    _, positions = random_game(two, 7)
    for state in positions[1:40]:
        for seat in two.acting(state):
            asked, after = two.asked(state, seat), {}
            paths = [two.squares(asked, move) for move in two.moves(state, seat)]
            assert not any(a != b and b[: len(a)] == a for a, b in product(paths, paths))
            assert len(set(paths)) == len(paths)
            for move in two.moves(state, seat):
                text, then = move_text(two, state, move, seat), two.play(state, move, seat).tobytes()
                assert after.setdefault(text, then) == then


def test_a_text_that_is_no_move_is_answered_with_an_example(two):  # B7
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    with pytest.raises(MoveError, match="'keep 6' is not a move; moves look like keep none"):
        read_move(two, state, "keep 6")


def test_refusals_name_the_rule(two, alone):  # B7
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    order = "Name the dice to keep from left to right, then the roll square; keep all five to fill a box"
    for squares in ([(1, 1)], [(2, 1), (1, 1), (7, 1)], [(1, 1), (1, 1), (7, 1)], [(7, 1), (7, 1)], [(6, 1)]):
        assert refused(two, state, *squares) == order
    assert refused(two, state, (3, 3)) == "You have rolls left: keep all your dice first, then name the box"
    state = played(two, state, "keep 1 1 2 2 3", seat=1)
    box = "You cannot roll again: name one of the thirteen boxes on your own card"
    for squares in ([(1, 1), (7, 1)], [(7, 1)], [(3, 2)], [(8, 4)], [(7, 5)], [(8, 5)], [(1, 4), (2, 4)]):
        assert refused(two, state, *squares, seat=1) == box
    state = played(two, state, "score ones", seat=1)
    assert refused(two, state, (2, 5), seat=1) == "You have no dice to play until the next round begins"
    assert refused(two, two.start(), (7, 1)) == "You have no dice to play until the next round begins"
    joker = scoring(alone, "44444", yahtzee=50)
    assert refused(alone, joker, (6, 2)) == "That box is already filled"
    assert refused(alone, joker, (3, 3)) == JOKER
    assert refused(alone, joker, (7, 2)) == JOKER
    joker = scoring(alone, "44444", yahtzee=50, fours=12)
    assert refused(alone, joker, (3, 3)) == JOKER
    assert refused(alone, joker, (4, 3)) == "That box is already filled"


def test_a_reason_is_found_exactly_for_what_is_not_legal(two, alone):  # B7
    chance = random.Random(11)
    _, positions = random_game(two, 11)
    jokers = [scoring(alone, "44444", yahtzee=50), scoring(alone, "44444", yahtzee=0, fours=0)]
    cases = [(two, state, seat) for state in positions for seat in (0, 1)] + [(alone, state, 0) for state in jokers]
    for rules, state, seat in cases:
        paths = [rules.squares(rules.asked(state, seat), move) for move in rules.moves(state, seat)]
        assert all(broken_rule(rules, state, path, seat) is None for path in paths)
        singles = [(square,) for square in range(rules.width * rules.height)]
        longer = [tuple(chance.choices(range(8), k=chance.randint(2, 6))) for _ in range(20)]
        for path in {*singles, *longer} - set(paths):
            assert broken_rule(rules, state, path, seat), (write_position(rules, state), seat, path)


# Positions


def test_a_position_is_written_and_read_back_equal(two):  # B8
    for state in random_game(two, 13)[1]:
        assert read_position(two, write_position(two, state)).tobytes() == state.tobytes()
        assert load(two, save(two, state)).tobytes() == state.tobytes()


def test_a_position_looks_like_this(two):  # B8
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    state = played(two, state, "keep 1 1", seat=1)
    assert write_position(two, state) == (
        "YahtzeeBoard; scores" + " -1" * 26 + "; thrown 1; pool 1 1 2 2 3 4 5 6 1 2 3 4 5 6 1; "
        "dice 1 1 2 2 3 1 1 4 5 6; used 5 8; rolls 2 1; turn 1"
    )


OPEN = "scores" + " -1" * 13
JOKER = "A further yahtzee goes in the upper box of its number if that is open, else in an open lower box, else scores zero"
POOL = "thrown 1; pool 1 1 2 2 3 4 5 6 1 2 3 4 5 6 1"
FULL = card(**dict.fromkeys(BOXES, 0))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (f"{OPEN[:-3]} 5; turn 2", "there is no team 2; the teams are 1 to 1"),
        ("scores 1 2", "scores is followed by 13 numbers, not 2"),
        (f"{OPEN}; cups 1", "part 3, 'cups 1': cups is not one of scores, bonuses, thrown, pool"),
        (f"{OPEN}; thrown x", "'x' is not a whole number"),
        (card(fives=7), "team 1 cannot have 7 points in fives"),
        (card(full_house=24), "team 1 cannot have 24 points in full house"),
        (card(chance=31), "team 1 cannot have 31 points in chance"),
        (card(chance=-2), "team 1 cannot have -2 points in chance"),
        (card(bonuses=1, chance=5), "team 1 has 1 yahtzee bonuses, not 0 to 0"),
        (card(bonuses=2, chance=5, yahtzee=50), "team 1 has 2 yahtzee bonuses, not 0 to 1"),
        (f"{FULL}; {POOL}; dice 1 1 2 2 3; used 5; rolls 2", "thrown cannot be 1 with 13 boxes filled"),
        (f"{OPEN}; thrown 2", "thrown cannot be 2 with 0 boxes filled"),
        (f"{OPEN}; dice 1 1 2 2 3", "there are dice, but no line says thrown 1"),
        (f"{OPEN}; {POOL.replace('6', '7')}", "the pool is fifteen dice from 1 to 6, not 1 1 2 2 3 4 5 7 1"),
        (f"{OPEN}; thrown 1", "the pool is fifteen dice from 1 to 6, not 0 0 0"),
        (f"{OPEN}; {POOL}; dice 1 1 2 2 3; used 5; rolls 3", "team 1 cannot have 3 rolls left and 5 dice of the pool used"),
        (f"{OPEN}; {POOL}; dice 1 1 2 2 3; used 6; rolls 2", "team 1 cannot have 2 rolls left and 6 dice of the pool used"),
        (f"{OPEN}; {POOL}; dice 1 1 2 2 3; used 16", "team 1 cannot have 0 rolls left and 16 dice of the pool used"),
        (f"{OPEN}; {POOL}; dice 1 2 1 2 3; used 5; rolls 2", "team 1 cannot hold 1 2 1 2 3: dice are sorted"),
        (f"{OPEN}; {POOL}; dice 1 1 2 3 3; used 5; rolls 2", "team 1 cannot hold 1 1 2 3 3: dice are sorted"),
        (f"{OPEN}; {POOL}; dice 1 1 2 2 3; used 5; rolls 1; chosen 1", "team 1 cannot have chosen box 1"),
        (f"{OPEN}; {POOL}; dice 1 1 2 2 3; used 5; chosen 14", "team 1 cannot have chosen box 14"),
        (f"{card(ones=0)}; {POOL}; dice 1 1 2 2 3; used 5; chosen 1", "team 1 cannot have chosen box 1"),
        (f"{OPEN}; {POOL}; dice 1 1 2 2 3; used 5; chosen 1", "every team has chosen a box, so the round is over"),
    ],
)
def test_a_bad_position_is_refused_with_what_is_wrong_and_where(alone, lines, sentence):  # B8
    with pytest.raises(PositionError) as refusal:
        read_position(alone, f"YahtzeeBoard; {lines}")
    assert sentence in str(refusal.value)


def test_teams_fill_as_many_boxes_and_the_first_to_act_has_the_turn(two):  # B8
    with pytest.raises(PositionError, match="team 2 has filled 1 boxes, but team 1 has filled 0"):
        read_position(two, f"YahtzeeBoard; {OPEN}{' -1' * 12} 5")
    hands = "dice 1 1 2 2 3 1 1 2 2 3; used 5 5; rolls 2 2"
    state = read_position(two, f"YahtzeeBoard; turn 2; {OPEN}{' -1' * 13}; {POOL}; {hands}")
    assert int(state["turn"]) == 0


def test_a_bad_line_of_a_saved_file_is_named(alone):  # B8
    saved = save(alone, alone.happen(alone.start(), 12345))
    with pytest.raises(PositionError, match=r"line 4, 'pool 1': pool is followed by 15 numbers, not 1"):
        load(alone, "\n".join("pool 1" if line.startswith("pool") else line for line in saved.splitlines()))


# The platform


@pytest.mark.parametrize("players", [1, 2])
def test_compiled_rules_equal_plain_python(rulebook, players):
    plain, compiled = (rulebook("yahtzee", compiled=way, players=players) for way in (False, True))
    story, positions = random_game(compiled, 17)
    assert plain.start().tobytes() == positions[0].tobytes()
    for (seat, number), before, after in zip(story, positions, positions[1:], strict=False):
        assert plain.chances(before) == compiled.chances(before)
        assert plain.board(before, 0) == compiled.board(before, 0)
        if seat is None:
            then = plain.happen(before, number)
        else:
            assert plain.acting(before) == compiled.acting(before)
            assert plain.moves(before, seat) == compiled.moves(before, seat)
            then = plain.play(before, number, seat)
        assert then.tobytes() == after.tobytes()
        assert plain.outcome(after) == compiled.outcome(after)


def test_jokers_are_the_same_in_plain_python(rulebook, alone):
    plain = rulebook("yahtzee", compiled=False, players=1)
    for more in ({"yahtzee": 50}, {"yahtzee": 0, "fours": 0}, {"fours": 12, **LOWER}, {"fours": 12, **LOWER, "yahtzee": 50}):
        state = scoring(alone, "44444", **more)
        assert plain.moves(state) == alone.moves(state)
        for move in plain.moves(state):
            assert plain.play(state, move).tobytes() == alone.play(state, move).tobytes()


def test_as_many_sequences_of_moves_as_counted_by_hand(two):  # G6
    state = two.happen(two.start(), 987654321)
    # 32 keeps; 31 of them roll, and one, keeping all, leaves 13 boxes; after a box the other player has 32 keeps.
    done_in_2, done_in_3 = 13, 31 * 32 * 13
    counts = [32, 31 * 32 + 13, done_in_3 + done_in_2 * 32, done_in_3 * 32 + done_in_2 * (31 * 32 + 13)]
    assert [perft(two, state, depth) for depth in (1, 2, 3, 4)] == counts
    with pytest.raises(LudusError, match="too many things may happen by chance"):
        perft(two, two.start(), 1)


def test_random_games_end_and_no_seat_is_favoured(two):
    tally = random_games(two, two.start(), 2000)
    assert tally.endless == 0
    assert abs(tally.wins[0] - tally.wins[1]) < 250


@pytest.mark.parametrize("players", [0, 9])
def test_one_to_eight_players(rulebook, players):
    with pytest.raises(LudusError, match=f"players={players} is not possible: players, 1 to 8"):
        rulebook("yahtzee", players=players)


def test_eight_players_have_eight_cards(rulebook):
    rules = rulebook("yahtzee", compiled=False, players=8)
    state = rules.happen(rules.start(), 1)
    assert (rules.game.board, rules.acting(state)) == ((8, 17), list(range(8)))
    assert rules.board(state).at(8, 17).piece.team == 8


def test_pieces_have_pictures_of_their_own(two):
    pieces = [two.game.piece(code) for code in range(1, 60)]
    assert [piece.word for piece in pieces[:11]] == [
        *("die1", "die2", "die3", "die4", "die5", "die6", "rolls0", "rolls1", "rolls2", "score0", "score0")
    ]
    pictures = [two.game.picture(piece) for piece in pieces]
    assert len(set(pictures)) == len(pieces)
    assert plain_picture(pieces[0], "#9a9f9b") not in pictures


# The value of the game


@pytest.mark.slow
def test_the_best_average_of_a_player_alone_is_254_5877(alone, golden):  # G6
    best = {}  # by the filled boxes and whether the yahtzee box holds 50: the expected further points by upper points
    solver = Solver(alone, best)
    for filled in sorted(range(2**13), key=int.bit_count, reverse=True):
        for fifty in (False, True) if filled >> 11 & 1 else (False,):
            best[filled, fifty] = solver.value(filled, fifty)
    assert best[0, False][0] == pytest.approx(254.5877, abs=5e-5)
    must_score = solver.scored(0, False)
    one_left = solver.rolled(must_score)
    two_left = solver.rolled(one_left)
    for dice, *expected, _ in golden("yahtzee_first_turn.tsv")[1:]:
        hand = HANDS.index(tuple(map(int, dice)))
        found = [worth[hand, 0] for worth in (two_left, one_left, must_score)]
        assert found == pytest.approx([float(number) for number in expected], abs=1e-6)


class Solver:
    """The best play of a player alone, by going back from the full card; tables have a row a hand, a column an upper total."""

    def __init__(self, rules, best):
        self.rules, self.best = rules, best
        self.points = np.array([[yahtzee.score(*hand, box) for hand in HANDS] for box in range(13)])
        self.yahtzees = [row for row, hand in enumerate(HANDS) if hand[0] == hand[4]]
        keeps = [list(combinations_with_replacement(range(1, 7), count)) for count in range(5, -1, -1)]
        self.one_more = [  # for each number of dice kept, 4 to 0, and each way to keep so many: the six ways one die later
            np.array([[more.index(tuple(sorted((*keep, die)))) for die in range(1, 7)] for keep in these])
            for more, these in pairwise(keeps)
        ]
        number = {keep: row for row, keep in enumerate(chain(*keeps))}
        masks = [[place for place in range(5) if mask >> place & 1] for mask in range(32)]
        ways = [sorted({number[tuple(hand[place] for place in mask)] for mask in masks}) for hand in HANDS]
        self.ways, self.first_way = np.concatenate(ways), np.cumsum([0] + [len(each) for each in ways[:-1]])

    def value(self, filled, fifty):
        """The expected further points before a turn, by upper points."""
        if filled == 2**13 - 1:
            return np.where(np.arange(64) == 63, 35.0, 0.0)
        return self.kept(self.rolled(self.rolled(self.scored(filled, fifty))))[-1]

    def kept(self, after):
        """What each way to keep dice is worth, all five first, none last, when hands are worth `after`."""
        worth = [after]
        for one_more in self.one_more:
            worth.append(worth[-1][one_more].mean(axis=1))
        return np.concatenate(worth)

    def rolled(self, after):
        """What hands are worth with one more roll than where they are worth `after`."""
        return np.maximum.reduceat(self.kept(after)[self.ways], self.first_way)

    def scored(self, filled, fifty):
        """What hands are worth when a box must be filled: by `score`, and five equal dice by playing it out."""
        worth = np.zeros((len(HANDS), 64))
        for box in range(13):
            if not filled >> box & 1:
                worth = np.maximum(worth, self.with_box(filled, box, self.points[box], fifty))
        for row in self.yahtzees:
            state = self.rules.start()
            state["scores"][0] = [(50 if box == 11 and fifty else 0) if filled >> box & 1 else -1 for box in range(13)]
            state["thrown"], state["dice"][0] = 1, HANDS[row]
            worth[row] = 0
            for move in self.rules.moves(state):
                after, box = self.rules.play(state, move), move - 32
                points, bonus = after["scores"][0, box : box + 1], 100 * int(after["bonuses"][0])
                then = self.with_box(filled, box, points, after["scores"][0, 11] == 50)
                worth[row] = np.maximum(worth[row], then[0] + bonus)
        return worth

    def with_box(self, filled, box, points, fifty):
        """The points of a box and what may still be expected after them."""
        after = self.best[filled | 1 << box, bool(fifty)]
        if box >= 6:
            return points[:, None] + after
        return points[:, None] + after[np.minimum(63, np.arange(64) + points[:, None])]


def test_cards_that_look_alike_are_told_apart_below_the_board():
    assert whose_cards(3)(None, 1) == "Cards from the top: Team 3, Team 2 (you), Team 1"
    assert whose_cards(2)(None, -1) == "Cards from the top: Team 2, Team 1"
    assert whose_cards(1)(None, 0) == ""
