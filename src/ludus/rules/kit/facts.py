"""A check of what a game says about itself, before any rule runs."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.rules.kit.sample import Sample
from ludus.rules.piece import Piece


def facts_agree(sample: Sample) -> Iterator[str]:
    """The game has a name of its own, and no two pieces share a letter."""
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
            yield (
                f"{source.place(source.line_of_part('pieces'))}the {known.type} of team {known.team} and the {piece.type} of "
                f"team {piece.team} share the letter {piece.letter!r}; drawings and position texts need one for each"
            )
