r"""A board of points and lines, drawn with letters.

3  o---o---o
   | \ | / |          a point is four characters and two rows from the next
2  o---w---o
   | / | \ |
1  o---b---o
   a   b   c
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.rules.board import Board, Square
from ludus.rules.layout import Line

Paint: TypeAlias = Callable[[Square, str], str]
"""`paint(square, text)`: what is drawn of a square, with colours around it."""

FREE = "o"
ACROSS, UP = 4, 2
"""Characters and rows from one square to the next."""


def draw_points(board: Board, paint: Paint) -> str:
    """The board as text, its pieces as letters."""
    layout, canvas = board.layout, dict[tuple[int, int], str]()
    rank = {y: place for place, y in enumerate(layout.rows_drawn)}
    for line in layout.lines:
        canvas.update(_strokes(line, rank))
    for x, y in layout.points:
        square = board.at(x, y)
        canvas[ACROSS * (x - 1), UP * rank[y]] = paint(square, square.piece.letter if square.piece else FREE)
    margin = max(map(len, layout.rows), default=0)
    label = {UP * place: layout.rows[y - 1] for y, place in rank.items()} if layout.rows else {}
    drawn = []
    for row in range(UP * (board.height - 1) + 1):
        characters = "".join(canvas.get((column, row), " ") for column in range(ACROSS * (board.width - 1) + 1))
        drawn.append(f"{label.get(row, ''):>{margin}}  {characters}".rstrip())
    if layout.columns:
        drawn.append(" " * (margin + 2) + "".join(f"{label:<{ACROSS}}" for label in layout.columns).rstrip())
    return "\n".join(drawn)


def _strokes(line: Line, rank: dict[int, int]) -> dict[tuple[int, int], str]:
    """The characters of a line that runs along a row, a column or a diagonal; others can only be shown in a picture."""
    (x1, y1), (x2, y2) = sorted(line)
    left, right, start, end = ACROSS * (x1 - 1), ACROSS * (x2 - 1), UP * rank[y1], UP * rank[y2]
    if start == end:
        return {(column, start): "-" for column in range(left + 1, right)}
    if left == right:
        return {(left, row): "|" for row in range(min(start, end) + 1, max(start, end))}
    if x2 - x1 != abs(y2 - y1):
        return {}
    step = 1 if end > start else -1
    return {(left + 2 * count, start + step * count): "\\" if step > 0 else "/" for count in range(1, abs(end - start))}
