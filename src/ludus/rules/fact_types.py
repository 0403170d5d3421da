"""What kind of thing each fact of a game must be, said before anything stumbles over it."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from ludus.rules.errors import GameFileError
from ludus.rules.piece import Piece


def check_fact_types(game: Any) -> None:
    """Raise `GameFileError` for the first fact of a new game that is of another kind than it should be."""
    if not isinstance(game.name, str) or not game.name.strip():
        raise GameFileError(f"name={game.name!r}: write the name of the game as a text")
    if not isinstance(game.board, (tuple, list)) or len(game.board) != 2 or not all(map(_is_whole, game.board)):
        raise GameFileError(f"board={game.board!r}: write the width and the height, such as (8, 8)")
    for part in ("most_moves", "seats"):
        number = getattr(game, part)
        if not _is_whole(number) or number < 1:
            raise GameFileError(f"{part}={number!r}: write a whole number of at least 1")
    for part in ("teams", "aliases"):
        words = getattr(game, part)
        if isinstance(words, str):
            raise GameFileError(f"{part}={words!r}: write a tuple, even of one: ({words!r},)")
    _check_pieces(game.pieces)


def _check_pieces(pieces: Any) -> None:
    if callable(pieces):
        return
    example = '{1: Piece("cross", 1, "x"), 2: Piece("nought", 2, "o")}'
    if not isinstance(pieces, Mapping):
        raise GameFileError(f"pieces= is a {type(pieces).__name__}; write a dictionary from numbers to pieces, such as {example}")
    for number, piece in pieces.items():
        if not isinstance(piece, Piece):
            raise GameFileError(f"pieces= has {piece!r} for {number!r}; write pieces, such as {example}")


def _is_whole(number: Any) -> bool:
    try:
        index(number)
    except TypeError:
        return False
    return not isinstance(number, bool)
