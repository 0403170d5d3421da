"""The memory of one thread of a search: a context, and a state and a frame for every move ahead."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import BUSY_BITS, DEEPEST, HISTORY_SLOTS, LONGEST_LINE, PAST_SLOTS
from ludus.search.estimate import Costs
from ludus.search.table import TranspositionTable

CALIBRATED = 300
"""Positions that are looked at to find out what looking at one costs."""

MOST_PAST = 900
"""Positions of the game so far that are remembered at most; the slots must not fill up."""

CONTEXT = np.dtype(
    [
        *((name, "i8") for name in ("table", "busy", "stop", "threads", "age", "most_nodes")),
        ("mask", "u8"),
        *((name, "i8") for name in ("nodes", "stopped", "best", "worth", "done", "cut")),
        ("line", "i8", (LONGEST_LINE,)),
        ("trail", "u8", (LONGEST_LINE,)),
        ("past", "u8", (PAST_SLOTS,)),
        ("history", "i8", (HISTORY_SLOTS,)),
    ],
    align=True,
)


@dataclass(frozen=True, eq=False)
class SharedMemory:
    """What all threads of a search share."""

    table: TranspositionTable
    stop: np.ndarray[Any, Any]
    """One word: not 0 when every thread must stop."""
    busy: np.ndarray[Any, Any]
    """What the threads are busy with, so that the others begin with something else."""

    @classmethod
    def with_table(cls, megabytes: int) -> SharedMemory:
        """Fresh memory for a search."""
        return cls(TranspositionTable(megabytes), np.zeros(1, np.int64), np.zeros(1 << BUSY_BITS, np.uint64))


class Worker:
    """One thread's part of a search."""

    def __init__(self, rulebook: Rulebook, kernel: Mapping[str, Any], shared: SharedMemory) -> None:
        self._ask, self._kernel = rulebook.loaded.ask, kernel
        most = rulebook.game.most_moves
        lists = [("moves", "i8", (most,)), ("scores", "i8", (most,))]
        frame = np.dtype([("position", "u8"), ("key", "u8"), ("killer", "i8"), *lists], align=True)
        plies = DEEPEST + 4
        self._contexts = np.zeros(1, CONTEXT)
        self._states = np.zeros(plies, rulebook.game.state.dtype)
        self._frames = np.zeros(plies, frame)
        self.context, self._root, self._frame = self._contexts[0], self._states[0], self._frames[0]
        self._bytes = self._states.view(np.uint8)[: self._states.itemsize]
        self.value = 0
        context, table = self.context, shared.table
        context["table"], context["mask"] = table.address, table.mask
        context["stop"], context["busy"] = shared.stop.ctypes.data, shared.busy.ctypes.data

    def prepare(self, state: StateRecord, age: int) -> None:
        """Get ready to search a position."""
        self._bytes[:] = np.frombuffer(state.tobytes(), np.uint8)
        self.context["nodes"] = 0
        self.context["age"] = age
        self.context["threads"] = 1

    def forget(self, *, entirely: bool = False) -> None:
        """Let what was learned about good moves in another position fade, or clear it entirely."""
        self.context["history"] >>= 63 if entirely else 3
        if entirely:
            self.context["cut"] = 0
        self._frames["killer"] = -1

    def remember_past(self, keys: list[int]) -> None:
        """Take note of positions that would be drawn if they came up again."""
        past, mask = self.context["past"], PAST_SLOTS - 1
        past[:] = 0
        for key in keys[-MOST_PAST:]:
            slot = key & mask
            while past[slot]:
                slot = (slot + 1) & mask
            past[slot] = key

    def search(self, depth: int, alpha: int, beta: int, most_nodes: int) -> bool:
        """Search the position to a depth within a window; true unless it was stopped."""
        self._begin(most_nodes)
        self.value = int(self._ask(self._kernel["search"], self.context, self._root, self._frame, depth, alpha, beta, 0))
        return not self.context["stopped"]

    def prove(self, most_nodes: int) -> bool:
        """Try to find the exact value; true when it was found."""
        self._begin(most_nodes)
        self.value = int(self._ask(self._kernel["prove"], self.context, self._root, self._frame))
        return not self.context["stopped"]

    @property
    def cut_short(self) -> bool:
        """Whether anything remembered comes from lines that were broken off, or from chance of which not all was looked at."""
        return bool(self.context["cut"])

    def costs(self) -> Costs:
        """What one step of a search costs here, measured in about a millisecond."""
        self._calibrate(1, 1)  # compiling or loading the kernel must not be counted
        overhead, _ = self._calibrate(0, 0)
        splitting, played = self._calibrate(CALIBRATED, 0)
        evaluating, _ = self._calibrate(CALIBRATED, 1)
        evaluation = max(evaluating - splitting, 1e-9 * played) / max(1, played)
        return Costs(evaluation, max(splitting - overhead, 1e-9) / CALIBRATED, played / CALIBRATED, overhead)

    def _calibrate(self, steps: int, evaluating: int) -> tuple[float, int]:
        begun = time.perf_counter()
        played = self._ask(self._kernel["calibrate"], self.context, self._root, self._frame, steps, evaluating)
        return time.perf_counter() - begun, int(played)

    def _begin(self, most_nodes: int) -> None:
        context = self.context
        context["stopped"] = 0
        context["done"] = 0
        context["best"] = -1
        context["most_nodes"] = most_nodes

    def line(self, move: int, most: int | None = None) -> tuple[int, ...]:
        """The line that begins with this move, as far as the table remembers them; at most `most` moves."""
        longest = LONGEST_LINE if most is None else min(LONGEST_LINE, most)
        count = self._ask(self._kernel["trace"], self.context, self._root, self._frames[-1], move, longest)
        return tuple(self.context["line"][:count].tolist())

    def repetition_key(self, state: StateRecord) -> int:
        """The key by which a position is recognised when it comes up again."""
        return int(self._ask(self._kernel["repetition_key"], state))
