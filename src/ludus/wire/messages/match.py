"""Playing a match: moves, the board, the question whose move it is, the result.

Replies about a match carry its name and the `number` of the event they tell of: a client that was away asks for everything after
the last number it saw. The lines of play are few and short (B11): drawing, READY, ERROR, RESULT. SHOW tells what they leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Literal, TypeAlias

from msgspec import field

from ludus.wire.messages.base import NO_TOURNAMENT, MatchSoFar, Reply, Request, Times, clock_sentence, number, sides, teams, word
from ludus.wire.messages.base import Clock as Clock
from ludus.wire.messages.base import DrawnSquare as DrawnSquare
from ludus.wire.messages.base import LegalMove as LegalMove
from ludus.wire.words import AnySquares, AnyText, AnyWord, Standing

TITLE = "Playing"


# Requests


class Move(Request, tag="move", frozen=True):
    """Make a move, named by its squares or, if there are none, by `text` as players write it.

    `ref` is the reference of the question you answer. As a line, `MOVE d3` is enough, and so is `d3` when it is your move; with
    several matches, `m7 d3`.
    """

    example: ClassVar[str] = "MOVE 2 1 1 1 6"

    squares: AnySquares = field(default_factory=list)
    text: AnyText = ""
    match: AnyWord = ""
    ref: AnyWord = ""


class Moves(Request, tag="moves", frozen=True):
    """List your legal moves."""

    example: ClassVar[str] = "MOVES"

    match: AnyWord = ""


class Show(Request, tag="show", frozen=True):
    """Show a match: players, clocks, the board and every move so far."""

    example: ClassVar[str] = "SHOW"
    before_login: ClassVar[bool] = True

    match: AnyWord = ""


class Resign(Request, tag="resign", frozen=True):
    """Resign the game for your team."""

    example: ClassVar[str] = "RESIGN"

    match: AnyWord = ""


# Replies: the board


class MatchBoard(Reply, tag="board", frozen=True):
    """The match begins, or you come to it: everything about it that you may see. `team` is yours, 0 if you watch.

    `history` is every move and chance event so far, as players write them. `commitment` is the hash of the seed that all chance
    is drawn from. `times` are what was agreed on, `levels` how well each computer plays. Only some games have the rest:
    `status` is a line below the board, `scores` are the points of each team, and `chances` tells in words what chance has
    decided, by the place of that step in `history`, counted from 0.
    """

    match: str
    number: int
    game: str
    name: str
    options: dict[str, int]
    board: str
    width: int
    height: int
    team: int
    teams: list[list[str]]
    squares: list[DrawnSquare]
    history: list[str]
    clocks: list[Clock]
    turn: list[int]
    commitment: str
    times: Times = Times()
    levels: dict[str, int] = field(default_factory=dict)
    status: str = ""
    chances: dict[int, str] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)

    def drawing(self) -> Iterator[str]:
        """The board line by line."""
        yield f"GAME TYPE {self.name}"
        yield f"GAME BOARD {word(self.board)} {self.width} {self.height}"
        for square in self.squares:
            yield from square.lines()

    def _lines(self) -> Iterable[str]:
        return self.drawing()

    def _sentences(self) -> Iterator[str]:
        """Who plays, and with which clock; a diagram follows."""
        chosen = "".join(f", {name} {value}" for name, value in self.options.items())
        you = f"You are team {self.team}." if self.team else "You watch."
        yield f"{self.match}: {self.name}{chosen}, {sides(self.teams)}. {you}"
        yield f"{self.match}: {clock_sentence(self.times)}"


class Changed(Reply, tag="changed", frozen=True):
    """A move was made or taken back, or chance decided something: the squares that look different now.

    `words` tells in words what chance has decided, and `status` is the line below the board, where the game has such words.
    """

    match: str
    number: int
    what: Literal["move", "chance", "undo"]
    team: int
    player: str
    text: str
    path: list[tuple[int, int]]
    squares: list[DrawnSquare]
    clocks: list[Clock]
    turn: list[int]
    words: str = ""
    status: str = ""

    def _lines(self) -> Iterable[str]:
        return (line for square in self.squares for line in square.lines())

    def _sentences(self) -> Iterable[str]:
        if self.what == "undo":
            return [f"{self.match}: The last move is taken back."]
        if self.what == "move" and self.player:
            return [f"{self.match}: {self.player} plays {self.text.partition(': ')[2] or self.text}"]
        said = self.words or (self.text if self.what == "move" else "")
        return [f"{self.match}: {said}"] if said else []


class Ask(Reply, tag="ask", frozen=True):
    """It is your move. Answer with this `ref`. It holds all there is to know, so you need not remember anything.

    `games` counts this game and those before it: rematches, or the games of a tournament's match. `score` is what each team
    scored in those, and `forfeited` lists those that ended because somebody was away or out of time. In a tournament,
    `tournament` tells the rest about the match. `moves` are your legal moves, if you asked for them with `hello` and there are at
    most 4096; `moves` lists them in any case.
    """

    match: str
    number: int
    ref: str
    team: int
    board: MatchBoard
    refused: int
    games: int
    score: list[float]
    forfeited: list[int]
    tournament: MatchSoFar = NO_TOURNAMENT
    moves: list[LegalMove] = field(default_factory=list)

    def _lines(self) -> Iterable[str]:
        return ["READY"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.match}: It is your move."]


class Shown(Reply, tag="shown", frozen=True):
    """A match as it stands: the board, and everything else that `ask` tells. `ref` is empty if it is not your move."""

    match: str
    standing: Standing
    board: MatchBoard
    ref: str
    refused: int
    games: int
    score: list[float]
    forfeited: list[int]
    tournament: MatchSoFar = NO_TOURNAMENT

    def _lines(self) -> Iterator[str]:
        board = self.board
        yield f"MATCH {word(self.match)} {word(board.game)} {self.standing} {teams(board.teams)}"
        yield f"YOU {board.team}"
        for option, chosen in board.options.items():
            yield f"OPTION {word(option)} {chosen}"
        yield from board.drawing()
        if board.status:
            yield f"STATUS {board.status}"
        if board.scores:
            yield f"POINTS {' '.join(map(str, board.scores))}"
        for move in board.history:
            yield f"HISTORY {move}"
        for step, words in board.chances.items():
            yield f"WORDS {step} {words}"
        for team, clock in enumerate(board.clocks, start=1):
            yield f"CLOCK {team} {number(clock.move)} {number(clock.main)} {'RUNNING' if clock.running else 'STOPPED'}"
        times = (board.times.move, board.times.main, board.times.increment, board.times.delay)
        yield f"TIMES {' '.join(map(number, times))}"
        for player, level in board.levels.items():
            yield f"LEVEL {word(player)} {level}"
        yield f"TURN {' '.join(map(str, board.turn))}"
        yield f"GAMES {self.games}"
        yield f"SCORE {' '.join(map(number, self.score))}"
        yield f"FORFEITED {' '.join(map(str, self.forfeited))}"
        yield from self.tournament.lines()
        yield f"REFUSED {self.refused}"
        yield f"COMMITMENT {word(board.commitment)}"
        yield f"NUMBER {board.number}"
        yield f"REF {word(self.ref)}"
        yield f"END SHOW {word(self.match)}"


# Replies: moves and the result


class Accepted(Reply, tag="accepted", frozen=True):
    """Your move was made, and will not be lost."""

    match: str
    number: int
    ref: str

    def _lines(self) -> Iterable[str]:
        return []  # the drawing says so


class Ended(Reply, tag="ended", frozen=True):
    """The match is over. `result` is yours, or `over` if you watch or it was abandoned. `winner` is a team, 0 for none.

    With the `seed`, all chance can be checked. `scores` are the points of each team, where the game counts points. `board` is
    how the match stood at the end.
    """

    match: str
    number: int
    result: Literal["win", "lose", "draw", "over"]
    sentence: str
    winner: int
    seed: str
    board: MatchBoard
    scores: list[int] = field(default_factory=list)

    def _lines(self) -> Iterable[str]:
        return [f"RESULT {self.result.upper()} {self.sentence}"]

    def _sentences(self) -> Iterable[str]:
        said = {"win": "You win. ", "lose": "You lose. ", "draw": "A draw. ", "over": ""}[self.result]
        yield f"{self.match}: {said}{self.sentence}."
        yield f"{self.match}: The match is over. RECORD {self.match} shows its moves; REMATCH offers another game."


class MoveList(Reply, tag="move list", frozen=True):
    """Your legal moves."""

    match: str
    moves: list[LegalMove]

    def _lines(self) -> Iterable[str]:
        return [*(move.line() for move in self.moves), f"END LEGAL {word(self.match)}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.match}: You may play {', '.join(move.text for move in self.moves)}"]


MatchRequest: TypeAlias = Move | Moves | Show | Resign
MatchReply: TypeAlias = MatchBoard | Changed | Ask | Shown | Accepted | Ended | MoveList

_HASH = "5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"
_BOARD = MatchBoard(
    match="m7",
    number=4,
    game="conquest",
    name="Conquest",
    options={},
    board="ConquestBoard",
    width=9,
    height=8,
    team=1,
    teams=[["ann"], ["bob"]],
    squares=[DrawnSquare(1, 1, "white", "die536", 1), DrawnSquare(2, 1, "black", "die135", 1), DrawnSquare(1, 2, "black")],
    history=[],
    clocks=[Clock(move=180.0, main=0.0, running=True), Clock(move=180.0, main=0.0, running=False)],
    turn=[1],
    commitment=_HASH,
)
_MOVED = [DrawnSquare(1, 1, "white"), DrawnSquare(1, 6, "black", "die326", 1)]
_CLOCKS = [Clock(move=180.0, main=0.0, running=False), Clock(move=180.0, main=0.0, running=True)]
_SANTORINI = MatchBoard(
    match="m9",
    number=11,
    game="santorini",
    name="Santorini",
    options={"size": 5},
    board="SantoriniBoard",
    width=5,
    height=5,
    team=1,
    teams=[["ann"], ["computer1"]],
    squares=[DrawnSquare(1, 1, "ground", "worker", 1), DrawnSquare(2, 1, "level1")],
    history=["*0", "a1", "e1", "c3", "d4", "c3-b2+b1", "e1-e2+e1"],
    clocks=[Clock(move=171.5, main=0.0, running=True), Clock(move=180.0, main=0.0, running=False)],
    turn=[1],
    commitment=_HASH,
    times=Times(move=180.0),
    levels={"computer1": 3},
    status="Levels built: 2",
    chances={0: "Team 1 begins"},
    scores=[0, 0],
)
_SERIES = MatchSoFar(1, 3, [0, 1], ['[Game "santorini"]\n[Result "0-1"]'], "t1", 4)

EXAMPLES: tuple[Reply, ...] = (
    _BOARD,
    Changed("m7", 5, "move", 1, "ann", "1,1-1,6", path=[(1, 1), (1, 6)], squares=_MOVED, clocks=_CLOCKS, turn=[2]),
    Ask("m7", 4, "8f14e45fceea167a", team=1, board=_BOARD, refused=0, games=1, score=[0.0, 0.0], forfeited=[]),
    Shown(
        "m9",
        "playing",
        _SANTORINI,
        ref="c9f0f895fb98ab91",
        refused=0,
        games=2,
        score=[0.0, 1.0],
        forfeited=[1],
        tournament=_SERIES,
    ),
    Accepted(match="m7", number=5, ref="8f14e45fceea167a", id="a3"),
    Ended(match="m7", number=11, result="lose", sentence="Your team has resigned", winner=2, seed="0", board=_BOARD),
    MoveList(match="m7", moves=[LegalMove("1,1-1,6", [(1, 1), (1, 6)]), LegalMove("1,1-1,2-5,2", [(1, 1), (1, 2), (5, 2)])]),
)
"""One of each reply."""
