"""Tables: points, Sonneborn-Berger, Buchholz, head-to-head and wins."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.standings import ARENA, ROUND_ROBIN, SWISS, PairingResult, table

POINTS = {"1": (1.0, 0.0), "0": (0.0, 1.0), "=": (0.5, 0.5)}


def results(text: str) -> list[PairingResult]:
    """`a1b` is a pairing that a has won, `a=b` a drawn one, `a0b` one that b has won, `a-` a bye."""
    return [
        PairingResult(word[0], word[2:] or BYE, *(POINTS[word[1]] if word[1] != "-" else (1.0, 0.0)), played=word[1] != "-")
        for word in text.split()
    ]


def test_a_published_case_of_sonneborn_berger():
    """Sensei's Library, "Sonneborn-Berger": four players who meet twice; A and B have won four games each."""
    played = results("a1b a1c a1d b1c b1d c1d  b1a a1c d1a c1b b1d c1d")
    rows = table("abcd", played)
    assert [(row.player, row.points, row.sonneborn_berger, row.place) for row in rows] == [
        ("a", 4, 11, 1),
        ("b", 4, 9, 2),
        ("c", 3, 6, 3),
        ("d", 1, 4, 4),
    ]


def test_of_equals_the_winner_of_their_pairing_stands_higher_and_then_whoever_won_more():
    rows = table("abcd", results("b1a a1c a1d b1d c1b d=c b=c a=d"), by=("points", "head_to_head", "won"))
    places = {row.player: row.place for row in rows}
    assert places["b"] < places["a"]


def test_buchholz_counts_an_unplayed_round_as_an_opponent_with_the_same_points():
    rows = {row.player: row for row in table("abc", results("a1b c- a1c b-"), by=SWISS)}
    assert [rows[player].points for player in "abc"] == [2, 1, 1]
    assert rows["a"].buchholz == 2
    assert rows["b"].buchholz == 2 + 1
    assert rows["a"].sonneborn_berger == 2


def test_whoever_is_equal_in_everything_shares_a_place():
    rows = table("abc", results("a1b b1c c1a"))
    assert [(row.player, row.place) for row in rows] == [("a", 1), ("b", 1), ("c", 1)]


def test_a_table_without_results_lists_everybody():
    assert [row.player for row in table(["bob", "ann"], [])] == ["bob", "ann"]


def plain_table(players, played):
    """The same, said differently: one key a player, Sonneborn-Berger by a crosstable."""
    cross = {(one, two): [] for one in players for two in players}
    for result in played:
        cross[result.first, result.second].append(result.first_points)
        cross[result.second, result.first].append(result.second_points)
    points = {one: sum(sum(cross[one, two]) for two in players) for one in players}
    berger = {one: sum(sum(cross[one, two]) * points[two] for two in players) for one in players}
    won = {one: sum(cross[one, two].count(1.0) for two in players) for one in players}
    equal = {one: [two for two in players if (points[two], berger[two]) == (points[one], berger[one])] for one in players}
    direct = {one: sum(sum(cross[one, two]) for two in equal[one]) for one in players}
    key = {one: (points[one], berger[one], direct[one], won[one]) for one in players}
    return {one: 1 + sum(key[two] > key[one] for two in players) for one in players}


@given(st.integers(2, 8), st.data())
def test_round_robin_places_are_those_of_a_plain_crosstable(count, data):
    players = "abcdefgh"[:count]
    played = [
        PairingResult(one, two, *data.draw(st.sampled_from([*POINTS.values(), (0.0, 0.0)])))
        for one, two in combinations(players, 2)
        for _ in range(data.draw(st.integers(0, 2)))
    ]
    rows = table(players, played, ROUND_ROBIN)
    assert {row.player: row.place for row in rows} == plain_table(players, played)
    assert sum(row.points for row in rows) == sum(result.first_points + result.second_points for result in played)
    assert all(row.won + row.drawn + row.lost == row.pairings for row in rows)


@pytest.mark.parametrize("by", [ROUND_ROBIN, SWISS, ARENA])
def test_points_decide_first(by):
    places = {row.player: row.place for row in table("abc", results("a1b a=c b0c"), by)}
    assert places == {"a": 1, "c": 1, "b": 3} or places["b"] == 3
