"""Checks of pieces: words, teams, pictures."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np

from ludus.rules.kit.faults import guarded
from ludus.rules.kit.sample import Sample
from ludus.rules.notation import square_name
from ludus.rules.piece import Piece
from ludus.rules.state import StateRecord


def pieces_are_known(sample: Sample) -> Iterator[str]:
    """Every number on a board stands for a piece, every type of square has a word, every picture is SVG."""
    yield from square_pictures_are_svg(sample)
    game, drawn, unknown = sample.file.game, set[str](), set[int]()
    for state in sample.states():
        codes, kinds = sample.compiled.look(state)
        for kind in set(np.unique(kinds).tolist()) - set(range(len(game.square_types))):
            where, words = _where(sample, state, kinds == kind), f"square_types={game.square_types}"
            yield f"{_place(sample, 'kind')}kind says {kind} {where}, but {words} has no such place"
        for code in set(np.unique(codes).tolist()) - unknown:
            try:
                piece = guarded(sample.file, game.piece, code) if callable(game.pieces) else game.piece(code)
            except KeyError:
                unknown.add(code)
                where = _where(sample, state, codes == code)
                yield f"{_place(sample, 'pieces')}a square says {code} {where}, but pieces= has no such number"
                continue
            if piece is not None and f"{piece.word} {piece.team}" not in drawn:
                drawn.add(f"{piece.word} {piece.team}")
                yield from _piece_is_known(sample, piece)


def square_pictures_are_svg(sample: Sample) -> Iterator[str]:
    """Every picture of a type of square is SVG."""
    drawing = sample.file.game.square_picture
    if drawing is None:
        return
    for word in sample.file.game.square_types:
        picture = guarded(sample.file, drawing, word)
        if picture != "":
            yield from _is_svg(sample, "square_picture", f"the square {word}", picture)


def _piece_is_known(sample: Sample, piece: Piece) -> Iterator[str]:
    game = sample.file.game
    if any(letter.isspace() or not letter.isprintable() for letter in piece.word):
        cure = "-".join(piece.word.split()) or "pawn"
        yield f"{_place(sample, 'pieces')}the piece word {piece.word!r} must be one word, such as {cure!r}"
    if not 0 <= piece.team <= game.seats:
        yield f"{_place(sample, 'pieces')}the piece {piece.word} belongs to team {piece.team}; the teams are 1 to {game.seats}"
    yield from _is_svg(sample, "picture", piece.word, guarded(sample.file, game.draw, piece))


def _is_svg(sample: Sample, part: str, of: str, picture: object) -> Iterator[str]:
    if not isinstance(picture, str):
        yield (
            f"{_place(sample, part)}the picture of {of} is {picture!r}, not a text; return SVG, such as "
            f"svg(disc(team_colour(piece.team)))"
        )
        return
    try:
        ElementTree.fromstring(picture)  # noqa: S314  made by the game itself
    except ElementTree.ParseError as error:
        yield f"{_place(sample, part)}the picture of {of} is not SVG: {error}"


def _place(sample: Sample, part: str) -> str:
    return sample.source.place(sample.source.line_of(part))


def _where(sample: Sample, state: StateRecord, found: np.ndarray) -> str:
    square = int(found.nonzero()[0][0])
    return f"on {square_name(square, sample.compiled.width)} in {sample.shown(state)}"
