"""The board as somebody sees it: squares with a type, and the pieces on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludus.rules.layout import BoardLayout
from ludus.rules.piece import Piece


@dataclass(frozen=True, slots=True)
class Square:
    """One square: where it is, counted from 1 at the lower left, its type, and the piece on it."""

    x: int
    y: int
    type: str
    piece: Piece | None


@dataclass(frozen=True, slots=True)
class Board:
    """All squares of a board, row by row from the lower left."""

    name: str
    width: int
    height: int
    squares: tuple[Square, ...]
    layout: BoardLayout

    def at(self, x: int, y: int) -> Square:
        """The square with these coordinates."""
        return self.squares[(y - 1) * self.width + x - 1]

    def changed(self, before: Board) -> Iterator[Square]:
        """The squares that look different from an earlier board."""
        return (now for now, then in zip(self.squares, before.squares, strict=True) if now != then)
