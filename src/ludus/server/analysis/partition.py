r"""`Partition`: one position taken apart into jobs for helpers, and their values put together again (E6 to E8, M8). Pure.

            root            expanded until there are at least as many leaves as helpers
           / | \
          a  b  c           jobs: each leaf, in rounds; a round gives every leaf more time than the one before
            / \
           d   e            values travel up: the maximum for whoever is to move, with the sign changed where sides change

A helper is given the leaf that matters most of those nobody works on: what was best in the round before comes first. Work of a
helper that does not answer is given to another; when nothing else is left, work that takes long is given out twice. What counts
is the last round that is complete, and whatever is proven. Times are arguments.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from ludus.rules.positions import write_position
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import DECIDED, WIN
from ludus.search.report import Report

DEEPEST = 3
"""Levels to which a position is taken apart at most."""

MOST = 64
"""Helpers for which a position is taken apart; more of them double each other's work."""

ROUNDS = 6
"""Rounds that are planned; each gives a leaf three times as long as the one before."""

FACTOR = 3.0

SHORTEST = 0.02
"""Seconds of the shortest job."""

TWICE = 2
"""Helpers that one job is given to at the same time, at most."""

GRACE = 0.25
"""Seconds that an answer may take beyond its time limit before the job is given to somebody else."""


@dataclass(eq=False, slots=True)
class Branch:
    """A position in the tree: the move that leads to it, and what is known about it, for whoever is to move in it."""

    state: StateRecord
    text: str
    mover: int
    move: int = -1
    children: list[Branch] = field(default_factory=list)
    values: dict[int, int] = field(default_factory=dict)
    """by round"""
    proven: int | None = None
    issued: dict[str, tuple[int, float]] = field(default_factory=dict)
    """the round that each helper works on, and when its answer is late"""

    @property
    def rounds(self) -> int:
        """How many rounds are done; all, where nothing is left to search."""
        return ROUNDS if self.proven is not None else len(self.values)

    def leaves(self) -> Iterator[Branch]:
        """The positions at the ends."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def value(self, round_: int) -> int:
        """What it is worth by what was known after a round."""
        if not self.children:
            return self.proven if self.proven is not None else self.values[min(round_, len(self.values) - 1)]
        return max(self.worth(child, round_) for child in self.children)

    def worth(self, child: Branch, round_: int) -> int:
        """What a child is worth for whoever is to move here; an end of the game is one move further away."""
        value = child.value(round_) * (1 if child.mover == self.mover else -1)
        return value - (1 if value > 0 else -1) if abs(value) > DECIDED else value


@dataclass(frozen=True, slots=True)
class Workload:
    """A job for a helper: a position, and the seconds it may take."""

    text: str
    seconds: float


class Partition:
    """The jobs of one search. `until` is when the answer is wanted."""

    def __init__(self, rulebook: Rulebook, state: StateRecord, helpers: int, now: float, until: float) -> None:
        self.rulebook, self.begun, self.until = rulebook, now, until
        self.root = self._branch(state)
        self._expand(min(max(1, helpers), MOST))
        self.leaves = list(dict.fromkeys(self.root.leaves()))
        self._by_text = {leaf.text: leaf for leaf in self.leaves}
        each = (until - now) * max(1, helpers) / len(self.leaves)  # seconds for a leaf, if all helpers are equally fast
        first = each / sum(FACTOR**number for number in range(ROUNDS))
        self._limits = [max(SHORTEST, first * FACTOR**number) for number in range(ROUNDS)]
        self.jobs = self.nodes = 0
        self.workers: set[str] = set()

    # Taking apart

    def _branch(self, state: StateRecord, move: int = -1) -> Branch:
        branch = Branch(state, write_position(self.rulebook, state), int(state["turn"]), move)
        outcome = self.rulebook.outcome(state)
        if outcome != ONGOING:
            branch.proven = 0 if outcome == DRAW else WIN if outcome == branch.mover else -WIN
        return branch

    def _expand(self, wanted: int) -> None:
        """Take positions apart, the nearest to the root first, until there are enough that something is to be found out about."""
        known: dict[tuple[int, str], Branch] = {}  # a position that is reached in two ways is one job
        nearest, leaves = deque([(0, self.root)]), 1
        while (nearest and leaves < wanted) or not self.root.children:
            level, branch = nearest.popleft()
            leaves -= 1
            for move in self.rulebook.moves(branch.state):
                child = self._branch(self.rulebook.play(branch.state, move), move)
                old = known.setdefault((level, child.text), child)
                branch.children.append(old)
                if old is child and child.proven is None:
                    leaves += 1
                    if level + 1 < DEEPEST:
                        nearest.append((level + 1, child))

    # Giving out and taking in

    def assign(self, helper: str, now: float, overhead: float = 0.0) -> Workload | None:
        """The next job for a helper; None if there is nothing it could do in time. `overhead` is what its answers take extra."""
        left = self.until - now - overhead
        if left < SHORTEST or self.is_over:
            return None
        leaf = self._free_leaf(now) or self._slow_leaf(helper)
        if leaf is None:
            return None
        seconds = min(self._limits[min(leaf.rounds, ROUNDS - 1)], left)
        leaf.issued[helper] = leaf.rounds, now + seconds + overhead + GRACE
        self.jobs += 1
        self.workers.add(helper)
        return Workload(leaf.text, seconds)

    def note(self, helper: str, text: str, value: int, nodes: int) -> bool:
        """Take in what a helper has found; false if it was not asked, or somebody else was faster."""
        leaf = self._by_text.get(text)
        issued = leaf.issued.pop(helper, None) if leaf else None
        if leaf is None or issued is None or leaf.proven is not None:
            return False
        self.nodes += max(0, nodes)
        if issued[0] != len(leaf.values):
            return False
        value = max(-WIN, min(WIN, value))
        leaf.values[issued[0]] = value
        if abs(value) > DECIDED:
            leaf.proven = value
        return True

    def lose(self, helper: str) -> None:
        """A helper is dead: its jobs go to others."""
        for leaf in self.leaves:
            leaf.issued.pop(helper, None)

    def _free_leaf(self, now: float) -> Branch | None:
        """Of the leaves that nobody works on, the one with the fewest rounds that promises most."""
        free = [leaf for leaf in self.leaves if leaf.rounds < ROUNDS and all(late < now for _, late in leaf.issued.values())]
        return min(free, key=self._importance, default=None)

    def _slow_leaf(self, helper: str) -> Branch | None:
        """The leaf that has been worked on for longest and holds up its round."""
        slow = [leaf for leaf in self.leaves if leaf.rounds < ROUNDS and leaf.issued and helper not in leaf.issued]
        slow = [leaf for leaf in slow if len(leaf.issued) < TWICE]
        return min(slow, key=lambda leaf: (leaf.rounds, min(late for _, late in leaf.issued.values())), default=None)

    def _importance(self, leaf: Branch) -> tuple[int, int]:
        sign = 1 if leaf.mover == self.root.mover else -1
        last = leaf.values[len(leaf.values) - 1] * sign if leaf.values else 0
        return leaf.rounds, -last

    # Putting together

    @property
    def complete(self) -> int:
        """The number of rounds that all leaves have been through."""
        return min(leaf.rounds for leaf in self.leaves)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to find out: all is proven or searched, or the root is won."""
        return self.complete >= ROUNDS or self._is_won()

    def _is_won(self) -> bool:
        return self.complete >= 1 and self.root.value(self.complete - 1) > DECIDED

    @property
    def completed(self) -> float:
        """The share of the computation that is done, averaged over the children of each position (E8)."""
        total = sum(self._limits)
        done = [1.0 if leaf.rounds >= ROUNDS else sum(self._limits[: leaf.rounds]) / total for leaf in self.leaves]
        share = dict(zip(self.leaves, done, strict=True))
        return 1.0 if self.is_over else min(0.99, _averaged(self.root, share))

    def report(self, now: float) -> Report:
        """The best completed knowledge: the best move, and what it is worth; before the first round, any legal move."""
        rounds = self.complete
        if rounds == 0:
            known = [child for child in self.root.children if all(leaf.rounds for leaf in child.leaves())]
        else:
            known = self.root.children
        last = max(0, rounds - 1)
        best = max(known, key=lambda child: self.root.worth(child, last), default=self.root.children[0])
        worth = self.root.worth(best, last) if known else 0
        exact = abs(worth) > DECIDED and rounds > 0
        return Report(
            best.move, worth, exact, (best.move,), rounds, self.nodes, now - self.begun, 1.0 if exact else self.completed
        )


def _averaged(branch: Branch, share: dict[Branch, float]) -> float:
    if not branch.children:
        return share[branch]
    return sum(_averaged(child, share) for child in branch.children) / len(branch.children)
