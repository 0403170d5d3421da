"""Tables: who stands where, as a function of the results of pairings.

    points              1 for a won pairing, 1/2 for a drawn one, 1 for a bye
    Sonneborn-Berger    the points of everybody you beat, and half the points of everybody you drew with
    Buchholz            the points of all your opponents; a bye or a pairing nobody played counts as an opponent with your points
    head-to-head        points in the pairings among those who are equal up to there
    wins                won pairings

Whoever is equal in everything shares a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from msgspec import Struct

from ludus.server.tournaments.bracket import BYE
from ludus.wire.messages import StandingEntry


class PairingResult(Struct, frozen=True):
    """What a pairing brought its players; `second` is `BYE` for a bye. A pairing that was forfeited was not `played`."""

    first: str
    second: str
    first_points: float
    second_points: float
    played: bool = True
    round: int = 0

    def points(self, player: str) -> float:
        """What it brought a player."""
        return self.first_points if player == self.first else self.second_points

    def opponent(self, player: str) -> str:
        """Whom a player met."""
        return self.second if player == self.first else self.first


class _PlayerTally:
    """What the results say about one player."""

    def __init__(self, player: str, results: Iterable[PairingResult]) -> None:
        self.player = player
        self.results = [result for result in results if player in (result.first, result.second)]
        scored = [result.points(player) for result in self.results]
        self.points = sum(scored)
        self.won, self.drawn, self.lost = (scored.count(points) for points in (1.0, 0.5, 0.0))
        self.sonneborn_berger = self.buchholz = self.head_to_head = 0.0


Key: TypeAlias = Callable[[_PlayerTally], float]

ROUND_ROBIN: tuple[str, ...] = ("points", "sonneborn_berger", "head_to_head", "won")
SWISS: tuple[str, ...] = ("points", "buchholz", "sonneborn_berger", "head_to_head", "won")
ARENA: tuple[str, ...] = ("points", "won", "head_to_head")
"""What decides about a place, in this order."""


def table(
    players: Sequence[str], results: Sequence[PairingResult], by: Sequence[str] = ROUND_ROBIN, withdrawn: Iterable[str] = ()
) -> list[StandingEntry]:
    """The table, best first; those who share a place stand in the order of `players`."""
    tallies = {player: _PlayerTally(player, results) for player in players}
    points = {player: tally.points for player, tally in tallies.items()}
    for player, tally in tallies.items():
        tally.sonneborn_berger = sonneborn_berger(player, tally.results, points)
        tally.buchholz = buchholz(player, tally.results, points)
    gone, rows = set(withdrawn), []
    for place, group in _places(list(tallies.values()), list(by)):
        rows += [_row(place, tally, tally.player in gone) for tally in group]
    return rows


def sonneborn_berger(player: str, results: Iterable[PairingResult], points: dict[str, float]) -> float:
    """What the points of a player's opponents are worth, by what the player scored against them."""
    return sum(result.points(player) * points[result.opponent(player)] for result in results if result.second != BYE)


def buchholz(player: str, results: Iterable[PairingResult], points: dict[str, float]) -> float:
    """The sum of the points of a player's opponents."""
    met = (result.opponent(player) if result.played and result.second != BYE else player for result in results)
    return sum(points[opponent] for opponent in met)


def _places(tallies: list[_PlayerTally], by: list[str]) -> Iterable[tuple[int, list[_PlayerTally]]]:
    """Groups that share a place, with that place from 1."""
    place = 1
    for group in _groups(tallies, by):
        yield place, group
        place += len(group)


def _groups(tallies: list[_PlayerTally], by: list[str]) -> Iterable[list[_PlayerTally]]:
    """The same players in groups of equals, best first."""
    if not by or len(tallies) == 1:
        yield tallies
        return
    if by[0] == "head_to_head":
        _meet(tallies)
    worth: Key = lambda tally: getattr(tally, by[0])  # noqa: E731
    for _, group in groupby(sorted(tallies, key=worth, reverse=True), key=worth):
        yield from _groups(list(group), by[1:])


def _meet(tallies: list[_PlayerTally]) -> None:
    """Count what equals have scored against each other."""
    equals = {tally.player for tally in tallies}
    for tally in tallies:
        met = [result for result in tally.results if result.opponent(tally.player) in equals]
        tally.head_to_head = sum(result.points(tally.player) for result in met)


def _row(place: int, tally: _PlayerTally, withdrawn: bool) -> StandingEntry:
    return StandingEntry(
        place=place,
        player=tally.player,
        points=tally.points,
        pairings=len(tally.results),
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
        sonneborn_berger=tally.sonneborn_berger,
        buchholz=tally.buchholz,
        head_to_head=tally.head_to_head,
        withdrawn=withdrawn,
    )
