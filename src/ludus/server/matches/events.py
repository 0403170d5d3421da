"""What has happened in a match: the truth that is kept on disk, and from which a match is rebuilt.

A match is only ever changed by applying one of these. Each has the number it has in its match, from 1 on, and the time.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ludus.wire.messages.base import Times

NOBODY = -1
"""The seat of somebody without one, and the winner where nobody has won."""


class Terms(Struct, frozen=True):
    """What the players of a match have agreed on."""

    game: str
    options: dict[str, int]
    players: int
    move: float
    main: float
    increment: float
    delay: float
    position: str
    rated: bool = True
    hints: bool = False


def is_rated(terms: Terms) -> bool:
    """Whether a match between people on these terms counts for their ratings."""
    return terms.rated and not terms.delay and not terms.position


def times_of(terms: Terms) -> Times:
    """The times that were agreed on, as messages tell them."""
    return Times(terms.move, terms.main, terms.increment, terms.delay)


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Something that has happened."""

    number: int
    at: float


class Made(Event, tag="made", frozen=True):
    """A match was made. The seed is a secret until the match is over.

    A rematch names the match `before`; `games` counts them all, `score` has each team's points from the games before, and
    `forfeited` the numbers of the games that were forfeited. In a tournament, they count the games of the pairing, and `sizes`
    are the numbers of players in the teams; elsewhere players are shared out among them.
    """

    match: str
    terms: Terms
    seed: str
    by: str
    before: str = ""
    games: int = 1
    score: list[float] = []
    forfeited: list[int] = []
    tournament: str = ""
    sizes: list[int] = []


class Sat(Event, tag="sat", frozen=True):
    """A player took a seat; `level` is that of the computer, 0 for everybody else."""

    player: str
    seat: int
    level: int = 0


class Mixed(Event, tag="mixed", frozen=True):
    """A player has added a random word to the seed, before the game."""

    player: str
    word: str


class Stood(Event, tag="stood", frozen=True):
    """A player left."""

    player: str


class Began(Event, tag="began", frozen=True):
    """All seats are taken."""


class Played(Event, tag="played", frozen=True):
    """A move was made, named by the squares of its path, as the answer to the question `ref`; `text` is how it was written,
    if it was not given by its squares.
    """

    seat: int
    player: str
    move: int
    path: list[tuple[int, int]]
    ref: str
    text: str = ""


class SteppedIn(Event, tag="stepped in", frozen=True):
    """A player makes the next move of the team, because the one whose turn it is has gone."""

    seat: int
    player: str


class Drawn(Event, tag="drawn", frozen=True):
    """Chance has decided something."""

    chance: int


class Erred(Event, tag="erred", frozen=True):
    """A move was refused."""

    seat: int
    player: str


class Proposed(Event, tag="proposed", frozen=True):
    """A team offers a draw, or asks for something."""

    what: Literal["draw", "undo", "rematch"]
    seat: int
    player: str


class Rejected(Event, tag="rejected", frozen=True):
    """An offer was not accepted."""

    what: Literal["draw", "undo", "rematch"]
    seat: int
    player: str


class Undone(Event, tag="undone", frozen=True):
    """By agreement the last steps were taken back."""

    steps: int
    seat: int


class Spoke(Event, tag="spoke", frozen=True):
    """Somebody said something, to everybody or to the team at a seat."""

    player: str
    text: str
    seat: int = NOBODY


class Slept(Event, tag="slept", frozen=True):
    """The server was down for these seconds; nobody's clock ran meanwhile."""

    seconds: float


class Renewed(Event, tag="renewed", frozen=True):
    """The players play again, in another match."""

    match: str


class Closed(Event, tag="closed", frozen=True):
    """The match is over: the seat that won, the seat that lost where all others win, -1 for none; how, and in a sentence."""

    winner: int
    how: Literal["played", "agreed", "resigned", "time", "forfeit", "abandoned"]
    sentence: str
    loser: int = -1


AnyEvent: TypeAlias = (
    Made
    | Sat
    | Mixed
    | Stood
    | Began
    | Played
    | SteppedIn
    | Drawn
    | Erred
    | Proposed
    | Rejected
    | Undone
    | Spoke
    | Slept
    | Closed
    | Renewed
)
