"""What can go wrong, each with one sentence that tells people what to do.

    LudusError
    ├── GameFileError    a game file that cannot be used: where, and what to change
    ├── PositionError    a position text or saved file that cannot be read: where, and why
    └── MoveError        a move text that names no legal move

A move that the rules refuse is not an exception but a value: `Refusal`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from pathlib import Path


class LudusError(Exception):
    """Something the person at the keyboard can fix; its text is one sentence."""


class GameFileError(LudusError):
    """A game file that cannot be used, with the line to look at."""

    def __init__(self, sentence: str, path: Path | str | None = None, line: int | None = None) -> None:
        self.sentence, self.path, self.line = sentence, path, line
        place = f"{path}" if path else ""
        if path and line:
            place += f", line {line}"
        super().__init__(f"{place}: {sentence}" if place else sentence)


class PositionError(LudusError):
    """A position that cannot be read."""


class MoveError(LudusError):
    """A move text that names no legal move."""


class UnreadableMove(MoveError):
    """A text that does not even look like a move of the game."""


class RefusalKind(enum.Enum):
    """Why a move was not played."""

    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    NOT_YOUR_TURN = "not your turn"
    GAME_OVER = "game over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that was not played: nothing has changed, and the sentence says why."""

    kind: RefusalKind
    sentence: str
