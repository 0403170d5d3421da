"""Why a player may not do something in a match now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludus.server.fault import Fault
from ludus.server.matches.events import NOBODY
from ludus.server.matches.undo import cannot_undo
from ludus.wire.problem import Kind

if TYPE_CHECKING:
    from ludus.server.matches.match import Agreement, Match


def cannot_move(match: Match, player: str, seat: int, ref: str) -> Fault | None:
    """Why this player may not move now, as the answer to this question."""
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if match.status != "playing":
        return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YET)
    if seat not in match.asked or match.next_player(seat) != player:
        return Fault(Kind.STALE) if ref else Fault(Kind.NOT_YOUR_TURN)
    if ref and ref != match.ref(seat):
        return Fault(Kind.STALE)
    return None


def cannot_agree(match: Match, seat: int, what: Agreement) -> Fault | None:
    """Why this cannot be offered now by a seat."""
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if what == "rematch":
        return None if match.closed else Fault(Kind.NOT_POSSIBLE, "The game is not over yet")
    if match.status != "playing":
        return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YET)
    if what == "draw" and any(match.is_computer(other) for other in range(match.seats)):
        return Fault(Kind.NOT_POSSIBLE, "The computer plays on")
    if what == "undo" and not match.agreed.get("undo"):
        return cannot_undo(match.play, seat)
    return None
