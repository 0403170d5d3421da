"""The tree of one iteration of the scheme *jobs*: which positions are jobs, and how their values travel up.

                 root               value: the highest, at the mover's levels, of what the children are worth for the mover
          ┌───────┼───────┐         completed: the mean of the children
        done     job    split
                       ┌──┴──┐
                      job   done

A window is asked for when a job is handed out: what brothers have found by then need not be beaten by less.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import WIN


@dataclass(eq=False)
class Node:
    """A position of the tree."""

    state: StateRecord
    path: tuple[int, ...]
    depth: int
    """How many moves ahead it is to be searched."""
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    value: int | None = None
    """For the seat to move; None until it is known."""
    line: tuple[int, ...] = ()
    number: int = -1
    """The number of its job; -1 for none."""
    finished: int = 0
    """Which of all positions it was whose value became known. Of equal values the first counts: a later one may be a bound."""

    @property
    def turn(self) -> int:
        """The seat to move."""
        return int(self.state["turn"])

    @property
    def is_done(self) -> bool:
        """Whether its value is known."""
        return self.value is not None

    def for_parent(self) -> int:
        """The value for the seat to move in the position above."""
        if self.parent is None or self.value is None:
            raise ValueError("a position without a value, or without one above it, has none for its parent")
        return self.value if self.parent.turn == self.turn else -self.value

    def completed(self) -> float:
        """How much of it is done; the mean of its children."""
        if self.is_done:
            return 1.0
        return sum(child.completed() for child in self.children) / len(self.children) if self.children else 0.0

    def window(self, low: int, high: int) -> tuple[int, int]:
        """The window in which it has to be searched now, where the root is searched between `low` and `high`."""
        if self.parent is None:
            return low, high
        above_low, above_high = self.parent.window(low, high)
        for brother in self.parent.children:
            if brother.is_done:
                above_low = max(above_low, brother.for_parent())
        return (above_low, above_high) if self.parent.turn == self.turn else (-above_high, -above_low)


class JobTree:
    """One position searched to one depth, in pieces."""

    def __init__(self, rulebook: Rulebook, state: StateRecord, depth: int, low: int = -WIN, high: int = WIN) -> None:
        self.rulebook, self.low, self.high = rulebook, low, high
        self.root = Node(state, (), depth)
        self._finished = 0

    def split(self, node: Node, first: int | None = None) -> list[Node]:
        """Expand a position into its children, beginning with the move `first`; returns those that have to be searched."""
        moves = self.rulebook.moves(node.state)
        moves.sort(key=lambda move: move != first)
        for move in moves:
            state = self.rulebook.play(node.state, move)
            child = Node(state, (*node.path, move), node.depth - 1, node)
            node.children.append(child)
            outcome = self.rulebook.outcome(state)
            if outcome != ONGOING:
                plies = len(child.path)
                self._finish(child, 0 if outcome == DRAW else WIN - plies if outcome == child.turn else plies - WIN, ())
        open_ones = [child for child in node.children if not child.is_done]
        if len(open_ones) < len(node.children):
            self._rise(node)
        return [] if node.is_done else open_ones

    def can_split(self, node: Node) -> bool:
        """Whether a position may be handed out in pieces."""
        return node.depth >= 3 and not self.rulebook.chances(node.state)

    def note(self, node: Node, value: int, line: tuple[int, ...]) -> None:
        """Take the value of a position, and let it travel up."""
        if not node.is_done:
            self._finish(node, value, line)
            if node.parent is not None:
                self._rise(node.parent)

    def is_needed(self, node: Node) -> bool:
        """Whether anybody still waits for the value of a position: neither it nor one above it is known, nor refuted."""
        above: Node | None = node
        while above is not None:
            low, high = above.window(self.low, self.high)
            if above.is_done or (low >= high and above is not self.root):
                return False
            above = above.parent
        return True

    def best(self) -> Node | None:
        """The best child of the root that is done."""
        done = [child for child in self.root.children if child.is_done]
        return max(done, key=_rank) if done else None

    def _finish(self, node: Node, value: int, line: tuple[int, ...]) -> None:
        self._finished += 1
        node.value, node.line, node.finished = value, line, self._finished

    def _rise(self, node: Node) -> None:
        """Give a position its value when all its children are done, or one is good enough; and so on for those above it.

        A value that rises may also refute what other positions are split for, so these are looked at again.
        """
        while self._is_settled(node):
            best = max((child for child in node.children if child.is_done), key=_rank)
            self._finish(node, best.for_parent(), (best.path[-1], *best.line))
            if node.parent is None:
                return
            node = node.parent
        again = next((each for each in _split_below(self.root) if self._is_settled(each)), None)
        if again is not None:
            self._rise(again)

    def _is_settled(self, node: Node) -> bool:
        """Whether the value of a split position can be told now."""
        done = [child.for_parent() for child in node.children if child.is_done]
        if node.is_done or not done:
            return False
        return len(done) == len(node.children) or max(done) >= node.window(self.low, self.high)[1]


def _rank(child: Node) -> tuple[int, int]:
    return child.for_parent(), -child.finished


def _split_below(node: Node) -> Iterator[Node]:
    """The positions that are split and not done, the lowest first."""
    if node.children and not node.is_done:
        for child in node.children:
            yield from _split_below(child)
        yield node
