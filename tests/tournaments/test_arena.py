"""Pairing in an arena: by score and waiting, and never the same two at once again while somebody else could come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludus.server.tournaments.arena import Waiting, pair_waiting


def test_those_with_near_scores_meet():
    waiting = [Waiting("ann", 3, 0), Waiting("bob", 0, 1), Waiting("cat", 3, 2), Waiting("dee", 0.5, 3)]
    assert [set(pair) for pair in pair_waiting(waiting, all_are_free=False)] == [{"ann", "cat"}, {"bob", "dee"}]


def test_whoever_waits_longest_is_paired_first():
    waiting = [Waiting("ann", 1, 9), Waiting("bob", 1, 1), Waiting("cat", 1, 5)]
    assert [set(pair) for pair in pair_waiting(waiting, all_are_free=False)] == [{"bob", "cat"}]


def test_the_last_opponent_is_met_again_only_when_nobody_else_can_come():
    waiting = [Waiting("ann", 1, 0, "bob"), Waiting("bob", 1, 0, "ann")]
    assert pair_waiting(waiting, all_are_free=False) == []
    assert [set(pair) for pair in pair_waiting(waiting, all_are_free=True)] == [{"ann", "bob"}]


def test_whoever_moved_first_less_often_does_it_now():
    waiting = [Waiting("ann", 1, 0, balance=1), Waiting("bob", 1, 0, balance=-1)]
    assert pair_waiting(waiting, all_are_free=True) == [("bob", "ann")]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9), st.integers(0, 8)), max_size=9), st.booleans())
def test_nobody_is_paired_twice_or_with_themselves(facts, all_are_free):
    waiting = [Waiting(f"p{place}", score / 2, since, f"p{last}") for place, (score, since, last) in enumerate(facts)]
    pairs = pair_waiting(waiting, all_are_free=all_are_free)
    there = [player for pair in pairs for player in pair]
    assert len(there) == len(set(there))
    if all_are_free and len(waiting) >= 2:
        assert pairs
