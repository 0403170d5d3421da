"""The course of a search: which depth, in which window, comes next. Every worker follows it by itself.

    depths 1 to 3   the whole window
    deeper          a narrow window about the value two depths before; what falls out is searched again with one side open
    a proof         after the first depths, where the whole rest of the game can be searched

Values swing with the parity of the depth, so the value two depths before is the better guess. Whoever finishes a task tells all,
and everybody goes on with the next: a finding is taken when it is at least as far as one's own task, so it does not matter if
findings are lost, come twice, or come late.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.search.constants import DECIDED, DEEPEST, WIN
from ludus.search.deepening_search import FIRST_LOOK, NARROW

FIRST_NARROW = 4
"""The first depth that is searched in a narrow window."""

PROVING = 3
"""The stage of a proof within its depth: after all windows."""


@dataclass(frozen=True, slots=True)
class SearchTask:
    """One depth in one window, or a proof."""

    depth: int
    low: int = -WIN
    high: int = WIN
    proves: bool = False
    """Whether the whole rest of the game is to be searched; the depth is then the one that came before."""

    @property
    def stage(self) -> tuple[int, int]:
        """How far the search has come with this task: its depth, and how many sides of the window are open."""
        return self.depth, PROVING if self.proves else (self.low == -WIN) + (self.high == WIN)

    def contains(self, value: int) -> bool:
        """Whether a value found in this window is the value, not a bound."""
        return self.low < value < self.high or (self.low, self.high) == (-WIN, WIN)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a finished task has found."""

    task: SearchTask
    value: int
    move: int
    """The best move; -1 if the search fell out of its window before it found one."""
    line: tuple[int, ...] = ()
    cut_short: bool = False
    """Whether lines were broken off, so that the value is not exact even if the search reached the end of the game."""

    @property
    def completes_depth(self) -> bool:
        """Whether the depth is done with this."""
        return self.task.contains(self.value)


@dataclass
class Course:
    """How far a search has come."""

    last: int = DEEPEST
    """The last depth to be searched."""
    provable: bool = False
    """Whether a proof is to be tried after the first depths."""
    task: SearchTask = field(default_factory=lambda: SearchTask(1))
    values: dict[int, int] = field(default_factory=dict)
    """The values of the depths that are done."""
    over: bool = False

    def note(self, finding: Finding) -> bool:
        """Take a finding, of one's own or of others; true if it was news, and the task is now another one."""
        task, value = finding.task, finding.value
        if self.over or task.stage < self.task.stage:
            return False
        if task.proves:
            self.over = True
        elif not finding.completes_depth:
            wider = SearchTask(task.depth, -WIN, task.high) if value <= task.low else SearchTask(task.depth, task.low, WIN)
            if wider.stage < self.task.stage or wider == self.task:
                return False
            self.task = wider
        else:
            self.values[task.depth] = value
            self.over = task.depth >= self.last
            if task.depth == FIRST_LOOK and self.provable and not self.over:
                self.task = SearchTask(task.depth, proves=True)
            elif not self.over:
                self.task = self._first_of(task.depth + 1)
        return True

    def give_up_proof(self) -> bool:
        """Go on with the next depth if a proof is being tried; true if it was."""
        if not self.task.proves or self.over:
            return False
        self.task = self._first_of(self.task.depth + 1)
        return True

    def _first_of(self, depth: int) -> SearchTask:
        """The first window of a depth."""
        guess = self.values.get(depth - 2, self.values.get(depth - 1, 0))
        if depth < FIRST_NARROW or abs(guess) > DECIDED:
            return SearchTask(depth)
        return SearchTask(depth, guess - NARROW, guess + NARROW)
