"""The memory of one thread of a search: a context, and a state and a frame for every move ahead."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import BUSY_BITS, DEEPEST, HISTORY_SLOTS, LONGEST_LINE, MARK_BITS, PAST_SLOTS, RING_BITS, SIZES
from ludus.search.estimate import Costs
from ludus.search.limit import NO_END
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
        *((name, "i8") for name in ("marks", "ring", "sent", "heard", "number", "generation", "base")),
        *((name, "i8") for name in ("send_nodes", "mark_nodes", "reach", "on_path")),
        *((name, "i8") for name in ("pause", "acquire", "release", "go", "paused")),
        ("sizes", "i8", (SIZES,)),
    ],
    align=True,
)


FOR_OTHERS = ("depth", "alpha", "lower", "beta", "kind", "marked", "insists")
"""What a frame holds besides, where other machines search the same position; see `kernels/exchange.py`."""


@dataclass(frozen=True, eq=False)
class SharedMemory:
    """What all threads of a search share."""

    table: TranspositionTable
    stop: np.ndarray[Any, Any]
    """One word: not 0 when every thread must stop."""
    busy: np.ndarray[Any, Any]
    """What the threads are busy with, so that the others begin with something else."""
    marks: np.ndarray[Any, Any] | None
    """What other machines are busy with; None if this one searches alone."""

    @classmethod
    def with_table(cls, megabytes: int, *, clustered: bool = False) -> SharedMemory:
        """Fresh memory for a search."""
        marks = np.zeros(2 << MARK_BITS, np.uint64) if clustered else None
        return cls(TranspositionTable(megabytes), np.zeros(1, np.int64), np.zeros(1 << BUSY_BITS, np.uint64), marks)


class Worker:
    """One thread's part of a search."""

    def __init__(self, rulebook: Rulebook, kernel: Mapping[str, Any], shared: SharedMemory) -> None:
        self._ask, self._kernel = rulebook.loaded.ask, kernel
        self._shared = shared  # the context holds only addresses: the memory must live as long as the worker
        most = rulebook.game.most_moves
        lists = [("moves", "i8", (most,)), ("scores", "i8", (most,))]
        told = [(name, "i8") for name in FOR_OTHERS] if shared.marks is not None else []
        frame = np.dtype([("position", "u8"), ("key", "u8"), ("killer", "i8"), *told, *lists], align=True)
        plies = DEEPEST + 4
        self._contexts = np.zeros(1, CONTEXT)
        self._states = np.zeros(plies, rulebook.game.state.dtype)
        self._frames = np.zeros(plies, frame)
        self.context, self._root, self._frame = self._contexts[0], self._states[0], self._frames[0]
        self._bytes = self._states.view(np.uint8).reshape(plies, -1)
        self._clustered = shared.marks is not None
        self.value = 0
        context, table = self.context, shared.table
        context["table"], context["mask"] = table.address, table.mask
        context["stop"], context["busy"] = shared.stop.ctypes.data, shared.busy.ctypes.data
        context["pause"] = context["send_nodes"] = context["mark_nodes"] = NO_END
        if shared.marks is not None:
            self._ring, self._told = np.zeros((1 << RING_BITS, 2), np.uint64), 0
            context["marks"], context["ring"] = shared.marks.ctypes.data, self._ring.ctypes.data

    def prepare(self, state: StateRecord, age: int, line: Sequence[StateRecord] = ()) -> None:
        """Get ready to search a position; `line` holds the positions that a larger search went through to get there.

        Wins and losses then count from where the line begins. Only a search that is `clustered` can do that.
        """
        for ply, earlier in enumerate(line):
            self._frames[ply]["position"] = self.repetition_key(earlier)
        base = len(line)
        self._bytes[base] = np.frombuffer(state.tobytes(), np.uint8)
        self._root, self._frame = self._states[base], self._frames[base]
        self.context["base"] = base
        if self._clustered:
            self._frame["kind"] = self._frame["marked"] = 0
            self._frame["insists"] = 1
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
        self.value = int(self._ask(self._kernel["search"], self.context, self._root, self._frame, depth, alpha, beta, self._base))
        return not self.context["stopped"]

    @property
    def _base(self) -> int:
        return int(self.context["base"])

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

    # Sharing with other machines

    def share(self, number: int, entries: int, marks: int) -> None:
        """Tell others what was found in subtrees of at least `entries` positions, and mark those expected to take `marks`.

        The machine's number says where it begins among equals.
        """
        context = self.context
        context["number"], context["send_nodes"], context["mark_nodes"] = number, entries, marks

    @property
    def place(self) -> list[int]:
        """Where a relay finds this thread's ring, how much is in it, and the flag for news; and how much was told."""
        sent, heard = (int(self._contexts[name].ctypes.data) for name in ("sent", "heard"))
        return [int(self._ring.ctypes.data), sent, heard, int(self.context["sent"])]

    def relay(self, box: Any, rounds: int) -> int:
        """Carry news between all threads and the sockets, for so many looks; see `kernels/exchange_relay.py`."""
        return int(self._ask(self._kernel["relay"], self.context, box, rounds))

    def news(self) -> np.ndarray[Any, Any]:
        """What this thread has to tell others since it was last asked; the oldest is lost if that was too long ago."""
        sent, size = int(self.context["sent"]), len(self._ring)
        first = max(self._told, sent - size + 1)
        self._told = sent
        begin, end = first % size, sent % size
        return self._ring[begin:end].copy() if begin <= end else np.concatenate((self._ring[begin:], self._ring[:end]))

    def take(self, items: np.ndarray[Any, Any]) -> int:
        """Take in what others told; returns how many entries were news."""
        return int(self._ask(self._kernel["take"], self.context, items.ctypes.data, len(items)))

    def repetition_key(self, state: StateRecord) -> int:
        """The key by which a position is recognised when it comes up again."""
        return int(self._ask(self._kernel["repetition_key"], state))
