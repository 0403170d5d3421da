"""A watch over rules that never come back: work is done in a thread of its own, and a rule that takes too long is named.

A rule that runs as plain Python is stopped where it is. Compiled code cannot be stopped: its thread is left behind, and nothing
more is asked. Which rule is running, and where, is read off the thread's own stack, so that watching costs nothing.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Generic, TypeVar

import numpy as np

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.rules.source import place
from ludus.rules.state import PlainState

Result = TypeVar("Result")

LOOK_EVERY = 0.1
"""Seconds between two looks at what is running."""

LONGEST_CALL = 10.0
"""Seconds that one call of a rule may take."""

MERCY = 2.0
"""Seconds that a rule has for stopping."""

STACK = 64 * 1024 * 1024
"""Bytes of stack: some systems give a thread too little for the compiler."""

RULES_FOLDER = Path(__file__).parents[1]

ASKED_FOR = {
    "list_moves": "legal",
    "list_safe": "safe",
    "list_noisy": "noisy",
    "list_squares": "squares",
    "make": "play",
    "make_chance": "happen",
    "result": "outcome or legal",
    "look": "cell or kind",
    "normalise_turn": "acts",
}
"""The rule behind a question."""


class Endless(LudusError):
    """A rule did not come back in time."""


class CallAborted(BaseException):
    """Raised inside a rule that takes too long; no `except Exception` of an author's catches it."""


def watched(work: Callable[[], Result], file: GameFile, limit: float = LONGEST_CALL) -> Generator[None, None, Result]:
    """Do some work while watching it: yields every now and then, returns the result, raises `Endless` if a rule hangs."""
    worker = _start(work)
    running, since = None, 0.0
    while True:
        worker.join(LOOK_EVERY)
        if not worker.is_alive():
            return worker.outcome()
        yield
        now = _running(worker, file)
        if running is None or now is None or not now.same_as(running):
            running, since = now, time.monotonic()
        elif time.monotonic() - since > limit:
            _stop(worker, running)
            raise Endless(running.sentence(file, limit))


class _Worker(threading.Thread, Generic[Result]):
    """A thread that remembers what its work came to."""

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(name="ludus check", daemon=True)
        self._work = work
        self._result: Result | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:  # told where somebody waits for it
            self._error = error

    def outcome(self) -> Result:
        """What the work has given, or raised."""
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class _Running:
    """A call that is going on: its frame, how far it has come, and what it is."""

    frame: FrameType
    step: int
    rule: str
    line: int | None
    state: Any

    def same_as(self, earlier: _Running) -> bool:
        """Whether this is the call that was going on earlier."""
        return self.frame is earlier.frame and (self.line is not None or self.step == earlier.step)

    def sentence(self, file: GameFile, limit: float) -> str:
        """What is wrong, in the author's words."""
        how = "" if self.line else ", compiled,"
        about = f" It was asked about {_fields(self.state)}" if isinstance(self.state, np.void) else ""
        late = f"{self.rule}{how} is still running after {limit:g} seconds"
        return f"{place(file.path, self.line)}{late}; does its loop ever end?{about}"


def _start(work: Callable[[], Result]) -> _Worker[Result]:
    worker = _Worker(work)
    before = threading.stack_size(STACK)
    try:
        worker.start()
    finally:
        threading.stack_size(before)
    return worker


def _running(worker: threading.Thread, file: GameFile) -> _Running | None:
    """The call of the author's functions, or of compiled code, that a thread is busy with."""
    innermost = sys._current_frames().get(worker.ident or 0)
    own, frame = [], innermost
    while frame is not None:
        if frame.f_code.co_filename == str(file.path):
            own.append(frame)
        frame = frame.f_back
    if own:
        state = next((value._record for value in own[-1].f_locals.values() if isinstance(value, PlainState)), None)
        return _Running(own[-1], 0, own[-1].f_code.co_name, own[0].f_lineno, state)
    if innermost is None or innermost.f_code.co_name not in ("ask", "_ask"):
        return None
    if RULES_FOLDER not in Path(innermost.f_code.co_filename).parents:
        return None
    known = innermost.f_locals
    name = getattr(known.get("function"), "__name__", "a rule")
    state = next((value for value in known.get("arguments", ()) if isinstance(value, np.void)), None)
    return _Running(innermost, innermost.f_lasti, ASKED_FOR.get(name, name), None, state)


def _stop(worker: threading.Thread, running: _Running) -> None:
    """Stop a rule that runs as plain Python."""
    if running.line is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident or 0), ctypes.py_object(CallAborted))
        worker.join(MERCY)


def _fields(state: Any) -> str:
    """A state as its fields say it; a notation is the author's code, and that may be what hangs."""
    named = (f"{name} {' '.join(map(str, state[name].ravel().tolist()))}" for name in state.dtype.names)
    text = "; ".join(named)
    return text if len(text) <= 300 else text[:297] + "..."
