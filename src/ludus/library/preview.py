"""`Preview`: what a move would do, before it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.rules.board import Board, Square
from ludus.rules.movetext import move_text
from ludus.rules.piece import Piece
from ludus.rules.play import Result
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord


@dataclass(frozen=True)
class Preview:
    """What a move would change, capture and end."""

    move: str
    """The move as players write it."""
    number: int
    """The move as the rules number it."""
    changes: tuple[Square, ...]
    """The squares that would look different, as they would look; the seat that moves sees them so."""
    captures: tuple[Piece, ...]
    """The pieces of others that would leave the board or change sides."""
    outcome: Result | None
    """How the game would end; None when it would go on. A draw by repetition is not foreseen."""
    chances: int
    """How many things might happen by chance next."""
    turn: int | None
    """Whose turn it would be; None when chance decides or the game is over."""

    def __str__(self) -> str:
        told = [f"{_named(square)} on {square.x} {square.y}" for square in self.changes]
        parts = [f"{self.move}: {', '.join(told) or 'nothing to be seen'}"]
        if self.captures:
            parts.append(f"captures {', '.join(piece.word for piece in self.captures)}")
        if self.outcome:
            parts.append(self.outcome.sentence)
        return "; ".join(parts)


def preview_of(rulebook: Rulebook, state: StateRecord, seat: int, move: int) -> Preview:
    """What a legal move of a seat would do."""
    before = rulebook.board(state, seat)
    after = rulebook.play(state, move, seat)
    board, outcome = rulebook.board(after, seat), rulebook.outcome(after)
    chances = rulebook.chances(after)
    changes = tuple(board.changed(before))
    captures = _captured(before, changes, seat + 1)
    over = outcome != ONGOING
    result = Result(None if outcome == DRAW else outcome, rulebook.ending(after, outcome)) if over else None
    acting = [] if over or chances else rulebook.acting(after)
    text = move_text(rulebook, state, move, seat)
    return Preview(text, move, changes, captures, result, chances, acting[0] if acting else None)


def _captured(before: Board, changes: Sequence[Square], team: int) -> tuple[Piece, ...]:
    """The pieces of other teams that are gone, neither moved elsewhere nor only changed, as a pile that grows."""
    gained, captures = [square.piece for square in changes], []
    for square in changes:
        piece = before.at(square.x, square.y).piece
        if piece is None or piece.team in (0, team) or (square.piece and square.piece.team == piece.team):
            continue
        if piece in gained:
            gained.remove(piece)
        else:
            captures.append(piece)
    return tuple(captures)


def _named(square: Square) -> str:
    return square.piece.word if square.piece else "nothing"
