"""All there is to know about a game before it is played: its rules in words, and how its board and pieces look.

With this a client can draw any game and speak of it without knowing it. A square is drawn by its `type`, a piece by its word and
its team; the picture of a piece is called `<word>-<team>`, also where a game has too many pieces to list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeAlias

from msgspec import Struct, field

from ludus.wire.messages.base import Reply, Request, word
from ludus.wire.messages.match import DrawnSquare
from ludus.wire.words import Choice, Word

TITLE = "About a game"


# Requests


class Describe(Request, tag="describe", frozen=True):
    """Get the rules of a game, and how it looks with these options."""

    example: ClassVar[str] = "DESCRIBE santorini size=5"
    before_login: ClassVar[bool] = True

    game: Word
    options: Choice = field(default_factory=dict)


class Picture(Request, tag="picture", frozen=True):
    """Get the picture of a piece or of a type of square, as SVG."""

    example: ClassVar[str] = "PICTURE worker-1 santorini"
    before_login: ClassVar[bool] = True

    picture: Word
    game: Word


# Replies


class PieceEntry(Struct, frozen=True, omit_defaults=True):
    """A piece: the word and the team in a drawn square, how people call it, and the name of its picture."""

    word: str
    team: int
    type: str
    says: str
    picture: str
    letter: str = ""

    def line(self) -> str:
        """The piece in one line."""
        return f"PIECE {word(self.word)} {self.team} {word(self.type)} {word(self.letter)} {word(self.picture)} {self.says}"


class SquareEntry(Struct, frozen=True, omit_defaults=True):
    """A type of square: `shade` is light or dark in a pattern, `says` is what it means to players, if it means anything."""

    type: str
    shade: str = ""
    says: str = ""
    picture: str = ""

    def line(self) -> str:
        """The type of square in one line."""
        return f"SQUARE {word(self.type)} {word(self.shade)} {word(self.picture)} {self.says}"


class TeamEntry(Struct, frozen=True):
    """A team: its number, its name, and the colour its pieces usually have."""

    team: int
    name: str
    colour: str

    def line(self) -> str:
        """The team in one line."""
        return f"TEAM {self.team} {word(self.colour)} {self.name}"


class Described(Reply, tag="described", frozen=True):
    """A game: its rules in words, its board, its pieces and teams.

    `columns` and `rows` are labels along the edges, from the left and from row 1; `labels` are those of single squares, from the
    lower left. Where there are `lines`, the board is not made of squares: their ends, the `points`, are all there is to it. With
    `first_row_on_top`, players draw row 1 at the top. `pieces` is empty where a game has too many to list. `hides` says that not
    everybody sees everything, and `chance` that there are dice or the like. `pictures` says that the game draws its own
    pieces, and `start` is how the board is set up.
    """

    game: str
    name: str
    width: int
    height: int
    columns: list[str]
    rows: list[str]
    pieces: list[PieceEntry]
    squares: list[SquareEntry]
    teams: list[TeamEntry]
    rules: list[str]
    first_row_on_top: bool = False
    labels: list[str] = field(default_factory=list)
    points: list[tuple[int, int]] = field(default_factory=list)
    lines: list[tuple[tuple[int, int], tuple[int, int]]] = field(default_factory=list)
    hides: bool = False
    chance: bool = False
    pictures: bool = False
    start: list[DrawnSquare] = field(default_factory=list)

    def _lines(self) -> Iterator[str]:
        top = "TOP" if self.first_row_on_top else "BOTTOM"
        yield f"BOARD {word(self.game)} {self.width} {self.height} {top} {self.name}"
        for what, labels in (("COLUMNS", self.columns), ("ROWS", self.rows), ("LABELS", self.labels)):
            if labels:
                yield f"{what} {' '.join(map(word, labels))}"
        yield from (f"POINT {x} {y}" for x, y in self.points)
        yield from (f"LINE {x1} {y1} {x2} {y2}" for (x1, y1), (x2, y2) in self.lines)
        yield from (team.line() for team in self.teams)
        yield from (piece.line() for piece in self.pieces)
        yield from (square.line() for square in self.squares)
        yield f"HIDES {'YES' if self.hides else 'NO'}"
        yield f"CHANCE {'YES' if self.chance else 'NO'}"
        yield f"PICTURES {'YES' if self.pictures else 'NO'}"
        yield from (line for square in self.start for line in square.lines())
        yield from (f"RULES {line}" for line in self.rules)
        yield f"END BOARD {word(self.game)}"


class Pictured(Reply, tag="pictured", frozen=True):
    """A picture as SVG."""

    game: str
    picture: str
    svg: str

    def _lines(self) -> Iterable[str]:
        return [*(f"PICTURE {line}" for line in self.svg.splitlines()), f"END PICTURE {word(self.picture)} {word(self.game)}"]


DescriptionRequest: TypeAlias = Describe | Picture
DescriptionReply: TypeAlias = Described | Pictured

EXAMPLES: tuple[Reply, ...] = (
    Described(
        game="three-men's-morris",
        name="Three Men's Morris",
        width=3,
        height=2,
        columns=["a", "b", "c"],
        rows=["1", "2"],
        labels=["4", "5", "6", "1", "2", "3"],
        points=[(1, 1), (3, 1), (2, 2)],
        lines=[((1, 1), (3, 1)), ((1, 1), (2, 2))],
        pieces=[PieceEntry("man", 1, "man", "White man", "man-1", letter="w")],
        squares=[SquareEntry("blank"), SquareEntry("point")],
        teams=[TeamEntry(1, "White", "#d8442f"), TeamEntry(2, "Black", "#f2c230")],
        rules=["Three Men's Morris", "", "Three men in a row win."],
        start=[DrawnSquare(1, 1, "point")],
    ),
    Pictured(game="tic-tac-toe", picture="nought-2", svg='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>'),
)
"""One of each reply."""
