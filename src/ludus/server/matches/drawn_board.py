"""`DrawnBoard`: how the board was last drawn for somebody, so that only the squares that change are sent."""

from __future__ import annotations

from functools import lru_cache

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.wire.messages import DrawnSquare

SQUARES_KEPT = 20_000
"""Drawn squares that are kept ready; the same few appear in every match of a game."""


class DrawnBoard:
    """The squares as somebody saw them last."""

    def __init__(self, rulebook: Rulebook, state: StateRecord) -> None:
        self.rulebook = rulebook
        self._drawn = self._draw(state)

    def squares(self) -> list[DrawnSquare]:
        """Every square."""
        return self._drawn.copy()

    def redraw(self, state: StateRecord) -> list[DrawnSquare]:
        """Draw this state, and give the squares that look different now."""
        before, self._drawn = self._drawn, self._draw(state)
        return [new for new, old in zip(self._drawn, before, strict=True) if new != old]

    def change(self, changed: list[int]) -> list[DrawnSquare]:
        """Draw the squares that a step has changed, where the referee has said which."""
        squares: list[DrawnSquare] = []
        for place in range(0, len(changed), 3):
            number, code, kind = changed[place : place + 3]
            square = self._drawn[number] = _square(self.rulebook, number, code, kind)
            squares.append(square)
        return squares

    def _draw(self, state: StateRecord) -> list[DrawnSquare]:
        codes, kinds = (each.tolist() for each in self.rulebook.look(state))
        return [_square(self.rulebook, number, code, kinds[number]) for number, code in enumerate(codes)]


@lru_cache(maxsize=SQUARES_KEPT)
def _square(rulebook: Rulebook, number: int, code: int, kind: int) -> DrawnSquare:
    x, y = rulebook.xy(number)
    piece = rulebook.game.piece(code)
    return DrawnSquare(x, y, rulebook.game.square_types[kind], piece.word if piece else "", piece.team if piece else 0)
