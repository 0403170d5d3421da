"""A game as the report's page replays it: the board at the beginning, then what each step changes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ludus.rules.game import Game
from ludus.rules.gametext import take
from ludus.rules.movetext import move_text
from ludus.rules.play import Moved, Play, Step
from ludus.rules.rulebook import Rulebook


class ReplayStep(Struct, frozen=True, array_like=True):
    """A step: as players write it, the seat whose it was (-1 for chance), and squares that change, with piece and type."""

    text: str
    seat: int
    squares: list[tuple[int, int, int]]


class Replay(Struct, frozen=True):
    """A whole game: pieces and types of all squares at the beginning, then the steps."""

    pieces: list[int]
    types: list[int]
    steps: list[ReplayStep]


def replay_of(rulebook: Rulebook, steps: Sequence[Step]) -> Replay:
    """The game in which these steps were taken."""
    play = Play(rulebook)
    pieces, types = (each.tolist() for each in rulebook.look(play.state))
    begin, told = (list(pieces), list(types)), []
    for step in steps:
        text = move_text(rulebook, play.state, step.move, step.seat) if isinstance(step, Moved) else ""
        take(play, step)
        now = [each.tolist() for each in rulebook.look(play.state)]
        changed = [
            (square, piece, type_)
            for square, (piece, type_) in enumerate(zip(*now, strict=True))
            if (piece, type_) != (pieces[square], types[square])
        ]
        pieces, types = now
        told.append(ReplayStep(text, step.seat if isinstance(step, Moved) else -1, changed))
    return Replay(*begin, told)


def pictures(game: Game, numbers: set[int]) -> dict[int, str]:
    """The pictures of pieces, by their numbers."""
    found = {number: game.piece(number) for number in numbers}
    return {number: game.draw(piece) for number, piece in found.items() if piece}
