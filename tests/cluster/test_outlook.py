"""How far a search has come, told while it runs: exact where depths grow evenly, and never far off where they do not."""

from __future__ import annotations

import math
import random
from statistics import median

import pytest

from ludus.cluster.outlook import Outlook, Progression

WHOLE = 1.001
"""All of a search, and a little more, because sums of fractions are not exact."""


def times(factors: list[float]) -> list[float]:
    """How long each depth takes, when the first takes 2 ms and each other some times as long as the one before."""
    found = [0.002]
    for factor in factors:
        found.append(found[-1] * factor)
    return found


def told(progression: Progression, taken: list[float], part: float) -> float:
    """The share that is told when a part of the whole time has passed."""
    outlook, now, end = Outlook(progression, 10.0), 10.0, part * sum(taken)
    for depth, seconds in enumerate(taken, 1):
        now += seconds
        if now - 10.0 > end:
            break
        outlook.note(depth, now)
    return outlook.share(len(taken), 10.0 + end)


def learned(factors: list[float], searches: int) -> Progression:
    progression = Progression()
    for _ in range(searches):
        told(progression, times(factors), WHOLE)
    return progression


@pytest.mark.parametrize("part", [0.2, 0.5, 0.8])
def test_where_depths_grow_as_always_the_share_is_right(part):  # E3, E9
    swinging = [1.5, 4.0] * 4  # odd and even depths differ
    assert told(learned(swinging, 12), times(swinging), part) == pytest.approx(part, abs=0.08)


def test_the_first_search_of_a_game_is_not_far_off():  # E9
    assert told(Progression(), times([2.5] * 8), 0.5) == pytest.approx(0.5, abs=0.15)


def test_a_depth_that_takes_longer_than_expected_is_not_called_done():  # E3
    progression = learned([2.0] * 8, 12)
    outlook = Outlook(progression, 0.0)
    for depth, now in enumerate((0.01, 0.03, 0.07), 1):
        outlook.note(depth, now)
    late = [outlook.share(4, 0.07 + seconds) for seconds in (0.02, 0.08, 0.3, 2.0, 50.0)]
    assert late == pytest.approx(sorted(late), abs=0.01)
    assert late[-1] < 1.0
    assert outlook.expected(4) == pytest.approx(0.08, rel=0.1)


def test_half_of_the_shares_are_within_a_tenth_where_depths_vary():  # E3, E9
    luck, progression, errors = random.Random(5), Progression(), []
    for search in range(60):
        factors = [math.exp(luck.gauss(math.log(mean), 0.35)) for mean in [1.8, 3.5] * 4]
        part = luck.uniform(0.1, 0.9)
        if search >= 5:
            errors.append(abs(told(progression, times(factors), part) - part))
        told(progression, times(factors), WHOLE)
    assert median(errors) < 0.1


def test_a_proof_says_nothing_about_growth_and_nothing_known_is_no_share():
    progression = Progression()
    outlook = Outlook(progression, 0.0)
    assert (outlook.expected(1), outlook.share(5, 1.0)) == (None, 0.0)
    outlook.note(1, 0.01)
    outlook.note(1, 5.0, tells=False)
    assert progression.factors == {}
    assert 0.0 < outlook.share(5, 5.1) < 1.0
