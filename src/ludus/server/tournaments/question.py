"""The question that a program is asked in a tournament: the same `ask` as ever, with all there is to know about the match."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import asdict

from ludus.wire.messages import Ask


class MatchSoFar(Struct, frozen=True):
    """A match of several games: the round, how many games decide it, the wins of each team, and the games before as records.

    Teams are numbered as in this game: the first in `wins` is team 1.
    """

    round: int
    best_of: int
    wins: list[int]
    records: list[str]


class TournamentAsk(Ask, tag="ask", frozen=True, kw_only=True):
    """Your move is awaited, in a game of a tournament."""

    tournament: MatchSoFar


def in_tournament(ask: Ask, so_far: MatchSoFar) -> TournamentAsk:
    """The same question, with what there is to know about the match."""
    return TournamentAsk(**asdict(ask), tournament=so_far)
