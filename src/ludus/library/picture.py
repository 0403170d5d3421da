"""A whole board as SVG: squares, what their types say, the pieces as their game draws them, and a line of text.

 margin
┌──┬──────────────┐
│ 3│ ▢ ▢ ▢        │     squares of SIDE by SIDE, row 1 at the bottom
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
from ludus.rules.pictures import plain_picture
from ludus.rules.piece import Piece

SIDE, MARGIN = 48, 22
"""The side of a square and the width of the margin, in pixels, on boards that fit."""

WIDEST = 640
"""Wider boards are drawn smaller."""

LIGHT, DARK, INK, MARK, PAPER = "#f0e6d2", "#c9ab83", "#4a4038", "#e0a526", "#fbf8f2"
PATTERN = {"dark": DARK, "black": DARK}
SHADES = ("#dfe8ee", "#c9d8e2", "#b0c6d4", "#96b2c3", "#7d9db1")
"""For types of squares that mean something: each gets a shade and its word."""


def board_svg(game: Game, board: Board, marked: frozenset[int] = frozenset(), status: str = "") -> str:
    """The picture of a board."""
    wide, high = board.width * SIDE + 2 * MARGIN, board.height * SIDE + 2 * MARGIN + (26 if status else 0)
    scale = min(1.0, WIDEST / wide)
    shapes = [f'<rect width="{wide}" height="{high}" rx="8" fill="{PAPER}"/>']
    shapes += [_square(game, board, square, number in marked) for number, square in enumerate(board.squares)]
    shapes.append(_labels(board))
    if status:
        shapes.append(_text(wide / 2, high - 17, status, 14))
    size = f'width="{wide * scale:.0f}" height="{high * scale:.0f}" viewBox="0 0 {wide} {high}"'
    named = f'role="img" aria-label="{escape(f"{game.name}. {status}", quote=True)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {named}>{"".join(shapes)}</svg>'


def _square(game: Game, board: Board, square: Square, marked: bool) -> str:
    """One square, the word of its type where that says something, and the piece on it."""
    x, y = MARGIN + (square.x - 1) * SIDE, MARGIN + (board.height - square.y) * SIDE
    drawn = [
        f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{_fill(game, square)}" stroke="{INK}" stroke-opacity=".25"/>'
    ]
    if marked:
        drawn.append(
            f'<rect x="{x + 2}" y="{y + 2}" width="{SIDE - 4}" height="{SIDE - 4}" fill="none" stroke="{MARK}" stroke-width="3"/>'
        )
    if square.type not in COLOURS:
        drawn.append(_text(x + SIDE / 2, y + (SIDE - 6 if square.piece else SIDE / 2), square.type, _fitting(square.type)))
    if square.piece:
        drawn.append(_placed(game, square.piece, x, y))
    return "".join(drawn)


def _fill(game: Game, square: Square) -> str:
    if square.type in PATTERN:
        return PATTERN[square.type]
    if square.type in COLOURS:
        return LIGHT
    meant = [each for each in game.square_types if each not in COLOURS]
    return SHADES[meant.index(square.type)] if len(meant) <= len(SHADES) else SHADES[0]  # too many to be told apart by shade


def _placed(game: Game, piece: Piece, x: int, y: int) -> str:
    """A piece's own picture, at its place."""
    picture = (game.picture or plain_picture)(piece)
    inner = re.sub(r"^\s*(<\?xml[^>]*>)?\s*<svg", "", picture, count=1)
    inner = re.sub(r'\s(?:x|y|width|height)="[^"]*"(?=[^>]*>)', "", inner[: inner.find(">")], count=4) + inner[inner.find(">") :]
    return f'<svg x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"{inner}'


def _labels(board: Board) -> str:
    """The names of columns and rows."""
    bottom, left = MARGIN + board.height * SIDE + MARGIN / 2, MARGIN / 2
    letters = board.width <= 26
    names = [chr(ord("a") + x) if letters else str(x + 1) for x in range(board.width)]
    told = [_text(MARGIN + (x + 0.5) * SIDE, bottom, name, 12) for x, name in enumerate(names)]
    rows = [_text(left, MARGIN + (board.height - y + 0.5) * SIDE, str(y), 12) for y in range(1, board.height + 1)]
    return "".join(told + rows)


def _fitting(words: str) -> int:
    """The size at which words fit into a square."""
    return max(6, min(12, int(SIDE * 1.6 / max(1, len(words)))))


def _text(x: float, y: float, words: str, size: int) -> str:
    style = (
        f'font-family="system-ui, sans-serif" font-size="{size}" fill="{INK}" text-anchor="middle" dominant-baseline="central"'
    )
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
