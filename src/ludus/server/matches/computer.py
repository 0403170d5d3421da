"""The computer as a player: it is asked like everybody else, thinks in another thread, and answers the question it was asked."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from ludus.rules.play import Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.levels import limit_of_level
from ludus.search.limit import Limit
from ludus.search.player import ComputerPlayer, kind_for, player_for
from ludus.server.call import Job, JobFailed, Moment, Steps
from ludus.server.context import Context
from ludus.server.matches import commands
from ludus.server.matches.room import Room
from ludus.server.policy import ComputerPolicy


@dataclass(slots=True)
class ComputerTurn(Moment):
    """A computer whose move is awaited."""

    room: Room
    seat: int
    player: str


def take_turn(context: Context, turn: ComputerTurn) -> Steps[None]:
    """Have the computer think about a move, and make it."""
    match, seat, player = turn.room.match, turn.seat, turn.player
    ref, deadline = match.ref(seat), match.clocks.deadline(seat)
    left = None if deadline is None else deadline - match.log[-1].at
    level, policy = match.levels[player], context.settings.policy
    thought = Thought(match.rulebook, match.start, match.play.steps, seat, level, left, policy.computers)
    try:
        move: int = yield Job("computers", thought.think)
    except JobFailed:
        if seat in match.asked and match.ref(seat) == ref:
            context.rooms.do(turn.room, commands.resign(match, player, turn.now))
        return
    context.rooms.do(turn.room, commands.move(match, player, move, ref, turn.now, policy.matches, program=True))


class Thought:
    """One move to think about: everything that is needed, taken at the time of the question."""

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

    def think(self) -> int:
        """Choose a move; runs in a thread of the computer's, which may have been busy while the clock ran."""
        left = None if self.left is None else max(0.0, self.left - (time.monotonic() - self.asked))
        play, past = Play(self.rulebook, self.start), []
        for step in self.steps:
            past.append(play.state)
            if isinstance(step, Moved):
                play.play(step.seat, step.move)
            else:
                play.happen(step.chance)
        seen = self.rulebook.seen_by(play.state, self.seat)
        limit = _within(self.limit, left, self.policy.clock_share)
        engine = _engine(self.rulebook, self.policy)
        report = engine.choose(seen, self.seat, limit, past=past if self.rulebook.game.repeats else ())
        return self.rulebook.moves(play.state, self.seat)[0] if report.move is None else report.move


def _within(limit: Limit, left: float | None, share: float) -> Limit:
    """A level's thinking time, but never so much that the clock runs out."""
    if left is None:
        return limit
    most = left * share
    return replace(limit, seconds=most if limit.seconds is None else min(limit.seconds, most))


_engines: OrderedDict[tuple[Rulebook, int], ComputerPlayer] = OrderedDict()
_engines_lock = threading.Lock()


def _engine(rulebook: Rulebook, policy: ComputerPolicy) -> ComputerPlayer:
    """The engine of a game, made when it is first needed. Each thread has its own; those not used for longest are dropped."""
    key = rulebook, threading.get_ident()
    with _engines_lock:
        engine = _engines.get(key)
    if engine is None:
        engine = player_for(rulebook, threads=1, megabytes=policy.megabytes)
    with _engines_lock:
        _engines[key] = engine
        _engines.move_to_end(key)
        while len(_engines) > policy.engines:
            _engines.popitem(last=False)
    return engine
