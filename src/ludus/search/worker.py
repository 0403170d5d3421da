"""The memory of one thread of a search: a context, a state and a frame for every move ahead."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.estimate import Costs
from ludus.search.table import Table

KERNELS = Path(__file__).parent / "kernels"

DEEPEST = 100
"""No search looks further ahead than this."""

LINE = 32
"""No expected line is longer than this."""

STROLL = 300
"""So many positions are looked at to find out what looking at one costs."""

HINTS = frozenset({"order", "wins", "safe", "key", "noisy"})
"""The hints that the kernel uses where a game gives them."""

ENTRIES = ("position_of", "key_of", "place_of", "keep", "kept", "settled", "counted_from_here")
"""What the other kernels use to remember positions."""

CONTEXT = np.dtype(
    [
        *((name, "i8") for name in ("table", "busy", "stop", "threads", "age", "most_nodes")),
        ("mask", "u8"),
        *((name, "i8") for name in ("nodes", "stopped", "best", "worth", "done", "cut")),
        ("line", "i8", (LINE,)),
        ("trail", "u8", (LINE,)),
        ("past", "u8", (1024,)),
        ("history", "i8", (8192,)),
    ],
    align=True,
)


def kernel_for(rulebook: Rulebook, hints: frozenset[str]) -> Mapping[str, Any]:
    """The compiled search of a game, using some of its hints."""
    game = rulebook.game
    used = {name: name in hints and getattr(game, name) is not None for name in HINTS}
    facts: dict[str, Any] = {f"HAS_{name.upper()}": given for name, given in used.items()}
    facts |= {"HAS_CHANCE": game.chances is not None, "REPEATS": game.repeats > 0}
    counters = set(game.apart) if game.repeats else set()
    facts |= {"MASKS": _bits(rulebook, set(game.state.fields) - counters), "COUNTERS": _bits(rulebook, counters)}
    facts["WORDS"] = len(facts["MASKS"])
    entries = rulebook.loaded.kernel(KERNELS / "entries.py", **facts)
    shared = {name: entries[name] for name in ENTRIES}
    negamax = rulebook.loaded.kernel(KERNELS / "negamax.py", upon=shared, **facts)
    proof = rulebook.loaded.kernel(KERNELS / "proof.py", upon={"search": negamax["search"]}, **facts)
    line = rulebook.loaded.kernel(KERNELS / "line.py", upon=shared, **facts)
    stroll = rulebook.loaded.kernel(KERNELS / "stroll.py", **facts)
    asked = {"search": negamax, "prove": proof, "trace": line, "stroll": stroll, "position_of": entries}
    return {name: kernel[name] for name, kernel in asked.items()}


def _bits(rulebook: Rulebook, names: set[str]) -> np.ndarray[Any, Any]:
    """Which bits of a state belong to these fields, as words; gaps between fields belong to none."""
    dtype = rulebook.game.state.dtype
    counted = np.zeros(-(-dtype.itemsize // 8) * 8, np.uint8)
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if name in names:
            counted[offset : offset + kind.itemsize] = 255
    return counted.view(np.uint64)


@dataclass(frozen=True, eq=False)
class Shared:
    """What all threads of a search share."""

    table: Table
    stop: np.ndarray[Any, Any]
    """One word: not 0 when everybody must stop."""
    busy: np.ndarray[Any, Any]
    """What the threads are busy with, so that others begin with something else."""

    @classmethod
    def with_table(cls, megabytes: int) -> Shared:
        """Fresh memory for a search."""
        return cls(Table(megabytes), np.zeros(1, np.int64), np.zeros(1 << 14, np.uint64))


class Worker:
    """One thread's part of a search."""

    def __init__(self, rulebook: Rulebook, kernel: Mapping[str, Any], shared: Shared) -> None:
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

    def prepare(self, state: Record, age: int) -> None:
        """Get ready to search a position."""
        self._bytes[:] = np.frombuffer(state.tobytes(), np.uint8)
        self.context["nodes"] = 0
        self.context["age"] = age
        self.context["threads"] = 1

    def forget(self, *, entirely: bool = False) -> None:
        """Let what was learned about good moves in another position fade, or go."""
        self.context["history"] >>= 63 if entirely else 3
        if entirely:
            self.context["cut"] = 0
        self._frames["killer"] = -1

    def remember_past(self, keys: list[int]) -> None:
        """Take note of positions that would be drawn if they came up again."""
        past = self.context["past"]
        past[:] = 0
        for key in keys[-900:]:
            spot = key & 1023
            while past[spot]:
                spot = (spot + 1) & 1023
            past[spot] = key

    def search(self, depth: int, alpha: int, beta: int, most_nodes: int) -> bool:
        """Search the position to a depth within a window; true when it was not stopped."""
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
        """Whether anything that is remembered comes from lines that were broken off, or from chances not all looked at."""
        return bool(self.context["cut"])

    def costs(self) -> Costs:
        """What one step of a search costs here, found out in about a millisecond."""
        self._stroll(1, 1)  # what is compiled or loaded now is not counted
        overhead, _ = self._stroll(0, 0)
        splitting, played = self._stroll(STROLL, 0)
        evaluating, _ = self._stroll(STROLL, 1)
        evaluation = max(evaluating - splitting, 1e-9 * played) / max(1, played)
        return Costs(evaluation, max(splitting - overhead, 1e-9) / STROLL, played / STROLL, overhead)

    def _stroll(self, steps: int, evaluating: int) -> tuple[float, int]:
        begun = time.perf_counter()
        played = self._ask(self._kernel["stroll"], self.context, self._root, self._frame, steps, evaluating)
        return time.perf_counter() - begun, int(played)

    def _begin(self, most_nodes: int) -> None:
        context = self.context
        context["stopped"] = 0
        context["done"] = 0
        context["best"] = -1
        context["most_nodes"] = most_nodes

    def line(self, move: int, most: int | None = None) -> tuple[int, ...]:
        """The moves expected after this one, and it, as far as the table remembers them, and at most so many."""
        longest = LINE if most is None else min(LINE, most)
        count = self._ask(self._kernel["trace"], self.context, self._root, self._frames[-1], move, longest)
        return tuple(self.context["line"][:count].tolist())

    def position_of(self, state: Record) -> int:
        """The number by which a position is known again when it comes up once more."""
        return int(self._ask(self._kernel["position_of"], state))
