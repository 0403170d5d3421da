"""Turns: a thread in compiled code that stops after a number of positions, and goes on when it is told to.

Compiled code cannot wait for anything of Python's, but it can call the C functions that Python's own locks are made of.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

from ludus.search.limit import NO_END
from ludus.search.worker import Worker

_allocate = ctypes.pythonapi.PyThread_allocate_lock
_allocate.restype = ctypes.c_void_p
_WITHOUT_GIL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int)
_ACQUIRE = ctypes.cast(ctypes.pythonapi.PyThread_acquire_lock, ctypes.c_void_p).value or 0
_RELEASE = ctypes.cast(ctypes.pythonapi.PyThread_release_lock, ctypes.c_void_p).value or 0
_acquire, _release = _WITHOUT_GIL(_ACQUIRE), _WITHOUT_GIL(_RELEASE)


class TurnTaker:
    """A thread that searches only when it has its turn."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.working = False
        """Whether it is in the middle of some work."""
        self.succeeded = False
        self._work: Callable[[Worker], bool] | None = None
        self._go, self._paused = _taken_lock(), _taken_lock()
        context = worker.context
        context["acquire"], context["release"] = _ACQUIRE, _RELEASE
        context["go"], context["paused"] = self._go, self._paused
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def begin(self, work: Callable[[Worker], bool]) -> None:
        """Give it work, to be begun with its next turn."""
        self._work, self.working = work, True

    def take_turn(self, nodes: int) -> int:
        """Let it search this many positions, or until its work is done; returns how many it has searched."""
        before = int(self.worker.context["nodes"])
        self.worker.context["pause"] = before + nodes
        _release(self._go, 0)
        _acquire(self._paused, 1)
        return int(self.worker.context["nodes"]) - before

    def close(self) -> None:
        """End the thread; it must not be in the middle of some work."""
        self._work = None
        _release(self._go, 0)
        self._thread.join()

    def _run(self) -> None:
        while True:
            _acquire(self._go, 1)
            if self._work is None:
                self.worker.context["pause"] = NO_END
                return
            self.succeeded = self._work(self.worker)
            self.working = False
            _release(self._paused, 0)


def _taken_lock() -> int:
    """A lock of Python's threads that is taken; it lives as long as the process."""
    lock = int(_allocate())
    _acquire(lock, 1)
    return lock
