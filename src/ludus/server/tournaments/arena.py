"""Pairing in an arena: everybody plays as much as they can, against somebody of about their score.

Whoever waits longest chooses first: the free player with the nearest score who was not their last opponent; of several the one
who has waited longer. The last opponent is met again only when nobody else could come: no game is going on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiting:
    """A player who is free: their score, since when they wait, whom they met last, and how they have moved so far."""

    player: str
    score: float
    since: float
    last_opponent: str = ""
    balance: int = 0
    """Games in which they made the first move, less those in which they did not."""


def pair_waiting(waiting: Iterable[Waiting], *, all_are_free: bool) -> list[tuple[str, str]]:
    """The pairs that begin now, who moves first standing first; whoever stays without a partner waits on."""
    queue = sorted(waiting, key=lambda each: (each.since, -each.score, each.player))
    pairs: list[tuple[str, str]] = []
    while queue:
        one = queue.pop(0)
        others = [other for other in queue if one.player != other.last_opponent and other.player != one.last_opponent]
        partner = _nearest(one, others or (queue if all_are_free and not pairs else []))
        if partner:
            queue.remove(partner)
            pairs.append(_sides(one, partner))
    return pairs


def _nearest(one: Waiting, others: Sequence[Waiting]) -> Waiting | None:
    return min(others, key=lambda other: (abs(other.score - one.score), other.since, other.player), default=None)


def _sides(one: Waiting, other: Waiting) -> tuple[str, str]:
    """Who has moved first less often does it now; of equals, the one with the lower score."""
    first, second = sorted((one, other), key=lambda each: (each.balance, each.score, each.player))
    return first.player, second.player
