"""`MoveEntry`: a move on its way in, square by square.

entry.next            the squares that may come next
entry.choose(square)  a square is chosen: the move it completes, if it completes one
entry.read(text)      a whole move as somebody types it

The legal moves are a tree of squares, and this walks it. It knows no game, and sends nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.wire.messages import LegalMove

Point: TypeAlias = tuple[int, int]


class MoveEntry:
    """The legal moves, and the squares that were chosen so far."""

    def __init__(self, moves: Sequence[LegalMove]) -> None:
        self.moves = [(move.text, [(x, y) for x, y in move.path]) for move in moves]
        self.entered: list[Point] = []

    @property
    def next(self) -> set[Point]:
        """The squares that may come next."""
        place = len(self.entered)
        return {path[place] for path in self._fitting() if len(path) > place}

    @property
    def whole(self) -> list[Point] | None:
        """The move that the chosen squares already are, even if a longer one begins with it."""
        return next((path for path in self._fitting() if self.entered and len(path) == len(self.entered)), None)

    @property
    def text(self) -> str:
        """The move that is chosen, as players write it; empty while it is not clear."""
        found = [text for text, path in self.moves if path == self.entered]
        return found[0] if found else ""

    def choose(self, square: Point) -> list[Point] | None:
        """Go on with a square; the move, when that is all of it. Choosing the last square again ends a move that could go on."""
        if self.entered and square == self.entered[-1] and self.whole and square not in self.next:
            return self.whole
        if square in self.next:
            self.entered.append(square)
        elif square in self.entered:
            self.entered = self._without(square)
        elif not self._as_toggles([*self.entered, square]):
            if square not in {path[0] for _, path in self.moves}:
                return None
            self.entered = [square]
        return self._finished()

    def back(self) -> bool:
        """Take back the last square; false if there is none."""
        return bool(self.entered) and self.entered.pop() is not None

    def clear(self) -> None:
        """Begin again."""
        self.entered = []

    def read(self, text: str, named: Callable[[str], Point | None] | None = None) -> list[Point] | None:
        """The move that a text means: as players write it, as numbers such as `1 1 1 6`, or as the names of its squares.

        Numbers need not be legal: the server says which rule they break. None if the text means no move at all.
        """
        wanted = " ".join(text.lower().split())
        for written, path in self.moves:
            if " ".join(written.lower().split()) == wanted:
                return path
        words = re.findall(r"-?\d+", wanted.removeprefix("move "))
        if words and re.fullmatch(r"(move )?[-\d ,;]+", wanted):
            numbers = [int(word) for word in re.findall(r"\d+", wanted)]
            if len(numbers) % 2 and numbers[0] * 2 == len(numbers) - 1:  # MOVE n x1 y1 ...
                numbers = numbers[1:]
            if len(numbers) % 2 == 0:
                return list(zip(numbers[::2], numbers[1::2], strict=True))
        squares = [named(word) if named else None for word in re.split(r"[-+\s]+|(?<=\d)x", wanted) if word]
        return [square for square in squares if square] if squares and None not in squares else None

    def _finished(self) -> list[Point] | None:
        return self.whole if not self.next else None

    def _fitting(self) -> list[list[Point]]:
        count = len(self.entered)
        return [path for _, path in self.moves if path[:count] == self.entered]

    def _without(self, square: Point) -> list[Point]:
        """The squares before one that was chosen again, or all the others where their order means nothing."""
        others = [each for each in self.entered if each != square]
        kept = self.entered
        if self._as_toggles(others):
            return self.entered
        return kept[: kept.index(square)]

    def _as_toggles(self, squares: list[Point]) -> bool:
        """The same squares in another order may begin a move where this order does not: dice are chosen like check boxes."""
        wanted = set(squares)
        if not squares or len(wanted) != len(squares) or all(len(path) == 1 for _, path in self.moves):
            return False
        for _, path in self.moves:
            if len(path) >= len(squares) and set(path[: len(squares)]) == wanted:
                self.entered = path[: len(squares)]
                return True
        return False
