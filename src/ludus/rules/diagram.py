"""A board drawn with letters, for terminals and test failures.

Pieces that have a letter are drawn as one letter a square. Others are drawn in a grid, their type above their details: in lower
case for team 1, in CAPITALS for team 2, and with the team's number for all others. The colours of squares are not shown.
"""

from __future__ import annotations

from ludus.rules.board import Board, Square

EMPTY = "."
COLOURS = frozenset({"square", "white", "black", "light", "dark", "ground", "blank"})
"""Types of squares that only make a pattern, or mean nothing special."""


def draw(board: Board) -> str:
    """The board as text, row 1 at the bottom."""
    if all(not square.piece or square.piece.letter for square in board.squares) and not _types_matter(board):
        return _small(board)
    return _grid(board)


def _types_matter(board: Board) -> bool:
    """Whether the types of squares say more than a pattern of light and dark."""
    return any(square.type not in COLOURS for square in board.squares)


def _small(board: Board) -> str:
    margin = len(str(board.height))
    rows = []
    for y in range(board.height, 0, -1):
        row = (board.at(x, y).piece for x in range(1, board.width + 1))
        rows.append(f"{y:>{margin}}  " + " ".join(piece.letter if piece else EMPTY for piece in row))
    if board.width <= 26:
        names = " ".join(chr(ord("a") + x) for x in range(board.width))
        rows.append(" " * (margin + 2) + names)
    return "\n".join(rows)


def _grid(board: Board) -> str:
    cells = [_cell(square) for square in board.squares]
    wide = max(3, *(len(line) for cell in cells for line in cell))
    margin = len(str(board.height))
    rule = " " * (margin + 1) + "+" + "+".join("-" * wide for _ in range(board.width)) + "+"
    lines = [rule]
    for y in range(board.height, 0, -1):
        row = cells[(y - 1) * board.width : y * board.width]
        for part in (0, 1):
            name = f"{y:>{margin}}" if part == 0 else " " * margin
            lines.append(f"{name} |" + "|".join(f"{cell[part]:^{wide}}" for cell in row) + "|")
        lines.append(rule)
    names = (f"{chr(ord('a') + x)} {x + 1}" if board.width <= 26 else str(x + 1) for x in range(board.width))
    lines.append(" " * (margin + 2) + " ".join(f"{name:^{wide}}" for name in names).rstrip())
    return "\n".join(lines)


def _cell(square: Square) -> tuple[str, str]:
    """A square in two lines: the piece's type over the rest of its word, or the square's type."""
    ground = "" if square.type in COLOURS else square.type
    if square.piece is None:
        return "", ground
    piece = square.piece
    return _of_team(piece.type, piece.team), piece.word.removeprefix(piece.type) or ground


def _of_team(word: str, team: int) -> str:
    return {0: word, 1: word.lower(), 2: word.upper()}.get(team, f"{word}{team}")
