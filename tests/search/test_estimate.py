"""Estimates: how long a depth will take is said beforehand, and how wrong that was afterwards."""

from __future__ import annotations

import pytest

from ludus.search.engine import Engine
from ludus.search.estimate import LATELY, MEASURABLE, Costs, Forecast, Formula, Growth, off_by, typical
from ludus.search.limit import Limit

COSTS = Costs(evaluation=2e-7, split=1e-6, branching=10.0, overhead=1e-5)


def test_the_formula_counts_splits_and_evaluations_of_the_whole_tree_times_the_gain():  # E9
    formula = Formula(COSTS)
    whole = 1e-6 * (10**4 - 1) / 9 + 2e-7 * (10**5 - 1) / 9 + 1e-5
    assert formula.seconds_for(4) == pytest.approx(formula.gain(4) * whole)
    assert formula.gain(4) == pytest.approx((10**2 + 10**2 - 1) / 10**4)
    assert formula.gain(1) == pytest.approx(1.0)


def test_the_formula_learns_how_far_a_game_is_from_the_best_gain():  # E9
    formula = Formula(COSTS)
    for depth in range(1, 12):
        formula.note(depth, 5 * Formula(COSTS).seconds_for(depth))
    assert formula.learned == pytest.approx(5.0, rel=0.2)


def test_the_formula_gives_a_number_where_there_is_hardly_a_choice():  # E9
    assert Formula(Costs(1e-7, 1e-7, 1.0, 1e-6)).seconds_for(30) > 0


def test_growth_predicts_times_that_grow_evenly():  # E9
    growth = Growth()
    for depth in range(1, 11):
        growth.note(depth, 0.001 * 3.0**depth)
    assert growth.seconds_for(11) == pytest.approx(0.001 * 3.0**11, rel=0.05)
    assert growth.seconds_for(13) == pytest.approx(0.001 * 3.0**13, rel=0.1)


def test_depths_that_a_proof_has_helped_do_not_make_the_next_one_look_quick():  # E9
    growth = Growth()
    for depth in range(1, 9):
        growth.note(depth, 0.001 * 2.0**depth)
    growth.note(9, 0.001, helped=True)
    growth.note(10, 0.001, helped=True)
    assert growth.factor == pytest.approx(2.0, rel=0.1)
    assert 0.01 < growth.seconds_for(11) < 0.001 * 2.2**11  # not the few milliseconds that the last depth promises


def test_a_forecast_asks_the_formula_before_anything_was_searched_and_growth_afterwards():  # E9
    forecast = Forecast(Formula(COSTS))
    assert forecast.next_depth() == Formula(COSTS).seconds_for(1)
    assert forecast.seconds_for(9) == Formula(COSTS).seconds_for(9)
    assert forecast.error is None
    for depth in range(1, 9):
        forecast.note(depth, 0.002 * 2.0**depth)
    assert forecast.next_depth() == forecast.growth.seconds_for(9)
    forecast.begin()
    assert forecast.next_depth() == forecast.formula.seconds_for(1)


def test_a_forecast_is_judged_by_what_it_said_before():  # E9
    forecast = Forecast(Formula(COSTS), Growth(factor=2.0))
    forecast.note(1, 0.1)
    forecast.errors.clear()
    forecast.note(2, 0.6)  # 0.2 was expected
    assert list(forecast.errors) == [pytest.approx(3.0)]
    forecast.note(3, MEASURABLE / 2)  # too short to judge anybody by
    assert forecast.error == pytest.approx(3.0)


def test_an_error_is_a_factor_in_either_direction():  # E9
    assert off_by(2.0, 1.0) == pytest.approx(off_by(0.5, 1.0)) == pytest.approx(2.0)
    assert typical([1.0, 2.0, 9.0]) == 2.0
    assert typical([]) is None


@pytest.mark.parametrize("name", ["conquest", "othello"])
def test_a_search_reports_its_estimate_and_its_error(rulebook, name):  # E9
    rules = rulebook(name)
    engine = Engine(rules, threads=1, megabytes=4)
    costs = engine.forecast.formula.costs
    assert 1 < costs.branching < rules.game.most_moves
    assert 0 < costs.evaluation < 1e-3
    assert 0 < costs.split < 1e-2
    at_once = engine.search(rules.start(), Limit(seconds=0.0))
    assert at_once.estimate == engine.forecast.formula.seconds_for(1)
    deep = engine.search(rules.start(), Limit(depth=6))
    assert deep.estimate == engine.forecast.seconds_for(7)
    assert deep.estimate_error is None or deep.estimate_error >= 1.0
    engine.close()


def test_nothing_is_left_to_estimate_when_the_value_is_proven(rulebook):  # E9
    rules = rulebook("tic-tac-toe")
    report = Engine(rules, threads=1, megabytes=4).search(rules.start(), Limit())
    assert (report.exact, report.estimate) == (True, None)


def test_a_forecast_asks_whichever_was_closer_lately():  # E9
    forecast = Forecast(Formula(COSTS))
    for depth in range(1, 9):
        forecast.note(depth, 0.002 * 2.0**depth)
    assert len(forecast.of_formula) == len(forecast.of_growth) == 7  # of the first depth growth knew nothing
    assert forecast.next_depth() == forecast.growth.seconds_for(9)
    forecast.of_growth.extend([9.0] * LATELY)
    forecast.of_formula.extend([2.0] * LATELY)
    assert forecast.next_depth() == forecast.formula.seconds_for(9)
