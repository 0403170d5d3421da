"""What a game says about the strength of its players (T2): openskill's own figures, to the last bit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from ludus.server.statistics.rating_model import RatingModel

NEW = 25.0, 25.0 / 3.0

STRENGTH = st.tuples(st.floats(-20.0, 70.0), st.floats(0.5, 9.0))
GAME = st.lists(st.tuples(st.lists(STRENGTH, min_size=1, max_size=3), st.integers(1, 4)), min_size=2, max_size=5)
"""Teams with their ranks."""

USED = RatingModel()
"""One that has rated other games before."""


def test_the_example_that_openskill_publishes_comes_out():  # T2
    """The README of openskill: two new teams of two, of which the first wins; and Weng and Lin's update for one against one."""
    winners, losers = RatingModel().rate([[NEW, NEW], [NEW, NEW]], [1, 2])
    for mu, sigma in winners:
        assert (mu, sigma) == (pytest.approx(26.964294621803063), pytest.approx(8.177962604389991))
    for mu, sigma in losers:
        assert (mu, sigma) == (pytest.approx(23.035705378196937), pytest.approx(8.177962604389991))
    (won,), (lost,) = RatingModel().rate([[NEW], [NEW]], [1, 2])
    assert won == (pytest.approx(27.6354, abs=1e-3), pytest.approx(8.0659, abs=1e-3))
    assert lost == (pytest.approx(22.3646, abs=1e-3), pytest.approx(8.0659, abs=1e-3))


def test_a_draw_brings_two_together_and_a_third_team_is_fine():  # T2
    (strong,), (weak,) = RatingModel().rate([[(30.0, 3.0)], [(20.0, 3.0)]], [1, 1])
    assert strong[0] < 30.0
    assert weak[0] > 20.0
    first, second, third = RatingModel().rate([[NEW], [NEW], [NEW]], [1, 2, 2])
    assert first[0][0] > second[0][0] == pytest.approx(third[0][0])


@given(GAME)
def test_nothing_is_left_of_the_games_rated_before(game):  # T2
    """openskill, used as its documentation says, with ratings of its own for each game, is the judge."""
    teams, ranks = [team for team, _ in game], [rank for _, rank in game]
    plain = PlackettLuce()
    judged = plain.rate(
        [[plain.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in teams], ranks=list(map(float, ranks))
    )
    assert USED.rate(teams, ranks) == [[(each.mu, each.sigma) for each in team] for team in judged]
    assert teams == [team for team, _ in game]
