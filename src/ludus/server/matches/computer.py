"""The computer as a player: it is asked like everybody else, waits for its turn to think, and answers what it was asked."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace

from ludus.rules.play import Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.levels import limit_of_level
from ludus.search.limit import Limit
from ludus.search.player import kind_for
from ludus.search.precompilation import PLAYER
from ludus.search.report import Report
from ludus.server.analysis.analyst import Assignment, PositionAnalyst
from ludus.server.analysis.inquiry import stopgap
from ludus.server.analysis.ticket import Ticket
from ludus.server.call import Job, JobFailed, Moment, Steps
from ludus.server.compilation import compile_pool
from ludus.server.context import Context
from ludus.server.matches import commands
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.server.policy import ComputerPolicy

MARGIN = 0.5
"""Seconds before its clock runs out at which a computer that is still waiting makes any legal move: the server's load is not its
fault."""

QUICK = 0.02
"""Seconds that a thought of a few moves ahead is expected to take, before that is known better."""


@dataclass(slots=True)
class ComputerTurn(Moment):
    """A computer whose move is awaited."""

    room: Room
    seat: int
    player: str


def take_turn(context: Context, turn: ComputerTurn) -> Steps[None]:
    """Have the computer think about a move, and make it."""
    match, seat, player = turn.room.match, turn.seat, turn.player
    ref, computation = match.ref(seat), context.computation
    try:
        if match.rulebook not in computation.prepared:  # nobody else's thought should wait for a game to be loaded
            pool, usual = compile_pool(match.rulebook.file, PLAYER), not match.rulebook.file.chosen
            yield Job(pool, lambda: computation.player.prepare(match.rulebook), player=_asker(match), usual=usual)
            computation.prepared.add(match.rulebook)
        move = yield from think(context, turn, ref, match.levels[player])
    except JobFailed:
        if _is_awaited(match, seat, ref):
            context.rooms.do(turn.room, commands.resign(match, player, turn.now))
        return
    context.rooms.do(turn.room, commands.move(match, player, move, ref, turn.now, context.settings.policy.matches, program=True))


def think(context: Context, turn: ComputerTurn, ref: str, level: int) -> Steps[int]:
    """Wait for the turn to think at a level, and for the move; `turn.now` is the time by then."""
    match, seat, computation = turn.room.match, turn.seat, context.computation
    asked, deadline = turn.now, match.clocks.deadline(seat)
    left = None if deadline is None else deadline - match.log[-1].at
    thought = Thought(match.rulebook, match.start, match.play.steps, seat, level, left, context.settings.policy.computers)
    thought.analyst = computation.player
    sort = (match.rulebook.game.slug, thought.limit.depth is not None, level)
    raw = QUICK if thought.limit.depth is not None else thought.need
    expected = computation.thoughts.expect(sort, raw)
    asker = _asker(match)
    ticket = Ticket(
        asker,
        match.id,
        thought.need,
        asked,
        expected=expected,
        due=asked + thought.need if deadline is None else deadline - min(MARGIN, MARGIN * (deadline - asked)),
        strict=deadline is not None,
        wanted=lambda: _is_awaited(match, seat, ref),
        present=lambda: not asker or bool(turn.room.watchers) or context.connections.is_here(asker),
        stop=thought.stop,
    )
    thought.ticket = computation.computers.enter(ticket)
    try:
        move: int = yield Job("thoughts", thought.think, ticket=ticket)
        computation.thoughts.note(sort, raw, turn.now - (ticket.begun or turn.now))
    finally:
        computation.computers.leave(ticket, turn.now)
    return move


def _asker(match: Match) -> str:
    """Whose wish it is that the computer plays: the first person in the match."""
    return next((each for team in match.teams for each in team.players if each not in match.levels), "")


def _is_awaited(match: Match, seat: int, ref: str) -> bool:
    """Whether this very move is still awaited."""
    return seat in match.asked and match.ref(seat) == ref


class Thought:
    """One move to think about: everything that is needed, taken at the time of the question."""

    analyst: PositionAnalyst
    ticket: Ticket | None = None

    def __init__(
        self,
        rulebook: Rulebook,
        start: StateRecord,
        steps: list[Step],
        seat: int,
        level: int,
        left: float | None,
        policy: ComputerPolicy,
    ) -> None:
        self.rulebook, self.start, self.steps, self.seat, self.policy = rulebook, start, list(steps), seat, policy
        self.limit = _within(limit_of_level(level, kind_for(rulebook.game)), left, policy.clock_share)
        self.left, self.asked = left, time.monotonic()
        self._stopped = threading.Event()

    @property
    def need(self) -> float:
        """The seconds it may take."""
        return self.limit.seconds or 0.0

    def think(self) -> int:
        """Choose a move; runs in a thread, and may have waited for its turn while the clock ran."""
        left = None if self.left is None else max(0.0, self.left - (time.monotonic() - self.asked))
        play, past = Play(self.rulebook, self.start), []
        for step in self.steps:
            past.append(play.state)
            if isinstance(step, Moved):
                play.play(step.seat, step.move)
            else:
                play.happen(step.chance)
        limit = _within(self.limit, left, self.policy.clock_share)
        if self.ticket is not None:
            limit = _within(limit, self.ticket.seconds, 1.0)
        assignment = Assignment(self.rulebook, play.state, self.seat, limit, past)
        if limit.seconds is not None and limit.seconds <= 0:
            return self._number(play, stopgap(assignment))
        return self._number(play, self.analyst.search(assignment, lambda _: None, self._stopped.is_set).report)

    def stop(self) -> None:
        """Come to an end soon, with the best move so far."""
        self._stopped.set()

    def _number(self, play: Play, report: Report) -> int:
        return self.rulebook.moves(play.state, self.seat)[0] if report.move is None else report.move


def _within(limit: Limit, left: float | None, share: float) -> Limit:
    """A level's thinking time, but never so much that the clock runs out."""
    if left is None:
        return limit
    most = left * share
    return replace(limit, seconds=most if limit.seconds is None else min(limit.seconds, most))
