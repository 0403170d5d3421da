"""Ready-made reasons for refusing a move, for games that would otherwise each write their own.

A reason is true when its rule is broken, and its docstring is the sentence the player reads. These are made for a game:

    reasons=(squares_named("Name your stone and the stone it takes", 2), not_own(PIECES), ...)

A game that does not keep its pieces in `cells` gives its `cell`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ludus.rules.notation import cell_of
from ludus.rules.piece import Piece

Reason: TypeAlias = Callable[[Any, tuple[int, ...]], bool]
Cell: TypeAlias = Callable[[Any, int], int]
Question: TypeAlias = Callable[[Any], bool]


def squares_named(sentence: str, *counts: int) -> Reason:
    """A move names this many squares, or one of these numbers of them; the sentence says which."""

    def wrong_count(_state: Any, squares: tuple[int, ...]) -> bool:
        return len(squares) not in counts

    return _saying(sentence, wrong_count)


def no_piece(cell: Cell = cell_of, *, word: str = "piece", unless: Question | None = None) -> Reason:
    """The first square must hold a piece, or whatever the game calls it; `unless` says when that does not matter."""

    def is_empty(state: Any, squares: tuple[int, ...]) -> bool:
        return cell(state, squares[0]) == 0 and not (unless and unless(state))

    return _saying(f"There is no {word} on that square", is_empty)


def not_own(pieces: Mapping[int, Piece], cell: Cell = cell_of, *, unless: Question | None = None) -> Reason:
    """The first square must hold a piece of the team to move; `unless` says when that does not matter."""

    def is_not_own(state: Any, squares: tuple[int, ...]) -> bool:
        code = cell(state, squares[0])
        return (code == 0 or pieces[code].team != state.turn + 1) and not (unless and unless(state))

    return _saying("You do not own that piece", is_not_own)


def occupied(sentence: str, cell: Cell = cell_of) -> Reason:
    """The first square must be empty."""

    def is_occupied(state: Any, squares: tuple[int, ...]) -> bool:
        return cell(state, squares[0]) != 0

    return _saying(sentence, is_occupied)


def _saying(sentence: str, reason: Reason) -> Reason:
    reason.__doc__ = sentence
    return reason
