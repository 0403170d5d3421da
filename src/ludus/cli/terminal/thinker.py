"""The search as the commands use it: it can be watched, and Ctrl-C ends it without losing what it has found."""

from __future__ import annotations

import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

import typer

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.limit import Limit
from ludus.search.player import player_for
from ludus.search.report import Progress, Report

TICK = 0.1
"""So many seconds pass between two looks at a search."""

Watch: TypeAlias = Callable[[Report | None, float], None]
"""Is shown the latest report, None before there is one, and the seconds since it was asked."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search; its report holds the best so far."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


class Thinker:
    """Thinks about positions of one game, and remembers what it finds."""

    def __init__(self, rulebook: Rulebook, threads: int | None = None, megabytes: int = 128) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ResourceWarning)
            self.player = player_for(rulebook, threads=threads, megabytes=megabytes)
        for warning in caught:
            typer.echo(f"ludus: {warning.message}", err=True)

    def think(self, state: Record, seat: int, limit: Limit, *, past: Iterable[Record] = (), watch: Watch | None = None) -> Report:
        """Choose a move for a seat within the limit; raises `Interrupted` on Ctrl-C."""
        thought = _Thought(lambda progress: self.player.choose(state, seat, limit, past=past, progress=progress))
        with _control_c() as pressed:
            thought.start()
            thought.wait(watch, pressed)
            while pressed.is_set() and not thought.over.wait(TICK / 10):
                self.player.stop()  # again and again: a search that only now begins forgets earlier calls
        report = thought.result()
        if pressed.is_set():
            raise Interrupted(report)
        return report


@contextmanager
def _control_c() -> Iterator[threading.Event]:
    """While this lasts, Ctrl-C is noted and raises nothing: raised while a rule is being compiled, it could get lost there."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed
        return
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


class _Thought(threading.Thread):
    """One search in a thread of its own, because compiled code does not hear Ctrl-C."""

    def __init__(self, search: Callable[[Progress], Report]) -> None:
        super().__init__(daemon=True)
        self.search = search
        self.over = threading.Event()
        self.report: Report | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        """Search, and keep what comes out."""
        try:
            self._note(self.search(self._note))
        except Exception as error:
            self.error = error
        finally:
            self.over.set()

    def wait(self, watch: Watch | None, pressed: threading.Event) -> None:
        """Wait for the end or for Ctrl-C, looking up now and then."""
        begun = time.perf_counter()
        while not self.over.wait(TICK) and not pressed.is_set():
            if watch:
                watch(self.report, time.perf_counter() - begun)

    def result(self) -> Report:
        """What has come out in the end."""
        if self.error:
            raise self.error
        assert self.report is not None  # noqa: S101  a search without an error has one
        return self.report

    def _note(self, report: Report) -> None:
        self.report = report
