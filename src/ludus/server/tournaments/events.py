"""What has happened in a tournament: the truth that is kept, and from which a tournament is made again."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ludus.server.tournaments.series import GameEnd
from ludus.server.tournaments.terms import Arrangement, TournamentTerms


class TournamentEvent(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Something that has happened, with its number in the tournament, from 1, and the time."""

    number: int
    at: float


class Opened(TournamentEvent, tag="opened", frozen=True):
    """A tournament was opened; players may enter. What is left to chance follows from the seed."""

    tournament: str
    terms: TournamentTerms
    seed: int
    arrangement: Arrangement = Arrangement()


class Registered(TournamentEvent, tag="registered", frozen=True):
    """A player or the computer has entered; with a `member`, it is a team, which that player has joined.

    `at_once` is how many games they want to play at the same time, 0 for as many as the tournament says.
    """

    player: str
    rating: float = 0.0
    member: str = ""
    at_once: int = 0


class Readied(TournamentEvent, tag="readied", frozen=True):
    """A player who has entered is ready to start."""

    player: str


class Withdrew(TournamentEvent, tag="withdrew", frozen=True):
    """A player has left, or did not come back in time; before the start as if they had never entered."""

    player: str
    why: str = ""


class MemberLeft(TournamentEvent, tag="member left", frozen=True):
    """Somebody has left a team, for which others go on playing."""

    team: str
    player: str
    why: str = ""


class Started(TournamentEvent, tag="started", frozen=True):
    """The tournament has begun, with its players in the starting order."""

    order: list[str]


class Paired(TournamentEvent, tag="paired", frozen=True):
    """Two players are to meet, `first` moving first; `second` is empty for a bye. Rounds count from 1, an index in it from 0."""

    pairing: int
    round: int
    index: int
    first: str
    second: str


class GameBegan(TournamentEvent, tag="game began", frozen=True):
    """A game of a pairing has begun, `mover` making the first move; on a server it is this match."""

    pairing: int
    game: int
    mover: str
    match: str = ""


class GameEnded(TournamentEvent, tag="game ended", frozen=True):
    """A game has ended; `winner` is empty when it was drawn."""

    pairing: int
    game: int
    winner: str
    how: GameEnd
    sentence: str


class GameDropped(TournamentEvent, tag="game dropped", frozen=True):
    """A game was broken off through no fault of its players, and will be played anew."""

    pairing: int
    game: int


class PairingEnded(TournamentEvent, tag="pairing ended", frozen=True):
    """A pairing is decided; `winner` is empty for a draw."""

    pairing: int
    winner: str
    how: Literal["played", "tie-break", "forfeit", "bye"]
    sentence: str


class Vanished(TournamentEvent, tag="vanished", frozen=True):
    """A player has lost the connection, or a program has crashed."""

    player: str


class Returned(TournamentEvent, tag="returned", frozen=True):
    """A player is back in time."""

    player: str


class Finished(TournamentEvent, tag="finished", frozen=True):
    """The tournament is over; those who share the first place have both won it."""

    winners: list[str]


class TournamentResumed(TournamentEvent, tag="resumed", frozen=True):
    """The server was down for these seconds. Whoever is away has the full time to come back from here on."""

    seconds: float


class TournamentStopped(TournamentEvent, tag="stopped", frozen=True):
    """The tournament was ended before its time; nobody has won it."""

    why: str


AnyTournamentEvent: TypeAlias = (
    Opened
    | Registered
    | Readied
    | Withdrew
    | MemberLeft
    | Started
    | Paired
    | GameBegan
    | GameEnded
    | GameDropped
    | PairingEnded
    | Vanished
    | Returned
    | Finished
    | TournamentResumed
    | TournamentStopped
)

_DECODER = Decoder(AnyTournamentEvent)
_ENCODER = Encoder()


def write_event(event: AnyTournamentEvent) -> bytes:
    """An event as one line of JSON."""
    return _ENCODER.encode(event) + b"\n"


def read_event(line: bytes) -> AnyTournamentEvent:
    """The event that a line tells; raises `msgspec.DecodeError` where it tells none."""
    event: AnyTournamentEvent = _DECODER.decode(line)
    return event
