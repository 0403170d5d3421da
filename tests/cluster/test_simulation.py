"""Many virtual workers find what one engine finds, in less time, and the same every time."""

from __future__ import annotations

import random

import pytest

from ludus.cli.cluster import read_workers
from ludus.cluster.question import Question
from ludus.cluster.simulator.simulation import Network, Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.rules.play import Play
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

SPEED = 2e6


def positions(rules, moves: int, count: int, seed: int = 1):
    return [Play.replay(rules, steps).state for steps in openings(rules, count, moves, random.Random(seed))]


@pytest.mark.parametrize(("game", "moves", "depth"), [("tic-tac-toe", 2, 7), ("connect-four", 6, 11), ("othello", 8, 6)])
@pytest.mark.parametrize("scheme", ["shared", "jobs", "root"])
def test_as_many_as_2_3_and_7_workers_find_the_value_of_one_engine(rulebook, game, moves, depth, scheme):  # M1, M2
    rules = rulebook(game)
    engine = Engine(rules, threads=1, megabytes=4)
    luck = random.Random(7)
    for state in positions(rules, moves, 3):
        engine.forget()
        expected = engine.search(state, Limit(depth=depth))
        for workers in (2, 3, 7):
            plans = [VirtualPlan(SPEED * luck.choice((0.5, 1.0))) for _ in range(workers - 1)]
            plans = [
                VirtualPlan(SPEED),
                *(VirtualPlan(plan.speed, luck.uniform(0, 0.01), luck.uniform(0.01, 0.1)) for plan in plans),
            ]
            found = Simulation(Question(rules, state, Limit(depth=depth)), plans, scheme=scheme, megabytes=4).run(60.0)
            assert (found.report.value, found.report.depth) == (expected.value, expected.depth)
            assert found.report.completed == 1.0
    engine.close()


def test_the_same_question_has_the_same_course_every_time(rulebook):
    rules = rulebook("connect-four")
    question = Question(rules, rules.start(), Limit(depth=12))
    plans = [VirtualPlan(SPEED), VirtualPlan(SPEED / 2), VirtualPlan(SPEED, dies=0.02)]
    one, other = (Simulation(question, plans, megabytes=4).run() for _ in range(2))
    assert (one.seconds, one.nodes, one.items, one.report) == (other.seconds, other.nodes, other.items, other.report)


def test_eight_workers_are_sooner_than_one_and_all_are_busy(rulebook):  # M5, M6
    rules = rulebook("othello")
    (state,) = positions(rules, 12, 1)
    question = Question(rules, state, Limit(depth=10))
    one = Simulation(question, [VirtualPlan(SPEED)]).run()
    mixed = [VirtualPlan(SPEED)] * 4 + [VirtualPlan(SPEED / 2)] * 4
    eight = Simulation(question, mixed, network=Network(0.000_5)).run()
    assert eight.report.value == one.report.value
    assert one.seconds / eight.seconds > 1.5
    assert eight.busy > 0.95


MIXTURES = ("8x1.0", "4x1.0,4x0.5", "6x1.0,2x0.5", "2x1.0,6x0.5")


def test_states_analysed_grow_with_the_sum_of_the_speeds(rulebook):  # M5, M6, M11
    rules = rulebook("connect-four")
    question = Question(rules, positions(rules, 6, 1)[0], Limit(seconds=0.025))

    def analysed(workers: str, scheme: str) -> tuple[float, float]:
        plans = read_workers(workers, SPEED)
        found = Simulation(question, plans, scheme=scheme, megabytes=1, network=Network(0.000_25)).run()
        return found.nodes / sum(plan.speed for plan in plans), found.busy

    one, busy = analysed("1x1.0", "shared")
    for workers in ("10x1.0", *MIXTURES):
        each, busy = analysed(workers, "shared")
        assert each > 0.85 * one
        assert busy >= 0.95
    equal, *mixed = (analysed(workers, "jobs")[0] for workers in MIXTURES)
    assert all(0.5 < each / equal < 2.0 for each in mixed)  # so short a search is mostly waiting for messages, for all alike


def test_a_time_limit_holds_while_workers_die(rulebook):  # M3
    rules = rulebook("connect-four")
    plans = [VirtualPlan(SPEED, dies=0.01 * n) for n in range(1, 5)]
    found = Simulation(Question(rules, rules.start(), Limit(seconds=0.2)), plans, megabytes=4).run(5.0)
    assert found.seconds <= 0.21
    assert found.report.move in rules.moves(rules.start())


def test_all_workers_dead_then_one_joins(rulebook):  # E7
    rules = rulebook("connect-four")
    plans = [VirtualPlan(SPEED, dies=0.01), VirtualPlan(SPEED, dies=0.015), VirtualPlan(SPEED, joins=0.05)]
    for scheme in ("shared", "jobs"):
        found = Simulation(Question(rules, rules.start(), Limit(depth=10)), plans, scheme=scheme, megabytes=4).run(20.0)
        assert (found.report.depth, found.report.completed) == (10, 1.0)


@pytest.mark.parametrize("scheme", ["shared", "jobs"])
@pytest.mark.parametrize(("game", "moves", "depth"), [("tic-tac-toe", 2, 7), ("connect-four", 6, 9)])
def test_lost_late_doubled_and_reordered_messages_change_nothing_but_the_time(rulebook, scheme, game, moves, depth):  # E7, M2
    rules = rulebook(game)
    engine = Engine(rules, threads=1, megabytes=4)
    for seed, state in enumerate(positions(rules, moves, 3)):
        engine.forget()
        expected = engine.search(state, Limit(depth=depth))
        bad = Network(lost=0.4, doubled=0.3, jitter=0.01, seed=seed)
        plans = [VirtualPlan(SPEED), VirtualPlan(SPEED / 2), VirtualPlan(SPEED, joins=0.003), VirtualPlan(SPEED, dies=0.02)]
        asked = Question(rules, state, Limit(depth=depth))
        found = Simulation(asked, plans, scheme=scheme, network=bad, megabytes=4).run(60.0).report
        assert (found.value, found.depth, found.completed) == (expected.value, expected.depth, 1.0)
        hasty = Question(rules, state, Limit(seconds=0.02))
        late = Simulation(hasty, plans, scheme=scheme, network=bad, megabytes=4).run(60.0)
        assert late.seconds <= 0.03
        assert late.report.move in rules.moves(state)
    engine.close()
