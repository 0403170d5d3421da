"""The bracket of a knockout: who meets whom, as a function of the starting order and of who has won so far.

    slots 8, players 5             round 0                 round 1              round 2

    1 ann                          ann  ─┐
    8 (bye)                        bye  ─┴─ ann ─┐
    4 dee                          dee  ─┐       ├─ ?  ─┐
    5 eve                          eve  ─┴─  ?  ─┘      │
    2 bob                          bob  ─┐              ├─ ?
    7 (bye)                        bye  ─┴─ bob ─┐      │
    3 cat                          cat  ─┐       ├─ ?  ─┘
    6 (bye)                        bye  ─┴─ cat ─┘

The best in the starting order meet as late as possible. That order also spreads byes: with more players than half the slots no
two byes meet and nobody gets a second one; with fewer, a bye that meets a bye is a bye, and no two players differ by more than
one bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

BYE = ""
"""Stands where a player is missing."""

Slot: TypeAlias = str | None
"""A player, `BYE`, or None while nobody knows."""


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """A place in the bracket: the round and the place in it, both from 0, who meets there, and who goes on."""

    round: int
    index: int
    first: Slot
    second: Slot
    winner: Slot

    @property
    def is_played(self) -> bool:
        """Whether two players meet here."""
        return bool(self.first) and bool(self.second)


def slots_for(players: int) -> int:
    """The smallest power of two, from 2 on, with room for all players."""
    return max(2, 1 << (players - 1).bit_length())


def is_slots(slots: int) -> bool:
    """Whether a knockout can have this many slots: 2, 4, 8 and so on."""
    return slots >= 2 and slots & (slots - 1) == 0


def seed_places(slots: int) -> list[int]:
    """Who stands in each slot from the top, as places in the starting order from 1: for 8 slots 1 8 4 5 2 7 3 6."""
    places = [1]
    while len(places) < slots:
        places = [place for known in places for place in (known, 2 * len(places) + 1 - known)]
    return places


def bracket(order: Sequence[str], slots: int, winners: Mapping[tuple[int, int], str]) -> list[list[BracketPairing]]:
    """All rounds, the final last; `winners` are those of the pairings that were played, by round and index."""
    line: list[Slot] = [order[place - 1] if place <= len(order) else BYE for place in seed_places(slots)]
    rounds: list[list[BracketPairing]] = []
    while len(line) > 1:
        number = len(rounds)
        pairs = zip(line[::2], line[1::2], strict=True)
        rounds.append([_pairing(number, index, pair, winners) for index, pair in enumerate(pairs)])
        line = [pairing.winner for pairing in rounds[-1]]
    return rounds


def pairings_to_play(rounds: Sequence[Sequence[BracketPairing]]) -> Iterator[BracketPairing]:
    """The pairings of two known players that nobody has won yet."""
    return (pairing for each in rounds for pairing in each if pairing.is_played and pairing.winner is None)


def take_in_order(waiting: Sequence[str], slots: int) -> tuple[list[str], list[str]]:
    """First come, first served: those who are taken, and the order afterwards, in which they stand at the end."""
    taken = list(waiting[:slots])
    return taken, [*waiting[slots:], *taken]


def _pairing(number: int, index: int, pair: tuple[Slot, Slot], winners: Mapping[tuple[int, int], str]) -> BracketPairing:
    first, second = pair
    winner: Slot
    if first == BYE or second == BYE:
        winner = second if first == BYE else first  # also BYE when both are, and None while the other is not known
    else:
        winner = winners.get((number, index)) if first and second else None
    return BracketPairing(number, index, first, second, winner)
