"""`ComputerOpponent`: a computer player to play against.

opponent = game.player(level=3)
opponent.play(match)                  makes its move, and says which
"""

from __future__ import annotations

import random

from ludus.library.analyst import past_of
from ludus.library.match import LocalMatch
from ludus.rules.errors import LudusError
from ludus.rules.movetext import move_text
from ludus.rules.rulebook import Rulebook
from ludus.search.levels import LEVELS, limit_of_level, thinking_in_words
from ludus.search.limit import Limit
from ludus.search.player import player_for


class ComputerOpponent:
    """Plays one game at a level."""

    def __init__(
        self, rulebook: Rulebook, level: int = 5, *, seconds: float | None = None, seed: int | None = None, threads: int = 1
    ) -> None:
        if not 1 <= level <= len(LEVELS):
            raise LudusError(f"there is no level {level}; the levels are 1 to {len(LEVELS)}")
        self.rulebook, self.level = rulebook, level
        self._player = player_for(rulebook, threads=threads, megabytes=32, luck=random.Random(seed))
        self.limit = limit_of_level(level, self._player.kind) if seconds is None else Limit(seconds=seconds)
        """How long it may think about a move."""

    def number(self, match: LocalMatch, seat: int | None = None) -> int:
        """The move it would make, by its number."""
        acting = match.acting
        if not acting:
            raise LudusError("nobody is to move here: " + ("chance decides" if match.chances else "the game is over"))
        mover = acting[0] if seat is None else seat
        report = self._player.choose(match.record, mover, self.limit, past=past_of(match))
        if report.move is None:
            raise LudusError("there is no move to choose")
        return report.move

    def choose(self, match: LocalMatch, seat: int | None = None) -> str:
        """The move it would make, as players write it."""
        mover = match.turn if seat is None else seat
        return move_text(self.rulebook, match.record, self.number(match, seat), mover)

    def play(self, match: LocalMatch, seat: int | None = None) -> str:
        """Make its move in a match; gives the move as players write it."""
        mover, state, number = match.turn if seat is None else seat, match.record, self.number(match, seat)
        match.push(number, seat)
        return move_text(self.rulebook, state, number, mover)

    def close(self) -> None:
        """Let the threads go."""
        self._player.close()

    def __call__(self, match: LocalMatch) -> int:
        """The same as `number`, as the arena asks players."""
        return self.number(match)

    def __repr__(self) -> str:
        return f"<opponent at {self.rulebook.game.name}, level {self.level}: {thinking_in_words(self.limit, self._player.kind)}>"
