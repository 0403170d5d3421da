"""What all messages share: requests carry what is true of them, replies know how they look as lines.

As JSON a message is an object with its `type` and its fields. As a line, a request is its word, then the fields without a default
in order, then others as `name=value`, a text last (see `line.py`). Without `match`, a request is about the match you play in.
Any request may carry an `id`. The answer repeats it; a request sent again with the same `id` is answered again, not done again.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec import Struct

from ludus.wire.words import UNSEEN, AnyWord

LAST_MOMENT = 253_402_300_800
"""The end of the year 9999, in seconds since 1970."""


class Request(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something a client says."""

    example: ClassVar[str]
    """A line that says it, shown by HELP."""

    command: ClassVar[str] = ""
    """The word it begins with as a line, if that is not its tag."""

    before_login: ClassVar[bool] = False
    """Whether it may be sent before logging in."""

    begins_game: ClassVar[bool] = False
    """Whether it can begin a game, and is refused while the server waits for the last games to end."""

    id: AnyWord = ""


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something the server says."""

    answers: ClassVar[bool] = True
    """Whether it answers the request whose id it has; if not, more will follow."""

    id: str = ""

    def render(self) -> list[str]:
        """The lines that a person at a terminal reads, without their ends; no control character gets through."""
        answer = [f"ANSWER {word(self.id)}"] if self.id else []
        return [visible(line).rstrip(" ") for line in (*answer, *self._lines())]

    def prose(self) -> list[str]:
        """The same for somebody who reads sentences and drawn boards: `STYLE BOARD`."""
        answer = [f"ANSWER {word(self.id)}"] if self.id else []
        return [visible(line).rstrip(" ") for line in (*answer, *self._sentences())]

    def _lines(self) -> Iterable[str]:
        """What this kind of message says, line by line; most answers of several lines close with `END`."""
        raise NotImplementedError

    def _sentences(self) -> Iterable[str]:
        """What it says to a person; the lines themselves, where they can be read well enough."""
        return self._lines()


class Times(Struct, frozen=True, omit_defaults=True):
    """The seconds that were agreed on: for each move, for the whole game, added after a move; and how late spectators are."""

    move: float = 0.0
    main: float = 0.0
    increment: float = 0.0
    delay: float = 0.0


def visible(text: str) -> str:
    """A text without the characters that are never shown."""
    return text if text.isascii() and text.isprintable() else UNSEEN.sub("", text)


def word(text: str) -> str:
    """A text as one word, so that it cannot be taken for several fields of a line."""
    return "_".join(visible(text).split()) or "-"


def moment(seconds: float) -> str:
    """A time as people write it, in UTC; a number that is no time of this era as it is."""
    if not 0 <= seconds < LAST_MOMENT:
        return number(seconds)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def number(value: float) -> str:
    """A number as people write it: 180, not 180.0."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)


def duration(seconds: float) -> str:
    """Some seconds as people say them: 3 minutes, 1 minute 30 seconds."""
    minutes, rest = divmod(seconds, 60)
    said = [counted(minutes, "minute")] if minutes else []
    return " ".join([*said, counted(rest, "second")] if rest or not said else said)


def clock_sentence(times: Times) -> str:
    """The clock that was agreed on, in words."""
    each = f"{duration(times.move)} for each move" if times.move else ""
    main = f"{duration(times.main)} for the whole game" if times.main else ""
    main += f", and {duration(times.increment)} more after each move" if times.main and times.increment else ""
    both = " and ".join(filter(None, (each, main)))
    return f"Each side has {both}." if both else "There is no clock."


def counted(count: float, what: str) -> str:
    """A number of things: 1 minute, 3 minutes."""
    return f"{number(count)} {what}{'' if count == 1 else 's'}"


def waiting_for(free: int) -> str:
    """For how many players a match waits."""
    return f"waiting for {'one more player' if free == 1 else f'{free} more players'}"


def teams(players: Iterable[Iterable[str]]) -> str:
    """Players by team: ann,cat/bob."""
    return "/".join(",".join(map(word, team)) or "-" for team in players) or "-"


def sides(players: Iterable[Iterable[str]]) -> str:
    """Players by team, for people: ann, cat against bob."""
    return " against ".join(", ".join(team) or "nobody" for team in players)


def in_columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """A list for people: what is short stands in columns, and the last of each row after them."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)][:-1]
    for *short, last in listed:
        yield "  ".join(["", *(said.ljust(width) for said, width in zip(short, widths, strict=True)), last])


def player_details(guest: bool, matches: Iterable[str]) -> str:
    """What is true of only some players, each after a space."""
    playing = ",".join(map(word, matches))
    return (" guest=yes" if guest else "") + (f" matches={playing}" if playing else "")


# What several messages of a match are made of


class DrawnSquare(Struct, frozen=True, array_like=True):
    """A square as it looks now: where it is, its type, and the piece on it with its team, if there is one."""

    x: int
    y: int
    type: str
    piece: str = ""
    team: int = 0

    def lines(self) -> Iterator[str]:
        """The square, and the piece on it."""
        yield f"DRAW SQUARE {word(self.type)} {self.x} {self.y}"
        if self.piece:
            yield f"DRAW PIECE {word(self.piece)} {self.team}"


class Clock(Struct, frozen=True):
    """A team's clock: the time left for this move and for the game, and whether it is running."""

    move: float
    main: float
    running: bool


class LegalMove(Struct, frozen=True):
    """A legal move: its squares, and how players write it."""

    text: str
    path: list[tuple[int, int]]

    def line(self) -> str:
        """The move in one line, its squares as MOVE wants them."""
        return " ".join(["LEGAL", str(len(self.path)), *(f"{x} {y}" for x, y in self.path), self.text])


class MatchSoFar(Struct, frozen=True):
    """A match of several games in a tournament: its round, how many games decide it, and the wins of each team.

    `records` are the finished games of the match. Teams are numbered as in this game: the first in `wins` is team 1.
    """

    round: int = 0
    best_of: int = 0
    wins: list[int] = []
    records: list[str] = []
    tournament: str = ""
    pairing: int = 0

    def lines(self) -> Iterator[str]:
        """What there is to know, unless this is no game of a tournament."""
        if self != NO_TOURNAMENT:
            wins = " ".join(map(str, self.wins))
            yield f"SERIES {word(self.tournament)} {self.pairing} {self.round} {self.best_of} {wins}"
            for record in self.records:
                yield from (f"EARLIER {line}" for line in record.splitlines())


NO_TOURNAMENT = MatchSoFar()
"""Stands in a game that is not part of a tournament."""
