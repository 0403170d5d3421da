"""Swiss rounds by the FIDE (Dutch) system: pairings that the rules give for certain, and what they promise always."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.standings import PairingResult
from ludus.server.tournaments.swiss import most_rounds, swiss_round, usual_rounds


def test_the_first_round_pairs_the_upper_half_with_the_lower_half_and_alternates_sides():
    """C.04.3: S1 against S2 in order; C.04.2.E.5: the first in the list moves first, the next second, and so on."""
    assert swiss_round("abcdefgh", [], 1, 5) == [("a", "e"), ("f", "b"), ("c", "g"), ("h", "d")]


def test_with_an_odd_number_the_last_player_rests_first():
    assert swiss_round("abcdefg", [], 1, 5) == [("a", "d"), ("e", "b"), ("c", "f"), ("g", BYE)]


def test_in_the_second_round_winners_meet_winners_and_sides_change():
    """The favourites have won: a b c d have 1 point, e f g h none. The rules leave one choice only, with all sides changed."""
    first = [PairingResult(*pair, *points, round=1) for pair, points in zip(
        [("a", "e"), ("f", "b"), ("c", "g"), ("h", "d")], [(1.0, 0.0), (0.0, 1.0), (1.0, 0.0), (0.0, 1.0)], strict=True
    )]  # fmt: skip
    second = swiss_round("abcdefgh", first, 2, 5)
    assert second
    assert {frozenset(pair) for pair in second} == {frozenset(pair) for pair in ("ad", "bc", "eh", "fg")}
    assert all(first_player in "bdeg" for first_player, _ in second)  # those who moved second in round 1


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 3), (4, 3), (8, 4), (30, 6), (100, 8)])
def test_the_usual_number_of_rounds(players, rounds):
    assert usual_rounds(players) == rounds
    assert usual_rounds(players) <= most_rounds(players)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 17), st.integers(0, 2**32), st.booleans())
def test_what_the_rules_promise_holds_in_every_round(count, seed, leavers):
    """C.04.1: nobody meets twice, nobody rests twice, no side three times running; all who are there are paired."""
    luck = random.Random(seed)
    players = [f"p{number}" for number in range(count)]
    rounds, results, away = usual_rounds(count), [], set()
    sides = dict.fromkeys(players, "")
    for number in range(1, rounds + 1):
        pairs = swiss_round(players, results, number, rounds, away)
        if pairs is None:
            assert away or number > rounds // 2
            break
        there = Counter(player for pair in pairs for player in pair if player != BYE)
        assert there == Counter(player for player in players if player not in away)
        for first, second in pairs:
            if second == BYE:
                assert not any(each.first == first and each.second == BYE for each in results)
                results.append(PairingResult(first, BYE, 1.0, 0.0, False, number))
                continue
            assert not any({first, second} == {each.first, each.second} for each in results if each.played)
            sides[first] += "f"
            sides[second] += "s"
            results.append(PairingResult(first, second, *luck.choice([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]), True, number))
        if leavers and luck.random() < 0.3:
            away.add(luck.choice(players))
    for seen in sides.values():
        assert "fff" not in seen[:-1]  # the last round may break it for those who lead (C3)
        assert "sss" not in seen[:-1]
