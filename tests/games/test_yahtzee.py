"""G6: Yahtzee: boxes, jokers, rounds, hidden information."""

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

# What the boxes are worth
from tests.games.yahtzee_hands import BOXES, HANDS, LOWER, card, chance_of, no_flakes, played, random_game, scoring, texts

from ludus.games import yahtzee
from ludus.rules import DRAW
from ludus.rules.positions import read_position


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
