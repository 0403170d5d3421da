"""`GameProcesses`: processes of this machine that play games, started before anybody knows which.

    with GameProcesses(2) as processes:      they start, and import what every game needs
        ...                                  meanwhile we do the same, and read the file
        processes.begin(2, plan, places)     they load the game
        processes.give(task)                 one queue for all: whoever is done takes the next task
        processes.heard(1.0)                 what they have found

So this module imports nothing that takes time.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.queues import SimpleQueue
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from ludus.cli.tournament.places import Places
    from ludus.cli.tournament.plan import Plan
    from ludus.cli.tournament.worker import Heard, Task

PATIENCE = 5.0
"""Seconds in which a process must end, with the programs that run in it."""


def cores() -> int:
    """How many cores of this machine are ours."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class GameProcesses:
    """Processes that take tasks from one queue, so that no core waits for us."""

    def __init__(self, size: int) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._tasks: SimpleQueue[Task] = spawning.SimpleQueue()
        self.processes: list[BaseProcess] = []
        self._pipes: list[Connection] = []
        for _ in range(size):
            ours, theirs = spawning.Pipe()
            self.processes.append(spawning.Process(target=_work, args=(self._tasks, theirs), daemon=True))
            self.processes[-1].start()
            theirs.close()  # so that the end of the process is the end of the pipe
            self._pipes.append(ours)

    def __enter__(self) -> GameProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        for process in self.processes:
            process.join(timeout=PATIENCE)
            process.kill()
            process.join()

    def begin(self, size: int, plan: Plan, places: Places) -> None:
        """Say what is played; processes beyond a number are not needed after all."""
        for process in self.processes[size:]:
            process.terminate()
        del self._pipes[size:]
        for pipe in self._pipes:
            with suppress(ConnectionError):  # one that has died is noticed when something is to be heard from it
                pipe.send((plan, places))

    def give(self, task: Task) -> None:
        """Let the next process that is free do a task."""
        self._tasks.put(task)

    def heard(self, seconds: float | None) -> list[Heard]:
        """What has been found since, waiting for at most some seconds; raises `EOFError` when a process has died."""
        try:
            return [pipe.recv() for pipe in cast("list[Connection]", wait(self._pipes, seconds))]
        except ConnectionError:
            raise EOFError from None

    def stop(self) -> None:
        """Have all of them end, without waiting for it."""
        for process in self.processes:
            process.terminate()


def _leave(*_: object) -> None:
    """End the programs that are running, and then ourselves; being asked again must not disturb that."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit


def _follow_parent() -> None:
    """End this process when the one that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _work(tasks: SimpleQueue[Task], pipe: Connection) -> None:
    """What a process does: hear what is played, then take a task, and send what was found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process at the keyboard, which ends this one
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_follow_parent, daemon=True).start()
    from ludus.cli.tournament.worker import GameWorker

    try:
        worker = GameWorker(*pipe.recv())
        while True:
            pipe.send(worker.do(tasks.get()))
    except (EOFError, ConnectionError):
        return
