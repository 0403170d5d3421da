"""Pieces as people know them: a word, a team, a letter."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.rules.errors import GameFileError


@dataclass(frozen=True, slots=True)
class Piece:
    """What can stand on a square: `Piece("cross", 1, "x")`, or with details `Piece("die", 1, details=(5, 3, 6))`."""

    type: str
    """What it is, in one word."""
    team: int
    """Who owns it: the number of a team, counted from 1, or 0 for nobody."""
    letter: str = ""
    """One letter for drawings and for positions as text; without it, drawings show the word."""
    details: tuple[int, ...] = ()
    """Numbers that distinguish pieces of one type; they follow the team in a saved file."""
    word: str = field(default="")
    """The word sent to clients; by default the type with its details, as in `die536`."""

    def __post_init__(self) -> None:
        if not isinstance(self.team, int):
            told = "the second is the number of the team, counted from 1, or 0 for nobody"
            raise GameFileError(f"Piece({self.type!r}, {self.team!r}): {told}")
        if not self.word:
            object.__setattr__(self, "word", self.type + "".join(str(number) for number in self.details))
