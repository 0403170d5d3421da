"""Looking before you move: the board drawn with letters, what a move would change, and a hint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeAlias

from msgspec import field

from ludus.wire.messages.base import DrawnSquare, Reply, Request, word
from ludus.wire.words import AnySquares, AnyText, AnyWord

TITLE = "Before you move"


# Requests


class Diagram(Request, tag="diagram", frozen=True):
    """Draw the board of a match with letters, as you see it now."""

    example: ClassVar[str] = "DIAGRAM m7"
    before_login: ClassVar[bool] = True

    match: AnyWord = ""


class Try(Request, tag="try", frozen=True):
    """Say what a move would change, without making it. It is named as in `move`."""

    example: ClassVar[str] = "TRY 2 1 1 1 6"

    squares: AnySquares = field(default_factory=list)
    text: AnyText = ""
    match: AnyWord = ""


class Hint(Request, tag="hint", frozen=True):
    """Ask the computer for a good move, where your match allows it: against the computer, or with `hints=yes` in `new`."""

    example: ClassVar[str] = "HINT"

    match: AnyWord = ""


# Replies


class Diagrammed(Reply, tag="diagrammed", frozen=True):
    """The board drawn with letters, as `ludus show` draws it, below the names of the players.

    In `STYLE board`, it comes whenever the board has changed.
    """

    match: str
    lines: list[str]

    def _lines(self) -> Iterable[str]:
        return [*(f"DIAGRAM {line}" for line in self.lines), f"END DIAGRAM {word(self.match)}"]

    def _sentences(self) -> Iterable[str]:
        return self.lines


class Tried(Reply, tag="tried", frozen=True):
    """What a move would change: the squares that would look different, and who would be to move.

    `result` says how the game would end by that move, if it would; `chance` that dice or the like come next. Where a game hides
    something, only what you may know counts, and no result is told.
    """

    match: str
    text: str
    path: list[tuple[int, int]]
    squares: list[DrawnSquare]
    turn: list[int]
    chance: bool = False
    result: str = ""

    def _lines(self) -> Iterator[str]:
        yield " ".join(["TRIED", str(len(self.path)), *(f"{x} {y}" for x, y in self.path), self.text])
        for square in self.squares:
            yield from square.lines()
        yield f"TURN {' '.join(map(str, self.turn))}"
        if self.chance:
            yield "CHANCE YES"
        if self.result:
            yield f"RESULT OVER {self.result}"
        yield f"END TRY {word(self.match)}"

    def _sentences(self) -> Iterator[str]:
        yield f"{self.match}: {self.text} is legal."
        for square in self.squares:
            holds = f"{square.piece} of team {square.team}" if square.piece else "no piece"
            yield f"  {square.x} {square.y} becomes {square.type} with {holds}"
        if self.chance:
            yield "  Then chance decides something."
        elif self.turn:
            yield f"  Then team {' and '.join(map(str, self.turn))} is to move."
        if self.result:
            yield f"  That ends the game: {self.result}"


class Hinted(Reply, tag="hinted", frozen=True):
    """A move that the computer would make."""

    match: str
    text: str
    path: list[tuple[int, int]]

    def _lines(self) -> Iterable[str]:
        return [" ".join(["HINT", word(self.match), str(len(self.path)), *(f"{x} {y}" for x, y in self.path), self.text])]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.match}: The computer would play {self.text}."]


TrialRequest: TypeAlias = Diagram | Try | Hint
TrialReply: TypeAlias = Diagrammed | Tried | Hinted

EXAMPLES: tuple[Reply, ...] = (
    Diagrammed(match="m8", lines=["Crosses: ann (you)   Noughts: bob", "", "3  . . .", "2  . x .", "1  o . .", "   a b c"]),
    Tried(
        match="m7",
        text="1,1-1,6",
        path=[(1, 1), (1, 6)],
        squares=[DrawnSquare(1, 1, "white"), DrawnSquare(1, 6, "black", "die326", 1)],
        turn=[2],
    ),
    Hinted(match="m7", text="1,1-1,6", path=[(1, 1), (1, 6)]),
)
"""One of each reply."""
