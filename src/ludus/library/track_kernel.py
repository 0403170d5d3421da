"""`TrackKernel`: what all matches of a game share: its rules, the compiled steps over them, and fresh memory.

The memory of a match is a buffer and places, in words of eight bytes:

    here  end  seat  facts…  path…  wanted…  moves… │ number  seat  state… │ number  seat  state… │ …
    ──────────────── buffer ──────────────────────── ─────── place 0 ────── ─────── place 1 ──────
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludus.rules.compiled.loader import KERNELS
from ludus.rules.gamefile import GameFile, read_game_file
from ludus.rules.referee import MOST_SQUARES
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook

HERE, END, SEAT, FACTS, PATH = 0, 1, 2, 3, 7
WANTED, MOVES = PATH + MOST_SQUARES, PATH + 2 * MOST_SQUARES
"""Where things stand on a buffer."""

ROOM = 64
"""The first memory of a match has this many places, unless they are large; it doubles whenever it is full."""

MOST_BYTES = 1 << 16
"""No more than this many bytes, if eight places fit."""

ARGUMENTS = {"play_move": 2, "apply_chance": 2, "survey": 1, "listed": 1, "named": 2, "path": 2}
"""The functions of the kernel that are called from Python, each with how many numbers it takes."""

KERNEL = Path(__file__).parent / "kernels" / "track.py"

_RULEBOOKS: dict[tuple[object, ...], Rulebook] = {}  # what was compiled once in this program is not compiled again


def rulebook_for(file: GameFile, *, compiled: bool = True) -> Rulebook:
    """The rules of a game file, the same object every time, as long as the file is the same."""
    key = (file.path, file.source, tuple(sorted(file.chosen.items())), compiled)
    if key not in _RULEBOOKS:
        _RULEBOOKS[key] = Rulebook(file, compiled=compiled)
    return _RULEBOOKS[key]


class TrackKernel:
    """What all matches of a game share."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        game, number = rulebook.game, "i8"
        lists = [("path", number, (MOST_SQUARES,)), ("wanted", number, (MOST_SQUARES,)), ("moves", number, (game.most_moves,))]
        self.buffer = np.dtype([("here", number), ("end", number), ("seat", number), ("facts", number, (4,)), *lists], align=True)
        self.place = np.dtype([("number", number), ("seat", number), ("state", game.state.dtype)], align=True)
        self.size, self.buffer_size = self.place.itemsize, self.buffer.itemsize
        self.room = max(8, min(ROOM, MOST_BYTES // self.size))
        loaded = rulebook.loaded
        referee = loaded.kernel_at_addresses(KERNELS / "referee.py", BUFFER=self.buffer)
        shared = {name: referee[name] for name in ("survey", "move_named", "move_numbered")}
        if rulebook.compiled:
            from ludus.rules.compiled.direct import as_builtin, boxed, bytearray_at, direct, integer_at

            shared |= {"record_at": referee["record_at"], "integer_at": integer_at}
            shared |= {"bytearray_at": bytearray_at, "boxed": boxed}
        facts = {"BUFFER": self.buffer, "PLACE": self.place, "SIZE": self.size, "BUFFER_SIZE": self.buffer_size}
        self.functions = loaded.kernel(KERNEL, shared, **facts)
        self.compiled: dict[str, Callable[..., int]] = {}
        self.begin: Callable[[bytearray, int], int] = self._begin_plainly
        """Let the buffer in fresh memory of this many bytes point to its places; gives its address."""
        self._kept: list[Any] = []
        if rulebook.compiled:
            for name, count in ARGUMENTS.items():
                self.compiled[name] = loaded.ask(direct, self.functions[f"{name}_at"], "number " * count)
            self.begin = as_builtin(self.functions["begin_called"], self._kept) or self.begin
            self.compiled["play_move"] = as_builtin(self.functions["play_move_called"], self._kept) or self.compiled["play_move"]
        simple = rulebook.compiled and game.acts is None and not game.repeats
        self.quick_move = self.compiled["play_move"] if simple else _nothing
        """A move with nothing to be done but this call; where more must be done, it only says that the move is not legal."""
        self.starts_over = rulebook.opening[1].outcome != ONGOING
        self.repeats, self.has_chance = game.repeats, game.chances is not None
        self.mask = self._mask()
        self.texts: dict[str, int] = {}
        """Moves by how they were written before: what a text probably means, to be verified."""
        self._opening = self._at_start()
        self._length = len(self._opening)

    def block(self) -> tuple[int, memoryview]:
        """Memory for a match that begins with the game's own start, and its address."""
        memory = bytearray(self._opening)
        return self.begin(memory, self._length), memoryview(memory).cast("q")

    def _begin_plainly(self, memory: bytearray, length: int) -> int:
        """What the compiled `begin_at` does."""
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        words = memoryview(memory).cast("q")
        words[HERE], words[END] = address + self.buffer_size, address + length - self.size
        return address

    def size_for(self, room: int) -> int:
        """The bytes of memory with this many places."""
        return self.buffer_size + room * self.size

    def _at_start(self) -> bytes:
        """The memory of a match at the game's own start."""
        state, facts = self.rulebook.opening
        words = np.zeros(self.size_for(self.room) // 8, np.int64)
        words[FACTS : FACTS + 3] = facts.outcome, facts.chances, sum(1 << seat for seat in facts.acting)
        begin = self.buffer_size + 16
        words.view(np.uint8)[begin : begin + len(state)] = np.frombuffer(state, np.uint8)
        return words.tobytes()

    def _mask(self) -> int:
        """The bits of a state that count when positions are compared for repetition."""
        dtype = self.rulebook.game.state.dtype
        counted = np.zeros(dtype.itemsize, np.uint8)
        for name, (kind, offset, *_) in (dtype.fields or {}).items():
            if name not in self.rulebook.game.apart:
                counted[offset : offset + kind.itemsize] = 255
        return int.from_bytes(counted.tobytes(), "little")

    def __reduce__(self) -> tuple[Any, ...]:
        file = self.rulebook.file
        return _again, (file.path, dict(file.chosen), self.rulebook.compiled)


def _nothing(_address: int, _move: int) -> int:
    return -1


def _again(path: Path, chosen: dict[str, int], compiled: bool) -> TrackKernel:
    """The same in another process."""
    return TrackKernel(rulebook_for(read_game_file(path, chosen), compiled=compiled))
