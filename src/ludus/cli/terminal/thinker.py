"""The search as commands use it: they can watch it, and Ctrl-C stops it without losing what it has found."""

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
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.player import ComputerPlayer, player_for
from ludus.search.report import Progress, Report
from ludus.search.variations import ranked

TICK = 0.1
"""Seconds between two looks at a running search."""

Watch: TypeAlias = Callable[[Report | None, float], None]
"""Called with the latest report, or None before the first, and the seconds since the search began."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C stopped a search; the report holds the best so far."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


class Thinker:
    """Thinks about positions of one game, and remembers what it finds."""

    def __init__(
        self, rulebook: Rulebook, threads: int | None = None, megabytes: int = 128, *, player: ComputerPlayer | None = None
    ) -> None:
        if player is not None:
            self.player = player
            return
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ResourceWarning)
            self.player = player_for(rulebook, threads=threads, megabytes=megabytes)
        for warning in caught:
            typer.echo(f"ludus: {warning.message}", err=True)

    def think(
        self, state: StateRecord, seat: int, limit: Limit, *, past: Iterable[StateRecord] = (), watch: Watch | None = None
    ) -> Report:
        """Choose a move for a seat within the limit; raises `Interrupted` on Ctrl-C."""
        thought = _Thought(lambda progress: self.player.choose(state, seat, limit, past=past, progress=progress))
        interrupted = self._run(thought, watch)
        report = thought.result()
        if interrupted:
            raise Interrupted(report)
        return report

    def rank(self, state: StateRecord, seat: int, limit: Limit, most: int) -> list[tuple[int, Report]]:
        """The best moves of a seat, the best first; Ctrl-C gives those of the last depth that is complete."""
        found: list[tuple[int, Report]] = []

        def work(progress: Progress) -> Report:
            del progress  # there is nothing to tell before all moves were searched
            found.extend(ranked(self.player, state, seat, limit, most))
            return found[0][1] if found else Report(None, 0, True, (), 0, 0, 0.0, 1.0)

        thought = _Thought(work)
        self._run(thought, None)
        thought.result()
        return found

    def _run(self, thought: _Thought, watch: Watch | None) -> bool:
        """Wait for a search; whether Ctrl-C has ended it."""
        with _control_c() as pressed:
            thought.start()
            thought.wait(watch, pressed)
            while pressed.is_set() and not thought.over.wait(TICK / 10):
                self.player.stop()  # repeatedly, because a search that is only just starting misses earlier calls
        return pressed.is_set()


@contextmanager
def _control_c() -> Iterator[threading.Event]:
    """Note Ctrl-C instead of raising it: an exception raised while a rule is being compiled can get lost."""
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
    """One search in its own thread, because compiled code does not notice Ctrl-C."""

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
        """Wait for the end or for Ctrl-C, and report progress now and then."""
        begun = time.perf_counter()
        while not self.over.wait(TICK) and not pressed.is_set():
            if watch:
                watch(self.report, time.perf_counter() - begun)

    def result(self) -> Report:
        """What the search found; raises what it raised."""
        if self.error:
            raise self.error
        assert self.report is not None  # noqa: S101  a search without an error has one
        return self.report

    def _note(self, report: Report) -> None:
        self.report = report
