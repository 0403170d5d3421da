"""G6: the computer player of Yahtzee."""

import random
import subprocess
import sys
from functools import cache
from itertools import product

import numpy as np
import pytest

from ludus.games.strategies import yahtzee as facade
from ludus.games.strategies.yahtzee import Card, YahtzeeStrategy, load_strategy
from ludus.games.strategies.yahtzee_solver import HANDS, KEEPS, NOTHING, ROW, Solver
from ludus.games.strategies.yahtzee_table import UnusableTable, read_table, write_table
from ludus.games.words.yahtzee import BOXES as NAMES
from ludus.rules import ONGOING, LudusError
from ludus.rules.movetext import move_text
from ludus.rules.positions import read_position

BOXES = {name: box for box, name in enumerate(NAMES)}
FULL = 2**13 - 1


def open_only(*names):
    """The filled boxes of a card on which only these are open."""
    return FULL & ~sum(1 << BOXES[name] for name in names)


def card_line(**boxes):
    """A card with these points in the boxes, -1 for open ones, and 0 in those that are not named."""
    points = dict.fromkeys(BOXES, 0) | {name.replace("_", " "): number for name, number in boxes.items()}
    return " ".join(map(str, points.values()))


def position(rules, cards, dice, rolls):
    """A position in which every player holds the same dice with so many rolls left."""
    pool, seats = " ".join(dice + "1" * 10), len(cards)
    lines = [f"scores {' '.join(cards)}", "thrown 1", f"pool {pool}", f"dice {' '.join(dice * seats)}"]
    used = " ".join(["5"] * seats)
    return read_position(rules, "; ".join(["YahtzeeBoard", *lines, f"used {used}", f"rolls {' '.join([str(rolls)] * seats)}"]))


@pytest.fixture(scope="module")
def solver():
    return Solver()


@pytest.fixture(scope="module")
def late(solver):
    """The strategy for cards on which one or two boxes are open; nothing else is worked out."""
    table = solver.blank()
    for filled in (12, 11):
        solver.solve(table, [card for card in range(2**13) if card.bit_count() == filled])
    return YahtzeeStrategy(solver, table)


# What a card is worth


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        *[(name, 5 * number * (1 - (5 / 6) ** 3)) for number, name in enumerate(list(BOXES)[:6], 1)],
        ("chance", 5 * 14 / 3),  # the last roll of a die is worth 3.5, the one before 4.25, the first 14/3
        ("yahtzee", 50 * 347897 / 7558272),
    ],
)
def test_the_last_box_is_worth_what_arithmetic_says(late, box, expected):  # G6
    assert late.before_roll(Card(open_only(box))) == pytest.approx(expected, abs=1e-12)


class SlowTwin:
    """The best play of a player alone, in the obvious way: by the rulebook, and rolling dice one by one."""

    def __init__(self, rules):
        self.rules = rules
        self.before_roll = cache(self.before_roll)

    def before_roll(self, card):
        """The expected further points before a turn."""
        if card.filled == FULL:
            return 35.0 if card.upper == 63 else 0.0
        worth = {hand: self.scored(card, hand) for hand in HANDS}
        return self.kept(self.rolled(self.rolled(worth)))[()]

    def kept(self, worth):
        """What it is worth to keep dice: the mean over all rolls of the others."""
        rolls = [list(product(range(1, 7), repeat=count)) for count in range(6)]
        return {
            keep: sum(worth[tuple(sorted(keep + roll))] for roll in rolls[5 - len(keep)]) / 6 ** (5 - len(keep)) for keep in KEEPS
        }

    def rolled(self, worth):
        """What hands are worth with one more roll."""
        kept, masks = self.kept(worth), range(32)
        parts = {hand: {tuple(hand[place] for place in range(5) if mask >> place & 1) for mask in masks} for hand in HANDS}
        return {hand: max(kept[part] for part in parts[hand]) for hand in HANDS}

    def scored(self, card, hand):
        """What a hand is worth when a box must be filled, by playing out every box."""
        state = self.rules.start()
        state["scores"][0] = [0 if card.filled >> box & 1 else -1 for box in range(13)]
        state["scores"][0, BOXES["yahtzee"]] = 50 if card.fifty else 0 if card.filled >> 11 & 1 else -1
        state["thrown"], state["dice"][0] = 1, hand
        found = []
        for move in self.rules.moves(state):
            after, box = self.rules.play(state, move), move - 32
            points = int(after["scores"][0, box])
            upper = min(63, card.upper + points) if box < 6 else card.upper
            then = Card(card.filled | 1 << box, upper, int(after["scores"][0, 11] == 50))
            found.append(points + 100 * int(after["bonuses"][0]) + self.before_roll(then))
        return max(found)


@pytest.mark.parametrize(
    "card",
    [
        Card(open_only("sixes"), 45, 1),
        Card(open_only("large straight"), 63, 1),
        Card(open_only("fours", "full house"), 50, 1),
        Card(open_only("yahtzee", "chance"), 10, 0),
    ],
)
def test_the_table_equals_its_slow_twin(late, solver, card):  # G6
    twin = SlowTwin(solver.rules)
    assert late.before_roll(card) == pytest.approx(twin.before_roll(card), abs=1e-9)
    for hand in random.Random(1).sample(HANDS, 8):
        assert late.after_roll(card, hand[::-1], 0) == pytest.approx(twin.scored(card, hand), abs=1e-9)


def test_final_hands_are_as_likely_as_the_mean_says(late, solver):
    for card in (Card(open_only("chance")), Card(open_only("fours", "full house"), 50, 1), Card(open_only("yahtzee", "ones"))):
        scored = solver.scored(late.table, card)
        likely = solver.final_hands(scored, NOTHING)
        assert likely.sum() == pytest.approx(1)
        assert likely @ scored[ROW[1, 1, 1, 1, 1] :, 0] == pytest.approx(late.before_roll(card))
        likely = solver.final_hands(scored, ROW[2, 3, 3, 3, 5])
        assert likely @ scored[ROW[1, 1, 1, 1, 1] :, 0] == pytest.approx(late.after_roll(card, (2, 3, 3, 3, 5), 2))


# What it chooses


@pytest.mark.parametrize(
    ("open_boxes", "dice", "rolls", "chosen"),
    [
        (["chance"], "13456", 2, "keep 5 6"),
        (["chance"], "13456", 1, "keep 4 5 6"),
        (["sixes"], "13466", 2, "keep 6 6"),
        (["yahtzee"], "22235", 1, "keep 2 2 2"),
        (["large straight"], "23455", 2, "keep 2 3 4 5"),
        (["full house", "chance"], "22333", 2, "keep 2 2 3 3 3"),
        (["full house", "chance"], "22333", 0, "score full house"),
        (["fours", "chance"], "44444", 0, "score fours"),  # the forced joker: 20 in either, but its number's box comes first
        (["ones", "large straight"], "44444", 0, "score large straight"),
        (["ones", "twos"], "44444", 0, "score ones"),
    ],
)
def test_it_plays_as_a_good_player_would(late, rulebook, open_boxes, dice, rolls, chosen):  # G6
    rules = rulebook("yahtzee", players=1)
    state = position(rules, [card_line(**dict.fromkeys(open_boxes, -1))], dice, rolls)
    move = late.choose(rules, state, 0)
    assert move in rules.moves(state)
    assert move_text(rules, state, move) == chosen


@pytest.mark.parametrize("players", [1, 2, 3])
def test_it_plays_legal_moves_for_any_number_of_players(late, rulebook, players):  # G6
    rules, luck = rulebook("yahtzee", players=players), random.Random(players)
    for _ in range(5):
        state = rules.start()
        for card in state["scores"]:
            card[:] = [0] * 11 + [-1] * 2
            card[:] = luck.sample(card.tolist(), 13)
            card[11] = 50 if card[11] == 0 else -1
        while rules.outcome(state) == ONGOING:
            if rules.chances(state):
                state = rules.happen(state, luck.randrange(6**15))
            seat = luck.choice(rules.acting(state))
            move = late.choose(rules, state, seat)
            assert move in rules.moves(state, seat)
            state = rules.play(state, move, seat)


def test_it_decides_on_what_its_seat_can_see(late, rulebook):  # G6
    rules = rulebook("yahtzee")
    cards = [card_line(chance=-1), card_line(fours=-1)]
    state = position(rules, cards, "13456", 2)
    secret = position(rules, cards, "13456", 2)
    secret["pool"][5:], secret["dice"][1], secret["used"][1], secret["rolls"][1] = 6, 6, 10, 1
    assert late.choose(rules, state, 0) == late.choose(rules, secret, 0) == late.choose(rules, rules.seen_by(state, 0), 0)


def test_in_the_last_round_of_a_match_for_two_it_plays_for_the_win(late, rulebook):  # G6
    mine, behind = card_line(chance=-1), card_line(ones=-1)
    ahead = card_line(ones=-1, sixes=18, fours=4)  # by 22, and a 1 is a point more: 22 in chance are not enough
    alone, two, three = (rulebook("yahtzee", players=players) for players in (1, 2, 3))
    for rules, cards, chosen in (
        (alone, [mine], "keep 4 4 4 5 5"),
        (two, [mine, behind], "keep 4 4 4 5 5"),
        (two, [mine, ahead], "keep 5 5"),
        (three, [mine, ahead, ahead], "keep 4 4 4 5 5"),
    ):
        state = position(rules, cards, "44455", 1)
        assert move_text(rules, state, late.choose(rules, state, 0), 0) == chosen


def test_without_dice_or_after_the_choice_there_is_nothing_to_choose(late, rulebook):
    rules = rulebook("yahtzee")
    with pytest.raises(LudusError, match="team 1 has nothing to choose now"):
        late.choose(rules, rules.start(), 0)
    state = position(rules, [card_line(chance=-1), card_line(chance=-1)], "13456", 0)
    state = rules.play(state, late.choose(rules, state, 1), 1)
    with pytest.raises(LudusError, match="team 2 has nothing to choose now"):
        late.choose(rules, state, 1)


# The file


SMALL, MADE_BY = np.arange(24.0).reshape(4, 2, 3), b"r" * 32


def test_a_kept_table_is_read_back_equal(tmp_path):
    path = tmp_path / "tables" / "yahtzee.table"
    write_table(path, MADE_BY, SMALL)
    assert np.array_equal(read_table(path, MADE_BY, SMALL.shape), SMALL)
    assert list(path.parent.iterdir()) == [path]


def test_every_damage_to_the_file_is_noticed(tmp_path):
    path = tmp_path / "yahtzee.table"
    write_table(path, MADE_BY, SMALL)
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        with pytest.raises(UnusableTable, match="is damaged"):
            read_table(path, MADE_BY, SMALL.shape)
    for part in (b"", whole[:50], whole[:-1], whole + b"1"):
        path.write_bytes(part)
        with pytest.raises(UnusableTable, match="is damaged"):
            read_table(path, MADE_BY, SMALL.shape)


def test_a_table_of_other_rules_is_outdated(tmp_path):
    path = tmp_path / "yahtzee.table"
    write_table(path, MADE_BY, SMALL)
    for made_by, shape in ((b"s" * 32, SMALL.shape), (MADE_BY, (4, 2, 4))):
        with pytest.raises(UnusableTable, match="is outdated"):
            read_table(path, made_by, shape)


def test_the_table_is_made_once_and_again_when_it_cannot_be_used(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDUS_CACHE", str(tmp_path))
    monkeypatch.setattr(Solver, "solve_all", Solver.blank)
    path, told = tmp_path / "tables" / "yahtzee.table", []
    load_strategy(told.append)
    assert told.pop().startswith(f"The Yahtzee table {path} is not there yet; working it out")
    assert load_strategy(told.append).before_roll(Card(FULL, 63)) == 35
    assert not told
    path.write_bytes(path.read_bytes()[:-8] + b"\0\1\2\3\4\5\6\7")
    load_strategy(told.append)
    assert "is damaged: its checksum is wrong; working it out" in told.pop()
    monkeypatch.setattr(Solver, "fingerprint", MADE_BY)
    load_strategy()
    load_strategy(told.append)
    assert not told


def test_a_table_that_cannot_be_kept_serves_all_the_same(tmp_path, monkeypatch):
    def full(*given):
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("LUDUS_CACHE", str(tmp_path))
    monkeypatch.setattr(Solver, "solve_all", Solver.blank)
    monkeypatch.setattr(facade, "write_table", full)
    told = []
    assert load_strategy(told.append).before_roll(Card(FULL, 63)) == 35
    assert told[1].endswith("yahtzee.table: No space left on device")


def test_the_compiler_is_not_loaded_before_it_is_needed():
    program = "import sys, ludus.games.strategies.yahtzee; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# The whole table


@pytest.fixture(scope="module")
def best():
    return load_strategy()


@pytest.mark.slow
def test_an_empty_card_is_worth_254_5877(best):  # G6
    assert round(best.expected, 4) == 254.5877


@pytest.mark.slow
def test_the_first_turn_is_worth_what_others_found(best, rulebook, golden):  # G6
    rules = rulebook("yahtzee", players=1)
    for dice, two_left, one_left, must_score, box in golden("yahtzee_first_turn.tsv")[1:]:
        found = [best.after_roll(Card(), list(map(int, dice)), rolls) for rolls in (2, 1, 0)]
        assert found == pytest.approx([float(two_left), float(one_left), float(must_score)], abs=1e-6)
        state = position(rules, [" ".join(["-1"] * 13)], dice, 0)
        assert best.choose(rules, state, 0) == 32 + int(box)


@pytest.mark.slow
def test_a_hundred_thousand_games_have_the_expected_mean(best, solver):  # G6
    totals = solver.simulate(best.table, 100_000, seed=1)
    assert abs(totals.mean() - best.expected) < 0.5
    assert totals.std() == pytest.approx(59.6, abs=0.6)
