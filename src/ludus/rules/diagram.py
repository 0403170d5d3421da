"""A board drawn with letters, for terminals and test failures.

Pieces that have a letter are drawn as one letter a square. Others, and boards whose squares differ in more than colour, are drawn
in a grid: the letter or the type of a piece, and below it its details or the type of its square. Types are in lower case for
team 1, in CAPITALS for team 2, and with the team's number for all others. A high grid has no lines between its rows, so that it
fits a terminal of 24 lines. A board of points and lines has a drawing of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludus.rules.board import Board, Square
from ludus.rules.layout import BoardLayout
from ludus.rules.point_diagram import Paint, draw_points

EMPTY = "."
COLOURS = frozenset({"square", "white", "black", "light", "dark", "ground", "blank", "point"})
"""Types of squares that only make a pattern, or mean nothing special."""


HIGHEST = 5
"""Rows of a grid that are told apart by lines."""


def unpainted(square: Square, text: str) -> str:
    """A square as it is, without colours."""
    del square
    return text


def draw(board: Board, paint: Paint = unpainted) -> str:
    """The board as text; `paint` may add colours to what is drawn of a square."""
    lettered = all(not square.piece or square.piece.letter for square in board.squares)
    if board.layout.lines and lettered:
        return draw_points(board, paint)
    types = {square.type for square in board.squares}
    if not lettered or (len(types) > 1 and not types <= COLOURS):
        return _grid(board, paint)
    return _numbered(board, paint) if board.layout.squares else _small(board, paint)


def margin_of(layout: BoardLayout) -> int:
    """How many characters the labels of the rows take."""
    return max(map(len, layout.rows), default=0)


def row_label(layout: BoardLayout, y: int) -> str:
    """The label of a row, as wide as the widest."""
    return f"{layout.rows[y - 1] if layout.rows else '':>{margin_of(layout)}}"


def _small(board: Board, paint: Paint) -> str:
    layout = board.layout
    wide = max(1, *map(len, layout.columns)) if layout.columns and board.width <= 26 else 1
    rows = []
    for y in layout.rows_drawn:
        squares = (board.at(x, y) for x in range(1, board.width + 1))
        rows.append(f"{row_label(layout, y)}  " + " ".join(paint(square, f"{_letter(square):>{wide}}") for square in squares))
    if layout.columns and board.width <= 26:
        rows.append(" " * (margin_of(layout) + 2) + " ".join(f"{label:>{wide}}" for label in layout.columns))
    return "\n".join(rows)


def _letter(square: Square) -> str:
    return square.piece.letter if square.piece else EMPTY


def _numbered(board: Board, paint: Paint) -> str:
    """Every square that has a label of its own with that label: `b12`, or `.13` where it is empty."""
    layout = board.layout
    wide = 1 + max(map(len, layout.squares))
    rows = []
    for y in layout.rows_drawn:
        cells = []
        for x in range(1, board.width + 1):
            label, square = layout.name(x, y), board.at(x, y)
            shown = (_letter(square) if label or square.piece else "") + label
            cells.append(paint(square, shown) + " " * (wide - len(shown)) if shown else " " * wide)
        rows.append((f"{row_label(layout, y)}  " + " ".join(cells)).rstrip())
    if layout.columns:
        rows.append(" " * (margin_of(layout) + 2) + " ".join(f"{label:<{wide}}" for label in layout.columns).rstrip())
    return "\n".join(rows)


def _grid(board: Board, paint: Paint) -> str:
    layout = board.layout
    cells = [_cell(square) for square in board.squares]
    wide = max(3, *_lengths(cells), *map(len, layout.columns))
    margin = margin_of(layout)
    rule = " " * (margin + 1) + "+" + "+".join("-" * wide for _ in range(board.width)) + "+"
    between = [rule] if board.height <= HIGHEST else []
    lines = [*between]
    for y in layout.rows_drawn:
        row = range((y - 1) * board.width, y * board.width)
        for part in (0, 1):
            name = row_label(layout, y) if part == 0 else " " * margin
            drawn = (paint(board.squares[square], f"{cells[square][part]:^{wide}}") for square in row)
            lines.append(f"{name} |" + "|".join(drawn) + "|")
        lines += between
    if layout.columns:
        lines.append(" " * (margin + 2) + " ".join(f"{label:^{wide}}" for label in layout.columns).rstrip())
    return "\n".join(lines)


def _lengths(cells: Iterable[tuple[str, str]]) -> Iterable[int]:
    return (len(line) for cell in cells for line in cell)


def _cell(square: Square) -> tuple[str, str]:
    """A square in two lines: the piece, and below it its details or the type of the square."""
    ground = "" if square.type in COLOURS else square.type
    if square.piece is None:
        return "", ground
    piece = square.piece
    if piece.letter:
        return piece.letter, ground
    return _of_team(piece.type, piece.team), piece.word.removeprefix(piece.type) or ground


def _of_team(word: str, team: int) -> str:
    return {0: word, 1: word.lower(), 2: word.upper()}.get(team, f"{word}{team}")
