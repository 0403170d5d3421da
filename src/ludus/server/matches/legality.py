"""The legal moves of a seat, as messages list them."""

from __future__ import annotations

from ludus.rules.movetext import move_text
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.wire.messages import LegalMove


def legal_moves(rulebook: Rulebook, state: StateRecord, seat: int, most: int | None = None) -> list[LegalMove]:
    """What a seat may play, each move with its squares and its text; nothing if there are more than `most`."""
    asked = rulebook.asked(state, seat)
    moves = rulebook.moves(asked, seat)
    if most is not None and len(moves) > most:
        return []
    return [
        LegalMove(move_text(rulebook, asked, each, seat), [rulebook.xy(square) for square in rulebook.squares(asked, each)])
        for each in moves
    ]
