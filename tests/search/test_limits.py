"""A search keeps to its limits, and spends no more than it must."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest

from ludus.rules.gamefile import read_game_file
from ludus.rules.kit.sample import walk_at_random
from ludus.rules.positions import read_position
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.search import deepening_search as searching
from ludus.search import table as memory
from ludus.search.engine import Engine
from ludus.search.estimate import Costs, Formula, Growth
from ludus.search.limit import SHORT_LOOK, Limit
from ludus.search.montecarlo import MonteCarlo

HERE = Path(__file__).parent

# Time


def test_one_move_ahead_is_searched_before_anything_is_proved(rulebook):  # M3
    rules = rulebook("connect-four")
    engine = Engine(rules, threads=1, megabytes=64)
    report = engine.search(rules.start(), Limit(seconds=0.3))  # a proof would take minutes
    assert report.depth >= 1
    assert report.seconds < 1
    engine.close()


def test_a_proof_looks_at_the_clock_from_its_first_moment(rulebook, monkeypatch):  # M3
    rules = rulebook("connect-four")
    engine = Engine(rules, threads=1, megabytes=4)
    monkeypatch.setattr(searching, "ALONE", 1 << 40)
    assert engine.search(rules.start(), Limit(seconds=0.1)).seconds < 0.5
    engine.close()


def test_the_memory_of_the_table_is_touched_before_the_clock_runs(rulebook, monkeypatch):  # M3
    touched = []
    monkeypatch.setattr(memory.TranspositionTable, "clear", lambda table: touched.append(table))
    engine = Engine(rulebook("tic-tac-toe"), threads=1, megabytes=1)
    assert touched == [engine.pool.shared.table]
    engine.close()


def test_the_second_depth_looks_at_the_clock():  # M3
    rules = Rulebook(read_game_file(HERE / "coin_walk.py"))
    wide = rules.start()
    wide["ways"], wide["sides"] = 100, 64
    engine = Engine(rules, threads=1, megabytes=4)
    report = engine.search(rules.happen(wide, 0), Limit(seconds=0.05))
    assert report.depth == 1
    assert report.seconds < 0.3
    engine.close()


@pytest.mark.parametrize("seconds", [1e10, 1e300])
def test_endless_time_is_allowed(rulebook, seconds):
    rules = rulebook("tic-tac-toe")
    engine = Engine(rules, threads=1, megabytes=1)
    assert engine.search(rules.start(), Limit(seconds=seconds)).exact
    engine.close()


# Positions


@pytest.mark.parametrize("threads", [1, 4])
def test_all_threads_together_look_at_about_as_many_positions_as_allowed(rulebook, threads):
    rules = rulebook("connect-four")
    engine = Engine(rules, threads=threads, megabytes=16)
    nodes = engine.search(rules.start(), Limit(nodes=200_000)).nodes
    assert 100_000 < nodes < 200_000 + threads * 2_048
    engine.close()


@pytest.mark.parametrize("nodes", [1, 1_500, 5_000])
@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_the_reported_share_is_that_of_the_next_depth(rulebook, monkeypatch, name, nodes):  # E3
    rules, partial = rulebook(name), []
    take = searching.DeepeningSearch._take_partial
    monkeypatch.setattr(
        searching.DeepeningSearch, "_take_partial", lambda self, depth, spent: (partial.append(depth), take(self, depth, spent))
    )
    engine = Engine(rules, threads=1, megabytes=4)
    report = engine.search(rules.start(), Limit(nodes=nodes))
    assert report.move in rules.moves(rules.start())
    assert report.nodes < nodes + 1_100
    assert partial in ([], [report.depth + 1])
    engine.close()


# What needs no thought


def a_forced_move(rules):
    """A position with one move, in which the game is far from decided and nothing needs to be proved."""
    luck = random.Random(2)
    while True:
        for state in walk_at_random(rules, luck, most=20).states:
            if rules.outcome(state) == ONGOING and len(rules.moves(state)) == 1:
                return state


def test_the_only_move_is_played_after_a_short_look(rulebook):  # E5
    rules = rulebook("checkers")
    engine, state = Engine(rules, threads=1, megabytes=4), a_forced_move(rules)
    quick = engine.search(state, Limit(seconds=30))
    assert (quick.move, quick.depth > 1, quick.seconds < SHORT_LOOK + 0.5) == (rules.moves(state)[0], True, True)
    assert engine.search(state, Limit(nodes=10**9)).nodes < 10_000
    assert engine.search(state, Limit(depth=5, seconds=30)).depth == 5
    assert engine.search(state, Limit(nodes=30_000, patient=True)).nodes > 20_000
    engine.close()


def test_the_only_choice_is_not_played_out_for_long():  # E5
    rules = Rulebook(read_game_file(HERE / "last_stone.py"))
    player, state = MonteCarlo(rules, threads=1, megabytes=1), rules.start()
    while len(rules.moves(state)) > 1:
        state = rules.play(state, rules.moves(state)[0])
    assert player.choose(state, int(state["turn"]), Limit(seconds=30)).seconds < SHORT_LOOK + 0.5
    player.close()


# Memory


def test_a_table_takes_at_most_half_of_the_machines_memory(monkeypatch):
    monkeypatch.setattr(memory, "most_megabytes", lambda: 2.0)
    with pytest.warns(ResourceWarning, match="not enough memory for a table of 100000000000 MB; using 2 MB"):
        assert memory.TranspositionTable(10**11).megabytes == 2.0


def test_half_of_the_machines_memory_is_known_or_bounded(monkeypatch):
    assert 64 < memory.most_megabytes() < memory.MOST
    monkeypatch.delattr("os.sysconf")
    assert memory.most_megabytes() == memory.MOST


def test_monte_carlo_goes_on_with_less_memory(monkeypatch):
    monkeypatch.setattr(memory, "most_megabytes", lambda: 1.0)
    rules = Rulebook(read_game_file(HERE / "last_stone.py"))
    with pytest.warns(ResourceWarning, match="not enough memory for a table of 1000000 MB; using 1 MB"):
        player = MonteCarlo(rules, threads=1, megabytes=10**6)
    assert player.choose(rules.start(), 0, Limit(nodes=100)).move in rules.moves(rules.start())
    player.close()


# Forecasts


def test_an_estimate_is_never_less_than_the_time_already_spent(rulebook):  # E9
    rules = rulebook("othello")
    engine, seen = Engine(rules, threads=1, megabytes=16), []
    engine.search(rules.start(), Limit(depth=9))
    report = engine.search(rules.start(), Limit(seconds=0.5), progress=lambda told: seen.append((told.depth, told.seconds)))
    completed = min(seconds for depth, seconds in seen if depth == report.depth)
    assert report.estimate >= report.seconds - completed - 0.01
    engine.close()


def test_no_forecast_is_too_large_for_a_float():  # E9
    formula = Formula(Costs(evaluation=1e-7, split=1e-6, branching=1e7, overhead=1e-6))
    assert all(math.isfinite(formula.seconds_for(depth)) for depth in range(1, 102))
    formula.note(100, 1.0)
    growth = Growth(factor=1e9)
    growth.note(1, 100.0)
    assert math.isfinite(growth.seconds_for(100))


def test_with_a_depth_the_share_is_that_of_the_expected_time(rulebook):  # E3
    rules, seen = rulebook("connect-four"), []
    engine = Engine(rules, threads=1, megabytes=16)
    engine.search(rules.start(), Limit(depth=14), progress=seen.append)
    shares = [report.completed for report in seen]
    assert shares[-1] == 1.0
    assert max(shares[:10]) < 0.5  # ten of fourteen depths are a small part of the work
    engine.close()


def test_a_call_of_stop_is_never_lost(rulebook):
    rules = rulebook("connect-four")
    engine = Engine(rules, threads=2, megabytes=4)
    report = engine.search(read_position(rules, "4444"), Limit(), progress=lambda told: told.depth >= 4 and engine.stop())
    assert report.depth == 4
    engine.close()
