"""`Game`: everything an author says about a game, in one object.

Only what tic-tac-toe needs is required; every other part has a default. The parts marked *rule* are functions decorated with
`@rule`; the others are plain Python, for people to read.

Squares are numbered from 0 at the lower left, row by row; on a board 3 wide and 3 high:

        y=3 | 6 7 8
        y=2 | 3 4 5
        y=1 | 0 1 2
            x=1 2 3
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

from ludus.rules.errors import GameFileError
from ludus.rules.fact_types import check_fact_types
from ludus.rules.layout import BoardLayout, Line, usual_columns, usual_rows
from ludus.rules.notation import Notation
from ludus.rules.options import Option
from ludus.rules.pictures import plain_picture, team_colour, team_colours
from ludus.rules.piece import Piece
from ludus.rules.rule import DRAW, is_rule
from ludus.rules.state import State
from ludus.rules.strategy import Strategy
from ludus.rules.syntax import parse

Rule: TypeAlias = Callable[..., Any]

LOSES = "loses"
"""For `stuck`: a player who has to move but cannot has lost."""

DRAWS = "draws"
"""For `stuck`: if a player has to move but cannot, the game is drawn."""

_NEEDED: Any = object()


@dataclass(kw_only=True, frozen=True, eq=False)
class Game:
    """A game: its facts, its rules, and what helps people and programs play it."""

    # Facts

    name: str = _NEEDED
    """The game's name as players write it."""
    aliases: tuple[str, ...] = ()
    """Other names under which players may look for the game, such as `("Reversi",)`."""
    board: tuple[int, int] = _NEEDED
    """The width and height of the board, in squares."""
    state: State = _NEEDED
    """The fields of the state."""
    most_moves: int = _NEEDED
    """No position has more legal moves than this."""
    seats: int = 2
    """How many teams play."""
    teams: tuple[str, ...] = ()
    """The names of the teams, such as `("Black", "White")`; by default `Team 1`, `Team 2` and so on. Teams that are called
    by colours are drawn in them."""
    pieces: Mapping[int, Piece] | Callable[[int], Piece] = field(default_factory=dict)
    """The piece that each number on the board stands for, in a dictionary; 0 is an empty square. With `on_board=()` it may be a
    function of the number."""
    square_types: tuple[str, ...] = ("square",)
    """A word for each type of square; the rule `kind` says which type a square has."""
    board_name: str = ""
    """The word for the board in protocols and saved files; by default the game's name followed by `Board`."""
    stuck: str = DRAWS
    """What it means when the player to move has no legal move: `LOSES` or `DRAWS`."""
    repeats: int = 0
    """The game is drawn when a position comes up this many times; with 0, repetition does not matter."""
    apart: tuple[str, ...] = ()
    """State fields to ignore when positions are compared for repetition, such as a move counter."""
    next_player: Callable[[Sequence[str], int], str] | None = None
    """`next_player(players, moves)`: which of a team's players, in the order they joined, makes its next move after it has made
    this many; by default they take turns."""

    # The board as people see it

    lines: tuple[Line, ...] = ()
    """For a board that is not made of squares: its lines, each from one point to another, such as `((1, 1), (4, 1))`. Squares at
    which no line ends are not part of the board."""
    column_labels: tuple[str, ...] | None = None
    """What the columns are called, from the left; `()` for no labels. By default letters."""
    row_labels: tuple[str, ...] | None = None
    """What the rows are called, from row 1; `()` for no labels. By default numbers."""
    square_labels: tuple[str, ...] = ()
    """What the squares are called, from the lower left, `""` for a square without a name; for games that number their squares."""
    first_row_on_top: bool = False
    """Whether players draw row 1 at the top."""

    # Rules

    legal: Rule = _NEEDED
    """*rule* `legal(state, moves)`: write every legal move into `moves`, each as a number, and return how many there are."""
    play: Rule = _NEEDED
    """*rule* `play(state, move)`: change the state as the move says, and set whose turn is next."""
    outcome: Rule = _NEEDED
    """*rule* `outcome(state)`: `ONGOING`, `DRAW`, or the seat that has won."""
    setup: Rule | None = None
    """*rule* `setup(state)`: set up the pieces, in a state that has 0 everywhere."""
    acts: Rule | None = None
    """*rule* `acts(state, seat)`: whether that seat may act now; by default only the seat `state.turn` may. Where several may act
    at once, the platform sets `turn` to the seat that is asked or plays."""
    chances: Rule | None = None
    """*rule* `chances(state)`: how many equally likely outcomes chance has now; 0 when it is for players to act."""
    happen: Rule | None = None
    """*rule* `happen(state, chance)`: change the state as that outcome of chance, counted from 0, says."""
    weight: Rule | None = None
    """*rule* `weight(state, chance)`: how likely an outcome of chance is compared with the others, if they are not all equal."""

    # Squares

    squares: Rule | None = None
    """*rule* `squares(state, move, path)`: write the squares that name a move into `path` and return how many there are. By
    default a move is the number of its only square."""
    cell: Rule | None = None
    """*rule* `cell(state, square)`: the number of the piece on a square, 0 for none; by default taken from `state.cells`."""
    kind: Rule | None = None
    """*rule* `kind(state, square)`: which of `square_types` a square has; by default the first."""
    place: Rule | None = None
    """*rule* `place(state, square, piece)`: put a piece on a square when a position is loaded; by default into `state.cells`."""

    # Hidden information

    secret: tuple[str, ...] = ()
    """State fields that nobody may see."""
    private: tuple[str, ...] = ()
    """State fields with a row for each seat; a seat sees only its own row."""
    imagine: Rule | None = None
    """*rule* `imagine(state, seat, luck)`: replace the 0 that the seat sees in a hidden field by something that could be there;
    `luck` is a random number below 2**62. Return 1 to be called again with new luck, 0 when nothing is missing. By default the 0
    stays, which means that somebody has not chosen yet."""

    # Words and pictures

    reasons: tuple[Callable[[Any, tuple[int, ...]], bool], ...] = ()
    """Why a move may be refused: functions `(state, squares)` that are true when their rule is broken. Their docstring is the
    sentence the player reads. They are asked in this order."""
    ending: Callable[[Any, int], str] | None = None
    """`ending(state, outcome)`: a sentence that says how the game ended."""
    score: Callable[[Any, int], int] | None = None
    """`score(state, seat)`: how many points a seat has; at the end of a game, seats are ranked by it."""
    status: Callable[[Any, int], str] | None = None
    """`status(state, seat)`: a line below the board, for what no square shows, such as men in hand or the phase of the game. The
    state is as that seat sees it, with 0 in hidden fields; the seat is -1 for somebody who watches."""
    chance_text: Callable[[Any, int], str] | None = None
    """`chance_text(state, chance)`: an outcome of chance in words, such as `Red rolls a 4`; the state is the one before it. It is
    not shown where a game has secret fields."""
    move_text: Callable[[Any, int, tuple[int, ...]], str] | None = None
    """`move_text(state, move, squares)`: the move as players write it; by default its squares, `b2-b3`."""
    read_squares: Callable[[Any, str], tuple[int, ...] | None] | None = None
    """`read_squares(state, text)`: the squares that a text in the game's own notation names, even if the move is illegal, or
    None. Games whose players do not write squares as `b2` need it, so that a refusal can say why."""
    needed: Callable[[Any, tuple[int, ...]], tuple[int, ...]] | None = None
    """`needed(state, squares)`: the squares that count, where players may name more than a move needs. It is asked about squares
    that name no legal move, and has to check nothing: whether the rest is legal is seen afterwards."""
    notation: Notation | None = None
    """How a position is written on one line; by default the lines of the saved file, joined by `; `."""
    on_board: tuple[str, ...] = ("cells",)
    """State fields that the pieces on the board show, so that a saved file needs no line for them; for others than `cells`, give
    `place`. With `()` a saved file lists no pieces, and all fields as numbers."""
    flaw: Callable[[Any], str | None] | None = None
    """`flaw(state)`: a sentence that says what is impossible about a position that was read, or None."""
    picture: Callable[[Piece], str] | None = None
    """`picture(piece)`: the piece as SVG, drawn in a square of 100 by 100; by default a disc with the piece's letter."""
    square_picture: Callable[[str], str] | None = None
    """`square_picture(type)`: a square of that type as SVG, drawn in a square of 100 by 100, or `""` for a plain one."""

    # Hints for the computer player

    value: Rule | None = None
    """*rule* `value(state)`: how good the position is for the seat to move, between -10,000 and 10,000."""
    order: Rule | None = None
    """*rule* `order(state, move)`: a number, higher for moves that are worth trying first."""
    quick: Rule | None = None
    """*rule* `quick(state)`: a move that needs no thought, such as one from an opening book, or -1."""
    wins: Rule | None = None
    """*rule* `wins(state)`: a move that wins at once, or -1 when there is none; for games in which turns alternate."""
    safe: Rule | None = None
    """*rule* `safe(state, moves)`: like `legal`, but without the moves that let the other side win at once; 0 if all do. It is
    asked only where no move wins at once."""
    noisy: Rule | None = None
    """*rule* `noisy(state, moves)`: like `legal`, but only the moves that must be played out before a position can be valued,
    such as captures (quiescence search); return minus their number if there are no other moves."""
    remaining: Rule | None = None
    """*rule* `remaining(state)`: how many moves the game can still last at most. Nobody wins later than with the last of these
    moves, which bounds the value from both sides; where this is at most 100, the search proves the value by asking a few times
    whether it is above a bound."""
    key: Rule | None = None
    """*rule* `key(state)`: a different number for every position. Mirror images may share one, if they have the same value and
    their moves lead to mirror images again. By default the key is made from the bytes of the state."""
    strategy: Callable[[], Strategy] | None = None
    """`strategy()`: the game's own computer player, for games that are better solved than searched; called when first needed. Its
    method `choose(rulebook, state, seat)` returns the number of a move, `expects(rulebook, state, seat)` a few words."""

    # Filled in when the file is loaded

    options: tuple[Option, ...] = ()
    """The options the file asked for."""
    says: str = ""
    """One line about the game: the first line of the file's docstring."""

    def __post_init__(self) -> None:
        for part in fields(self):
            if getattr(self, part.name) is _NEEDED:
                raise GameFileError(f"Game(...) needs {part.name}=: {_explained(part.name)}")
        for name in RULES:
            given = getattr(self, name)
            if given is not None and not is_rule(given):
                raise GameFileError(f"{name}={_named(given)}: put @rule above that function, so that it can be compiled")
        self._check_facts()
        if not self.board_name:
            words = "".join(word.capitalize() for word in self.name.replace("-", " ").split())
            object.__setattr__(self, "board_name", words + "Board")

    def _check_facts(self) -> None:
        check_fact_types(self)
        width, height = self.board
        if width < 1 or height < 1:
            raise GameFileError(f"board={self.board}: width and height must be at least 1")
        if self.stuck not in (LOSES, DRAWS):
            raise GameFileError(f"stuck={self.stuck!r}: write LOSES or DRAWS")
        if self.stuck == LOSES and self.seats != 2:
            raise GameFileError("stuck=LOSES works only with two seats; let outcome decide who wins")
        if self.cell is None and "cells" not in self.state.fields:
            raise GameFileError("the state has no field cells, so Game(...) needs cell=: which piece stands on a square")
        if (self.chances is None) != (self.happen is None):
            raise GameFileError("Game(...) needs both chances= and happen=, or neither")
        self._check_saving()
        self._check_layout()
        if self.teams and len(self.teams) != self.seats:
            raise GameFileError(f"teams={self.teams} names {len(self.teams)} teams, but seats={self.seats}")
        for part in ("apart", "secret", "private"):
            for name in getattr(self, part):
                if name not in self.state.fields:
                    raise GameFileError(f"{part}= names {name!r}; the state's fields are {', '.join(self.state.fields)}")
        for name in self.private:
            if self.state.shapes[name][:1] != (self.seats,):
                raise GameFileError(f"private= names {name!r}, which must have a row for each of the {self.seats} seats")

    def _check_saving(self) -> None:
        """A saved file lists the pieces, so there must be a way back from them to the state."""
        instead = "or give on_board=(), and the fields are saved as numbers"
        if self.on_board and callable(self.pieces):
            told = "pieces= is a function, so saved pieces cannot be read back"
            raise GameFileError(f"{told}; list them in a dictionary, {instead}")
        elsewhere = [name for name in self.on_board if name != "cells" or name not in self.state.fields]
        if elsewhere and self.place is None:
            raise GameFileError(f"on_board={self.on_board}: give place=, which puts a saved piece back on its square, {instead}")

    def _check_layout(self) -> None:
        width, height = self.board
        for part, count in (("column_labels", width), ("row_labels", height), ("square_labels", width * height)):
            given = getattr(self, part)
            if given and len(given) != count:
                raise GameFileError(f"{part}= has {len(given)} labels, but board={self.board} needs {count}")
        for x, y in self.layout.points:
            if not (1 <= x <= width and 1 <= y <= height):
                raise GameFileError(f"lines= has an end at {(x, y)}, which is not on board={self.board}")

    @cached_property
    def layout(self) -> BoardLayout:
        """How the board is laid out."""
        width, height = self.board
        numbered = bool(self.square_labels)  # then edges have labels only if the author gives some
        columns = self.column_labels if self.column_labels is not None else () if numbered else usual_columns(width)
        rows = self.row_labels if self.row_labels is not None else () if numbered else usual_rows(height)
        return BoardLayout(width, height, columns, rows, self.square_labels, self.lines, self.first_row_on_top)

    @property
    def hides(self) -> bool:
        """Whether there is something that not everybody may see."""
        return bool(self.secret or self.private)

    @property
    def slug(self) -> str:
        """The name as it is written in commands: `connect-four`."""
        return "-".join(self.name.lower().split())

    def team(self, seat: int) -> str:
        """The name of the team at a seat."""
        return self.teams[seat] if self.teams else f"Team {seat + 1}"

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colour of each team."""
        return team_colours(self.teams or (), self.seats)

    def draw(self, piece: Piece) -> str:
        """The picture of a piece: the game's own, or a plain one in the colour of its team."""
        if self.picture:
            return self.picture(piece)
        return plain_picture(piece, self.colours[piece.team - 1] if 0 < piece.team <= self.seats else team_colour(piece.team))

    def piece(self, code: int) -> Piece | None:
        """The piece that a number on the board stands for; None for an empty square."""
        if code == 0:
            return None
        return self.pieces(code) if callable(self.pieces) else self.pieces[code]

    def sentence(self, state: Any, outcome: int) -> str:
        """How the game ended, in words."""
        if self.ending is not None:
            return self.ending(state, outcome)
        return "The game is drawn" if outcome == DRAW else f"{self.team(outcome)} wins"


RULES = tuple(part.name for part in fields(Game) if part.type in ("Rule", "Rule | None"))
"""The names of the parts that are rules."""

REQUIRED = tuple(part.name for part in fields(Game) if part.default is _NEEDED and part.default is not MISSING)
"""The names of the parts that every game must have."""


def _named(given: object) -> str:
    return getattr(given, "__name__", repr(given))


def _explained(part: str) -> str:
    """What the contract says about a part, in one line."""
    return part_docs()[part].replace("*rule* ", "")


def part_docs() -> dict[str, str]:
    """The docstring of each part of a game, read from this file."""
    tree = parse(inspect.getsource(Game))
    docs: dict[str, str] = {}
    body = tree.body[0].body  # type: ignore[attr-defined]
    for statement, following in pairwise(body):
        if isinstance(statement, ast.AnnAssign) and isinstance(following, ast.Expr):
            docs[statement.target.id] = " ".join(following.value.value.split())  # type: ignore[union-attr,attr-defined]
    return docs
