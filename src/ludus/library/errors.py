"""What can go wrong when a program plays, each with one sentence that quotes what was given and says what was expected.

LudusError                  everything below; catch this one to catch all
├── GameFileError           a game file that cannot be used: where, and what to change
├── PositionError           a position or a saved match that cannot be read: where, and why
└── MoveError               a move that cannot be made
    └── IllegalMove         `match.push(...)`: the sentence of the rule that the move breaks; a `ValueError`, too
"""

from __future__ import annotations

from ludus.rules.errors import MoveError


class IllegalMove(MoveError, ValueError):
    """A move that the rules refuse; the match is as it was."""

    def __init__(self, move: object, sentence: str) -> None:
        self.move, self.sentence = move, sentence
        quoted = repr(move)
        super().__init__(sentence if sentence.startswith(quoted) else f"{quoted} cannot be played: {sentence}")
