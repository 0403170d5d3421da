"""The board as messages show it, square by square; only the squares that change are sent."""

from __future__ import annotations

from functools import lru_cache

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.wire.messages import DrawnSquare

SQUARES_KEPT = 20_000
"""Drawn squares that are kept ready; the same few appear in every match of a game."""


def drawn_squares(rulebook: Rulebook, state: StateRecord) -> list[DrawnSquare]:
    """Every square."""
    codes, kinds = (each.tolist() for each in rulebook.look(state))
    return [drawn_square(rulebook, number, code, kinds[number]) for number, code in enumerate(codes)]


def differences(before: list[DrawnSquare], after: list[DrawnSquare]) -> list[DrawnSquare]:
    """The squares that look different now."""
    return [new for new, old in zip(after, before, strict=True) if new != old]


@lru_cache(maxsize=SQUARES_KEPT)
def drawn_square(rulebook: Rulebook, number: int, code: int, kind: int) -> DrawnSquare:
    """A square by the numbers of its piece and of its type."""
    x, y = rulebook.xy(number)
    piece = rulebook.game.piece(code)
    return DrawnSquare(x, y, rulebook.game.square_types[kind], piece.word if piece else "", piece.team if piece else 0)
