"""The question that a program is asked in a tournament: the same `ask` as ever, with all there is to know about the match."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.server.tournaments.state import Pairing
from ludus.wire.messages import MatchSoFar


def match_so_far(tournament: str, pairing: Pairing, best_of: int, mover: str, records: Sequence[str] = ()) -> MatchSoFar:
    """What there is to know about a pairing in the game that `mover` begins, who is team 1 in it."""
    wins = [pairing.wins(mover), pairing.wins(pairing.opponent(mover))]
    return MatchSoFar(pairing.round, best_of, wins, list(records), tournament, pairing.number)
