"""The computer as a player: it is asked like everybody else, thinks in another thread, and answers the question it was asked."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, replace
from functools import lru_cache

from ludus.rules.play import Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.levels import limit_of_level
from ludus.search.limit import Limit
from ludus.search.player import ComputerPlayer, kind_for, player_for
from ludus.server.call import Job, JobFailed, Moment, Steps
from ludus.server.context import Context
from ludus.server.matches import commands
from ludus.server.matches.room import Room

MEGABYTES = 16
"""The megabytes of each computer player's table: enough for a second of thought."""

SHARE_OF_CLOCK = 0.2
"""The share of its remaining time that the computer uses for one move at most."""

PLAYERS_KEPT = 32
"""Computer players that are kept ready, those asked last: every game with every choice of options needs its own."""


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
    thought = Thought(match.rulebook, match.start, match.play.steps, seat, match.levels[player], left)
    try:
        move: int = yield Job("computers", thought.think)
    except JobFailed:
        if seat in match.asked and match.ref(seat) == ref:
            context.rooms.do(turn.room, commands.resign(match, player, turn.now))
        return
    context.rooms.do(turn.room, commands.move(match, player, move, ref, turn.now, context.settings.patience))


class Thought:
    """One move to think about: everything that is needed, taken at the time of the question."""

    def __init__(self, rulebook: Rulebook, start: Record, steps: list[Step], seat: int, level: int, left: float | None) -> None:
        self.rulebook, self.start, self.steps, self.seat = rulebook, start, list(steps), seat
        self.limit, self.left, self.asked = _within(limit_of_level(level, kind_for(rulebook.game)), left), left, time.monotonic()

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
        player, limit = _player(self.rulebook, threading.get_ident()), _within(self.limit, left)
        report = player.choose(seen, self.seat, limit, past=past if self.rulebook.game.repeats else ())
        return self.rulebook.moves(play.state, self.seat)[0] if report.move is None else report.move


def _within(limit: Limit, left: float | None) -> Limit:
    """A level's thinking time, but never so much that the clock runs out."""
    if left is None:
        return limit
    most = left * SHARE_OF_CLOCK
    return replace(limit, seconds=most if limit.seconds is None else min(limit.seconds, most))


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(rulebook: Rulebook, thread: int) -> ComputerPlayer:
    """The player of a game; each thread has its own."""
    del thread
    return player_for(rulebook, threads=1, megabytes=MEGABYTES)
