"""Many positions or games: one for each core of every machine, results in their order, and nothing lost with a machine.

`PositionSolver` is a machine's part, `Dealer` decides who gets what.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from queue import SimpleQueue

from ludus.cluster.messages import BatchResult, BatchTask, GamePlayed, PairPlayed, PlayPair, Solve, Solved
from ludus.rules.errors import LudusError
from ludus.rules.gametext import replay
from ludus.rules.rulebook import Rulebook
from ludus.search.arena.contest import PairPlayer
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.server.tournaments.offline.computer import play_computers

AHEAD = 1
"""Positions that wait on a machine for each that a core searches, so that no core waits for the network."""


class PositionSolver:
    """Searches positions and plays games one by one, each with one core, or with as many as its players have threads."""

    def __init__(self, rulebook: Rulebook, cores: int, megabytes: int, found: Callable[[], None]) -> None:
        """`found` is called, from any thread, when there is a result."""
        self._found = found
        self.rulebook, self._megabytes, self._cores = rulebook, max(1, megabytes // cores), cores
        self._threads = ThreadPoolExecutor(cores, thread_name_prefix="ludus-solver")
        self._free, self._changed = cores, threading.Condition()
        self._own = threading.local()
        self._results: SimpleQueue[BatchResult] = SimpleQueue()
        self._engines: list[Engine] = []
        self.busy = 0

    def add(self, task: BatchTask) -> None:
        """Search a position or play games as soon as a core is free."""
        self.busy += 1
        self._threads.submit(self._do, task)

    def results(self) -> Iterator[BatchResult]:
        """What was found since this was last asked."""
        while not self._results.empty():
            self.busy -= 1
            yield self._results.get()

    def close(self) -> None:
        """Stop everything."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for engine in self._engines:
            engine.close()

    def _do(self, task: BatchTask) -> None:
        try:
            with self._using(_threads_of(task)):
                result = self._result(task)
        except LudusError as error:
            result = _failed(task, str(error))
        except Exception as error:  # whoever waits for the result has to hear of it
            result = _failed(task, f"{type(error).__name__}: {error}")
        self._results.put(result)
        self._found()

    @contextmanager
    def _using(self, threads: int) -> Iterator[None]:
        """Wait until so many cores are free, and use them."""
        used = min(threads, self._cores)
        with self._changed:
            self._changed.wait_for(lambda: self._free >= used)
            self._free -= used
        try:
            yield
        finally:
            with self._changed:
                self._free += used
                self._changed.notify_all()

    def _result(self, task: BatchTask) -> BatchResult:
        if isinstance(task, Solve):
            return self._solve(task)
        if isinstance(task, PlayPair):
            opening = tuple(next(iter(replay(self.rulebook, [task.opening]))).steps) if task.opening else ()
            return PairPlayed(task.number, tuple(PairPlayer(self.rulebook, task.a, task.b, task.seed)((task.pair, opening))))
        return GamePlayed(task.number, play_computers(self.rulebook, task.game))

    def _solve(self, position: Solve) -> Solved:
        if not hasattr(self._own, "engine"):
            self._own.engine = Engine(self.rulebook, threads=1, megabytes=self._megabytes)
            self._engines.append(self._own.engine)
        state = self.rulebook.game.state.from_bytes(position.state)
        limit = Limit(position.seconds, position.depth, position.nodes, patient=True)
        report = self._own.engine.search(state, limit)
        return Solved(
            *(position.number, report.move, report.value, report.exact, report.line),
            *(report.depth, report.nodes, report.seconds, report.completed),
        )


def _threads_of(task: BatchTask) -> int:
    """How many cores a task needs."""
    if isinstance(task, Solve):
        return 1
    settings = (task.a, task.b) if isinstance(task, PlayPair) else task.game.settings
    return max(setting.threads for setting in settings)


def _failed(task: BatchTask, why: str) -> BatchResult:
    """The result of a task that could not be done."""
    if isinstance(task, Solve):
        return Solved(task.number, None, 0, False, (), 0, 0, 0.0, 0.0, why)
    return PairPlayed(task.number, (), why) if isinstance(task, PlayPair) else GamePlayed(task.number, None, why)


class Dealer:
    """Decides which machine does which task of a batch; pure, like the schemes.

    Tasks are numbered on from those of the batch before, so what a machine tells late about an old one is not mixed up.
    """

    def __init__(self, first: int = 0) -> None:
        self.first, self.count = first, 0
        self.waiting: deque[int] = deque()
        self.given: dict[str, list[int]] = {}
        self.cores: dict[str, int] = {}
        self.done: set[int] = set()

    @property
    def left_over(self) -> int:
        """Tasks that are not done."""
        return self.count - len(self.done)

    def add(self) -> int:
        """Another task; its number."""
        number = self.first + self.count
        self.count += 1
        self.waiting.append(number)
        return number

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
        """A task is done; false if it was done before, or is of another batch."""
        if number in self.done or not self.first <= number < self.first + self.count:
            return False
        for given in self.given.values():
            if number in given:
                given.remove(number)
        self.done.add(number)
        return True

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
