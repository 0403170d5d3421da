"""Many positions or games: one for each core of every machine, results in their order, and nothing lost with a machine.

`PositionSolver` is a machine's part, `Dealer` decides who gets what.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import local

from ludus.cluster.messages import PairPlayed, PlayPair, Solve, Solved
from ludus.rules.errors import LudusError
from ludus.rules.gametext import replay
from ludus.rules.rulebook import Rulebook
from ludus.search.arena.contest import PairPlayer
from ludus.search.engine import Engine
from ludus.search.limit import Limit

AHEAD = 1
"""Positions that wait on a machine for each that a core searches, so that no core waits for the network."""


class PositionSolver:
    """Searches positions and plays games one by one, each with one core."""

    def __init__(self, rulebook: Rulebook, cores: int, megabytes: int) -> None:
        self.rulebook, self._megabytes = rulebook, max(1, megabytes // cores)
        self._threads = ThreadPoolExecutor(cores, thread_name_prefix="ludus-solver")
        self._own = local()
        self._results: SimpleQueue[Solved | PairPlayed] = SimpleQueue()
        self._engines: list[Engine] = []
        self.busy = 0

    def add(self, task: Solve | PlayPair) -> None:
        """Search a position or play a pair of games as soon as a core is free."""
        self.busy += 1
        if isinstance(task, PlayPair):
            self._threads.submit(self._play, task)
        else:
            self._threads.submit(self._solve, task)

    def results(self) -> Iterator[Solved | PairPlayed]:
        """What was found since this was last asked."""
        while not self._results.empty():
            self.busy -= 1
            yield self._results.get()

    def close(self) -> None:
        """Stop everything."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for engine in self._engines:
            engine.close()

    def _solve(self, position: Solve) -> None:
        try:
            if not hasattr(self._own, "engine"):
                self._own.engine = Engine(self.rulebook, threads=1, megabytes=self._megabytes)
                self._engines.append(self._own.engine)
            state = self.rulebook.game.state.from_bytes(position.state)
            limit = Limit(position.seconds, position.depth, position.nodes, patient=True)
            report = self._own.engine.search(state, limit)
            solved = Solved(
                *(position.number, report.move, report.value, report.exact, report.line),
                *(report.depth, report.nodes, report.seconds, report.completed),
            )
        except LudusError as error:
            solved = Solved(position.number, None, 0, False, (), 0, 0, 0.0, 0.0, str(error))
        self._results.put(solved)

    def _play(self, pair: PlayPair) -> None:
        try:
            opening = tuple(next(iter(replay(self.rulebook, [pair.opening]))).steps) if pair.opening else ()
            games = PairPlayer(self.rulebook, pair.a, pair.b, pair.seed)((pair.number, opening))
            self._results.put(PairPlayed(pair.number, tuple(games)))
        except LudusError as error:
            self._results.put(PairPlayed(pair.number, (), str(error)))


class Dealer:
    """Decides which machine searches which position; pure, like the schemes."""

    def __init__(self, count: int) -> None:
        self.waiting = deque(range(count))
        self.given: dict[str, list[int]] = {}
        self.cores: dict[str, int] = {}
        self.done: set[int] = set()

    def joined(self, worker: str, cores: int) -> None:
        """A machine is there, perhaps again; what it had before is given out again."""
        self.left(worker)
        self.cores[worker], self.given[worker] = cores, []

    def left(self, worker: str) -> None:
        """A machine is gone: what it had goes to others, first of all."""
        self.cores.pop(worker, None)
        lost = [number for number in self.given.pop(worker, []) if number not in self.done]
        self.waiting.extendleft(reversed(lost))

    def solved(self, number: int) -> bool:
        """A position is done; false if it was done before."""
        for given in self.given.values():
            if number in given:
                given.remove(number)
        known = number in self.done
        self.done.add(number)
        return not known

    def orders(self) -> Iterator[tuple[str, int]]:
        """What to give to whom now."""
        while self.waiting and self.given:
            worker = min(self.given, key=lambda each: len(self.given[each]) / self.cores[each])
            if len(self.given[worker]) >= self.cores[worker] * (1 + AHEAD):
                return
            number = self.waiting.popleft()
            if number not in self.done:
                self.given[worker].append(number)
                yield worker, number
