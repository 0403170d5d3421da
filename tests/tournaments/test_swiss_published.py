"""Swiss rounds equal those of published tournaments, round by round, sides included.

Each file in tests/golden/swiss holds one tournament: who met whom in each round, who moved first, and how it ended. We are told
what happened before a round, and must pair it as it was paired.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from ludus.server.tournaments.bracket import BYE
from ludus.server.tournaments.standings import PairingResult
from ludus.server.tournaments.swiss import swiss_round

GOLDEN = Path(__file__).parents[1] / "golden" / "swiss"
TOURNAMENTS = sorted(path.stem for path in GOLDEN.glob("*.txt"))

RULES = "2017"
"""Those that py4swiss follows; they were in force until January 2026."""

OTHER_RULES = {
    ("gros-2010", 2): "the rules of 2010 for those who have won without playing, such as 16",
    ("gros-2010", 4): "the rules of 2010 for those who have not played every round, such as 16 and 35",
    ("mastering-the-dutch-2026", 5): "since 2026 (C.9) of equals the one who has played more rests: 14, not 13",
    ("mastering-the-dutch-2026", 8): "since 2026 (C.5) whoever has fewest points rests: 5 with 2, not 11 with 2.5",
    ("mastering-the-dutch-2026", 9): "since 2026 (C.5) whoever has fewest points rests: 6 with 3, not 11 with 3.5",
}
"""Rounds in which older or newer rules give another pairing."""

POINTS = {"1": (1.0, 0.0), "=": (0.5, 0.5), "0": (0.0, 1.0), "+": (1.0, 0.0), "-": (0.0, 1.0)}
"""Of both sides; after + and - for a game that nobody played."""

RESTS = {"bye": 1.0, "half": 0.5}
"""What a player scored who rested: by the pairing, or for half a point because they had asked for it."""


class PublishedRound(NamedTuple):
    """A round of a published tournament."""

    pairs: set[tuple[str, str]]
    away: list[str]
    results: list[PairingResult]


class PublishedTournament(NamedTuple):
    """A published tournament, as its file tells it."""

    facts: dict[str, str]
    rounds: list[PublishedRound]

    @property
    def players(self) -> list[str]:
        """Their starting numbers."""
        return [str(number) for number in range(1, int(self.facts["players"]) + 1)]


def read_published(name):
    facts, rounds = {}, []
    for line in (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines():
        if found := re.fullmatch(r"(\d+): (.*)", line):
            assert int(found[1]) == len(rounds) + 1
            rounds.append(_round(int(found[1]), found[2].split("  ")))
        elif found := re.fullmatch(r"([a-z]+) +(.*)", line):
            facts[found[1]] = found[2]
    return PublishedTournament(facts, rounds)


def _round(number, games):
    pairs, away, results = set(), [], []
    for game in games:
        who, _, how = game.partition(" ")
        first, _, second = who.partition("-")
        if second or how == "bye":
            pairs.add((first, second or BYE))
        else:
            away.append(first)
        if how in POINTS:
            results.append(PairingResult(first, second, *POINTS[how], how not in "+-", number))
        elif how in RESTS:
            results.append(PairingResult(first, BYE, RESTS[how], 0.0, False, number))
    return PublishedRound(pairs, away, results)


ROUNDS = [(name, number) for name in TOURNAMENTS for number in range(1, len(read_published(name).rounds) + 1)]


@pytest.mark.parametrize(("name", "number"), ROUNDS)
def test_a_round_is_paired_as_it_was_published(name, number):
    published = read_published(name)
    before = [result for earlier in published.rounds[: number - 1] for result in earlier.results]
    this = published.rounds[number - 1]
    found = set(swiss_round(published.players, before, number, int(published.facts["rounds"]), this.away) or [])
    if number == 1 and "lot" in published.facts:  # the sides of the first round are drawn by lot; here the first player is first
        found = {(first, second) if second == BYE else (second, first) for first, second in found}
    if (name, number) in OTHER_RULES:
        assert published.facts["rules"] != RULES
        assert found != this.pairs  # otherwise it need not be listed
    else:
        assert found == this.pairs


def test_at_least_two_tournaments_agree_in_every_round():
    whole = [name for name in TOURNAMENTS if not any(name == other for other, _ in OTHER_RULES)]
    assert len(whole) >= 2
    assert any("FIDE endorses" in read_published(name).facts["name"] for name in whole)


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_the_files_are_whole(name):
    """Everybody is named once a round, and nobody meets anybody twice in games that were played."""
    published, met = read_published(name), []
    for each in published.rounds:
        there = [player for pair in each.pairs for player in pair if player != BYE]
        assert sorted([*there, *each.away]) == sorted(published.players)
        met += [frozenset((result.first, result.second)) for result in each.results if result.played]
    assert len(met) == len(set(met))
    assert published.facts.keys() >= {"name", "source", "rules", "players", "rounds"}
