"""`MonteCarlo`: a computer player for any game, even with hidden information, chance or simultaneous moves.

    player = MonteCarlo(rulebook)
    player.choose(state, seat, Limit(seconds=1.0))

It plays the game out over and over from what the seat can see. Good choices are tried more often, so it chooses what it tried
most. The value is the share of the points that this choice has earned, on the scale of heuristic values; it is never exact.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import numpy as np

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import BOUND
from ludus.search.limit import NO_END, Limit
from ludus.search.report import Progress, Report
from ludus.search.table import allocated
from ludus.search.turn import as_seen, when_over

KERNEL = Path(__file__).parent / "kernels" / "montecarlo.py"

LONGEST_PATH = 64
"""Choices of one game that are remembered at most."""

TICK = 0.1
"""Seconds between two reports of progress."""

CONTEXT = np.dtype(
    [
        *((name, "i8") for name in ("stop", "seat", "depth", "most_nodes", "nodes", "games", "deepest", "age", "mask", "used")),
        ("luck", "u8"),
        *((name, "i8") for name in ("grown", "length")),
        *((name, "i8", (LONGEST_PATH,)) for name in ("places", "choices", "movers")),
    ],
    align=True,
)


class MonteCarlo:
    """Chooses by playing games out; every thread plays for itself, and the results are added up."""

    kind = "montecarlo"

    def __init__(
        self, rulebook: Rulebook, *, threads: int | None = None, megabytes: int = 128, luck: random.Random | None = None
    ) -> None:
        self.rulebook, self.luck = rulebook, luck or random.Random()
        self.flag = np.zeros(1, np.int64)
        count = threads or os.cpu_count() or 1
        self.samplers = allocated(
            megabytes, lambda granted: [_Sampler(rulebook, self.flag, granted / count) for _ in range(count)]
        )
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="ludus-sampling")
        self._warm_up()

    def _warm_up(self) -> None:
        """Compile or load everything now, so that no choice pays for it out of its time."""
        state = self.rulebook.start()
        while self.rulebook.chances(state):
            state = self.rulebook.happen(state, 0)
        for seat in self.rulebook.acting(state)[:1]:
            self.choose(state, seat, Limit(seconds=0))

    def choose(
        self,
        state: StateRecord,
        seat: int,
        limit: Limit,
        *,
        past: Iterable[StateRecord] = (),  # noqa: ARG002  random games hardly ever repeat a position
        progress: Progress | None = None,
    ) -> Report:
        """Choose a move for a seat that may act. A depth only limits how many choices of a game are remembered."""
        if limit.depth is not None and limit.seconds is None and limit.nodes is None:
            raise LudusError(f"a depth of {limit.depth} does not end a Monte Carlo player; give seconds or nodes")
        begun, seen = time.perf_counter(), as_seen(self.rulebook, state, seat)
        over = when_over(self.rulebook, seen, seat)
        if over:
            return over
        moves = self.rulebook.moves(seen, seat)
        limit = limit if len(moves) > 1 else limit.with_one_move()
        most = NO_END if limit.nodes is None else -(-limit.nodes // len(self.samplers))
        for sampler in self.samplers:
            sampler.prepare(seen, seat, min(limit.depth or LONGEST_PATH, LONGEST_PATH), most, self.luck.getrandbits(64) | 1)
        self.flag[0] = 0 if limit.seconds is None or limit.seconds > 0 else 1

        def report() -> Report:
            return self._report(moves, limit, time.perf_counter() - begun)

        self._play_out(None if limit.seconds is None else begun + limit.seconds, lambda: progress and progress(report()))
        return report()

    def _play_out(self, until: float | None, look: Any) -> None:
        """Let all threads play games until time or positions run out."""
        running = [self.pool.submit(sampler.sample) for sampler in self.samplers]
        try:
            while True:
                left = TICK if until is None else min(TICK, max(0.0, until - time.perf_counter()))
                if not wait(running, left).not_done:
                    break
                if until is not None and time.perf_counter() >= until:
                    self.flag[0] = 1
                else:
                    look()
        finally:
            self.flag[0] = 1
            wait(running)
        for done in running:
            done.result()

    def _report(self, moves: list[int], limit: Limit, seconds: float) -> Report:
        """What all threads have found so far."""
        tried, points = (sum(sampler.found(name, len(moves)) for sampler in self.samplers) for name in ("tried", "points"))
        nodes = sum(int(sampler.context["nodes"]) for sampler in self.samplers)
        deepest = max(int(sampler.context["deepest"]) for sampler in self.samplers)
        wanted = [seconds / limit.seconds if limit.seconds else 1.0] if limit.seconds is not None else []
        wanted += [nodes / limit.nodes] if limit.nodes else []
        best = int(np.argmax(tried + points / (tried + 1.0)))  # between choices tried equally often, points decide
        share = float(points[best] / tried[best]) if tried[best] else None
        value = 0 if share is None else round((2 * share - 1) * BOUND)
        completed = min(1.0, max(wanted, default=0.0))
        return Report(moves[best], value, False, (moves[best],), deepest, nodes, seconds, completed, share=share)

    def stop(self) -> None:
        """End the choice in progress, from any thread; it returns the best move so far."""
        self.flag[0] = 1

    def close(self) -> None:
        """Release the threads."""
        self.stop()
        self.pool.shutdown()


class _Sampler:
    """The memory of one thread."""

    def __init__(self, rulebook: Rulebook, flag: np.ndarray[Any, Any], megabytes: float) -> None:
        game = rulebook.game
        seen = _bits_seen(rulebook)
        facts = {"HAS_VALUE": game.value is not None and game.seats == 2, "WORDS": seen.shape[1], "SEEN": seen}
        self._ask, self._kernel = rulebook.loaded.ask, rulebook.loaded.kernel(KERNEL, **facts)
        each = (game.most_moves,)
        node = np.dtype([("key", "u8"), ("visits", "i8"), ("tried", "i8", each), ("points", "f8", each)], align=True)
        count = max(16, int(megabytes * 2**20 / (node.itemsize + 32)))
        self.nodes, self._slots = np.zeros(count, node), np.zeros(2 << count.bit_length(), np.int64)
        self._contexts, self._states = np.zeros(1, CONTEXT), np.zeros(3, game.state.dtype)
        self._buffers = np.zeros(1, rulebook.buffer_type)
        self.context = self._contexts[0]
        self.context["stop"], self.context["mask"] = flag.ctypes.data, len(self._slots) - 1

    def prepare(self, seen: StateRecord, seat: int, depth: int, most_nodes: int, luck: int) -> None:
        """Get ready to play games from what a seat can see, with nothing known yet."""
        self._states.view(np.uint8)[: self._states.itemsize] = np.frombuffer(seen.tobytes(), np.uint8)
        context = self.context
        context["age"] += 1
        context["seat"], context["depth"], context["most_nodes"], context["luck"] = seat, depth, most_nodes, luck
        context["nodes"] = context["games"] = context["deepest"] = context["used"] = 0

    def sample(self) -> None:
        """Play games until the stop flag is up or the positions are used up."""
        self._ask(self._kernel["sample"], self.context, self._states, self._buffers, self.nodes, self._slots)

    def found(self, name: str, count: int) -> Any:
        """What is known about the choices of the seat that was asked: how often each was tried, or its points."""
        return self.nodes[0][name][:count] if self.context["games"] else np.zeros(count)


def _bits_seen(rulebook: Rulebook) -> np.ndarray[Any, Any]:
    """The bits of a state that each seat can see, as words; where several act at once, `turn` is not among them."""
    game, dtype = rulebook.game, rulebook.game.state.dtype
    seen = np.zeros((game.seats, -(-dtype.itemsize // 8) * 8), np.uint8)
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        row = kind.itemsize // game.seats
        for seat in range(game.seats):
            if name in game.private:
                seen[seat, offset + seat * row : offset + (seat + 1) * row] = 255
            elif name not in game.secret and not (name == "turn" and game.acts is not None):
                seen[seat, offset : offset + kind.itemsize] = 255
    return seen.view(np.uint64)
