"""What people see and write of Santorini: pictures, moves, and positions on one line.

    6 1 b2,e5 b5,e2 000000/010000/000000/000000/002000/000000

They say the size, the team to move (`?` before the lot), the workers of team 1 and of team 2, and the heights, row 1 first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ludus.rules import Notation, Piece, PositionError, count_bits
from ludus.rules.notation import square_name, square_number
from ludus.rules.pictures import disc, figure, svg, team_colour, team_edge

EXAMPLE = "6 1 b2,e5 b5,e2 000000/010000/000000/000000/002000/000000"
PARTS = "size, team to move, workers of team 1, workers of team 2, heights"
HEIGHTS = "01234"


TOP, DOME = 3, 4
PLATES = ((5, 90, "#e7dcc4", "#b9aa88"), (14, 72, "#f3ebda", "#c6b898"), (23, 54, "#ffffff", "#cfc2a5"))  # as they are drawn


def picture(piece: Piece) -> str:
    """A figure in the team's colour."""
    return svg(figure(team_colour(piece.team), team_edge(piece.team)))


def square_picture(kind: str) -> str:
    """A dome on its tower; how high the others are is told by their words."""
    if kind != "dome":
        return ""
    plates = "".join(
        f'<rect x="{inset}" y="{inset}" width="{side}" height="{side}" rx="9" fill="{edge}"/>'
        f'<rect x="{inset}" y="{inset - 3}" width="{side}" height="{side - 2}" rx="9" fill="{fill}"/>'
        for inset, side, fill, edge in PLATES
    )
    shine = '<path d="M34 41a19 19 0 0 1 19-13" fill="none" stroke="#9ccaf4" stroke-width="5" stroke-linecap="round"/>'
    return svg(plates, disc("#2f6fb5", edge="#174273", radius=25), shine)


def chance_text(_state: Any, chance: int) -> str:
    """What the lot has decided."""
    return f"Team {chance + 1} begins"


def ending(_state: Any, outcome: int) -> str:
    """How the game ended."""
    return f"Team {outcome + 1} wins: its worker has reached level {TOP}"


@dataclass(frozen=True)
class Positions:
    """The notation for one size of board, by means of the game's own rules."""

    size: int
    workers: int
    cell: Callable[[Any, int], int]
    kind: Callable[[Any, int], int]
    place: Callable[[Any, int, int], None]
    raise_to: Callable[[Any, int, int], None]
    board: int
    """All squares, as the game keeps a set of them."""

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

    def first_flaw(self, state: Any) -> str | None:
        """The first thing that is impossible in a real game, in a sentence, or None."""
        mover, other = state.turn + 1, 2 - state.turn
        placed = [0, *(count_bits(workers) for workers in state.workers)]
        if state.lot and (any(placed) or any(state.levels) or (mover, state.lot) != (1, 1)):
            return "the lot comes before everything else, so the board must be empty"
        if state.levels[0] or any(higher & ~lower for lower, higher in pairwise((self.board, *state.levels[1:]))):
            return "levels must be on the board, from 1 to 4, each on top of the one below"
        if max(placed) > self.workers:
            return f"team {placed.index(max(placed))} has {max(placed)} workers, more than {self.workers}"
        if sum(placed) < 2 * self.workers and any(state.levels):
            return "nothing is built before all workers are placed"
        if not 0 <= placed[other] - placed[mover] <= 1:
            return f"with {placed[1]} workers of team 1 and {placed[2]} of team 2 it cannot be the turn of team {mover}"
        heights = [self.kind(state, square) if self.cell(state, square) else 0 for square in range(self.size**2)]
        if DOME in heights:
            return f"the worker on {square_name(heights.index(DOME), self.size)} stands on a dome"
        if state.workers[state.turn] & state.levels[TOP]:
            return f"team {mover} has reached level {TOP} and won, so it cannot be its turn"
        if heights.count(TOP) > 1:
            return f"two workers stand on level {TOP}, but the first to reach it wins"
        return None

    def move_text(self, _state: Any, _move: int, squares: tuple[int, ...]) -> str:
        """`b2-b3+c4`, `b2-b3` when it wins, `b2` to place."""
        start, *walk = (square_name(square, self.size) for square in squares)
        return "+".join(["-".join([start, *walk[:1]]), *walk[1:]])


def options(text: str) -> dict[str, int]:
    """The size that a position names."""
    size = text.partition(" ")[0]
    return {"size": int(size)} if size.isdecimal() else {}
