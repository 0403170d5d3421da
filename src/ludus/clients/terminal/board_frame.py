"""A board of any game, drawn on a canvas as large as there is room.

    ┌ margin ┐┌───────── squares ─────────┐       a square is a mark, then what stands on it:
      8        die  DIE                            • may come next   » is chosen   > is under the cursor
               536  135
               1    2    ...  labels

`fit` finds the size of the squares, `draw_board` draws them. Boards larger than LARGE squares a side are shown in part, around
the cursor. A board of points and lines is drawn by `line_frame.py` in the same places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ludus.clients.terminal.canvas import Canvas, TextStyle, clean, width_of
from ludus.clients.terminal.entry import Point
from ludus.clients.terminal.keyboard import Picked
from ludus.clients.terminal.line_frame import draw_lines
from ludus.clients.terminal.look import BoardLook
from ludus.clients.terminal.theme import MONO, Theme, piece_style
from ludus.wire.messages import DrawnSquare

LARGE = 26
"""Squares a side above which a board is shown in part."""

MOST_HEIGHT = 7
"""Rows that one square may take, however large the terminal is."""

NEXT, ENTERED, CURSOR = "•", "»", ">"


class Marks(NamedTuple):
    """What is shown besides the pieces."""

    next: frozenset[Point] = frozenset()
    entered: tuple[Point, ...] = ()
    last: tuple[Point, ...] = ()
    cursor: Point | None = None
    flipped: bool = False


class Fit(NamedTuple):
    """Where each square is drawn: the columns and rows shown, from the left and from the top, and the size of a square."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]
    width: int
    height: int
    margin: int
    labelled: bool

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows that the board takes on the canvas."""
        return self.margin + self.width * len(self.columns), self.height * len(self.rows) + self.labelled


def needs(look: BoardLook, squares: Iterable[DrawnSquare]) -> tuple[int, int, int]:
    """The smallest size of the board's squares: width, height, and the margin for the labels of rows."""
    known = [*look.described.start, *squares]
    texts = [look.written(square) for square in known]
    pieces = [look.written(DrawnSquare(0, 0, "", piece.word, piece.team)) for piece in look.described.pieces]
    captions = [("", look.caption(square.type)) for square in look.described.squares]
    wide = max((width_of(clean(line)) for text in (*texts, *pieces, *captions) for line in text), default=1)
    labels = max(map(len, (*look.described.columns, *look.described.labels)), default=0)
    two = any(text[1] for text in (*texts, *pieces)) or any(caption for _, caption in captions)
    tall = 2 if two or look.points or look.described.labels else 1
    margin = max(map(len, look.described.rows), default=-1) + 1
    return max(wide + 1, labels + 1, 4 if look.points else 2), tall, margin


def fit(look: BoardLook, squares: Iterable[DrawnSquare], room: tuple[int, int], marks: Marks) -> Fit | None:
    """The largest drawing for which there is room; none if there is not enough."""
    least, tall, margin = needs(look, squares)
    labelled = bool(look.described.columns)
    across, down = room[0] - margin, room[1] - labelled
    large = max(look.width, look.height) > LARGE
    shown = min(look.width, max(1, across // least)) if large else look.width
    lines = min(look.height, max(1, down // tall)) if large else look.height
    if shown * least > across or lines * tall > down:
        return None
    height = max(tall, min(MOST_HEIGHT, down // lines))
    while height > tall and shown * max(least, 2 * height + 1) > across:
        height -= 1
    width = min(across // shown, max(least + 1 if height == tall else least, 2 * height + 1))
    columns = _around(look.width, shown, marks.cursor[0] if marks.cursor else 1)
    rows = _around(look.height, lines, marks.cursor[1] if marks.cursor else 1)
    if look.described.first_row_on_top == marks.flipped:
        rows = rows[::-1]
    return Fit(columns[::-1] if marks.flipped else columns, rows, width, height, margin, labelled)


def draw_board(
    canvas: Canvas, x: int, y: int, place: Fit, look: BoardLook, squares: dict[Point, DrawnSquare], marks: Marks, theme: Theme
) -> None:
    """Draw the board with its upper left corner there."""
    left = x + place.margin
    if look.points:
        draw_lines(canvas, (left, y), place.columns, place.rows, (place.width, place.height), look, theme)
    for down, row in enumerate(place.rows):
        top = y + down * place.height
        if look.described.rows:
            canvas.put(x, top + (place.height - 1) // 2, look.described.rows[row - 1], theme.faint)
        for across, column in enumerate(place.columns):
            square = squares.get((column, row))
            if square is None or (look.points and (column, row) not in look.points):
                continue
            box = (left + across * place.width, top, place.width, place.height)
            _draw_square(canvas, box, look, square, marks, theme)
            canvas.zone(*box, Picked("square", (column, row)))
    for across, column in enumerate(place.columns if place.labelled else ()):
        label = look.described.columns[column - 1]
        canvas.put(
            left + across * place.width + 1, y + place.height * len(place.rows), f"{label:^{place.width - 1}}", theme.faint
        )


def _draw_square(
    canvas: Canvas, box: tuple[int, int, int, int], look: BoardLook, square: DrawnSquare, marks: Marks, theme: Theme
) -> None:
    x, y, width, height = box
    at = (square.x, square.y)
    ground, mark = _ground(look, square, marks, theme), _mark(at, marks)
    style = TextStyle(theme.inks[0], ground)
    first, second = look.written(square)
    lines = [clean(line) for line in (first, second) if line]
    middle = y + (height - len(lines)) // 2
    if look.points:
        _draw_point(canvas, box, (first, mark), square, look, theme, ground)
        return
    canvas.fill(x, y, width, height, style)
    if theme is MONO and not square.piece and not lines:
        canvas.put(x + width // 2, y + (height - 1) // 2, mark or ".", style)
    block = max(map(width_of, lines), default=0)
    inner = x + 1 + max(0, (width - 1 - block) // 2)
    label = look.label(*at)
    if label and height > 1:
        canvas.put(x + 1, y + height - 1, label, TextStyle(theme.inks[1], ground))
    for offset, line in enumerate(lines):
        is_piece = square.piece and not (offset == 1 and second == look.caption(square.type))
        ink = piece_style(theme, square.team, look.team_colour(square.team)) if is_piece else TextStyle(theme.inks[1], ground)
        padded = f"{line:^{block}}" if line.isascii() else line
        canvas.put(inner, middle + offset, padded, ink, width=x + width - inner)
    if mark:
        canvas.put(x, y + (height - 1) // 2, mark, TextStyle(theme.inks[0], ground, bold=True))


def _draw_point(
    canvas: Canvas,
    box: tuple[int, int, int, int],
    shown: tuple[str, str],
    square: DrawnSquare,
    look: BoardLook,
    theme: Theme,
    ground: int,
) -> None:
    """A point of a board of lines: a small ring, or the piece that stands on it."""
    x, y = box[0] + box[2] // 2, box[1] + (box[3] - 1) // 2
    letter, mark = shown
    marked = TextStyle(theme.inks[0], ground, bold=True) if mark else theme.text
    if not square.piece:
        canvas.put(x, y, mark or "○", marked)
        return
    canvas.put(x - 1, y, f" {letter[:1]} ", piece_style(theme, square.team, look.team_colour(square.team)))
    if mark:
        canvas.put(x - 1, y, mark, marked)


def _ground(look: BoardLook, square: DrawnSquare, marks: Marks, theme: Theme) -> int:
    at = (square.x, square.y)
    if at == marks.cursor:
        return theme.cursor
    if at in marks.entered:
        return theme.entered
    if at in marks.next:
        return theme.next
    if at in marks.last:
        return theme.last
    shade = look.shade(square.type)
    if shade == "plain":
        return theme.plain[(square.x + square.y) % 2]
    return {"light": theme.light, "dark": theme.dark}.get(shade, theme.special)


def _mark(at: Point, marks: Marks) -> str:
    if at == marks.cursor:
        return CURSOR
    if at in marks.entered:
        return ENTERED
    return NEXT if at in marks.next else ""


def _around(count: int, shown: int, centre: int) -> tuple[int, ...]:
    """So many of the numbers from 1 to `count`, with `centre` in the middle where that is possible."""
    first = max(1, min(centre - shown // 2, count - shown + 1))
    return tuple(range(first, first + shown))
