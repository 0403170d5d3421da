"""A question to the cluster: a position, its past, and how long to think; and the answer as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludus.cluster.course import Finding
from ludus.rules.errors import LudusError
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import DECIDED, DEEPEST, WIN
from ludus.search.deepening_search import SHARE_OF_PROOF, can_be_proved
from ludus.search.limit import NO_END, Limit
from ludus.search.quick_answer import book_move, winning_move
from ludus.search.report import Report
from ludus.search.turn import when_over


@dataclass(frozen=True, eq=False)
class Question:
    """A position that somebody wants to know the best move of."""

    rulebook: Rulebook
    state: StateRecord
    limit: Limit
    past: tuple[StateRecord, ...] = ()

    @property
    def last_depth(self) -> int:
        """The deepest depth to be searched."""
        return min(self.limit.depth or DEEPEST, DEEPEST)

    @property
    def provable(self) -> bool:
        """Whether a proof is to be tried."""
        return self.limit.depth is None and can_be_proved(self.rulebook, self.state)

    @property
    def proof_seconds(self) -> float | None:
        """How long a proof may take, counted from the beginning of the search; None for as long as it needs."""
        return None if self.limit.seconds is None else self.limit.seconds * SHARE_OF_PROOF

    def remaining(self) -> int:
        """How many moves the game can still last at most."""
        return NO_END if self.rulebook.game.repeats else self.rulebook.hint("remaining", self.state)


def quick_answer(question: Question) -> Report | None:
    """The report where nothing has to be searched: the game is over, a move wins at once, or the game knows one."""
    rulebook, state, limit = question.rulebook, question.state, question.limit
    mover = int(state["turn"])
    if rulebook.outcome(state) != ONGOING:
        return when_over(rulebook, state, mover)
    if rulebook.chances(state):
        raise LudusError("chance decides here, not a player; give a position after it")
    moves = rulebook.moves(state)
    winning = winning_move(rulebook, state, moves)
    if winning is not None:
        return Report(winning, WIN - 1, True, (winning,), 1, 0, 0.0, 1.0)
    known = book_move(rulebook, state, moves, limit)
    if known is None:
        return None
    return Report(known, rulebook.hint("value", state), False, (known,), 0, 0, 0.0, 1.0, from_book=True)


class Answer:
    """What is known about a question so far, as a report."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.moves: Sequence[int] = question.rulebook.moves(question.state)
        self.left = question.remaining()
        first = self.moves[0] if self.moves else None
        self.report = Report(first, 0, False, () if first is None else (first,), 0, 0, 0.0, 0.0)
        self.cut_short = False

    def note(self, finding: Finding, nodes: int, seconds: float) -> bool:
        """Take a finding that completes a depth; true when nothing is left to search."""
        self.cut_short = self.cut_short or finding.cut_short
        depth, value = finding.task.depth, finding.value
        if finding.task.proves:
            exact, depth = not self.cut_short, min(self.left, DEEPEST)
        else:
            exact = not self.cut_short and (depth >= self.left or (abs(value) > DECIDED and WIN - abs(value) <= depth))
        move = finding.move if finding.move in self.moves else self.report.move
        line = finding.line or (() if move is None else (move,))
        over = exact or depth >= self.left or depth >= self.question.last_depth
        self.report = Report(move, value, exact, line, depth, nodes, seconds, 1.0 if over else 0.0)
        return over

    def note_partial(self, move: int, value: int, line: tuple[int, ...]) -> None:
        """Use what an unfinished depth has found, once it is done with the move that was best so far."""
        if move in self.moves:
            self.report = replace(self.report, move=move, value=value, line=line or (move,))

    def told(self, nodes: int, seconds: float, completed: float, estimate: float | None) -> Report:
        """The report as it stands now."""
        done = 1.0 if self.report.completed >= 1.0 else min(0.99, max(0.0, completed))
        self.report = replace(self.report, nodes=nodes, seconds=seconds, completed=done, estimate=estimate)
        return self.report
