"""Messages between machines as bytes: one byte that says what kind it is, then MessagePack.

coordinator ──► machine    MachineQuestion, Order, Introduce, Solve, PlayPair, PlayGame, MachineQuit
machine ──► coordinator    MachineHello, Told, Solved, PairPlayed, GamePlayed, Refused
machine ──► machine        news (entries and marks, as they are in memory), Found
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from ludus.cluster.orders import Begin, BeginJob, Found, JobDone, Stop, WorkerProgress
from ludus.rules.errors import LudusError
from ludus.search.arena.contest import GameRecord
from ludus.search.arena.settings import Setting
from ludus.server.tournaments.offline.computer import ComputerGame
from ludus.server.tournaments.offline.game import GameReport

MOST_BYTES = 4 * 2**20
"""No message is longer than this."""


@dataclass(frozen=True, slots=True)
class MachineHello:
    """A machine is ready, and says where others can listen to it."""

    endpoint: str
    public_key: str
    cores: int
    processors: int
    """How many its computer has, for all machines that run there."""


@dataclass(frozen=True, slots=True)
class Introduce:
    """The machines to listen to: their endpoints and public keys, by name."""

    others: dict[str, tuple[str, str]]
    threads: int
    """How many threads search on all of them together."""


@dataclass(frozen=True, slots=True)
class MachineQuestion:
    """A question: the position and its past, as bytes; orders for it follow."""

    number: int
    state: bytes
    past: tuple[bytes, ...]
    proof_seconds: float | None
    marks: int
    """Positions of the smallest subtree that is marked."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """Something about a question."""

    question: int
    body: Begin | None = None
    job: BeginJob | None = None
    stop: Stop | None = None
    found: Found | None = None
    progress: WorkerProgress | None = None
    done: JobDone | None = None

    @property
    def content(self) -> Begin | BeginJob | Stop | Found | WorkerProgress | JobDone | None:
        """What it says."""
        return self.body or self.job or self.stop or self.found or self.progress or self.done


@dataclass(frozen=True, slots=True)
class Solve:
    """One position of many, for one core."""

    number: int
    state: bytes
    seconds: float | None
    depth: int | None
    nodes: int | None


@dataclass(frozen=True, slots=True)
class Solved:
    """What one core found."""

    number: int
    move: int | None
    value: int
    exact: bool
    line: tuple[int, ...]
    depth: int
    nodes: int
    seconds: float
    completed: float
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class PlayPair:
    """One pair of games of many, for one core."""

    number: int
    pair: int
    """Its place in the match, counted from 0; its luck follows from it."""
    opening: str
    """As `ludus.rules.gametext` writes it."""
    a: Setting
    b: Setting
    seed: int


@dataclass(frozen=True, slots=True)
class PairPlayed:
    """The two games of a pair."""

    number: int
    games: tuple[GameRecord, ...]
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class PlayGame:
    """One game of a tournament, for one core."""

    number: int
    game: ComputerGame


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A game of a tournament that was played."""

    number: int
    report: GameReport | None
    wrong: str = ""


BatchTask: TypeAlias = Solve | PlayPair | PlayGame
BatchResult: TypeAlias = Solved | PairPlayed | GamePlayed


@dataclass(frozen=True, slots=True)
class Refused:
    """A machine cannot take part, and says why in a sentence."""

    sentence: str


@dataclass(frozen=True, slots=True)
class MachineQuit:
    """The machine is no longer needed."""


KINDS: dict[bytes, type[Any]] = {
    b"H": MachineHello,
    b"I": Introduce,
    b"A": MachineQuestion,
    b"N": Numbered,
    b"S": Solve,
    b"D": Solved,
    b"P": PlayPair,
    b"G": PairPlayed,
    b"T": PlayGame,
    b"E": GamePlayed,
    b"R": Refused,
    b"Q": MachineQuit,
}
_LETTERS = {kind: letter for letter, kind in KINDS.items()}


def encode(message: Any) -> bytes:
    """A message as bytes."""
    return _LETTERS[type(message)] + msgspec.msgpack.encode(message)


def decode(data: bytes) -> Any:
    """The message that bytes hold; raises `LudusError` for anything else."""
    kind = KINDS.get(data[:1])
    if kind is None or len(data) > MOST_BYTES:
        raise LudusError(f"{data[:20]!r} is no message of a cluster")
    try:
        return msgspec.msgpack.decode(data[1:], type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise LudusError(f"a message of the cluster cannot be read: {error}") from None


def numbered(question: int, content: Any) -> Numbered:
    """Something about a question, as it travels."""
    fields = {Begin: "body", BeginJob: "job", Stop: "stop", Found: "found", WorkerProgress: "progress", JobDone: "done"}
    return Numbered(question, **{fields[type(content)]: content})
