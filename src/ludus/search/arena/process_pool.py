"""Processes that work through a list of tasks.

    with ProcessPool(2, PairPlayer, (path, settings)) as pool:
        for result in pool.results(tasks): ...

Each process makes its own worker, `PairPlayer(path, settings)`, and calls it with one task after another. Processes are spawned,
not forked, so they behave the same on every system; leaving the block ends them at once, whatever they are doing.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar, cast

from ludus.rules.errors import LudusError

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class ProcessPool(Generic[_Task, _Result]):
    """Processes that all do the same kind of work."""

    def __init__(self, size: int, make: Callable[..., Callable[[_Task], _Result]], arguments: tuple[Any, ...]) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._processes: list[BaseProcess] = []
        self._idle: list[Connection] = []
        for _ in range(size):
            ours, theirs = spawning.Pipe()
            self._processes.append(spawning.Process(target=_work, args=(theirs, make, arguments), daemon=True))
            self._processes[-1].start()
            theirs.close()  # so that the end of the process is the end of the pipe
            self._idle.append(ours)

    def __enter__(self) -> ProcessPool[_Task, _Result]:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()

    def results(self, tasks: Iterable[_Task]) -> Iterator[_Result]:
        """The results of the tasks, in the order of the tasks; raises `LudusError` where a task did."""
        waiting = enumerate(tasks)
        busy: dict[Connection, int] = {}
        done: dict[int, _Result] = {}
        given = 0
        while True:
            for number, task in islice(waiting, len(self._idle)):
                pipe = self._idle.pop()
                pipe.send(task)
                busy[pipe] = number
            if not busy:
                return
            for pipe in cast("list[Connection]", wait(list(busy))):
                done[busy.pop(pipe)] = _received(pipe)
                self._idle.append(pipe)
            while given in done:
                yield done.pop(given)
                given += 1


def _received(pipe: Connection) -> Any:
    try:
        result, wrong = pipe.recv()
    except (EOFError, ConnectionError):
        raise LudusError("one of the processes ended in the middle of its work") from None
    if wrong:
        raise LudusError(wrong)
    return result


def _work(pipe: Connection, make: Callable[..., Callable[[Any], Any]], arguments: tuple[Any, ...]) -> None:
    """What each process does: take a task, send back the result or what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the main process, which ends this one
    worker: Callable[[Any], Any] | None = None
    while True:
        try:
            task = pipe.recv()
        except (EOFError, ConnectionError):
            return
        try:
            worker = worker or make(*arguments)
            pipe.send((worker(task), ""))
        except LudusError as error:
            pipe.send((None, str(error)))
