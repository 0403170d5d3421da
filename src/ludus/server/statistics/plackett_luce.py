"""How a result changes what is believed of the players: the Plackett-Luce model, algorithm 4 of Weng and Lin (2011).

    updated([[(25.0, 8.3)], [(25.0, 8.3)]], [1, 2])       the winner's mu and sigma, and the loser's

    c        how uncertain all strengths are together
    odds     exp(strength / c) of each team: the chance of being first is a team's share of all odds
    omega    by how much a team did better than was to be expected
    delta    by how much its uncertainty shrinks

It computes what openskill computes, to the last bit: `tests/server/statistics/test_plackett_luce.py` compares them. That package
copies and checks everything on the way, which at the end of a short game costs as much as a move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

BETA = 25.0 / 6.0
"""How much a performance differs from the strength behind it."""

TAU = 25.0 / 300.0
"""How uncertain a strength becomes again with each game: otherwise ratings would stand still some day."""

LEAST = 0.0001
"""The least part of its square that an uncertainty keeps."""

Belief: TypeAlias = tuple[float, float]
"""What a player's strength probably is, and how uncertain that is: mu and sigma."""


def updated(teams: Sequence[Sequence[Belief]], ranks: Sequence[int]) -> list[list[Belief]]:
    """The beliefs about everybody in teams that ended at these ranks, of which the lowest is the best."""
    order = sorted(range(len(teams)), key=ranks.__getitem__)  # sums of floats depend on it
    before = [[(mu, math.sqrt(sigma * sigma + TAU * TAU)) for mu, sigma in teams[team]] for team in order]
    after = _ordered(before, [ranks[team] for team in order])
    return [after[order.index(team)] for team in range(len(teams))]


def _ordered(teams: list[list[Belief]], ranks: list[int]) -> list[list[Belief]]:
    """The same for teams in the order of their ranks."""
    strengths, variances, together = [], [], 0.0
    for team in teams:
        strength = variance = 0.0
        for mu, sigma in sorted(team, key=_at_least, reverse=True):
            strength += mu
            variance += sigma**2
        strengths.append(strength)
        variances.append(variance)
        together += variance + BETA**2
    c = math.sqrt(together)
    odds = [math.exp(strength / c) for strength in strengths]
    behind = [_total(odds, ranks, rank) for rank in ranks]  # the odds of everybody who did no better
    changed = []
    for place, team in enumerate(teams):
        omega, delta = _surprise(place, odds[place], ranks, behind)
        variance = variances[place]
        omega *= variance / c
        delta *= variance / c**2
        delta *= math.sqrt(variance) / c
        changed.append([_moved(mu, sigma, sigma**2 / variance, omega, delta) for mu, sigma in team])
    return changed


def _surprise(place: int, odds: float, ranks: list[int], behind: list[float]) -> tuple[float, float]:
    """How much better a team did than was to be expected, and how much that tells, against each team that did no worse."""
    omega = delta = 0.0
    for other, rank in enumerate(ranks):
        if rank <= ranks[place]:
            share, tied = odds / behind[other], ranks.count(rank)
            delta += share * (1 - share) / tied
            if other == place:
                omega += (1 - share) / tied
            else:
                omega -= share / tied
    return omega, delta


def _moved(mu: float, sigma: float, part: float, omega: float, delta: float) -> Belief:
    """What is believed of a player who has this part of the team's uncertainty."""
    return mu + part * omega, sigma * math.sqrt(max(1 - part * delta, LEAST))


def _total(odds: list[float], ranks: list[int], rank: int) -> float:
    """The odds of everybody at this rank or behind it."""
    total = 0.0  # not `sum`, which rounds otherwise since Python 3.12
    for each, theirs in zip(odds, ranks, strict=True):
        if theirs >= rank:
            total += each
    return total


def _at_least(belief: Belief) -> float:
    mu, sigma = belief
    return mu - 3 * sigma
