"""Chance that can be proven: known draws, exact fairness, and what the seed's hash gives away."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.rules.errors import LudusError
from ludus.server.matches.chance import NUMBERS, commitment, draw


def test_known_draws_stay_what_they_are():
    assert commitment("ludus") == "dcc2ecf2489e5d4494330bb38f32a11b0d23c8a67a9886e8c2da9438164df462"
    assert [draw("ludus", number, 6, None) for number in range(12)] == [5, 5, 2, 3, 4, 0, 3, 0, 2, 4, 5, 3]
    assert [draw("ludus", number, 3, [1, 0, 5]) for number in range(12)] == [2, 2, 2, 2, 2, 0, 2, 0, 2, 2, 2, 2]
    assert draw("ludus", 3, 10**12, None) == 51821767865


def test_anybody_can_do_the_same_sums():
    digest = hmac.new(b"secret seed", b"17", hashlib.sha256).hexdigest()
    assert draw("secret seed", 17, 52, None) == int(digest, 16) % 52
    assert commitment("secret seed") == hashlib.sha256(b"secret seed").hexdigest()


def test_numbers_that_would_favour_some_outcomes_are_drawn_again():
    count = NUMBERS // 2 + 1  # nearly half of all numbers are too high
    again = 0
    for number in range(64):
        first = int.from_bytes(hmac.digest(b"seed", str(number).encode(), "sha256"), "big")
        second = int.from_bytes(hmac.digest(b"seed", f"{number}/1".encode(), "sha256"), "big")
        drawn = draw("seed", number, count, None)
        assert drawn < count
        if first < count:
            assert drawn == first
        elif second < count:
            again += 1
            assert drawn == second
    assert again > 8


def chi_squared(counts: Counter[int], shares: list[Fraction]) -> float:
    total = sum(counts.values())
    return sum(float((counts[outcome] - share * total) ** 2 / (share * total)) for outcome, share in enumerate(shares) if share)


@pytest.mark.parametrize(("count", "limit"), [(2, 10.8), (6, 20.5), (52, 90.0)])  # exceeded by fair dice once in a thousand times
def test_every_outcome_is_equally_likely(count, limit):
    counts = Counter(draw("fair", number, count, None) for number in range(12_000))
    assert chi_squared(counts, [Fraction(1, count)] * count) < limit


def test_weights_say_how_likely_an_outcome_is():
    weights = [1, 0, 2, 3]
    counts = Counter(draw("fair", number, 4, weights) for number in range(12_000))
    assert counts[1] == 0
    assert chi_squared(counts, [Fraction(weight, 6) for weight in weights]) < 13.8


@given(seed=st.text(max_size=40), number=st.integers(0, 10**6), weights=st.lists(st.integers(0, 50), min_size=1, max_size=20))
def test_a_draw_is_always_possible_and_always_the_same(seed, number, weights):
    if sum(weights):
        drawn = draw(seed, number, len(weights), weights)
        assert weights[drawn] > 0
        assert drawn == draw(seed, number, len(weights), weights)
    assert 0 <= draw(seed, number, len(weights), None) < len(weights)


@given(seed=st.text(max_size=20), count=st.integers(1, 100))
def test_equal_weights_are_the_same_as_none(seed, count):
    assert draw(seed, 1, count, [1] * count) == draw(seed, 1, count, None)


@pytest.mark.parametrize(("count", "weights"), [(0, None), (2, [1]), (2, [0, 0]), (2, [3, -1]), (0, [])])
def test_what_cannot_be_drawn_is_said(count, weights):
    with pytest.raises(LudusError, match=r"chance (cannot choose|needs) "):
        draw("seed", 0, count, weights)
