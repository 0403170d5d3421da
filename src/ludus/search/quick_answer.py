"""Answers that need no search: a move that wins at once, and a move that the game says needs no thought."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit


def winning_move(rulebook: Rulebook, state: StateRecord, moves: Sequence[int]) -> int | None:
    """A move that wins at once."""
    if rulebook.game.wins is not None:
        known = rulebook.hint("wins", state)
        return None if known < 0 else known
    mover = int(state["turn"])
    return next((move for move in moves if rulebook.outcome(rulebook.play(state, move)) == mover), None)


def book_move(rulebook: Rulebook, state: StateRecord, moves: Sequence[int], limit: Limit) -> int | None:
    """A move that the game says needs no thought; None where a depth was asked for."""
    if rulebook.game.quick is None or limit.depth:
        return None
    known = rulebook.hint("quick", state)
    return known if known in moves else None
