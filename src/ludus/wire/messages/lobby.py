"""Coming to a match and leaving it: new, seek, join, watch, leave, and who has which seat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta, field

from ludus.wire.messages.base import Reply, Request, waiting_for, word
from ludus.wire.words import AnyText, AnyWord, Choice, Level, MoveSeconds, Seconds, Team, Word, YesNo

TITLE = "Making and joining matches"


# Requests


class New(Request, tag="new", frozen=True):
    """Make a match and take a seat in it.

    `move` is the time for each move, usually 180 seconds, and no limit against the computer; `main` and `increment` are a clock
    for the whole game. With `computer`, the computer takes the other seats, at that level. With `hints=yes`, everybody in the
    match may ask for a `hint`; against the computer alone, you always may. With `delay`, spectators see everything that many
    seconds late. With `rated=no`, the match counts for nobody's rating, and players who share a network may both take part. A
    `position` to start from goes last: as the game writes it, or the lines that `save` gives, with a
    semicolon between them.
    """

    example: ClassVar[str] = "NEW santorini size=5 computer=3 move=60"
    begins_game: ClassVar[bool] = True

    game: Word
    team: Team = 1
    players: Team = 0
    move: MoveSeconds = -1.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    computer: Level = 0
    delay: Seconds = 0.0
    rated: YesNo = "yes"
    hints: YesNo = "no"
    options: Choice = field(default_factory=dict)
    position: AnyText = ""


class Seek(Request, tag="seek", frozen=True):
    """Take the first free seat in an open match of this game with the same times and options, or make one and wait."""

    example: ClassVar[str] = "SEEK conquest main=300 increment=5"
    begins_game: ClassVar[bool] = True

    game: Word
    move: Seconds = 180.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    options: Choice = field(default_factory=dict)


class Join(Request, tag="join", frozen=True):
    """Take a seat in an open match, in the team you name or the first one with a free seat.

    `luck` is a random word of yours that is mixed into the dice, as with `luck` itself.
    """

    example: ClassVar[str] = "JOIN m7 2"
    begins_game: ClassVar[bool] = True

    match: Word
    team: Team = 0
    luck: AnyWord = ""


class Luck(Request, tag="luck", frozen=True):
    """Add a random word to the seed of your match, once, before it begins. Then not even the server can have chosen the dice."""

    example: ClassVar[str] = "LUCK x8Kq2vT0"

    word: Word
    match: AnyWord = ""


class Computer(Request, tag="computer", frozen=True):
    """Give a free seat in your match to the computer."""

    example: ClassVar[str] = "COMPUTER level=5"
    begins_game: ClassVar[bool] = True

    team: Team = 0
    level: Level = 3
    match: AnyWord = ""


class Watch(Request, tag="watch", frozen=True):
    """Watch a match. With `after`, you get what happened after that event instead of the board."""

    example: ClassVar[str] = "WATCH m7 after=40"
    before_login: ClassVar[bool] = True

    match: Word
    after: Annotated[int, Meta(ge=0)] = 0


class Unwatch(Request, tag="unwatch", frozen=True):
    """Stop watching a match. A seat in it is kept, so a list of matches can be followed and left without a thought."""

    example: ClassVar[str] = "UNWATCH m7"
    before_login: ClassVar[bool] = True

    match: Word


class Leave(Request, tag="leave", frozen=True):
    """Leave a match. When the last player of a team leaves, the team resigns."""

    example: ClassVar[str] = "GAME QUIT"
    command: ClassVar[str] = "GAME QUIT"
    before_login: ClassVar[bool] = True

    match: AnyWord = ""


# Replies


class Seated(Reply, tag="seated", frozen=True):
    """You have a seat. The match begins when no seat is free.

    It answers `new`, `seek` and `join`. Before it, everybody in the match is told `joined`; if you take the last seat, you are
    also shown the board before it.
    """

    match: str
    number: int
    game: str
    team: int
    free: int

    def _lines(self) -> Iterable[str]:
        return [f"SEATED {word(self.match)} {self.team} {self.free} {word(self.game)}"]

    def _sentences(self) -> Iterable[str]:
        if self.free:
            yield f"{self.match}: You have a seat in team {self.team} of {self.game}; {waiting_for(self.free)}."


class Joined(Reply, tag="joined", frozen=True):
    """Somebody has taken a seat."""

    match: str
    number: int
    player: str
    team: int
    free: int

    def _lines(self) -> Iterable[str]:
        return [f"JOINED {word(self.match)} {word(self.player)} {self.team} {self.free}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.match}: {self.player} takes a seat in team {self.team}."]


class Left(Reply, tag="left", frozen=True):
    """Somebody has left."""

    match: str
    number: int
    player: str
    team: int

    def _lines(self) -> Iterable[str]:
        return [f"LEFT {word(self.match)} {word(self.player)} {self.team}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.match}: {self.player} leaves team {self.team}."]


LobbyRequest: TypeAlias = New | Seek | Join | Luck | Computer | Watch | Unwatch | Leave
LobbyReply: TypeAlias = Seated | Joined | Left

EXAMPLES: tuple[Reply, ...] = (
    Seated(match="m7", number=2, game="conquest", team=1, free=1),
    Joined(match="m7", number=3, player="bob", team=2, free=0),
    Left(match="m7", number=9, player="bob", team=2),
)
"""One of each reply."""
