"""What a client needs to draw a game, and to speak of it, without knowing the game.

    look = describe(game)
    look.columns, look.pieces, ...

It is the same in every position. What stands where is in the board that a seat sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ludus.rules.diagram import COLOURS
from ludus.rules.game import Game
from ludus.rules.layout import Line, Point
from ludus.rules.piece import Piece

SHADES = {"white": "light", "light": "light", "black": "dark", "dark": "dark"}
"""Types of squares that make a pattern."""

MOST_CODES = 1 << 14
"""Numbers that are tried where a function says what a number on the board stands for."""


@dataclass(frozen=True, slots=True)
class PieceLook:
    """How a piece looks, and what it is called."""

    word: str
    """The word in a drawn square."""
    team: int
    type: str
    letter: str
    says: str
    """The piece as somebody would say it: `White king`."""
    picture: str
    """The name of its picture."""


@dataclass(frozen=True, slots=True)
class SquareLook:
    """How a type of square looks."""

    type: str
    """The word in a drawn square."""
    shade: str
    """`light` or `dark` where it only makes a pattern."""
    says: str
    """What it means to players; empty if it means nothing."""
    picture: str
    """The name of its picture; empty for a plain square."""


@dataclass(frozen=True, slots=True)
class TeamLook:
    """What a team is called, and its usual colour."""

    team: int
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class GameLook:
    """A game's board, pieces and teams."""

    width: int
    height: int
    first_row_on_top: bool
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    labels: tuple[str, ...]
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    pieces: tuple[PieceLook, ...]
    """Every piece; none where they are too many to list, but their pictures have names all the same."""
    squares: tuple[SquareLook, ...]
    teams: tuple[TeamLook, ...]


def describe(game: Game) -> GameLook:
    """How a game looks, with its options chosen."""
    layout = game.layout
    pieces = () if callable(game.pieces) else tuple(_piece(game, piece) for piece in game.pieces.values())
    return GameLook(
        width=layout.width,
        height=layout.height,
        first_row_on_top=layout.first_row_on_top,
        columns=layout.columns,
        rows=layout.rows,
        labels=layout.squares,
        points=layout.points,
        lines=layout.lines,
        pieces=pieces,
        squares=tuple(_square(game, word) for word in game.square_types),
        teams=tuple(TeamLook(seat + 1, game.team(seat), game.colours[seat]) for seat in range(game.seats)),
    )


def spoken(game: Game, piece: Piece) -> str:
    """A piece as somebody would say it: `White king`, `Team 1 die 5 3 6`."""
    whose = [game.team(piece.team - 1)] if piece.team else []
    return " ".join([*whose, piece.type, *map(str, piece.details)])


def picture_named(game: Game, name: str) -> str | None:
    """The picture of a piece, `king-2`, or of a type of square, `square-tower`; None if there is no such picture."""
    piece = _pieces_by_name(game).get(name)
    if piece:
        return game.draw(piece)
    word = name.removeprefix("square-")
    if word == name or word not in game.square_types or game.square_picture is None:
        return None
    return game.square_picture(word) or None


def _piece_name(piece: Piece) -> str:
    return f"{piece.word}-{piece.team}"


def _piece(game: Game, piece: Piece) -> PieceLook:
    return PieceLook(piece.word, piece.team, piece.type, piece.letter, spoken(game, piece), _piece_name(piece))


def _square(game: Game, word: str) -> SquareLook:
    picture = f"square-{word}" if game.square_picture and game.square_picture(word) else ""
    return SquareLook(word, SHADES.get(word, ""), "" if word in COLOURS else word, picture)


@lru_cache(maxsize=64)
def _pieces_by_name(game: Game) -> dict[str, Piece]:
    return {_piece_name(piece): piece for piece in _pieces(game)}


def _pieces(game: Game) -> Iterator[Piece]:
    """Every piece that a number on the board may stand for."""
    if not callable(game.pieces):
        yield from game.pieces.values()
        return
    for code in range(1, MOST_CODES):
        try:
            yield game.pieces(code)
        except (LookupError, ValueError, TypeError):
            return
