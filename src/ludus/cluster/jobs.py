"""The scheme *jobs*: the position is cut into pieces, which are handed out whole, by deadline.

The root is split until there are at least as many jobs as workers. A job goes to the worker that will be done with it first, if
that is before the deadline; if none would be, it is split further. Every worker has a queue of its own, and an idle one takes
from the longest queue. Near the end an idle worker repeats what a slow one has not finished. Depths follow each other; the last
one that was completed counts. The share completed goes by time where a depth was asked for, else it is the mean over children.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from ludus.cluster.course import Course, Finding
from ludus.cluster.jobtree import JobTree, Node
from ludus.cluster.orders import BeginJob, JobDone, Order, SearchJob, Stop, Told, WorkerProgress
from ludus.cluster.outlook import Outlook
from ludus.cluster.performance import Performance, Sizes
from ludus.cluster.question import Answer, Question
from ludus.search.report import Report

MOST_JOBS = 8
"""Jobs for each worker beyond which nothing is split further: where no job fits the time left, more of them would not help."""


@dataclass
class Helper:
    """What one worker has to do."""

    queue: deque[Node] = field(default_factory=deque)
    node: Node | None = None
    """What it does now."""
    ordered: float = 0.0
    """When it was told to."""
    nodes_before: int = 0


class JobsScheme:
    """Decides about one question; times are arguments, in seconds."""

    deepest_split = 4
    """Positions further below the root than this are not split."""
    repeats_slow_jobs = True
    """Whether a worker with nothing else to do repeats what another has not finished."""

    def __init__(self, question: Question, performance: Performance, now: float) -> None:
        self.question, self.performance = question, performance
        self.answer = Answer(question)
        self.course = Course(question.last_depth)
        self.begun = now
        self.over = False
        self.nodes = self.jobs_done = 0
        self._helpers: dict[str, Helper] = {}
        self._sizes = Sizes()
        self._outlook = Outlook(performance.progression, now)
        self._numbers: dict[int, Node] = {}
        self._next = 0
        self._cut_short = False
        self._waiting: deque[Node] = deque()
        self._first: int | None = None
        self._plant()

    @property
    def report(self) -> Report:
        """What is known so far."""
        return self.answer.report

    @property
    def workers(self) -> list[str]:
        """The workers that take part."""
        return list(self._helpers)

    # Events

    def joined(self, worker: str, now: float) -> list[Order]:
        """A worker is there, perhaps again."""
        if self.over:
            return []
        self._drop(worker)
        self._helpers[worker] = Helper()
        return self._assign(now)

    def left(self, worker: str, now: float) -> list[Order]:
        """A worker is gone; what it had to do goes to the others."""
        self._drop(worker)
        return [] if self.over else self._assign(now)

    def heard(self, worker: str, told: Told, now: float) -> list[Order]:
        """A worker has told something, perhaps late or twice."""
        if isinstance(told, WorkerProgress):
            return []
        if not isinstance(told, JobDone) or self.over:
            return []
        helper, node = self._helpers.get(worker), self._numbers.get(told.number)
        self._learn(worker, told, node, now)
        if helper is not None and helper.node is node:
            helper.node = None
        if node is not None and self.tree.is_needed(node):
            self._cut_short = self._cut_short or told.cut_short
            self.tree.note(node, told.value, told.line)
        orders = self._stop_needless()
        if self.tree.root.is_done:
            orders += self._next_task(now)
        return orders if self.over else orders + self._assign(now)

    def tick(self, now: float) -> list[Order]:
        """Time has passed."""
        limit = self.question.limit
        late = limit.seconds is not None and now - self.begun >= limit.seconds
        enough = limit.nodes is not None and self.nodes >= limit.nodes
        return self.end(now) if late or enough else []

    def end(self, now: float) -> list[Order]:
        """Answer now, with what is known."""
        if self.over:
            return []
        best, known = self.tree.best(), self.report.move
        if best is not None and any(child.is_done and child.path[-1] == known for child in self.tree.root.children):
            self.answer.note_partial(best.path[-1], best.for_parent(), (best.path[-1], *best.line))
        return self._finish(now)

    # The tree

    def _plant(self) -> None:
        """Begin the next task: split the root until there are enough jobs for all."""
        task, question = self.course.task, self.question
        self.tree = JobTree(question.rulebook, question.state, task.depth, task.low, task.high)
        self._numbers.clear()
        self._waiting = deque(self.tree.split(self.tree.root, self.report.move))

    def _next_task(self, now: float) -> list[Order]:
        """Take the value of the root, and go on with the next window or depth."""
        while self.tree.root.is_done and not self.over:
            root, task = self.tree.root, self.course.task
            move = root.line[0] if root.line else -1
            finding = Finding(task, int(root.value or 0), move, root.line, self._cut_short)
            self.course.note(finding)
            orders: list[Order] = self._stop_all()
            if finding.completes_depth:
                self._outlook.note(task.depth, now)
            if finding.completes_depth and (self.answer.note(finding, self.nodes, now - self.begun) or self.course.over):
                return [*orders, *self._finish(now)]
            self._tell(now)
            self._plant()
        return orders

    # Who does what

    def _assign(self, now: float) -> list[Order]:
        """Put what waits into queues, and give idle workers something to do."""
        if not self._helpers:
            return []
        free = {worker: self._seconds_until_free(worker) for worker in self._helpers}
        given = sum(len(each.queue) + (each.node is not None) for each in self._helpers.values())
        while self._waiting:
            node = self._waiting.popleft()
            done = {worker: busy + self._seconds_for(worker, node) for worker, busy in free.items()}
            worker = min(done, key=lambda each: done[each])
            jobs = given + len(self._waiting) + 1
            enough = jobs >= len(self._helpers) and now + done[worker] <= self._deadline()
            too_many = jobs >= MOST_JOBS * len(self._helpers)
            if enough or too_many or not self.tree.can_split(node) or len(node.path) > self.deepest_split:
                self._helpers[worker].queue.append(node)
                free[worker] = done[worker]
                given += 1
            else:
                self._waiting.extendleft(reversed(self.tree.split(node)))
        orders: list[Order] = []
        for worker in sorted(self._helpers, key=lambda each: -self.performance.speed(each)):
            if self._helpers[worker].node is None:
                found = self._work_for(worker)
                if found is not None:
                    orders.append(self._begin(worker, found, now))
        return orders

    def _work_for(self, worker: str) -> Node | None:
        """What an idle worker does next: from its queue, from the longest queue, or again what the slowest has not finished."""
        longest = max(self._helpers.values(), key=lambda each: len(each.queue))
        for queue in (self._helpers[worker].queue, longest.queue):
            while queue:
                node = queue.popleft()
                if self.tree.is_needed(node):
                    return node
        if not self.repeats_slow_jobs:
            return None
        running = [each for each in self._helpers.values() if each.node is not None and self.tree.is_needed(each.node)]
        doing = [each.node for each in running]
        alone = [each for each in running if doing.count(each.node) == 1]
        slowest = min(alone, key=lambda each: each.ordered, default=None)
        return slowest.node if slowest else None

    def _begin(self, worker: str, node: Node, now: float) -> Order:
        helper = self._helpers[worker]
        helper.node, helper.ordered = node, now
        if node.number < 0:
            node.number, self._next = self._next, self._next + 1
            self._numbers[node.number] = node
        low, high = node.window(self.tree.low, self.tree.high)
        return BeginJob(worker, SearchJob(node.number, node.path, node.depth, low, high))

    def _seconds_until_free(self, worker: str) -> float:
        """When a worker would be done with its queue."""
        helper = self._helpers[worker]
        ahead = [*helper.queue, *([helper.node] if helper.node else [])]
        return sum(self._seconds_for(worker, each) for each in ahead)

    def _seconds_for(self, worker: str, node: Node) -> float:
        """How long a worker would take for a job, with the way there and back."""
        return self._sizes.expected(node.depth) / self.performance.speed(worker) + self.performance.of(worker).overhead

    def _deadline(self) -> float:
        seconds = self.question.limit.seconds
        return float("inf") if seconds is None else self.begun + seconds

    # Bookkeeping

    def _learn(self, worker: str, done: JobDone, node: Node | None, now: float) -> None:
        skill, helper = self.performance.of(worker), self._helpers.get(worker)
        skill.note_speed(done.nodes, done.seconds)
        skill.jobs += 1
        self.nodes += done.nodes
        self.jobs_done += 1
        if helper is not None and node is not None and helper.node is node:
            skill.note_overhead(now - helper.ordered - done.seconds)
            self._sizes.note(node.depth, max(1, done.nodes))

    def _drop(self, worker: str) -> None:
        """Forget a worker, and let what it had to do wait for others."""
        gone = self._helpers.pop(worker, None)
        if gone is not None:
            nodes = [*([gone.node] if gone.node else []), *gone.queue]
            self._waiting.extendleft(reversed([node for node in nodes if not node.is_done]))

    def _stop_needless(self) -> list[Order]:
        """Stop whoever does what nobody needs any more."""
        orders: list[Order] = []
        for worker, helper in self._helpers.items():
            if helper.node is not None and not self.tree.is_needed(helper.node):
                helper.node = None
                orders.append(Stop(worker))
        return orders

    def _stop_all(self) -> list[Order]:
        orders: list[Order] = [Stop(worker) for worker, helper in self._helpers.items() if helper.node is not None]
        for helper in self._helpers.values():
            helper.node = None
            helper.queue.clear()
        return orders

    def _finish(self, now: float) -> list[Order]:
        self.over = True
        self._tell(now)
        return self._stop_all()

    def _tell(self, now: float) -> None:
        spent, depth = now - self.begun, self.question.limit.depth
        completed = self.tree.root.completed()
        speed = sum(map(self.performance.speed, self._helpers)) or 1.0
        estimate = self._sizes.expected(self.report.depth) * max(1, len(self.answer.moves)) / speed
        if depth:
            completed = self._outlook.share(depth, now)
        self.answer.told(self.nodes, spent, completed, None if self.report.completed >= 1.0 else estimate)
