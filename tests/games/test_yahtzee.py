"""G6: Yahtzee, the tournament way."""

import random
from collections import Counter
from itertools import chain, combinations_with_replacement, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.games import yahtzee
from ludus.rules import DRAW, ONGOING, LudusError, MoveError, PositionError
from ludus.rules.counting import perft, random_games
from ludus.rules.movetext import broken_rule, move_text, read_move, why_not
from ludus.rules.pictures import plain_picture
from ludus.rules.positions import read_position, write_position
from ludus.rules.savefile import load, save

BOXES = yahtzee.BOXES
HANDS = list(combinations_with_replacement(range(1, 7), 5))
LOWER = dict.fromkeys(BOXES[6:], 0)
no_flakes = settings(derandomize=True, deadline=None)


@pytest.fixture(scope="session")
def two(rulebook):
    """The rules for two players."""
    return rulebook("yahtzee")


@pytest.fixture(scope="session")
def alone(rulebook):
    """The rules for one player."""
    return rulebook("yahtzee", players=1)


def chance_of(pool):
    """The chance that draws these fifteen dice, given as text: `11111 22222 33333`."""
    return sum((int(die) - 1) * 6**place for place, die in enumerate(pool.replace(" ", "")))


def scoring(alone, dice, **more):
    """The position of a player alone who has to fill a box with these dice."""
    dice, pool = " ".join(dice), " ".join(dice + "1" * 10)
    return read_position(alone, f"YahtzeeBoard; turn 1; {card(**more)}; thrown 1; pool {pool}; dice {dice}; used 5")


def card(bonuses=0, **boxes):
    """The lines of a card with these boxes filled: `card(yahtzee=50, three_of_a_kind=17)`."""
    points = [str(boxes.get(name.replace(" ", "_"), boxes.get(name, -1))) for name in BOXES]
    return f"scores {' '.join(points)}" + (f"; bonuses {bonuses}" if bonuses else "")


def played(rules, state, *texts, seat=None):
    """The position after these moves of one seat."""
    for text in texts:
        state = rules.play(state, read_move(rules, state, text, seat), seat)
    return state


def texts(rules, state, seat=None):
    """The legal moves as text."""
    return [move_text(rules, state, move, seat) for move in rules.moves(state, seat)]


def refused(rules, state, *squares, seat=None):
    """The sentence that refuses these squares."""
    named = [(y - 1) * rules.width + x - 1 for x, y in squares]
    assert rules.find(state, named, seat) is None
    return why_not(rules, state, squares, seat)


# What the boxes are worth


@pytest.mark.parametrize(
    ("dice", "box", "points"),
    [
        *[("11234", "ones", 2), ("23456", "ones", 0), ("12225", "twos", 6), ("33333", "threes", 15)],
        *[("14446", "fours", 12), ("55666", "fives", 10), ("66666", "sixes", 30)],
        *[("12333", "three of a kind", 12), ("22256", "three of a kind", 17), ("13336", "three of a kind", 16)],
        *[("44444", "three of a kind", 20), ("11223", "three of a kind", 0)],
        *[("12222", "four of a kind", 9), ("55556", "four of a kind", 26), ("66666", "four of a kind", 30)],
        *[("11122", "four of a kind", 0), ("22333", "full house", 25), ("22233", "full house", 25)],
        *[("22223", "full house", 0), ("11223", "full house", 0), ("44444", "full house", 0)],
        *[("12344", "small straight", 30), ("11234", "small straight", 30), ("23345", "small straight", 30)],
        *[("13456", "small straight", 30), ("12345", "small straight", 30), ("12356", "small straight", 0)],
        *[("12345", "large straight", 40), ("23456", "large straight", 40), ("12346", "large straight", 0)],
        *[("11111", "yahtzee", 50), ("11112", "yahtzee", 0), ("11111", "chance", 5), ("13456", "chance", 19)],
    ],
)
def test_each_box_counts_as_the_rules_say(alone, dice, box, points):  # G6
    assert yahtzee.score(*map(int, dice), BOXES.index(box)) == points
    after = played(alone, scoring(alone, dice), f"score {box}")
    assert after["scores"][0].tolist() == [points if name == box else -1 for name in BOXES]


def slow_score(dice, box):
    """The twin of `score`: obvious, with sets and counters."""
    counts, faces = Counter(dice), set(dice)
    runs = [set(range(low, low + length)) for low, length in ((1, 4), (2, 4), (3, 4), (1, 5), (2, 5))]
    return {
        **{name: number * counts[number] for number, name in enumerate(BOXES[:6], 1)},
        "three of a kind": sum(dice) if max(counts.values()) >= 3 else 0,
        "four of a kind": sum(dice) if max(counts.values()) >= 4 else 0,
        "full house": 25 if sorted(counts.values()) == [2, 3] else 0,
        "small straight": 30 if any(run <= faces for run in runs) else 0,
        "large straight": 40 if any(run <= faces for run in runs[3:]) else 0,
        "yahtzee": 50 if len(faces) == 1 else 0,
        "chance": sum(dice),
    }[box]


def test_scoring_equals_its_slow_twin_for_every_hand():  # G6
    for hand, (box, name) in product(HANDS, enumerate(BOXES)):
        assert yahtzee.score(*hand, box) == slow_score(hand, name), (hand, name)


@no_flakes
@given(st.lists(st.integers(1, 6), min_size=15, max_size=15), st.integers(0, 31), st.integers(0, 31), st.data())
def test_a_turn_equals_its_slow_twin(alone, pool, first, second, data):  # G6
    hand, rest = sorted(pool[:5]), pool[5:]
    state = alone.happen(alone.start(), chance_of("".join(map(str, pool))))
    for keep in (first, second):
        assert state["dice"][0].tolist() == hand
        kept = [die for place, die in enumerate(hand) if keep >> place & 1]
        hand, rest = sorted(kept + rest[: 5 - len(kept)]), rest[5 - len(kept) :]
        state = alone.play(state, keep)
        if keep == 31:
            break
    assert state["dice"][0].tolist() == hand
    assert texts(alone, state) == [f"score {name}" for name in BOXES]
    name = data.draw(st.sampled_from(BOXES))
    after = played(alone, state, f"score {name}")
    assert after["scores"][0, BOXES.index(name)] == slow_score(hand, name)


def test_best_boxes_of_the_golden_table_fit_our_scores(golden):  # G6
    # What is left of the expected total after scoring depends, but for the upper boxes, only on the box that is filled.
    left = {}
    for dice, _, _, expected, box in golden("yahtzee_first_turn.tsv")[1:]:
        points = yahtzee.score(*map(int, dice), int(box))
        assert points > 0
        kind = (box, points) if int(box) < 6 else box
        assert left.setdefault(kind, float(expected) - points) == pytest.approx(float(expected) - points, abs=1e-6)
    assert [box for dice, *_, box in golden("yahtzee_first_turn.tsv") if dice == "11111"] == ["11"]
    assert len(left) > 5


# The bonuses and the joker rule


@pytest.mark.parametrize(("sixes", "bonus"), [(18, 35), (12, 0), (24, 35)])
def test_63_in_the_upper_boxes_earn_35(alone, sixes, bonus):  # G6
    upper = {"ones": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}
    state = scoring(alone, "1234" + "6", **upper, sixes=sixes)
    board = alone.board(state)
    assert board.at(7, 3).piece.word == f"score{bonus}"
    assert board.at(8, 3).piece.word == f"score{45 + sixes + bonus}"


def test_lower_boxes_do_not_count_for_the_upper_bonus(alone):  # G6
    board = alone.board(scoring(alone, "12346", large_straight=40, small_straight=30))
    assert (board.at(7, 3).piece.word, board.at(8, 3).piece.word) == ("score0", "score70")


def test_a_further_yahtzee_must_fill_the_upper_box_of_its_number(alone):  # G6
    state = scoring(alone, "44444", yahtzee=50)
    assert texts(alone, state) == ["score fours"]
    after = played(alone, state, "score fours")
    assert (after["scores"][0, 3], after["bonuses"][0]) == (20, 1)
    assert alone.board(after).at(8, 2).piece.word == "score100"
    assert alone.board(after).at(8, 3).piece.word == "score170"


def test_with_that_filled_a_further_yahtzee_fills_any_open_lower_box_at_full_value(alone):  # G6
    state = scoring(alone, "44444", yahtzee=50, fours=12)
    assert texts(alone, state) == [f"score {name}" for name in BOXES[6:] if name != "yahtzee"]
    worth = {"three of a kind": 20, "four of a kind": 20, "full house": 25, "small straight": 30, "large straight": 40}
    for name, points in {**worth, "chance": 20}.items():
        after = played(alone, state, f"score {name}")
        assert (after["scores"][0, BOXES.index(name)], after["bonuses"][0]) == (points, 1)


def test_with_no_lower_box_open_a_further_yahtzee_is_a_zero_in_an_upper_box(alone):  # G6
    state = scoring(alone, "44444", bonuses=1, fours=12, sixes=18, **{**LOWER, "yahtzee": 50})
    assert texts(alone, state) == ["score ones", "score twos", "score threes", "score fives"]
    after = played(alone, state, "score fives")
    assert (after["scores"][0, 4], after["bonuses"][0]) == (0, 2)


def test_after_a_zero_in_the_yahtzee_box_jokers_hold_without_the_bonus(alone):  # G6
    assert texts(alone, scoring(alone, "44444", yahtzee=0)) == ["score fours"]
    after = played(alone, scoring(alone, "44444", yahtzee=0, fours=12), "score large straight")
    assert (after["scores"][0, 10], after["bonuses"][0]) == (40, 0)


def test_a_first_yahtzee_may_go_anywhere_but_is_no_joker(alone):  # G6
    state = scoring(alone, "44444", fours=12)
    assert texts(alone, state) == [f"score {name}" for name in BOXES if name != "fours"]
    for name in ("full house", "small straight", "large straight"):
        after = played(alone, state, f"score {name}")
        assert (after["scores"][0, BOXES.index(name)], after["bonuses"][0]) == (0, 0)


def test_the_yahtzee_that_fills_the_box_earns_no_bonus(alone):  # G6
    after = played(alone, scoring(alone, "44444"), "score yahtzee")
    assert (after["scores"][0, 11], after["bonuses"][0]) == (50, 0)


def test_other_dice_are_no_joker(alone):  # G6
    state = scoring(alone, "44445", yahtzee=50)
    assert texts(alone, state) == [f"score {name}" for name in BOXES if name != "yahtzee"]
    assert played(alone, state, "score full house")["scores"][0, 8] == 0
    assert played(alone, state, "score fours")["bonuses"][0] == 0


# A round


def test_everybody_gets_the_same_first_five_of_fifteen_dice(two):  # G6
    assert two.chances(two.start()) == 6**15
    assert two.acting(two.start()) == []
    state = two.happen(two.start(), chance_of("53126 44444 66666"))
    assert state["pool"].tolist() == [5, 3, 1, 2, 6, 4, 4, 4, 4, 4, 6, 6, 6, 6, 6]
    assert state["dice"].tolist() == [[1, 2, 3, 5, 6]] * 2
    assert (two.chances(state), two.acting(state)) == (0, [0, 1])


def test_the_first_and_the_last_chance_are_fifteen_ones_and_fifteen_sixes(two):  # G6
    assert two.happen(two.start(), 0)["pool"].tolist() == [1] * 15
    assert two.happen(two.start(), 6**15 - 1)["pool"].tolist() == [6] * 15


def test_dice_not_kept_are_replaced_by_the_next_unused_each_player_for_himself(two):  # G6
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    state = played(two, state, "keep 1 1", "keep 4 5 6", seat=0)  # takes 4 5 6, then 1 2
    assert state["dice"][0].tolist() == [1, 2, 4, 5, 6]
    state = played(two, state, "keep none", "keep 1 2 4 6", seat=1)  # takes 4 5 6 1 2, then 3
    assert state["dice"][1].tolist() == [1, 2, 3, 4, 6]


def test_after_two_rolls_or_keeping_all_five_a_box_is_filled(two):  # G6
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    scores = [f"score {name}" for name in BOXES]
    assert len(two.moves(state)) == 32
    assert texts(two, played(two, state, "keep 1 1 2 2 3")) == scores
    once = played(two, state, "keep 1 1")
    assert len(two.moves(once)) == 32
    assert texts(two, played(two, once, "keep 1 1 4 5 6")) == scores
    assert texts(two, played(two, once, "keep none")) == scores


def test_the_round_is_over_when_the_last_has_chosen(two):  # G6
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    state = played(two, state, "keep 1 1 2 2 3", "score ones", seat=1)
    assert (two.acting(state), two.moves(state, 1)) == ([0], [])
    assert (state["scores"] == -1).all()
    state = played(two, state, "keep 1 1 2 2 3", "score chance", seat=0)
    assert [state["scores"][0, 12], state["scores"][1, 0]] == [9, 2]
    assert two.chances(state) == 6**15
    for name in ("pool", "dice", "used", "rolls", "chosen", "thrown", "turn"):
        assert not state[name].any()


def test_the_order_in_which_players_act_does_not_matter(two):  # G6
    chance = random.Random(1)
    for _ in range(20):
        begin = two.happen(two.start(), chance.randrange(6**15))
        keeps = {seat: [chance.randrange(31), chance.randrange(31), 32 + chance.randrange(13)] for seat in (0, 1)}
        ends = set()
        for order in ((0, 0, 0, 1, 1, 1), (1, 1, 1, 0, 0, 0), (0, 1, 0, 1, 1, 0), (1, 0, 0, 1, 0, 1)):
            state, todo = begin, {seat: iter(moves) for seat, moves in keeps.items()}
            for seat in order:
                state = two.play(state, next(todo[seat]), seat)
            ends.add(state.tobytes())
        assert len(ends) == 1


def random_game(rules, seed):
    """A random game: its chances and moves with their seats, and all its positions."""
    chance, state, story, positions = random.Random(seed), rules.start(), [], []
    while rules.outcome(state) == ONGOING:
        positions.append(state)
        if rules.chances(state):
            story.append((None, chance.randrange(rules.chances(state))))
            state = rules.happen(state, story[-1][1])
        else:
            seat = chance.choice(rules.acting(state))
            story.append((seat, chance.choice(rules.moves(state, seat))))
            state = rules.play(state, story[-1][1], seat)
    return story, [*positions, state]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_after_thirteen_rounds_the_highest_total_wins(rulebook, players):  # G6
    rules = rulebook("yahtzee", players=players)
    story, positions = random_game(rules, players)
    assert sum(seat is None for seat, _ in story) == 13
    assert (positions[-1]["scores"] >= 0).all()
    assert (rules.chances(positions[-1]), rules.acting(positions[-1])) == (0, [])
    totals = [int(rules.board(positions[-1]).at(8, 2 * seat + 3).piece.details[0]) for seat in range(players)]
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    assert rules.outcome(positions[-1]) == (best[0] if len(best) == 1 else DRAW)


def test_the_same_chances_and_moves_make_the_same_game(two):  # G6
    story, positions = random_game(two, 5)
    state = two.start()
    for (seat, number), after in zip(story, positions[1:], strict=True):
        state = two.happen(state, number) if seat is None else two.play(state, number, seat)
        assert state.tobytes() == after.tobytes()


@pytest.mark.parametrize(
    ("chances", "outcome", "sentence"),
    [
        ((5, 30), 1, "Team 2 wins: the totals are 5 : 30"),
        ((30, 12), 0, "Team 1 wins: the totals are 30 : 12"),
        ((17, 17), DRAW, "The game is drawn: the totals are 17 : 17"),
    ],
)
def test_highest_total_wins_and_equal_totals_draw(two, chances, outcome, sentence):  # G6
    scores = " ".join(f"0 0 0 0 0 0 0 0 0 0 0 0 {points}" for points in chances)
    state = read_position(two, f"YahtzeeBoard; turn 1; scores {scores}")
    assert two.outcome(state) == outcome
    assert two.ending(state, outcome) == sentence


@pytest.mark.parametrize(("chances", "outcome"), [((9, 9, 5), DRAW), ((9, 5, 9), DRAW), ((5, 5, 9), 2), ((9, 5, 5), 0)])
def test_among_three_a_tie_for_the_first_place_is_a_draw(rulebook, chances, outcome):  # G6
    rules = rulebook("yahtzee", players=3)
    scores = " ".join(f"0 0 0 0 0 0 0 0 0 0 0 0 {points}" for points in chances)
    assert rules.outcome(read_position(rules, f"YahtzeeBoard; turn 1; scores {scores}")) == outcome


def test_a_player_alone_always_wins(alone):  # G6
    state = read_position(alone, f"YahtzeeBoard; turn 1; {card(**{**dict.fromkeys(BOXES, 0), 'chance': 21})}")
    assert (alone.outcome(state), alone.ending(state, 0)) == (0, "The card is full: 21 points")


# Hidden information


def test_what_one_does_changes_nothing_the_other_sees_until_the_round_is_over(two):  # G6
    begin = two.happen(two.start(), chance_of("11223 45612 34561"))
    begin = played(two, begin, "keep 1 1", seat=0)
    state, seen = begin, two.seen_by(begin, 0).tobytes()
    for text in ("keep 2 2", "keep none", "score chance"):
        state = played(two, state, text, seat=1)
        assert two.seen_by(state, 0).tobytes() == seen
        assert two.board(state, 0) == two.board(begin, 0)
        assert two.board(state) == two.board(begin)
    after = played(two, state, "keep 1 1 4 5 6", "score ones", seat=0)
    assert two.board(after, 0).at(7, 4).piece.word == f"score{state['dice'][1].sum()}"
    assert two.board(after, 0) == two.board(after, 1) == two.board(after)


def test_nobody_sees_the_pool_and_only_its_owner_a_hand(two):  # G6
    _, positions = random_game(two, 3)
    for state in positions:
        for seat in (-1, 0, 1):
            seen = two.seen_by(state, seat)
            assert not seen["pool"].any()
            assert seat < 0 or two.moves(seen, seat) == two.moves(state, seat)
            for name, other in product(("dice", "used", "rolls", "chosen"), (0, 1)):
                assert (seen[name][other] == (state[name][other] if other == seat else 0)).all()


def test_a_seat_sees_its_own_dice_and_its_own_choice(two):  # G6
    state = two.happen(two.start(), chance_of("11223 45612 34561"))
    state = played(two, state, "keep 1 1", seat=1)

    def row(seat):
        return [two.board(state, seat).at(x, 1).piece for x in range(1, 9)]

    assert [piece.word for piece in row(0) if piece] == ["die1", "die1", "die2", "die2", "die3", "rolls2"]
    assert [piece.word for piece in row(1) if piece] == ["die1", "die1", "die4", "die5", "die6", "rolls1"]
    assert row(-1) == [None] * 8
    state = played(two, state, "keep 1 1 4 5 6", "score sixes", seat=1)
    assert [two.board(state, seat).at(6, 5).piece for seat in (-1, 0)] == [None, None]
    assert (two.board(state, 1).at(6, 5).piece.word, two.board(state, 1).at(6, 5).piece.team) == ("score6", 2)


# Moves as squares and text


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
    for squares in ([(1, 1)], [(2, 1), (1, 1), (7, 1)], [(1, 1), (1, 1), (7, 1)], [(7, 1), (7, 1)], [(6, 1)], [(3, 3)]):
        assert refused(two, state, *squares) == order
    state = played(two, state, "keep 1 1 2 2 3", seat=1)
    box = "You cannot roll again: name one of the thirteen boxes on your own card"
    for squares in ([(1, 1), (7, 1)], [(7, 1)], [(3, 2)], [(8, 4)], [(7, 5)], [(8, 5)], [(1, 4), (2, 4)]):
        assert refused(two, state, *squares, seat=1) == box
    state = played(two, state, "score ones", seat=1)
    assert refused(two, state, (2, 5), seat=1) == "You have no dice to play with until the next round begins"
    assert refused(two, two.start(), (7, 1)) == "You have no dice to play with until the next round begins"
    joker = scoring(alone, "44444", yahtzee=50)
    assert refused(alone, joker, (6, 2)) == "That box is filled already"
    assert refused(alone, joker, (3, 3)) == JOKER
    assert refused(alone, joker, (7, 2)) == JOKER
    joker = scoring(alone, "44444", yahtzee=50, fours=12)
    assert refused(alone, joker, (3, 3)) == JOKER
    assert refused(alone, joker, (4, 3)) == "That box is filled already"


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
JOKER = "A further yahtzee fills the upper box of its number if that is open, else an open lower box, else a zero"
POOL = "thrown 1; pool 1 1 2 2 3 4 5 6 1 2 3 4 5 6 1"
FULL = card(**dict.fromkeys(BOXES, 0))


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (f"{OPEN[:-3]} 5; turn 2", "there is no team 2; the teams are 1 to 1"),
        ("scores 1 2", "scores is followed by 13 numbers, not 2"),
        (f"{OPEN}; cups 1", "part 3, 'cups 1': cups is none of scores, bonuses, thrown, pool"),
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
    assert plain_picture(pieces[0]) not in pictures


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
