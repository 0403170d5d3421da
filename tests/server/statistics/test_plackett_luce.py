"""Ratings after a match, beside openskill: the same to the last bit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from ludus.server.statistics.plackett_luce import updated

BELIEFS = st.tuples(st.floats(-20.0, 80.0), st.floats(0.5, 10.0))
TEAMS = st.lists(st.lists(BELIEFS, min_size=1, max_size=4), min_size=2, max_size=6)


@given(TEAMS, st.data())
def test_openskill_computes_the_same(teams, data):  # T2
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=len(teams), max_size=len(teams)))
    model = PlackettLuce()
    rated = [[model.rating(mu=mu, sigma=sigma) for mu, sigma in team] for team in teams]
    expected = model.rate(rated, ranks=[float(rank) for rank in ranks])
    assert updated(teams, ranks) == [[(each.mu, each.sigma) for each in team] for team in expected]
