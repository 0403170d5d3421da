"""Pictures of pieces as SVG, made in code: shapes in a square of 100 by 100, y downwards."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ludus.rules.piece import Piece

TEAM_COLOURS = ("#9a9f9b", "#d4523a", "#f4c14a", "#2f6fb5", "#3c9a5f", "#f4eee0", "#2b3330", "#8fcfe6", "#d58bb4")
"""A colour for each team, also told apart by those who see few colours; the first is for pieces that belong to nobody."""

TEAM_EDGES = ("#4f5552", "#6d1f10", "#7a5206", "#12355d", "#14502c", "#6b614c", "#0b0f0d", "#1f5c73", "#6d2a50")
"""A darker colour for each team, for edges and shadows."""

NAMED_COLOURS = {
    "red": "#d4523a",
    "yellow": "#f4c14a",
    "blue": "#2f6fb5",
    "green": "#3c9a5f",
    "white": "#f4eee0",
    "black": "#2b3330",
    "grey": "#9a9f9b",
    "gray": "#9a9f9b",
    "pink": "#d58bb4",
    "orange": "#e0812f",
    "purple": "#7d57a8",
    "brown": "#8a5a33",
}
"""The colours that teams are called by."""

BRIGHT = 110
"""On colours darker than this, of 255, letters are light."""


def svg(*shapes: str) -> str:
    """A picture made of shapes."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(shapes)}</svg>'


def disc(fill: str, *, edge: str = "#222", radius: int = 40) -> str:
    """A disc in the middle."""
    return f'<circle cx="50" cy="50" r="{radius}" fill="{fill}" stroke="{edge}" stroke-width="3"/>'


def ring(colour: str, *, radius: int = 32, width: int = 11, edge: str = "") -> str:
    """A ring in the middle."""
    below = ring(edge, radius=radius, width=width + 6) if edge else ""
    return f'{below}<circle cx="50" cy="50" r="{radius}" fill="none" stroke="{colour}" stroke-width="{width}"/>'


def line(colour: str, points: str, *, width: int = 11, edge: str = "") -> str:
    """A line through points, written as `20,20 80,80`."""
    below = line(edge, points, width=width + 6) if edge else ""
    style = f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'{below}<polyline points="{points}" {style}/>'


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


def counter(fill: str, edge: str, shine: str) -> str:
    """A round counter of wood: with a shadow, an edge, and a ring turned into it."""
    return (
        '<ellipse cx="50" cy="57" rx="40" ry="38" opacity=".2"/>'
        f'<circle cx="50" cy="51" r="39" fill="{edge}"/><circle cx="50" cy="48" r="37.5" fill="{fill}"/>'
        f'<circle cx="50" cy="48" r="28" fill="none" stroke="{shine}" stroke-width="3.5"/>'
        f'<path d="M20 36a33 33 0 0 1 60 0" fill="none" stroke="{shine}" stroke-width="4" stroke-linecap="round" opacity=".7"/>'
    )


def crown(fill: str, edge: str) -> str:
    """A crown, to lie on a counter."""
    points = "29,62 24,32 39,45 50,27 61,45 76,32 71,62"
    return f'<polygon points="{points}" fill="{fill}" stroke="{edge}" stroke-width="3.5" stroke-linejoin="round"/>'


def figure(fill: str, edge: str) -> str:
    """A figure that stands on a square."""
    style = f'fill="{fill}" stroke="{edge}" stroke-width="3.5" stroke-linejoin="round"'
    return (
        '<ellipse cx="52" cy="86" rx="26" ry="8" opacity=".25"/>'
        f'<path d="M29 84c0-20 6-34 21-34s21 14 21 34c-12 5-30 5-42 0z" {style}/><circle cx="50" cy="33" r="17" {style}/>'
        '<path d="M40 28a11 11 0 0 1 9-7" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".45"/>'
    )


def moved(right: int, down: int, *shapes: str) -> str:
    """Shapes drawn somewhere else."""
    return f'<g transform="translate({right} {down})">{"".join(shapes)}</g>'


def team_colour(team: int) -> str:
    """The colour of a team."""
    return TEAM_COLOURS[team % len(TEAM_COLOURS)]


def team_edge(team: int) -> str:
    """The darker colour of a team."""
    return TEAM_EDGES[team % len(TEAM_EDGES)]


def team_colours(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The colour of each team: the one it is called by, where all of them are called by different colours."""
    named = [NAMED_COLOURS.get(name.lower(), "") for name in names]
    if named and all(named) and len(set(named)) == len(named):
        return tuple(named)
    return tuple(team_colour(seat + 1) for seat in range(seats))


def plain_picture(piece: Piece, colour: str) -> str:
    """The picture of a piece whose game draws none: a disc in the team's colour, with the piece's letter."""
    words = piece.letter or piece.word
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    ink = "#222" if 0.3 * red + 0.6 * green + 0.1 * blue > BRIGHT else "#fff6ea"
    return svg(disc(colour), label(words, ink, size=min(40, 150 // max(1, len(words)))))
