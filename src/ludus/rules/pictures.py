"""Pictures of pieces as SVG, made in code: shapes in a square of 100 by 100, y downwards."""

from __future__ import annotations

from html import escape

from ludus.rules.piece import Piece

TEAM_COLOURS = ("#8a8a8a", "#d8442f", "#f2c230", "#2f7fd8", "#3aa655", "#8e5bd0", "#e28a2b", "#35b5b5", "#b0508a")
"""A colour for each team; the first is for pieces that belong to nobody."""


def svg(*shapes: str) -> str:
    """A picture made of shapes."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(shapes)}</svg>'


def disc(fill: str, *, edge: str = "#222", radius: int = 40) -> str:
    """A disc in the middle."""
    return f'<circle cx="50" cy="50" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="3"/>'


def ring(colour: str, *, radius: int = 32, width: int = 11) -> str:
    """A ring in the middle."""
    return f'<circle cx="50" cy="50" r="{radius}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def line(colour: str, points: str, *, width: int = 11) -> str:
    """A line through points, written as `20,20 80,80`."""
    style = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<polyline points="{points}" {style}/>'


def shape(fill: str, points: str, *, edge: str = "#222") -> str:
    """A filled shape with corners, written as `20,80 50,20 80,80`."""
    return f'<polygon points="{points}" fill="{fill}" stroke="{edge}" stroke-width="3" stroke-linejoin="round"/>'


def tile(fill: str, *, edge: str = "#222") -> str:
    """A square with rounded corners, such as the face of a die."""
    return f'<rect x="12" y="12" width="76" height="76" rx="14" fill="{fill}" stroke="{edge}" stroke-width="3"/>'


def pips(number: int, colour: str = "#fff") -> str:
    """The dots on a die's face."""
    low, middle, high = 30, 50, 70
    corners = ((low, low), (high, high), (low, high), (high, low), (low, middle), (high, middle))
    spots = list(corners[: number - number % 2]) + [(middle, middle)] * (number % 2)
    return "".join(f'<circle cx="{x}" cy="{y}" r="8" fill="{colour}"/>' for x, y in spots)


def label(words: str, colour: str = "#222", *, size: int = 40, y: int = 50) -> str:
    """Words in the middle."""
    style = 'text-anchor="middle" dominant-baseline="central" font-family="sans-serif" font-weight="bold"'
    return f'<text x="50" y="{y}" font-size="{size}" fill="{colour}" {style}>{escape(words)}</text>'


def moved(right: int, down: int, *shapes: str) -> str:
    """Shapes drawn somewhere else."""
    return f'<g transform="translate({right} {down})">{"".join(shapes)}</g>'


def team_colour(team: int) -> str:
    """The colour of a team."""
    return TEAM_COLOURS[team % len(TEAM_COLOURS)]


def plain_picture(piece: Piece) -> str:
    """The picture of a piece whose game draws none: a disc in the team's colour, with the piece's letter."""
    words = piece.letter or piece.word
    return svg(disc(team_colour(piece.team)), label(words, size=min(40, 150 // max(1, len(words)))))
