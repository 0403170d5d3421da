"""The analysis of positions: a question, how long it will take, how far it has come, and the decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, Struct, field

from ludus.wire.messages.base import Reply, Request, number, visible, word
from ludus.wire.words import AnalysisSeconds, AnyText, AnyWord, Choice, Seconds, Team

TITLE = "Analysis"

Depth: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""How many moves to look ahead; 0 for as many as there is time for."""


# Requests


class BeginAnalysis(Request, tag="analysis", frozen=True):
    """Begin to have positions analysed, and say how you write them; you get the game types that can be analysed.

    In the encoding `text` a position is what `ludus show` prints below the board, in `json` an array with the lines of a saved
    file. From then on the connection is closed after a position that is over, a move that ends the game, or a game type that is
    not offered.
    """

    example: ClassVar[str] = "ANALYSIS text"
    before_login: ClassVar[bool] = True

    encoding: AnyWord = "text"


class Analyse(Request, tag="analyse", frozen=True):
    """Have a position analysed, the usual start if you give none. You are told how long it will take, and then the decision.

    Without `seconds`, the time you are told is the limit. `depth` is how many moves to look ahead; without both, it takes a
    second. `progress` says every how many seconds you want to hear how far it has come. Where the game is left out, it is the one
    you asked about before, with the same depth, or the only game of the server.
    """

    example: ClassVar[str] = "ANALYSE tic-tac-toe seconds=2 :x.o......"
    before_login: ClassVar[bool] = True

    game: AnyWord = ""
    seconds: AnalysisSeconds = 0
    depth: Depth = 0
    team: Team = 0
    progress: Seconds = 0
    encoding: AnyWord = ""
    options: Choice = field(default_factory=dict)
    position: AnyText = ""


class ListWorkers(Request, tag="workers", frozen=True):
    """List who computes: this machine and its helpers, with what they work on, and how good estimates have been."""

    example: ClassVar[str] = "WORKERS"
    before_login: ClassVar[bool] = True


# Replies


class GameTypes(Reply, tag="game types", frozen=True):
    """The game types whose positions can be analysed now, in this encoding."""

    encoding: str
    games: list[str]

    def _lines(self) -> Iterable[str]:
        return [*(f"TYPE {word(game)} {word(self.encoding)}" for game in self.games), "END TYPES"]


class Estimated(Reply, tag="estimated", frozen=True):
    """In how many seconds the decision is expected; `ahead` of them are for requests that came before."""

    answers: ClassVar[bool] = False

    game: str
    seconds: float
    ahead: float

    def _lines(self) -> Iterable[str]:
        return [f"ESTIMATED {word(self.game)} {number(self.seconds)} ahead={number(self.ahead)}"]


class Progressed(Reply, tag="progressed", frozen=True):
    """How far an analysis has come: the depth that was reached, the value so far, the share completed, the line expected."""

    answers: ClassVar[bool] = False

    game: str
    depth: int
    value: int
    completed: float
    nodes: int
    speed: float
    """positions a second"""
    line: list[str]

    def _lines(self) -> Iterable[str]:
        found = f"depth={self.depth} value={self.value} completed={percent(self.completed)}"
        effort = f"nodes={self.nodes} speed={number(self.speed)}"
        yield f"PROGRESS {word(self.game)} {found} {effort} {' '.join(map(word, self.line))}"


class Decision(Reply, tag="decision", frozen=True):
    """The move to make, as players write it and by its squares, and the position after it.

    `value` is for the team to move: a win in n moves is 100000 - n, a loss n - 100000, a draw 0, between them points. `completed`
    is 1 when all that was asked for was searched. `workers` and `jobs` say how many took part, and how often. `result` says how
    the game ends, if the move ends it; then `good game` follows.
    """

    game: str
    move: str
    path: list[tuple[int, int]]
    position: str
    value: int
    exact: bool
    completed: float
    depth: int
    line: list[str]
    nodes: int
    seconds: float
    workers: int
    jobs: int
    result: str = ""

    def _lines(self) -> Iterator[str]:
        squares = " ".join(f"{x} {y}" for x, y in self.path)
        yield f"DECISION {word(self.game)} {len(self.path)} {squares} {self.move}"
        exact = "yes" if self.exact else "no"
        yield f"VALUE {self.value} completed={percent(self.completed)} depth={self.depth} exact={exact}"
        yield f"EFFORT nodes={self.nodes} seconds={number(self.seconds)} workers={self.workers} jobs={self.jobs}"
        yield f"LINE {' '.join(map(word, self.line))}"
        yield f"NEXT {self.position}"
        if self.result:
            yield f"RESULT OVER {self.result}"
        yield "END DECISION"


class GoodGame(Reply, tag="good game", frozen=True):
    """The game is over: how it ended, and the team that won, 0 for a draw."""

    game: str
    result: str
    winner: int

    def _lines(self) -> Iterable[str]:
        return [f"GOOD GAME {word(self.game)} {self.winner} {visible(self.result)}"]


class WorkerEntry(Struct, frozen=True):
    """Somebody who computes: which game types (none means all), how fast, and for which game type at the moment."""

    name: str
    games: list[str]
    speed: float
    task: str

    def line(self) -> str:
        """The worker in one line."""
        games = ",".join(map(word, self.games)) or "all"
        return f"WORKER {word(self.name)} {games} speed={number(self.speed)} task={word(self.task)}"


class WorkerList(Reply, tag="worker list", frozen=True):
    """Who computes, how many requests wait, and the median of estimated over actual time: 1 is right, 0 is unknown."""

    workers: list[WorkerEntry]
    waiting: int
    ratio: float

    def _lines(self) -> Iterable[str]:
        return [*(entry.line() for entry in self.workers), f"END WORKERS waiting={self.waiting} ratio={number(self.ratio)}"]


def percent(share: float) -> str:
    """A share in percent."""
    return f"{number(share * 100)}%"


AnalysisRequest: TypeAlias = BeginAnalysis | Analyse | ListWorkers
AnalysisReply: TypeAlias = GameTypes | Estimated | Progressed | Decision | GoodGame | WorkerList

_DECISION = Decision(
    game="tic-tac-toe",
    move="b2",
    path=[(2, 2)],
    position="x.o.x....",
    value=99995,
    exact=True,
    completed=1.0,
    depth=7,
    line=["b2", "c1", "a1", "a2", "b3"],
    nodes=182,
    seconds=0.002,
    workers=1,
    jobs=1,
)

EXAMPLES: tuple[Reply, ...] = (
    GameTypes(encoding="text", games=["tic-tac-toe", "connect-four"]),
    Estimated(game="tic-tac-toe", seconds=2.5, ahead=0.5, id="a1"),
    Progressed(game="othello", depth=9, value=10, completed=0.25, nodes=812_000, speed=1.6e6, line=["d3", "c3", "c4"]),
    _DECISION,
    GoodGame(game="tic-tac-toe", result="Crosses has won", winner=1),
    WorkerList(
        workers=[WorkerEntry("this-machine", [], 1.6e6, "othello"), WorkerEntry("node-1", ["tic-tac-toe"], 20_000.0, "")],
        waiting=2,
        ratio=1.1,
    ),
)
"""One of each reply."""
