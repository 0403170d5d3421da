"""What the pieces of Conquest look like."""

from __future__ import annotations

from ludus.rules import Piece
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
