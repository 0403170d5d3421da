"""What people see of Conquest: pictures, how a game ended, and what is impossible about a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludus.rules import DRAW, Piece
from ludus.rules.pictures import label, line, moved, pips, ring, shape, svg, team_colour, tile


def picture(piece: Piece) -> str:
    """The die from above with its left and back faces folded out, or a key."""
    colour = team_colour(piece.team)
    if piece.type == "key":
        bow, shaft, tooth = ring("#222", radius=13), line("#222", "49,50 78,50 78,63"), line("#222", "63,50 63,60")
        return svg(tile(colour), moved(-14, 0, bow), shaft, tooth)
    top, back, left = piece.details
    left_face = shape("#fff", "3,12 30,12 30,68 3,68") + moved(-37, -10, label(str(left), size=20))
    back_face = shape("#fff", "32,70 88,70 88,97 32,97") + moved(10, 37, label(str(back), size=20))
    return svg(left_face, back_face, moved(10, -10, tile(colour), pips(top, "#222")))


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
