"""`Referee`: takes the steps of a game that is being played, each with one call of compiled code, which is what makes it quick.

    referee = rulebook.referee
    referee.answer(state, 0, [4])         Step(move=4, …, Facts(outcome=ONGOING, chances=0, acting=(1,))), or None: not legal

Here a state is its bytes; nobody needs it as a record to play on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ludus.rules.loading import KERNELS

if TYPE_CHECKING:
    from ludus.rules.rulebook import Rulebook

MOST_SQUARES = 64
"""No move is named by more squares than this."""

ASKED = "outcome, chances, acts, legal, squares, cell or kind"
"""The rules that are asked in one call; when one of them gives no number, the compiled code does not say which."""


class Facts(NamedTuple):
    """How a game stands: its outcome (no move left counts as the game says), how many chances there are, and who may act."""

    outcome: int
    chances: int
    acting: tuple[int, ...]


class Step(NamedTuple):
    """A step that was taken: the number of the move or chance, the position after it, and the squares that look different.

    There are three numbers for each of these squares: its own, and those of its piece and of its type.
    """

    number: int
    state: bytes
    facts: Facts
    changed: list[int]


class Referee:
    """Asks the rules of one game."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._own = threading.local()
        state, number = rulebook.game.state.dtype, "i8"
        self._sheet_type = np.dtype(
            [
                ("state", state),
                ("before", state),
                ("moves", number, (rulebook.game.most_moves,)),
                ("path", number, (MOST_SQUARES,)),
                ("wanted", number, (MOST_SQUARES,)),
                ("changed", number, (3 * rulebook.width * rulebook.height,)),
                ("facts", number, (4,)),
            ],
            align=True,
        )
        kernel = rulebook.loaded.at_addresses(KERNELS / "referee.py", SHEET=self._sheet_type)
        end = "_at" if rulebook.compiled else ""
        self._survey, self._answer = kernel[f"survey{end}"], kernel[f"answer{end}"]
        self._follow, self._befall = kernel[f"follow{end}"], kernel[f"befall{end}"]

    def survey(self, state: bytes) -> Facts:
        """How a game stands."""
        sheet = self._sheet(state)
        self._ask(self._survey, sheet)
        return sheet.facts

    def answer(self, state: bytes, seat: int, squares: Sequence[int]) -> Step | None:
        """Make the move of a seat that these squares name; None if there is no such legal move."""
        if len(squares) > MOST_SQUARES:
            return None
        sheet = self._sheet(state)
        for place, square in enumerate(squares):
            sheet.wanted[place] = square
        move = self._ask(self._answer, sheet, seat, len(squares))
        return sheet.step(move) if move >= 0 else None

    def follow(self, state: bytes, seat: int, move: int) -> Step | None:
        """Make a move given by its number; None if it is not legal."""
        sheet = self._sheet(state)
        return sheet.step(move) if self._ask(self._follow, sheet, seat, move) >= 0 else None

    def befall(self, state: bytes, chance: int) -> Step:
        """Let something happen by chance."""
        sheet = self._sheet(state)
        self._ask(self._befall, sheet, chance)
        return sheet.step(chance)

    def _sheet(self, state: bytes) -> _Sheet:
        """Working memory with this state on it; each thread has its own."""
        try:
            sheet: _Sheet = self._own.sheet
        except AttributeError:
            sheet = self._own.sheet = _Sheet(np.zeros(1, self._sheet_type))
        sheet.state[:] = state
        return sheet

    def _ask(self, function: Callable[..., int], sheet: _Sheet, *arguments: int) -> int:
        if not self._rulebook.compiled:
            before = [] if function is self._survey else [sheet.record["before"]]
            return self._rulebook.number(ASKED, function, sheet.record["state"], *before, sheet.record, *arguments)
        try:
            return function(sheet.address, *arguments)
        except Exception:  # the slower way says what is wrong in the author's words
            return self._rulebook.number(ASKED, function, sheet.address, *arguments)


class _Sheet:
    """The memory in which kernel and referee talk; read and written without NumPy, whose numbers take longer than the rules."""

    __slots__ = ("_changed", "_facts", "_memory", "address", "record", "state", "wanted")

    def __init__(self, memory: Any) -> None:
        self._memory, self.record, self.address = memory, memory[0], memory.ctypes.data
        whole = memoryview(memory.view("u1"))
        self.state = whole[: memory.dtype["state"].itemsize]
        self.wanted, self._changed, self._facts = (self._numbers(whole, name) for name in ("wanted", "changed", "facts"))

    def _numbers(self, whole: memoryview, name: str) -> memoryview:
        field, begin = self._memory.dtype.fields[name][:2]
        return whole[begin : begin + field.itemsize].cast("q")

    @property
    def facts(self) -> Facts:
        """The facts that were noted last."""
        outcome, chances, acting, _ = self._facts
        return Facts(outcome, chances, _seats(acting))

    def step(self, number: int) -> Step:
        """The step that was taken last."""
        outcome, chances, acting, changed = self._facts
        return Step(number, self.state.tobytes(), Facts(outcome, chances, _seats(acting)), self._changed[:changed].tolist())


@lru_cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
