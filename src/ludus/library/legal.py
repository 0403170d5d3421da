"""`LegalMoves`: the legal moves of a position as texts, as squares and as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import overload

from ludus.rules.movetext import move_text, squares_text
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord


class LegalMoves(Sequence[str]):
    """The legal moves, in the order in which the game lists them: `list(match.legal)` are their texts."""

    def __init__(self, rulebook: Rulebook, state: StateRecord, seat: int | None, numbers: list[int]) -> None:
        self._rulebook, self._seat = rulebook, seat
        self._state = rulebook.asked(state, seat)
        self.numbers = numbers
        """The moves as the rules number them."""

    @cached_property
    def texts(self) -> list[str]:
        """The moves as the game's players write them."""
        return [move_text(self._rulebook, self._state, move) for move in self.numbers]

    @cached_property
    def squares(self) -> list[tuple[tuple[int, int], ...]]:
        """The squares that name each move, as x and y."""
        paths = (self._rulebook.squares(self._state, move) for move in self.numbers)
        return [tuple(self._rulebook.xy(square) for square in path) for path in paths]

    @cached_property
    def names(self) -> list[str]:
        """The moves by the names of their squares, as `b2-b3`."""
        paths = (self._rulebook.squares(self._state, move) for move in self.numbers)
        return [squares_text(path, self._rulebook.width) for path in paths]

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self.texts[index]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, int):
            return move in self.numbers
        if isinstance(move, str):
            return move.lower() in (text.lower() for text in [*self.texts, *self.names])
        return move in self.squares or (isinstance(move, list) and tuple(move) in self.squares)

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(dict.fromkeys(self.texts))}>"
