"""What the server says: one type a message.

Messages about a match carry its name and the `number` of the event they tell of: a client that has been away asks for everything
after the last number it saw. `id` repeats the id of the request that is answered.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from ludus.wire.problem import CODES, Kind
from ludus.wire.words import Agreement, Standing


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something the server says."""

    id: str = ""


class Square(Struct, frozen=True, array_like=True):
    """A square as it looks now: where it is, its type, and the piece on it with its team, if there is one."""

    x: int
    y: int
    type: str
    piece: str = ""
    team: int = 0


class Clock(Struct, frozen=True):
    """A team's time: what is left of it, for this move and for the game, and whether it runs."""

    move: float
    main: float
    running: bool


# Coming in


class Welcome(Reply, tag="welcome", frozen=True):
    """The first word of the server."""

    text: str
    version: int


class LoggedIn(Reply, tag="logged in", frozen=True):
    """You are known by this name; keep the token to come back. `matches` are those you play in."""

    name: str
    token: str
    role: str
    guest: bool
    matches: list[str]


class LoggedOut(Reply, tag="logged out", frozen=True):
    """You are not known any more on this connection."""


class Notice(Reply, tag="notice", frozen=True):
    """Something you should know: an announcement, or that a player you play with has lost the connection or is back."""

    text: str


class Goodbye(Reply, tag="goodbye", frozen=True):
    """The connection ends, and why."""

    text: str


class Pong(Reply, tag="pong", frozen=True):
    """Somebody is there."""


class Done(Reply, tag="done", frozen=True):
    """It is done."""


class Problem(Reply, tag="problem", frozen=True):
    """Something was not done; `field` says where a message was wrong."""

    code: Annotated[str, Meta(extra_json_schema={"enum": sorted(CODES)})]
    sentence: str
    field: str = ""
    match: str = ""

    @classmethod
    def of(cls, kind: Kind, about: str = "", *, field: str = "", match: str = "", id: str = "") -> Problem:  # noqa: A002
        """A problem of a kind, about something."""
        return cls(code=kind.code, sentence=kind.says(about), field=field, match=match, id=id)


# Lists


class Helped(Reply, tag="helped", frozen=True):
    """What can be said, for people."""

    lines: list[str]


class GameOption(Struct, frozen=True):
    """Something to choose before a game begins."""

    name: str
    says: str
    default: int
    choices: list[int]


class GameEntry(Struct, frozen=True):
    """A game that can be played here."""

    game: str
    name: str
    says: str
    teams: list[str]
    width: int
    height: int
    options: list[GameOption]


class GameList(Reply, tag="game list", frozen=True):
    """The games that can be played here."""

    games: list[GameEntry]


class MatchEntry(Struct, frozen=True):
    """A match: its players by team, how many seats are free, and how it stands."""

    match: str
    game: str
    standing: Standing
    teams: list[list[str]]
    free: int
    moves: int
    result: str = ""


class MatchList(Reply, tag="match list", frozen=True):
    """The matches that are open or being played: at most 200, those with a free seat before others, then the newest.

    `more` is how many others there are.
    """

    matches: list[MatchEntry]
    more: int = 0


class PlayerEntry(Struct, frozen=True):
    """Somebody who is logged in."""

    name: str
    role: str
    guest: bool
    matches: list[str]


class PlayerList(Reply, tag="player list", frozen=True):
    """Who is logged in, in the order they came: at most 200, those who came last; `more` is how many others there are."""

    players: list[PlayerEntry]
    more: int = 0


class Score(Struct, frozen=True):
    """What a player has done, in one game or in all."""

    game: str
    won: int
    lost: int
    drawn: int
    forfeited: int


class StatisticsOf(Reply, tag="statistics of", frozen=True):
    """What a player has won, lost, drawn and forfeited; the last matches, newest first."""

    player: str
    scores: list[Score]
    last: list[MatchEntry]


# In a match


class Seated(Reply, tag="seated", frozen=True):
    """You have a seat; the match begins when no seat is free."""

    match: str
    number: int
    game: str
    team: int
    free: int


class Joined(Reply, tag="joined", frozen=True):
    """Somebody has taken a seat."""

    match: str
    number: int
    player: str
    team: int
    free: int


class Left(Reply, tag="left", frozen=True):
    """Somebody has left."""

    match: str
    number: int
    player: str
    team: int


class Board(Reply, tag="board", frozen=True):
    """The match begins, or you come to it: everything about it as you may see it. `team` is yours, 0 when you watch.

    `history` is every move and chance so far as players write it; `commitment` is the hash of the seed all chance is drawn from.
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
    squares: list[Square]
    history: list[str]
    clocks: list[Clock]
    turn: list[int]
    commitment: str


class Changed(Reply, tag="changed", frozen=True):
    """A move was made, chance had its say, or a move was taken back: the squares that look different now."""

    match: str
    number: int
    what: Literal["move", "chance", "undo"]
    team: int
    player: str
    text: str
    path: list[tuple[int, int]]
    squares: list[Square]
    clocks: list[Clock]
    turn: list[int]


class Ask(Reply, tag="ask", frozen=True):
    """Your move is awaited. Answer with this `ref`. It holds all there is to know: nothing needs to be remembered.

    `games` counts this game and those before it that were played again by agreement, `score` the points of each team in those
    before, `forfeited` the numbers of those that ended because somebody was away or out of time.
    """

    match: str
    number: int
    ref: str
    team: int
    board: Board
    refused: int
    games: int
    score: list[float]
    forfeited: list[int]


class Shown(Reply, tag="shown", frozen=True):
    """A match as it stands: the board, and what `ask` says beside it. `ref` is empty when it is not your move."""

    match: str
    standing: Standing
    board: Board
    ref: str
    refused: int
    games: int
    score: list[float]
    forfeited: list[int]


class Accepted(Reply, tag="accepted", frozen=True):
    """Your move is made, and will not be lost."""

    match: str
    number: int
    ref: str


class Offered(Reply, tag="offered", frozen=True):
    """Somebody offers something, or agrees to what another has offered."""

    match: str
    number: int
    what: Agreement
    player: str
    team: int


class Declined(Reply, tag="declined", frozen=True):
    """An offer was not accepted."""

    match: str
    number: int
    what: Agreement
    player: str
    team: int


class Said(Reply, tag="said", frozen=True):
    """Somebody says something."""

    match: str
    number: int
    player: str
    text: str


class Ended(Reply, tag="ended", frozen=True):
    """The match is over. `result` is yours, or `over` when you watch or it was abandoned; `winner` is a team, 0 for none.

    With the `seed` all chance can be checked.
    """

    match: str
    number: int
    result: Literal["win", "lose", "draw", "over"]
    sentence: str
    winner: int
    seed: str


class LegalMove(Struct, frozen=True):
    """A legal move: its squares, and as players write it."""

    text: str
    path: list[tuple[int, int]]


class MoveList(Reply, tag="move list", frozen=True):
    """Your legal moves."""

    match: str
    moves: list[LegalMove]


class Saved(Reply, tag="saved", frozen=True):
    """The position as a saved file."""

    match: str
    lines: list[str]


class Recorded(Reply, tag="recorded", frozen=True):
    """The record of a match."""

    match: str
    lines: list[str]


AnyReply: TypeAlias = (
    Welcome
    | LoggedIn
    | LoggedOut
    | Notice
    | Goodbye
    | Pong
    | Done
    | Problem
    | Helped
    | GameList
    | MatchList
    | PlayerList
    | StatisticsOf
    | Seated
    | Joined
    | Left
    | Board
    | Changed
    | Ask
    | Shown
    | Accepted
    | Offered
    | Declined
    | Said
    | Ended
    | MoveList
    | Saved
    | Recorded
)
