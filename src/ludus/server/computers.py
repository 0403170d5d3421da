"""The computer as a player: it is asked like everybody else, thinks elsewhere, and answers with the reference of the question."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from functools import lru_cache

from ludus.rules.play import Moved, Play, Step
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.levels import limit_of_level
from ludus.search.limit import Limit
from ludus.search.player import ComputerPlayer, kind_for, player_for

MEGABYTES = 16
"""The table of each computer player: enough for a second of thought."""

SHARE_OF_CLOCK = 0.2
"""Of the time it has left, the computer uses at most this for one move."""

MOST_PLAYERS = 32
"""So many of them are kept, those that were asked last: every game with every choice of options needs one of its own."""


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


@lru_cache(maxsize=MOST_PLAYERS)
def _player(rulebook: Rulebook, thread: int) -> ComputerPlayer:
    """The player of a game; each thread has its own."""
    del thread
    return player_for(rulebook, threads=1, megabytes=MEGABYTES)
