"""Notation: positions written on one line, and read back.

A game may have a `Notation` of its own; `letters(...)` makes the usual one: one letter for each square, the top row first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ludus.rules.errors import PositionError
from ludus.rules.piece import Piece


@dataclass(frozen=True, slots=True)
class Notation:
    """How a game writes a position on one line, and reads it back."""

    write: Callable[[Any], str]
    """`write(state)`: the position as text."""
    read: Callable[[str, Any], None]
    """`read(text, state)`: fill in a state that has 0 everywhere; raise `PositionError` to say what is wrong and where."""
    options: Callable[[str], Mapping[str, int]] | None = None
    """`options(text)`: options that the text itself names, such as the size of the board."""
    example: str = ""
    """An example of a position, for messages."""


def letters(
    pieces: Mapping[int, Piece],
    board: tuple[int, int],
    *,
    turn: bool,
    cell: Callable[[Any, int], int] | None = None,
    place: Callable[[Any, int, int], None] | None = None,
) -> Notation:
    """One letter for each square, `.` if it is empty, the top row first; with `turn`, a space and the letter of the team to move.

    Without `turn` the team with the fewest pieces moves, or the first of them. A game that does not keep its pieces in `cells`
    gives its `cell` and `place`.
    """
    width, height = board
    get, put = cell or cell_of, place or put_on
    code_of = {piece.letter: code for code, piece in pieces.items()} | {".": 0}
    letter_of = {code: letter for letter, code in code_of.items()}
    letters_of = {piece.team: piece.letter for piece in reversed(list(pieces.values()))}
    order = [(height - 1 - row) * width + column for row in range(height) for column in range(width)]

    def write(state: Any) -> str:
        text = "".join(letter_of[int(get(state, square))] for square in order)
        return f"{text} {letters_of[state.turn + 1]}" if turn else text

    def read(text: str, state: Any) -> None:
        squares, _, side = text.strip().lower().partition(" ")
        for at, letter in enumerate(squares, 1):
            if letter not in code_of:
                raise PositionError(f"character {at}, {letter!r}, is not one of {' '.join(code_of)}")
        if len(squares) != width * height:
            raise PositionError(f"{width * height} squares are expected, top row first, not {len(squares)}")
        if turn:
            movers = {letter: team - 1 for team, letter in letters_of.items()}
            if side not in movers:
                choice = " or ".join(sorted(movers, key=lambda letter: movers[letter]))
                raise PositionError(f"after the squares must come a space and who moves, {choice}, not {side!r}")
            state.turn = movers[side]
        elif side:
            raise PositionError(f"nothing is expected after the {width * height} squares, not {side!r}")
        else:
            owned = [sum(piece.team == team for piece in map(_piece_of, squares)) for team in sorted(letters_of)]
            state.turn = owned.index(min(owned))
        for square, letter in zip(order, squares, strict=True):
            if letter != ".":
                put(state, square, code_of[letter])

    nobody = Piece("nobody", 0)

    def _piece_of(letter: str) -> Piece:
        return pieces.get(code_of[letter], nobody)

    return Notation(write, read)


def cell_of(state: Any, square: int) -> int:
    """The piece on a square of `state.cells`, whether that has rows or is one long row."""
    return int(state.cells.ravel()[square])


def put_on(state: Any, square: int, piece: int) -> None:
    """Put a piece on a square of `state.cells`, whether that has rows or is one long row."""
    state.cells.reshape(-1)[square] = piece


@lru_cache(10_000)  # a server asks for one with each move
def square_name(square: int, width: int) -> str:
    """A square as players write it: a letter for x and a number for y, `a1` at the lower left; on wide boards `x,y`."""
    x, y = square % width, square // width + 1
    return f"{chr(ord('a') + x)}{y}" if width <= 26 else f"{x + 1},{y}"


def square_number(name: str, board: tuple[int, int]) -> int | None:
    """The square that a name such as `b3` or `2,3` means, or None if this board has no such square."""
    name = name.strip().lower()
    first, comma, second = name.partition(",")
    if not comma:
        first, second = str(ord(name[0]) - ord("a") + 1) if name[:1].isalpha() else "", name[1:]
    if not (first.isdecimal() and second.isdecimal()):
        return None
    x, y = int(first), int(second)
    width, height = board
    return (y - 1) * width + x - 1 if 1 <= x <= width and 1 <= y <= height else None
