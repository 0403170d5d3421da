"""`Referee`: takes the steps of a game in progress. Each is a single call of compiled code, which is what makes it fast.

    referee = rulebook.referee
    referee.play_squares(state, 0, [4])       Transition(4, …, Facts(outcome=ONGOING, chances=0, acting=(1,))); None if illegal

A state is given and returned as its bytes; playing on does not need it as a record.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ludus.rules.compiled.loader import KERNELS, LoadedRules

MOST_SQUARES = 64
"""No move is named by more squares than this."""

ASKED = "outcome, chances, acts, legal, squares, cell or kind"
"""The rules that are asked in one call; when one of them returns no number, the compiled code cannot say which."""


class Facts(NamedTuple):
    """How a game stands: its outcome (having no move counts as the game says), how many chances there are, and who may act."""

    outcome: int
    chances: int
    acting: tuple[int, ...]


class Transition(NamedTuple):
    """A step that was taken: the number of the move or chance, the position after it, and the squares that changed.

    Each of these squares takes three numbers: its own, the number of its piece and the number of its type.
    """

    number: int
    state: bytes
    facts: Facts
    changed: list[int]


class Referee:
    """Plays by the rules of one game."""

    def __init__(self, loaded: LoadedRules) -> None:
        self._loaded = loaded
        self._own = threading.local()
        game, number = loaded.file.game, "i8"
        width, height = game.board
        self._buffer_type = np.dtype(
            [
                ("state", game.state.dtype),
                ("before", game.state.dtype),
                ("moves", number, (game.most_moves,)),
                ("path", number, (MOST_SQUARES,)),
                ("wanted", number, (MOST_SQUARES,)),
                ("changed", number, (3 * width * height,)),
                ("facts", number, (4,)),
            ],
            align=True,
        )
        kernel = loaded.kernel_at_addresses(KERNELS / "referee.py", BUFFER=self._buffer_type)
        end = "_at" if loaded.compiled else ""
        self._survey, self._play_squares = kernel[f"survey{end}"], kernel[f"play_squares{end}"]
        self._play_move, self._apply_chance = kernel[f"play_move{end}"], kernel[f"apply_chance{end}"]

    def survey(self, state: bytes) -> Facts:
        """How a game stands."""
        buffer = self._buffer(state)
        self._ask(self._survey, buffer)
        return buffer.facts

    def play_squares(self, state: bytes, seat: int, squares: Sequence[int]) -> Transition | None:
        """Play the move that these squares name; None if there is no such legal move."""
        if len(squares) > MOST_SQUARES:
            return None
        buffer = self._buffer(state)
        for place, square in enumerate(squares):
            buffer.wanted[place] = square
        move = self._ask(self._play_squares, buffer, seat, len(squares))
        return buffer.step(move) if move >= 0 else None

    def play_move(self, state: bytes, seat: int, move: int) -> Transition | None:
        """Play a move given by its number; None if it is not legal."""
        buffer = self._buffer(state)
        return buffer.step(move) if self._ask(self._play_move, buffer, seat, move) >= 0 else None

    def happen(self, state: bytes, chance: int) -> Transition:
        """Let something happen by chance."""
        buffer = self._buffer(state)
        self._ask(self._apply_chance, buffer, chance)
        return buffer.step(chance)

    def _buffer(self, state: bytes) -> _Buffer:
        """Working memory that holds this state; each thread has its own."""
        try:
            buffer: _Buffer = self._own.buffer
        except AttributeError:
            buffer = self._own.buffer = _Buffer(np.zeros(1, self._buffer_type))
        buffer.state[:] = state
        return buffer

    def _ask(self, function: Callable[..., int], buffer: _Buffer, *arguments: int) -> int:
        if not self._loaded.compiled:
            before = [] if function is self._survey else [buffer.record["before"]]
            return self._loaded.number(ASKED, function, buffer.record["state"], *before, buffer.record, *arguments)
        try:
            return function(buffer.address, *arguments)
        except Exception:  # ask again the slower way, which says what is wrong in the author's words
            return self._loaded.number(ASKED, function, buffer.address, *arguments)


class _Buffer:
    """The memory that kernel and referee share; accessed without NumPy, whose scalars cost more time than the rules."""

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
        """The facts noted by the last call."""
        outcome, chances, acting, _ = self._facts
        return Facts(outcome, chances, _seats(acting))

    def step(self, number: int) -> Transition:
        """The step taken by the last call."""
        outcome, chances, acting, changed = self._facts
        return Transition(number, self.state.tobytes(), Facts(outcome, chances, _seats(acting)), self._changed[:changed].tolist())


@lru_cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
