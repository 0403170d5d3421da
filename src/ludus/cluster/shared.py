"""The scheme *shared*: every worker searches the whole position; they tell each other what they find and are busy with.

Nothing is handed out, so nothing is lost when a worker dies, and none is idle while another works. Who finishes a depth tells
all; whoever decides only listens, reports, and ends the search in time. Entries and marks travel between the workers.
"""

from __future__ import annotations

from ludus.cluster.course import Course, Finding
from ludus.cluster.orders import Begin, Found, Order, Stop, Told, WorkerProgress
from ludus.cluster.outlook import Outlook
from ludus.cluster.performance import Performance
from ludus.cluster.question import Answer, Question
from ludus.search.report import Report


class SharedScheme:
    """Decides about one question; times are arguments, in seconds."""

    def __init__(self, question: Question, performance: Performance, now: float) -> None:
        self.question, self.performance = question, performance
        self.answer = Answer(question)
        self.course = Course(question.last_depth, question.provable)
        self.begun = now
        self.over = False
        self._numbers: dict[str, int] = {}
        self._joined = 0
        self._progress: dict[str, WorkerProgress] = {}
        self._since: dict[str, float] = {}
        self._known: list[Finding] = []
        self._outlook = Outlook(performance.progression, now)

    @property
    def report(self) -> Report:
        """What is known so far."""
        return self.answer.report

    @property
    def workers(self) -> list[str]:
        """The workers that take part."""
        return list(self._numbers)

    @property
    def nodes(self) -> int:
        """Positions that all workers have looked at, as far as they have told."""
        return sum(each.nodes for each in self._progress.values())

    def joined(self, worker: str, now: float) -> list[Order]:
        """A worker is there, perhaps again."""
        if self.over:
            return []
        if worker not in self._numbers:
            self._numbers[worker] = self._joined
            self._joined += 1
        self._since[worker] = now
        question = self.question
        return [Begin(worker, self._numbers[worker], question.last_depth, question.provable, tuple(self._known))]

    def left(self, worker: str, now: float) -> list[Order]:  # noqa: ARG002  every event has its time
        """A worker is gone. What it has told stays true, and what it was busy with is done by the others."""
        self._numbers.pop(worker, None)
        return []

    def heard(self, worker: str, told: Told, now: float) -> list[Order]:
        """A worker has told something, perhaps late or twice."""
        if isinstance(told, WorkerProgress):
            self._note_progress(worker, told, now)
        if isinstance(told, Found):
            known = self._progress.get(worker, WorkerProgress(0))
            self._note_progress(worker, WorkerProgress(max(told.nodes, known.nodes)), now)
            if not self.over and self.course.note(told.finding):
                return self._take(told.finding, now)
        return []

    def tick(self, now: float) -> list[Order]:
        """Time has passed."""
        limit = self.question.limit
        late = limit.seconds is not None and now - self.begun >= limit.seconds
        enough = limit.nodes is not None and self.nodes >= limit.nodes
        if self.over or not (late or enough):
            return []
        return self.end(now)

    def end(self, now: float) -> list[Order]:
        """Answer now, with what is known."""
        if self.over:
            return []
        self._use_partial()
        return self._finish(now)

    def _take(self, finding: Finding, now: float) -> list[Order]:
        if not finding.completes_depth:
            return []
        self._known = [each for each in self._known if each.task.depth >= finding.task.depth - 2] + [finding]
        self._outlook.note(finding.task.depth, now, tells=not finding.task.proves)
        if self.answer.note(finding, self.nodes, now - self.begun) or self.course.over:
            return self._finish(now)
        self._tell(now)
        return []

    def _note_progress(self, worker: str, progress: WorkerProgress, now: float) -> None:
        before = self._progress.get(worker, WorkerProgress(0)).nodes
        began = self._since.get(worker)
        if progress.nodes < before:
            return
        self._progress[worker] = progress
        if began is not None and now > began and progress.nodes > before:
            self.performance.of(worker).note_speed(progress.nodes - before, now - began)
            self._since[worker] = now

    def _use_partial(self) -> None:
        """Use the best that a worker has found in the depth that is not finished, if it has come past the first move."""
        depth = self.course.task.depth
        current = [each for each in self._progress.values() if each.depth == depth and each.done >= 1 and each.move >= 0]
        if current and not self.course.task.proves:
            best = max(current, key=lambda each: (each.done, each.nodes))
            self.answer.note_partial(best.move, best.value, best.line)

    def _finish(self, now: float) -> list[Order]:
        self.over = True
        self._tell(now)
        return [Stop(worker) for worker in self._numbers]

    def _tell(self, now: float) -> None:
        completed, limit = 0.0, self.question.limit
        if limit.depth:
            completed = self._outlook.share(limit.depth, now)
        elif self.answer.moves:
            completed = max((each.done for each in self._progress.values()), default=0) / len(self.answer.moves)
        estimate = None if self.report.completed >= 1.0 else self._outlook.expected(self._outlook.depth + 1)
        self.answer.told(self.nodes, now - self.begun, completed, estimate)
