"""A whole board as SVG: squares or points and lines, what types of squares say, the pieces as their game draws them, and a line.

 margin
┌──┬──────────────┐
│ 3│ ▢ ▢ ▢        │     squares of SIDE by SIDE, usually with row 1 at the bottom
│ 2│ ▢ ▢ ▢        │
│ 1│ ▢ ▢ ▢        │
└──┴──────────────┘
     a b c
     status
"""

from __future__ import annotations

import re
from html import escape

from ludus.rules.board import Board, Square
from ludus.rules.diagram import COLOURS
from ludus.rules.game import Game

SIDE, MARGIN = 48, 22
"""The side of a square and the width of the margin, in pixels, on boards that fit."""

BELOW = 24
"""Pixels for each line below the board."""

WIDEST = 640
"""Wider boards are drawn smaller."""

LIGHT, DARK, INK, MARK, PAPER = "#f0e6d2", "#c9ab83", "#4a4038", "#e0a526", "#fbf8f2"
PATTERN = {"dark": DARK, "black": DARK}
SHADES = ("#dfe8ee", "#c9d8e2", "#b0c6d4", "#96b2c3", "#7d9db1")
"""For types of squares that mean something: each gets a shade and its word."""


def board_svg(game: Game, board: Board, marked: frozenset[int] = frozenset(), status: str = "") -> str:
    """The picture of a board."""
    below = status.splitlines()
    wide, high = board.width * SIDE + 2 * MARGIN, board.height * SIDE + 2 * MARGIN + BELOW * len(below)
    scale = min(1.0, WIDEST / wide)
    shapes = [f'<rect width="{wide}" height="{high}" rx="8" fill="{PAPER}"/>']
    shapes += _lines(board)
    shapes += [_square(game, board, square, number in marked) for number, square in enumerate(board.squares)]
    shapes.append(_labels(board))
    for at, words in enumerate(reversed(below)):
        shapes.append(_text(wide / 2, high - 17 - BELOW * at, words, max(7, min(14, int(wide * 1.7 / len(words))))))
    size = f'width="{wide * scale:.0f}" height="{high * scale:.0f}" viewBox="0 0 {wide} {high}"'
    named = f'role="img" aria-label="{escape(". ".join([game.name, *below]), quote=True)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {named}>{"".join(shapes)}</svg>'


def _corner(board: Board, x: int, y: int) -> tuple[int, int]:
    """The upper left corner of a square, in pixels."""
    return MARGIN + (x - 1) * SIDE, MARGIN + board.layout.rows_drawn.index(y) * SIDE


def _lines(board: Board) -> list[str]:
    """The lines between points, and a dot on each point."""
    half, drawn = SIDE // 2, []
    for ends in board.layout.lines:
        (x1, y1), (x2, y2) = (_corner(board, x, y) for x, y in ends)
        drawn.append(f'<path d="M{x1 + half} {y1 + half}L{x2 + half} {y2 + half}" stroke="{INK}" stroke-width="2"/>')
    for x, y in (_corner(board, x, y) for x, y in board.layout.points):
        drawn.append(f'<circle cx="{x + half}" cy="{y + half}" r="5" fill="{INK}"/>')
    return drawn


def _square(game: Game, board: Board, square: Square, marked: bool) -> str:
    """One square, what its type looks like or is called where that says something, and the piece on it."""
    x, y = _corner(board, square.x, square.y)
    picture = game.square_picture(square.type) if game.square_picture else ""
    drawn = [] if board.layout.lines else [_rect(x, y, SIDE, f'fill="{_fill(game, square)}" stroke="{INK}" stroke-opacity=".25"')]
    if picture:
        drawn.append(_placed(picture, x, y))
    if marked:
        drawn.append(_rect(x + 2, y + 2, SIDE - 4, f'fill="none" stroke="{MARK}" stroke-width="3"'))
    if square.type not in COLOURS and not picture:
        drawn.append(_text(x + SIDE / 2, y + (SIDE - 6 if square.piece else SIDE / 2), square.type, _fitting(square.type)))
    if square.piece:
        drawn.append(_placed(game.draw(square.piece), x, y))
    if board.layout.squares:
        drawn.append(_text(x + 7, y + 7, board.layout.name(square.x, square.y), 9))
    return "".join(drawn)


def _rect(x: int, y: int, side: int, style: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{side}" height="{side}" {style}/>'


def _fill(game: Game, square: Square) -> str:
    if square.type in PATTERN:
        return PATTERN[square.type]
    if square.type in COLOURS:
        return LIGHT
    meant = [each for each in game.square_types if each not in COLOURS]
    return SHADES[meant.index(square.type)] if len(meant) <= len(SHADES) else SHADES[0]  # too many to be told apart by shade


def _placed(picture: str, x: int, y: int) -> str:
    """A picture of the game's own, at its place."""
    inner = re.sub(r"^\s*(<\?xml[^>]*>)?\s*<svg", "", picture, count=1)
    inner = re.sub(r'\s(?:x|y|width|height)="[^"]*"(?=[^>]*>)', "", inner[: inner.find(">")], count=4) + inner[inner.find(">") :]
    return f'<svg x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"{inner}'


def _labels(board: Board) -> str:
    """The names of columns and rows."""
    bottom, left = MARGIN + board.height * SIDE + MARGIN / 2, MARGIN / 2
    told = [_text(MARGIN + (x + 0.5) * SIDE, bottom, label, 12) for x, label in enumerate(board.layout.columns)]
    for y, label in enumerate(board.layout.rows, 1):
        told.append(_text(left, _corner(board, 1, y)[1] + SIDE / 2, label, 12))
    return "".join(told)


def _fitting(words: str) -> int:
    """The size at which words fit into a square."""
    return max(6, min(12, int(SIDE * 1.6 / max(1, len(words)))))


def _text(x: float, y: float, words: str, size: int) -> str:
    style = (
        f'font-family="system-ui, sans-serif" font-size="{size}" fill="{INK}" text-anchor="middle" dominant-baseline="central"'
    )
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
