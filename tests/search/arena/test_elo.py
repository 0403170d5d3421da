"""Elo differences, their error bars and the sequential test, against values worked out by hand."""

from __future__ import annotations

import math

import pytest

from ludus.rules.errors import LudusError
from ludus.search.arena.elo import ArenaScore, SequentialTest, elo_of, share_of


def test_three_points_in_four_are_191_elo():
    assert elo_of(0.75) == pytest.approx(190.848502)  # 400 * log10(3)
    assert elo_of(0.25) == pytest.approx(-190.848502)
    assert elo_of(0.5) == 0


def test_400_elo_are_ten_points_to_one():
    assert share_of(400) == pytest.approx(10 / 11)
    assert share_of(-400) == pytest.approx(1 / 11)
    assert elo_of(share_of(123.4)) == pytest.approx(123.4)


def test_all_points_or_none_are_infinite_elo():
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)


def test_a_draw_is_half_a_point():
    score = ArenaScore(60, 20, 20)
    assert (score.games, score.share) == (100, 0.7)
    assert score.variance == pytest.approx(0.16)  # (60 * 0.09 + 20 * 0.04 + 20 * 0.49) / 100
    assert score.elo == pytest.approx(147.190714)  # 400 * log10(7 / 3)


def test_games_are_counted_one_by_one():
    score = ArenaScore()
    for points in (1, 0.5, 0, 1):
        score = score.with_game(points)
    assert score == ArenaScore(2, 1, 1)


def test_without_draws_the_bounds_are_wilsons():
    low, high = ArenaScore(8, 0, 2).elo_bounds  # the interval for 8 of 10 in any table: 0.4902 to 0.9433
    assert (share_of(low), share_of(high)) == pytest.approx((0.490162, 0.943318), abs=1e-6)


def test_draws_make_the_bounds_narrower():
    decided, drawn = ArenaScore(50, 0, 50).elo_bounds, ArenaScore(10, 80, 10).elo_bounds
    assert decided[0] < drawn[0] < 0 < drawn[1] < decided[1]
    assert share_of(drawn[1]) == pytest.approx(0.546080, abs=1e-6)  # (0.519207 + 1.959964 * 0.0244139) / 1.0384146


def test_a_hundred_wins_prove_566_elo_and_no_upper_bound():
    low, high = ArenaScore(100, 0, 0).elo_bounds
    assert share_of(low) == pytest.approx(0.963006, abs=1e-6)  # 1 / (1 + zz / 100)
    assert low == pytest.approx(566.2, abs=0.1)
    assert high == math.inf
    assert ArenaScore(0, 0, 100).elo_bounds == (-math.inf, pytest.approx(-low))


def test_before_the_first_game_nothing_is_known():
    assert (ArenaScore().elo, ArenaScore().elo_bounds) == (0, (-math.inf, math.inf))


def test_the_ratio_of_the_sequential_test():
    test = SequentialTest(0, elo_of(0.75))
    score = ArenaScore(59.5, 19.5, 19.5)  # with half a game added to each: s = 0.7, v = 0.16
    assert test.ratio(score) == pytest.approx(11.71875)  # 100 * 0.25 * (1.4 - 1.25) / 0.32
    assert test.ratio(ArenaScore()) == 0


def test_five_wrong_verdicts_in_a_hundred_give_the_usual_bounds():
    assert SequentialTest(0, 10).bounds == pytest.approx((-2.944439, 2.944439))  # log(19)
    assert SequentialTest(0, 10, 0.1, 0.01).bounds == pytest.approx((math.log(0.01 / 0.9), math.log(0.99 / 0.1)))


def test_the_sequential_test_ends_when_it_is_clear():
    test = SequentialTest(0, 100)
    assert test.is_better(ArenaScore(2, 0, 0)) is None
    assert test.is_better(ArenaScore(30, 0, 2)) is True
    assert test.is_better(ArenaScore(2, 0, 30)) is False
    assert test.is_better(ArenaScore(20, 5, 16)) is None


@pytest.mark.parametrize("text", ["", "5", "5,", "a,b", "1,2,3"])
def test_a_test_is_two_numbers(text):
    with pytest.raises(LudusError, match="write two Elo differences such as 0,20"):
        SequentialTest.read(text)


def test_a_test_between_equal_numbers_decides_nothing():
    with pytest.raises(LudusError, match="the second number must be the higher one"):
        SequentialTest.read("20,20")
