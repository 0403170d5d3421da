"""What people see and write of checkers: pictures, the shape of moves, and what is impossible about a position."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ludus.rules import DRAW, Piece, count_bits, lowest_bit
from ludus.rules.pdn import Pdn
from ludus.rules.pictures import counter, crown, svg


def picture(piece: Piece) -> str:
    """A disc with a rim; a king has a crown."""
    fill, edge, shine = (("#333e3a", "#0c1210", "#6a7a72"), ("#f7efdf", "#8d7f63", "#cfc2a5"))[piece.team - 1]
    return svg(counter(fill, edge, shine), crown("#e8b923", edge) if piece.type == "king" else "")


# Why a move is refused


def hops(squares: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """For each leg of a move: how many columns, how many rows, and the square in the middle."""
    return [(to % 8 - at % 8, to // 8 - at // 8, (at + to) // 2) for at, to in pairwise(squares)]


def crooked(_state: Any, squares: tuple[int, ...]) -> bool:
    """A piece steps to the next square diagonally, or jumps to the one after that"""
    return any(abs(columns) != abs(rows) or abs(rows) not in (1, 2) for columns, rows, _ in hops(squares))


def many_steps(_state: Any, squares: tuple[int, ...]) -> bool:
    """Only jumps can be combined in one move"""
    return len(squares) > 2 and any(abs(rows) == 1 for _, rows, _ in hops(squares))


# Positions


def ending(outcome: int, teams: tuple[str, ...], patience: int) -> str:
    """How the game ended."""
    if outcome == DRAW:
        return f"The game is drawn: {patience} moves without a capture or a man's move"
    return f"{teams[outcome]} wins: {teams[1 - outcome]} has no move left"


def first_flaw(
    state: Any, teams: tuple[str, ...], pdn: Pdn, dark: int, back_row: tuple[int, ...], men: int, patience: int
) -> str | None:
    """The first thing that is impossible in a real game, in a sentence, or None."""
    for seat, team in enumerate(teams):
        own = state.sides[seat]
        if own & ~dark:
            y, x = divmod(lowest_bit(own & ~dark), 8)
            return f"{team} has a piece on {x + 1} {y + 1}, a light square"
        if count_bits(own) > men:
            return f"{team} has {count_bits(own)} pieces, more than {men}"
        if own & ~state.kings & back_row[1 - seat]:
            arrived = pdn.number(lowest_bit(own & ~state.kings & back_row[1 - seat]))
            return f"{team}'s man on {arrived} has reached the last row, so it must be a king"
    mover, other = teams[state.turn], teams[1 - state.turn]
    if not state.sides[1 - state.turn]:
        return f"{other} has no piece left and has lost, so it cannot be {mover}'s turn"
    if not 0 <= state.quiet <= patience:
        return f"quiet is {state.quiet}; it counts moves without progress, 0 to {patience}"
    return None
