"""Checks of pieces: words, teams, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

from ludus.rules.kit.sample import Sample, guarded
from ludus.rules.pictures import plain_picture


def pieces_are_known(sample: Sample) -> Iterator[str]:
    """Every number on a board stands for a piece, every type of square has a word, every picture is SVG."""
    game = sample.file.game
    drawn: set[str] = set()
    for state in sample.states():
        try:
            board = sample.compiled.board_unhidden(state)
        except KeyError as error:
            yield f"cell says {error} in {sample.shown(state)}, but pieces= has no such number"
            continue
        except IndexError:
            yield f"kind says a number in {sample.shown(state)} for which square_types= has no word"
            continue
        for square in board.squares:
            piece = square.piece
            if piece is None or f"{piece.word} {piece.team}" in drawn:
                continue
            drawn.add(f"{piece.word} {piece.team}")
            if any(letter.isspace() or not letter.isprintable() for letter in piece.word):
                yield f"the piece word {piece.word!r} must be one word"
            if not 0 <= piece.team <= game.seats:
                yield f"the piece {piece.word} belongs to team {piece.team}; the teams are 1 to {game.seats}"
            try:
                picture = guarded(sample.file, game.picture or plain_picture, piece)
                ElementTree.fromstring(picture)  # noqa: S314  made by the game itself
            except ElementTree.ParseError as error:
                yield f"the picture of {piece.word} is not SVG: {error}"
