"""`BoardView`: a board as somebody sees it, as text and as a picture."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.library.picture import board_svg
from ludus.rules.board import Board, Square
from ludus.rules.diagram import draw
from ludus.rules.game import Game


@dataclass(frozen=True)
class BoardView:
    """A board as a seat may see it: `print(view)` draws it with letters, a notebook shows the picture."""

    game: Game
    board: Board
    marked: frozenset[int] = frozenset()
    """Numbers of squares to be marked, such as those of the last move."""
    status: str = ""
    """One or two lines under the board."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """All squares, row by row from the lower left, each with its type and its piece."""
        return self.board.squares

    def at(self, x: int, y: int) -> Square:
        """The square with these coordinates, counted from 1 at the lower left."""
        return self.board.at(x, y)

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return board_svg(self.game, self.board, self.marked, self.status)

    def __str__(self) -> str:
        return draw(self.board) + (f"\n\n{self.status}" if self.status else "")

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.board.width} x {self.board.height}: {next(iter(self.status.splitlines()), 'a board')}>"

    def _repr_svg_(self) -> str:
        return self.svg
