"""Portable Draughts Notation: squares by number, and a position as `B:W21,22,K30:B1,2,K11`.

It fits any game of draughts between Black and White on the dark squares of a board. The numbers run row by row from the top:

    y=4 |    1     2
    y=3 | 3     4          on a board of 4 x 4
    y=2 |    5     6
    y=1 | 7     8
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludus.rules.errors import PositionError

SIDES = "BW"  # by seat


@dataclass(frozen=True)
class Pdn:
    """The notation for one game: its numbering, how it writes moves, and how it writes positions."""

    board: tuple[int, int]
    """Width and height in squares."""
    man: tuple[int, int]
    """The numbers of a man's piece, Black's and White's."""
    king: tuple[int, int]
    """The numbers of a king's piece, Black's and White's."""
    cell: Callable[[Any, int], int]
    """The game's rule for the piece on a square."""
    place: Callable[[Any, int, int], None]
    """The game's rule that puts a piece on a square."""

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The dark squares in the order of their numbers."""
        width, height = self.board
        return tuple(width * row + column for row in range(height - 1, -1, -1) for column in range(row % 2, width, 2))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the squares are called, from the lower left: dark squares by their numbers, light ones not at all."""
        width, height = self.board
        names = {square: str(number) for number, square in enumerate(self.squares, 1)}
        return tuple(names.get(square, "") for square in range(width * height))

    def number(self, square: int) -> int:
        """A dark square as players number it."""
        return self.squares.index(square) + 1

    def move_text(self, squares: tuple[int, ...], *, jumps: bool) -> str:
        """`11-15`, or `22x15x8` for jumps."""
        return ("x" if jumps else "-").join(str(self.number(square)) for square in squares)

    def read_squares(self, _state: Any, text: str) -> tuple[int, ...] | None:
        """The squares with these numbers, or None if one of them is not the number of a square."""
        numbers = [int(word) if word.isdecimal() else 0 for word in re.split("[-x]", text)]
        if not all(1 <= each <= len(self.squares) for each in numbers):
            return None
        return tuple(self.squares[each - 1] for each in numbers)

    def write(self, state: Any) -> str:
        """Who moves, then the pieces of each side, kings with a K."""
        return f"{SIDES[state.turn]}:W{self._listed(state, 1)}:B{self._listed(state, 0)}"

    def _listed(self, state: Any, seat: int) -> str:
        letters = {self.man[seat]: "", self.king[seat]: "K"}
        seen = ((self.cell(state, square), number) for number, square in enumerate(self.squares, 1))
        return ",".join(f"{letters[piece]}{number}" for piece, number in seen if piece in letters)

    def read(self, text: str, state: Any) -> None:
        """Read what `write` writes; the sides may come in either order, and `21-32` means every square from 21 to 32."""
        mover, *sides = text.upper().removesuffix(".").split(":")
        if mover not in ("B", "W"):
            raise PositionError(f"the first letter says who moves, B or W, not {mover!r}")
        if sorted(side[:1] for side in sides) != ["B", "W"]:
            raise PositionError(f"after {mover} come both sides, as in :W21,22,K30:B1,2,K11, not {':'.join(sides)!r}")
        state.turn = SIDES.index(mover)
        for side in sides:
            for word in side[1:].split(",") if side[1:] else ():
                self._read_word(word, side[0], state)

    def _read_word(self, word: str, side: str, state: Any) -> None:
        found = re.fullmatch(r"(K?)([0-9]{1,2})(?:-([0-9]{1,2}))?", word.strip())
        if not found:
            raise PositionError(f"{word!r} after {side} is not a square such as 21, K30 or 21-32")
        first, last = int(found[2]), int(found[3] or found[2])
        if not 1 <= first <= last <= len(self.squares):
            highest = len(self.squares)
            raise PositionError(f"{word!r} after {side}: squares are numbered 1 to {highest}, the lower number first")
        for square in self.squares[first - 1 : last]:
            if self.cell(state, square):
                raise PositionError(f"{word!r} after {side}: another piece stands on {self.number(square)} already")
            self.place(state, square, (self.king if found[1] else self.man)[SIDES.index(side)])
