"""Round robins by Berger tables: the published tables, and what is true of every number of players (T12)."""

from __future__ import annotations

from collections import Counter

import pytest

from ludus.server.tournaments.berger import berger, round_robin

PUBLISHED = {  # FIDE Handbook C.05 Annex 1
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1""",
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1""",
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1""",
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1""",
}


@pytest.mark.parametrize("count", PUBLISHED)
def test_the_tables_are_those_that_fide_prints(count):
    printed = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in PUBLISHED[count].strip().splitlines()]
    assert berger(count) == printed


@pytest.mark.parametrize("count", range(2, 41))
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody_and_nobody_twice_in_a_round(count, double):
    players = [f"p{number}" for number in range(count)]
    rounds = round_robin(players, double=double)
    met = Counter(pair for pairs in rounds for pair in pairs)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // (1 if double else 2)
    if double:
        assert all((second, first) in met for first, second in met)
    assert len(rounds) == (count - 1 + count % 2) * (2 if double else 1)
    for pairs in rounds:
        there = [player for pair in pairs for player in pair]
        assert len(there) == len(set(there)) == count - count % 2


@pytest.mark.parametrize("count", range(4, 31, 2))
def test_nobody_moves_first_or_second_three_times_running_in_a_double_round_robin(count):
    rounds = round_robin(list(map(str, range(count))), double=True)
    for player in map(str, range(count)):
        met = [pair for pairs in rounds for pair in pairs if player in pair]
        sides = "".join("f" if player == first else "s" for first, _ in met)
        assert "fff" not in sides
        assert "sss" not in sides


def test_an_odd_number_has_no_table_of_its_own():
    with pytest.raises(ValueError, match="even number"):
        berger(5)
