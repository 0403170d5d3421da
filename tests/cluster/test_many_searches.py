"""Hundreds of simulated searches: the value of one engine, in time, whoever dies or joins. Seeds are in the tests' names."""

from __future__ import annotations

import random

import pytest

from ludus.cluster.question import Question
from ludus.cluster.simulator.simulation import Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.rules.play import Play
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

SPEED = 2e6

GAMES = {"connect-four": (8, 13), "othello": (12, 7), "checkers": (12, 9), "conquest": (8, 4), "santorini": (6, 4)}
"""Random moves that lead to the positions of a game, and how far they are searched."""

POSITIONS = 40
"""Positions of each game."""

pytestmark = pytest.mark.slow


def positions(rules, moves: int, count: int, seed: int):
    return [Play.replay(rules, steps).state for steps in openings(rules, count, moves, random.Random(seed))]


def restless(count: int, luck: random.Random) -> list[VirtualPlan]:
    """Workers of which all but the first come and go in mid-search."""
    others = (luck.choice((0.5, 1.0)) * SPEED for _ in range(count - 1))
    return [VirtualPlan(SPEED), *(VirtualPlan(speed, luck.uniform(0, 0.02), luck.uniform(0.02, 0.2)) for speed in others)]


@pytest.mark.parametrize("game", GAMES)
def test_the_value_of_one_engine_is_found_by_2_3_and_7_workers(rulebook, game):  # M1, M2
    rules, (moves, depth) = rulebook(game), GAMES[game]
    engine, luck, different = Engine(rules, threads=1, megabytes=16), random.Random(11), []
    for number, state in enumerate(positions(rules, moves, POSITIONS, 5)):
        engine.forget()
        expected = engine.search(state, Limit(depth=depth))
        question = Question(rules, state, Limit(depth=depth))
        for workers in (2, 3, 7):
            for plans in ([VirtualPlan(SPEED)] * workers, restless(workers, luck)):
                found = Simulation(question, plans, megabytes=16).run(600.0).report
                assert (found.depth, found.completed) == (expected.depth, 1.0)
                if found.value != expected.value:
                    different.append((number, workers, expected.value, found.value))
    engine.close()
    assert different == []


@pytest.mark.parametrize("seed", range(10))
def test_of_500_searches_with_deaths_none_is_wrong_and_none_late(rulebook, seed):  # M3, E7
    luck = random.Random(seed)
    for game, depth in (("tic-tac-toe", 9), ("connect-four", 10)):
        rules = rulebook(game)
        engine = Engine(rules, threads=1, megabytes=4)
        for state in positions(rules, 2, 25, seed):
            engine.forget()
            plans = restless(luck.randint(2, 8), luck)
            if luck.random() < 0.5:
                found = Simulation(Question(rules, state, Limit(depth=depth)), plans, megabytes=4).run(60.0)
                assert found.report.value == engine.search(state, Limit(depth=depth)).value
            else:
                seconds = luck.uniform(0.01, 0.1)
                found = Simulation(Question(rules, state, Limit(seconds=seconds)), plans, megabytes=4).run(60.0)
                assert found.seconds <= seconds + 0.01
                assert found.report.move in rules.moves(state)
        engine.close()
