"""What people see of Conquest: pictures, how a game ended, and what is impossible about a position.

A die is seen from above, with the faces towards the lower left corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.rules import DRAW, Piece
from ludus.rules.pictures import line, moved, ring, svg, team_colour, team_edge

SHADES = {1: ("#8a2a17", "#a93822", "#fff4e6"), 2: ("#b8830f", "#d09a22", "#3a2808")}
"""For each team the colours of the left face, of the face below, and of the pips."""

PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.27, 0.22), (0.27, 0.5), (0.27, 0.78), (0.73, 0.22), (0.73, 0.5), (0.73, 0.78)),
}
"""Where the pips of a face are, in a square of 1 by 1."""

TOP, LEFT, BELOW = "58 0 0 58 33 9.5", "-16 20.5 0 62 30 9.5", "62 0 -16 21 31 71.5"
"""How that square lies on each of the faces that are seen, as a matrix."""


def picture(piece: Piece) -> str:
    """A die with the pips of the three faces that are seen, or the key, which shows the same on every side."""
    ink = SHADES[piece.team][2]
    if piece.type == "key":
        bow, shaft, tooth = ring(ink, radius=11, width=7), line(ink, "61,50 84,50 84,60", width=7), line(ink, "74,50 74,58")
        key = moved(-4, -11, moved(-2, 0, bow), shaft, tooth)
        return svg(_cube(piece.team), key)
    top, below, left = piece.details
    return svg(_cube(piece.team), _face(left, LEFT, ink), _face(below, BELOW, ink), _face(top, TOP, ink))


def _cube(team: int) -> str:
    fill, edge = team_colour(team), team_edge(team)
    left, below, _ = SHADES[team]
    joined = 'stroke-width="3" stroke-linejoin="round"'
    return (
        '<path d="M14 40L96 24L99 82L82 99L14 99Z" opacity=".15"/>'
        f'<path d="M31 8H93V70L76 92H14V30Z" fill="{edge}" stroke="{edge}" stroke-width="6" stroke-linejoin="round"/>'
        f'<path d="M30 9V71L14 91V30Z" fill="{left}" stroke="{left}" {joined}/>'
        f'<path d="M31 72H92L76 92H15Z" fill="{below}" stroke="{below}" {joined}/>'
        f'<rect x="30" y="6.5" width="64" height="64.5" rx="10" fill="{fill}"/>'
        '<rect x="31.2" y="7.7" width="61.6" height="62" rx="9" fill="none" stroke="#fff" stroke-width="2" opacity=".28"/>'
    )


def _face(number: int, matrix: str, ink: str) -> str:
    dots = "".join(f'<circle cx="{x}" cy="{y}" r=".1"/>' for x, y in PIPS[number])
    return f'<g transform="matrix({matrix})" fill="{ink}">{dots}</g>'


def ending(state: Any, outcome: int, patience: int) -> str:
    """How the game ended."""
    if outcome == DRAW:
        return f"The game is drawn: {patience} moves without a capture"
    if state.keys[1 - outcome] == 0:
        return f"Team {outcome + 1} wins: the key of Team {2 - outcome} is captured"
    return f"Team {outcome + 1} wins: its key has reached the key square of Team {2 - outcome}"


def first_flaw(state: Any, pieces: Mapping[int, Piece], outcome: int, most_dice: int, patience: int) -> str | None:
    """The first thing that is impossible in a real game, in a sentence, or None."""
    standing = [pieces[code] for code in state.cells if code]
    for team in (1, 2):
        dice, keys = (sum((piece.type, piece.team) == (kind, team) for piece in standing) for kind in ("die", "key"))
        if dice > most_dice:
            return f"team {team} has {dice} dice, more than {most_dice}"
        if keys > 1:
            return f"team {team} has {keys} keys, more than one"
    if not any(state.keys):
        return "both keys are missing, but the game ends when the first is captured"
    if outcome == state.turn:
        return f"team {state.turn + 1} has already won, so it cannot be its turn"
    if not 0 <= state.quiet <= patience:
        return f"quiet is {state.quiet}; it counts moves without a capture, 0 to {patience}"
    return None
