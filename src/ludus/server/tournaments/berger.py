"""Round robin by Berger tables, as the FIDE Handbook prints them (C.05 Annex 1).

    berger(4)       1-4 2-3 | 4-3 1-2 | 2-4 3-1

In odd rounds the last player moves second, in even rounds first. The others sit in a circle; the opponent of the last player is
the axis, and whoever sits at the same distance on both sides of it meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Round: TypeAlias = list[tuple[int, int]]
"""The pairs of a round; who moves first stands first."""


def berger(count: int) -> list[Round]:
    """The rounds for an even number of players, who are numbered from 1."""
    if count < 2 or count % 2:
        raise ValueError(f"a Berger table needs an even number of players from 2 on, not {count}")
    circle, half = count - 1, count // 2
    rounds = []
    for number in range(1, count):
        axis = (number + 1) // 2 if number % 2 else half + number // 2
        last = (axis, count) if number % 2 else (count, axis)
        others = [((axis + step - 1) % circle + 1, (axis - step - 1) % circle + 1) for step in range(1, half)]
        rounds.append([last, *others])
    return rounds


def round_robin(players: Sequence[str], *, double: bool = False) -> list[list[tuple[str, str]]]:
    """Every pair once, or twice with the first move swapped; with an odd number one player rests in each round.

    In a double round robin the last two rounds of the first half are swapped, as FIDE recommends: nobody moves first, or second,
    three times in a row.
    """
    if len(players) < 2:
        return []
    first = berger(len(players) + len(players) % 2)
    if double and len(first) > 2:
        first[-2:] = first[:-3:-1]
    second = [[(away, home) for home, away in pairs] for pairs in berger(len(players) + len(players) % 2)] if double else []
    return [_named(players, pairs) for pairs in [*first, *second]]


def _named(players: Sequence[str], pairs: Round) -> list[tuple[str, str]]:
    """The pairs of a round by name, without the player who rests."""
    return [(players[one - 1], players[two - 1]) for one, two in pairs if max(one, two) <= len(players)]
