"""What is called exact is exact, whatever the computer remembers from other searches."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import accumulate
from pathlib import Path

import pytest
from tests.naive import naive_value, position

from ludus.rules.gamefile import read_game_file
from ludus.rules.kit.sample import walk_at_random
from ludus.rules.positions import read_position
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import AGES, DECIDED, WIN
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.search.table import TranspositionTable

HERE = Path(__file__).parent


@cache
def long_odds() -> Rulebook:
    return Rulebook(read_game_file(HERE / "long_odds.py"))


def start_of(rules: Rulebook, **die: int) -> StateRecord:
    """The beginning of a game with this die."""
    state = rules.start()
    for name, value in die.items():
        state[name] = value
    return state


# Chance

WALK = """
import sys
from pathlib import Path
from ludus.rules.gamefile import read_game_file
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.engine import Engine
from ludus.search.limit import Limit
rules = Rulebook(read_game_file(Path(sys.argv[1])))
engine = Engine(rules, threads=1, megabytes=1)
report = engine.search(rules.happen(rules.start(), 0), Limit(depth=100))
engine.close()
print(report.depth, report.exact, report.move)
"""


def test_chances_do_not_lead_a_search_beyond_its_memory():
    done = subprocess.run([sys.executable, "-c", WALK, HERE / "coin_walk.py"], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("100 False 0\n", 0), done.stderr


ENDLESS = '''
@rule
def remaining(state):
    """Not true: the game never ends."""
    return 90


GAME = Game(
    remaining=remaining,'''


def test_nothing_is_proven_where_a_game_lasts_longer_than_it_says(tmp_path):
    source = (HERE / "coin_walk.py").read_text("utf-8").replace("    chances=chances,\n    happen=happen,\n", "")
    (tmp_path / "endless.py").write_text(source.replace("GAME = Game(", ENDLESS), "utf-8")
    rules = Rulebook(read_game_file(tmp_path / "endless.py"))
    engine = Engine(rules, threads=1, megabytes=1)
    assert not engine.search(rules.start(), Limit(nodes=5_000)).exact
    engine.close()


def test_a_probable_win_is_not_a_win():
    rules = long_odds()
    engine = Engine(rules, threads=1, megabytes=1)
    report = engine.search(rules.start(), Limit())
    assert report.value == naive_value(rules, rules.start(), 1)
    assert (report.move, report.ends_in, report.exact) == (0, None, True)
    assert 80_000 < report.value < DECIDED
    engine.close()


def test_what_wins_whatever_chance_decides_is_a_win():
    rules = long_odds()
    begun = start_of(rules, losing=0)
    engine = Engine(rules, threads=1, megabytes=1)
    report = engine.search(begun, Limit(depth=3))
    assert report.value == naive_value(rules, begun, 1) == WIN - 2
    assert (report.move, report.ends_in, report.exact) == (0, 2, True)
    engine.close()


@pytest.mark.parametrize("losing", [0, 1])
def test_nothing_is_exact_unless_every_outcome_of_chance_was_looked_at(losing):
    rules = long_odds()
    begun = start_of(rules, faces=130, losing=losing)
    engine = Engine(rules, threads=1, megabytes=1)
    for limit in (Limit(), Limit(depth=3), Limit(nodes=1000)):
        report = engine.search(begun, limit)
        assert (report.move, report.ends_in, report.exact, report.completed) == (0, None, False, 1.0)
    engine.close()


# Memory of other searches, where repetition and counters matter


def test_a_win_found_with_a_low_counter_is_not_a_win_with_a_high_one(rulebook):
    rules = rulebook("checkers")
    engine = Engine(rules, threads=1, megabytes=4)
    assert engine.search(read_position(rules, "W:WK7,K10:BK4"), Limit(depth=8)).exact
    late = read_position(rules, "CheckersBoard; king 4 6 2; king 5 7 2; king 8 8 1; quiet 78; turn 2")
    assert engine.search(late, Limit(depth=8)).value == 0
    engine.close()


def test_a_win_remembered_from_another_search_does_not_count_as_the_quickest(rulebook):
    rules = rulebook("checkers")
    engine = Engine(rules, threads=1, megabytes=4)
    engine.search(read_position(rules, "W:W26:B4,K14,19,K27"), Limit(depth=8))
    assert engine.search(read_position(rules, "B:W26:B4,K14,19,K32"), Limit(depth=8)).ends_in == 3
    engine.close()


def test_the_past_counts_even_if_the_same_position_was_searched_without_it(rulebook):  # G3
    rules = rulebook("checkers")
    state = read_position(rules, "W:WK14,K18:BK5")
    engine, fresh = Engine(rules, threads=1, megabytes=16), Engine(rules, threads=1, megabytes=16)
    first = engine.search(state, Limit(depth=22))
    path = list(accumulate(first.line, rules.play, initial=state))
    for passed in path[3:12:4]:
        fresh.forget()
        past = [passed, passed]
        warm, cold = (each.search(state, Limit(depth=22), past=past) for each in (engine, fresh))
        assert (warm.exact, warm.exact and warm.value) == (cold.exact, cold.exact and cold.value)
        after = list(accumulate(warm.line, rules.play, initial=state))[:-1]
        assert not warm.exact or position(rules, passed) not in {position(rules, each) for each in after}
    engine.close()
    fresh.close()


def late_positions(rules: Rulebook, count: int, luck: random.Random):
    """Positions near the end of random games, each with its past and the positions that would be drawn because of it."""
    found = []
    while len(found) < count:
        states = [state for state in walk_at_random(rules, luck, most=300).states if rules.outcome(state) == ONGOING]
        at = len(states) - luck.randint(1, 10)
        if at < 0:
            continue
        past = luck.sample(states[:at], min(at, 5)) * 2
        after = rules.play(states[at], luck.choice(rules.moves(states[at])))
        past += [after] * 2 if rules.outcome(after) == ONGOING else []
        seen = Counter(position(rules, state) for state in past)
        drawn = tuple(key for key, times in seen.items() if times >= rules.game.repeats - 1)
        if position(rules, states[at]) not in drawn:
            found.append((states[at], past, drawn))
    return found


@pytest.mark.parametrize(("name", "depth"), [("checkers", 4), ("conquest", 2)])
def test_exact_values_are_those_of_plain_minimax_whatever_was_searched_before(rulebook, name, depth):  # M1
    rules, luck = rulebook(name), random.Random(5)
    warm, fresh = (Engine(rules, threads=1, megabytes=4) for _ in range(2))
    exact = 0
    for state, past, drawn in late_positions(rules, 60, luck):
        warm.search(state, Limit(depth=depth + 2))  # without its past, and deeper
        fresh.forget()
        naive = naive_value(rules, state, depth, line=drawn)
        sure = abs(naive) > DECIDED and WIN - abs(naive) <= depth
        exact += sure
        for engine in (warm, fresh):
            report = engine.search(state, Limit(depth=depth), past=past)
            assert report.exact == sure
            assert not sure or report.value == naive
            assert report.ends_in is None or len(report.line) <= report.ends_in
    assert exact >= 10
    warm.close()
    fresh.close()


def test_nothing_is_left_of_an_age_when_it_comes_round_again():
    table = TranspositionTable(1)
    table.grow_older(forgetting=True)
    table.words[:] = table.age
    for _ in range(AGES):
        table.grow_older(forgetting=True)
    assert not table.words.any()


# Lines


def test_a_line_does_not_outlast_the_win_or_go_in_circles(rulebook):
    rules = rulebook("checkers")
    engine = Engine(rules, threads=1, megabytes=4)
    for text in ("W:WK14,K18:BK5", "B:WK12:BK21,K28", "W:WK6,K10,K27:BK21,K29", "W:WK22,K18,K15:BK3,K4"):
        state = read_position(rules, text)
        report = engine.search(state, Limit(nodes=200_000))
        passed = [position(rules, each) for each in accumulate(report.line, rules.play, initial=state)]
        assert report.ends_in is None or len(report.line) <= report.ends_in
        assert len(set(passed[:-1])) == len(passed) - 1
    engine.close()
