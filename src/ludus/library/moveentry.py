"""What a program gives as a move, turned into the number that the rules know it by."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, TypeAlias

from ludus.library.errors import IllegalMove
from ludus.library.track import Track
from ludus.rules.errors import MoveError
from ludus.rules.movetext import read_move, squares_text, why_not
from ludus.rules.notation import square_number
from ludus.rules.state import PlainState

SquarePath: TypeAlias = Sequence[tuple[int, int] | str]
"""A move by its squares: `[(4, 1)]`, or `["b2", "b3"]`."""

MOST_TEXTS = 100_000
"""No more texts of moves than this are remembered."""


def number_of(track: Track, move: str | int | SquarePath, seat: int) -> int:
    """The number of a move of a seat that may act; raises `IllegalMove` where there is none."""
    if isinstance(move, str):
        return _read(track, move, seat)
    try:
        return index(move)  # type: ignore[arg-type]
    except TypeError:
        return _find(track, move, seat)  # type: ignore[arg-type]


def _read(track: Track, text: str, seat: int) -> int:
    """The legal move that a text means; what it meant last time is tried first."""
    texts = track.kernel.texts
    known = texts.get(text)
    if known is not None and known in track.listed(seat) and _text(track, known, seat) == text:
        return known
    try:
        found = read_move(track.rulebook, track.record, text, seat)
    except MoveError as error:
        raise IllegalMove(text, str(error)) from None
    if len(texts) < MOST_TEXTS:
        texts[text] = found
    return found


def _text(track: Track, move: int, seat: int) -> str:
    path, written = track.path(move, seat), track.rulebook.game.move_text
    if written is None:
        return squares_text(path, track.rulebook.width)
    several = track.rulebook.game.acts is not None
    return written(PlainState(track.rulebook.asked(track.record, seat)) if several else track.live, move, path)


def _find(track: Track, squares: SquarePath, seat: int) -> int:
    """The legal move that these squares name."""
    width, height = track.rulebook.width, track.rulebook.height
    numbers: list[int] = []
    for each in squares:
        number = square_number(each, (width, height)) if isinstance(each, str) else _square(each, width, height)
        if number is None:
            raise IllegalMove(squares, f"{each!r} is not a square; write (x, y) from (1, 1) to ({width}, {height}), or a name")
        numbers.append(number)
    found = track.named(tuple(numbers), seat)
    if found < 0:
        named = [track.rulebook.xy(number) for number in numbers]
        raise IllegalMove(squares, why_not(track.rulebook, track.record, named, seat))
    return found


def _square(square: Any, width: int, height: int) -> int | None:
    """The number of a square given as x and y."""
    try:
        x, y = square
        return (y - 1) * width + x - 1 if 1 <= x <= width and 1 <= y <= height else None
    except (TypeError, ValueError):
        return None
