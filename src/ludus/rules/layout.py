"""How a board is laid out for people: what columns, rows and squares are called, lines and points, and which row is on top.

The usual board has letters for columns and numbers for rows, with row 1 at the bottom:

    3  . . .
    2  . . .
    1  . . .
       a b c
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
"""The x and y of a square, counted from 1 at the lower left."""

Line: TypeAlias = tuple[Point, Point]
"""A line between two points."""


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """What is the same in every position of a game."""

    width: int
    height: int
    columns: tuple[str, ...] = ()
    """The label of each column, from the left; none if there are no labels."""
    rows: tuple[str, ...] = ()
    """The label of each row, from row 1; none if there are no labels."""
    squares: tuple[str, ...] = ()
    """The label of each square, from the lower left, empty for a square without one; none if only edges have labels."""
    lines: tuple[Line, ...] = ()
    """The lines of a board that is not made of squares; their ends are its points."""
    first_row_on_top: bool = False

    @property
    def points(self) -> tuple[Point, ...]:
        """The points that the lines join, row by row from the lower left; none if the board is made of squares."""
        return tuple(sorted({point for line in self.lines for point in line}, key=lambda point: point[::-1]))

    @property
    def rows_drawn(self) -> Sequence[int]:
        """The rows in the order in which they are drawn, from the top."""
        return range(1, self.height + 1) if self.first_row_on_top else range(self.height, 0, -1)

    def name(self, x: int, y: int) -> str:
        """What a square is called; empty if it has no name."""
        if self.squares:
            return self.squares[(y - 1) * self.width + x - 1]
        between = "," if self.columns and self.rows and self.columns[x - 1][-1:].isdecimal() else ""
        return (self.columns[x - 1] if self.columns else "") + between + (self.rows[y - 1] if self.rows else "")


def usual_columns(width: int) -> tuple[str, ...]:
    """Letters, or numbers where the alphabet is too short."""
    return tuple(chr(ord("a") + x) if width <= 26 else str(x + 1) for x in range(width))


def usual_rows(height: int) -> tuple[str, ...]:
    """Numbers from 1."""
    return tuple(str(y) for y in range(1, height + 1))
