"""Santorini positions on one line: `6 1 b2,e5 b5,e2 000000/010000/000000/000000/002000/000000`.

They say the size, the team to move (`?` before the lot), the workers of team 1 and of team 2, and the heights, row 1 first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludus.rules import Notation, PositionError
from ludus.rules.notation import square_name, square_number

EXAMPLE = "6 1 b2,e5 b5,e2 000000/010000/000000/000000/002000/000000"
PARTS = "size, team to move, workers of team 1, workers of team 2, heights"
HEIGHTS = "01234"


@dataclass(frozen=True)
class Positions:
    """The notation for one size of board, by means of the game's own rules."""

    size: int
    workers: int
    cell: Callable[[Any, int], int]
    kind: Callable[[Any, int], int]
    place: Callable[[Any, int, int], None]
    raise_to: Callable[[Any, int, int], None]

    @property
    def notation(self) -> Notation:
        """What the game is given."""
        return Notation(self.write, self.read, options, example=EXAMPLE)

    def write(self, state: Any) -> str:
        """The position as text."""
        words = [str(self.size), "?" if state.lot else str(state.turn + 1)]
        for team in (1, 2):
            own = (square for square in range(self.size**2) if self.cell(state, square) == team)
            placed = sorted(square_name(square, self.size) for square in own)
            words.append(",".join([*placed, "-"][: self.workers]))
        heights = "".join(str(self.kind(state, square)) for square in range(self.size**2))
        rows = (heights[at : at + self.size] for at in range(0, self.size**2, self.size))
        return " ".join([*words, "/".join(rows)])

    def read(self, text: str, state: Any) -> None:
        """Fill in an empty state as the text says."""
        parts = text.split()
        if len(parts) != 5:
            raise PositionError(f"there are {len(parts)} parts, but 5 are expected: {PARTS}")
        size, team, *workers, heights = parts
        if size != str(self.size):
            raise PositionError(f"the size is {size!r}, but this board has {self.size} squares a side")
        if team not in ("1", "2", "?"):
            raise PositionError(f"the team to move is 1, 2, or ? before the lot is drawn, not {team!r}")
        state.turn, state.lot = int(team == "2"), int(team == "?")
        for owner, names in enumerate(workers, 1):
            self._read_workers(names, owner, state)
        self._read_heights(heights.split("/"), state)

    def _read_workers(self, names: str, team: int, state: Any) -> None:
        for name in names.split(","):
            if name == "-":
                continue
            square = square_number(name, (self.size, self.size))
            if square is None:
                raise PositionError(f"{name!r} in {names!r} is not a square such as b2, nor - for a worker not placed yet")
            if self.cell(state, square):
                raise PositionError(f"{name!r} in {names!r}: another worker stands there already")
            self.place(state, square, team)

    def _read_heights(self, rows: list[str], state: Any) -> None:
        size = self.size
        if len(rows) != size:
            raise PositionError(f"the heights have {len(rows)} rows, but {size} are expected, with / between them")
        for y, row in enumerate(rows):
            if len(row) != size:
                raise PositionError(f"row {y + 1} of the heights, {row!r}, has {len(row)} squares, but {size} are expected")
            for x, digit in enumerate(row):
                if digit not in HEIGHTS:
                    raise PositionError(f"row {y + 1} of the heights, {row!r}: {digit!r} is not a height from 0 to 4")
                self.raise_to(state, y * size + x, int(digit))


def options(text: str) -> dict[str, int]:
    """The size that a position names."""
    size = text.partition(" ")[0]
    return {"size": int(size)} if size.isdecimal() else {}
