"""`Inquiry`: one analysis while it runs, in a thread of its own; whoever waits for it takes the news piece by piece."""

from __future__ import annotations

import queue
import threading
import time
from dataclasses import replace
from typing import TypeAlias

from ludus.rules.rulebook import Rulebook
from ludus.search.limit import Limit
from ludus.search.report import Report
from ludus.server.analysis.analyst import AnalysisResult, Assignment, PositionAnalyst

News: TypeAlias = Report | AnalysisResult
"""A report while the search goes on, a finding when it is over."""

SLACK = 0.3
"""Seconds after the limit in which whoever computes must have answered; then what is known so far is the answer."""


class Inquiry:
    """A search that can be followed and stopped. `begin` and `next` wait, so they are called in a thread that may."""

    def __init__(self, analyst: PositionAnalyst, assignment: Assignment) -> None:
        self._analyst, self.assignment = analyst, assignment
        self._news: queue.SimpleQueue[AnalysisResult | Exception | None] = queue.SimpleQueue()
        self._latest: Report | None = None
        self._stopped = threading.Event()
        self._ends = 0.0

    def begin(self, seconds: float, every: float) -> News:
        """Search for at most some seconds; the first news, after `every` seconds or when it is over."""
        limit = self.assignment.limit
        self.assignment = replace(self.assignment, limit=replace(limit, seconds=min(seconds, limit.seconds or seconds)))
        self._ends = time.monotonic() + seconds + SLACK
        if seconds <= 0:
            return AnalysisResult(stopgap(self.assignment), 0, 0)
        threading.Thread(target=self._run, name="ludus-inquiry", daemon=True).start()
        return self.next(every)

    def next(self, every: float) -> News:
        """The next news: how far it has come in `every` seconds, or what was found."""
        left = self._ends - time.monotonic()
        try:
            found = self._news.get(timeout=max(0.0, min(every, left) if every else left))
        except queue.Empty:
            if every < left and every:
                return self._latest or stopgap(self.assignment)
            self.stop()  # whoever computes does not answer: the best that is known is the answer
            return AnalysisResult(self._latest or stopgap(self.assignment), 0, 0)
        if isinstance(found, Exception):
            raise found
        assert found is not None  # noqa: S101
        return found

    def stop(self) -> None:
        """Come to an end soon, with what was found so far."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._news.put(self._analyst.search(self.assignment, self._note, self._stopped.is_set))
        except Exception as error:
            self._news.put(error)

    def _note(self, report: Report) -> None:
        self._latest = report


def stopgap(assignment: Assignment) -> Report:
    """A legal move without any search: one that wins at once if there is one."""
    rulebook, state = assignment.rulebook, assignment.rulebook.asked(assignment.state, assignment.seat)
    moves = rulebook.moves(state)
    wins = next((move for move in moves if _wins(rulebook, assignment, move)), None)
    best = moves[0] if wins is None else wins
    return Report(best, 0, False, (best,), 0, 0, 0.0, 0.0)


def _wins(rulebook: Rulebook, assignment: Assignment, move: int) -> bool:
    after = rulebook.play(assignment.state, move, assignment.seat)
    return rulebook.outcome(after) == assignment.seat


def limit_for(seconds: float, depth: int) -> Limit:
    """The limit of a request; an analysis thinks just as long about a single move, because it is asked for the value."""
    return Limit(seconds or None, depth or None, patient=True)
