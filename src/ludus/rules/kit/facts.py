"""A check of what a game says about itself, before any rule runs."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.game import Game
from ludus.rules.kit.remark import Remark
from ludus.rules.kit.sample import Sample
from ludus.rules.notation import letters
from ludus.rules.piece import Piece


def facts_agree(sample: Sample) -> Iterator[str]:
    """The game has a name of its own, and no two pieces share a letter where positions are written with letters."""
    game, source = sample.file.game, sample.source
    other = sample.taken.get(game.slug)
    if other and other != str(sample.file.path):
        yield (
            f"{source.place(source.line_of_part('name'))}name={game.name!r}: there is a game of that name already, in {other}; "
            f"commands and servers tell games apart by name, so choose another"
        )
    first: dict[str, Piece] = {}
    for piece in () if callable(game.pieces) else game.pieces.values():
        known = first.setdefault(piece.letter, piece) if piece.letter else piece
        if known != piece:
            pair = f"the {known.type} of team {known.team} and the {piece.type} of team {piece.team}"
            text = (
                f"{source.place(source.line_of_part('pieces'))}{pair} share the letter {piece.letter!r}; "
                f"drawings and position texts need one for each"
            )
            yield text if _writes_letters(game) else Remark(text)  # elsewhere only drawings look alike


def _writes_letters(game: Game) -> bool:
    """Whether `letters(...)` has made the game's notation."""
    return game.notation is not None and getattr(game.notation.write, "__module__", "") == letters.__module__
