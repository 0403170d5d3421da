"""The lines of a board that is made of points and lines, drawn with box characters.

    ○───┬───○
    │   │   │
    ○───○───○

Each place of the canvas collects the directions in which lines leave it, and the character that has them is drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ludus.clients.terminal.canvas import Canvas
from ludus.clients.terminal.entry import Point
from ludus.clients.terminal.look import BoardLook
from ludus.clients.terminal.theme import Theme

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
BOXES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The character for each set of directions."""


def draw_lines(
    canvas: Canvas,
    corner: Point,
    columns: Sequence[int],
    rows: Sequence[int],
    size: tuple[int, int],
    look: BoardLook,
    theme: Theme,
) -> None:
    """Draw all lines between points that are shown; those that are neither straight nor diagonal cannot be drawn."""
    (x, y), (width, height) = corner, size
    across = {column: x + place * width + width // 2 for place, column in enumerate(columns)}
    down = {row: y + place * height + (height - 1) // 2 for place, row in enumerate(rows)}
    strokes: dict[tuple[int, int], int] = defaultdict(int)
    for (x1, y1), (x2, y2) in look.lines:
        if not {x1, x2} <= across.keys() or not {y1, y2} <= down.keys():
            continue
        (left, top), (right, bottom) = sorted([(across[x1], down[y1]), (across[x2], down[y2])])
        if top == bottom:
            for column in range(left, right + 1):
                strokes[column, top] |= (RIGHT if column < right else 0) | (LEFT if column > left else 0)
        elif left == right:
            for row in range(min(top, bottom), max(top, bottom) + 1):
                strokes[left, row] |= (DOWN if row < max(top, bottom) else 0) | (UP if row > min(top, bottom) else 0)
        else:
            _draw_diagonal(canvas, (left, top), (right, bottom), theme)
    for (column, row), directions in strokes.items():
        canvas.put(column, row, BOXES[directions], theme.faint)


def _draw_diagonal(canvas: Canvas, start: tuple[int, int], end: tuple[int, int], theme: Theme) -> None:
    (left, top), (right, bottom) = start, end
    steps = abs(bottom - top)
    for step in range(1, steps):
        column = left + round((right - left) * step / steps)
        row = top + (step if bottom > top else -step)
        canvas.put(column, row, "╲" if bottom > top else "╱", theme.faint)
