"""The rules that apply where an author says nothing else. Loaded for each game and compiled like its own rules."""

from __future__ import annotations

from typing import Any

from ludus.rules.rule import rule

WIDTH: int  # filled in when loaded for a game


@rule
def setup(state: Any) -> None:
    """The board is empty, and the first seat moves."""


@rule
def acts(state: Any, seat: int) -> bool:
    """One seat at a time."""
    return bool(state.turn == seat)


@rule
def chances(state: Any) -> int:
    """Nothing happens by chance."""
    return 0


@rule
def happen(state: Any, chance: int) -> None:
    """Nothing happens by chance."""


@rule
def weight(state: Any, chance: int) -> int:
    """All chances are equally likely."""
    return 1


@rule
def imagine(state: Any, seat: int, luck: int) -> int:
    """What is hidden stays 0."""
    return 0


@rule
def squares(state: Any, move: int, path: Any) -> int:
    """A move is the number of its only square."""
    path[0] = move
    return 1


@rule
def cell(state: Any, square: int) -> int:
    """The cells say which piece stands where."""
    return state.cells[square]  # type: ignore[no-any-return]


@rule
def cell_in_rows(state: Any, square: int) -> int:
    """The cells say which piece stands where, row by row."""
    return state.cells[square // WIDTH, square % WIDTH]  # type: ignore[no-any-return]


@rule
def kind(state: Any, square: int) -> int:
    """All squares are alike."""
    return 0


@rule
def place(state: Any, square: int, piece: int) -> None:
    """A piece is placed by writing it into the cells."""
    state.cells[square] = piece


@rule
def place_in_rows(state: Any, square: int, piece: int) -> None:
    """A piece is placed by writing it into the cells, row by row."""
    state.cells[square // WIDTH, square % WIDTH] = piece


@rule
def value(state: Any) -> int:
    """Nobody is ahead."""
    return 0


@rule
def order(state: Any, move: int) -> int:
    """All moves are equally worth trying."""
    return 0


@rule
def quick(state: Any) -> int:
    """Every move needs thought."""
    return -1


@rule
def wins(state: Any) -> int:
    """Only a search can tell."""
    return -1


@rule
def noisy(state: Any, moves: Any) -> int:
    """Every position is quiet."""
    return 0


@rule
def remaining(state: Any) -> int:
    """The game may last for any number of moves."""
    return 1000


@rule
def key(state: Any) -> int:
    """The bytes of the state tell positions apart."""
    return 0
