"""Between players, outside a match: words to one or to all of them, and challenges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import field

from ludus.wire.messages.base import Reply, Request, Times, duration, number, word
from ludus.wire.words import Choice, MoveSeconds, Name, Seconds, Team, Text, Word

TITLE = "Talk and challenges"


# Requests


class Tell(Request, tag="tell", frozen=True):
    """Say something to one player who is here."""

    example: ClassVar[str] = "TELL bob Shall we play?"

    player: Name
    text: Text


class Shout(Request, tag="shout", frozen=True):
    """Say something to everybody who is logged in and not playing in a tournament."""

    example: ClassVar[str] = "SHOUT Who would like to play Othello?"

    text: Text


class Challenge(Request, tag="challenge", frozen=True):
    """Challenge a player by name; the match begins when they `accept`. A new challenge replaces the one before."""

    example: ClassVar[str] = "CHALLENGE bob othello move=60"
    begins_game: ClassVar[bool] = True

    player: Name
    game: Word
    team: Team = 1
    move: MoveSeconds = -1.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    options: Choice = field(default_factory=dict)


# Replies


class Told(Reply, tag="told", frozen=True):
    """Somebody said something to you alone."""

    player: str
    text: str

    def _lines(self) -> Iterable[str]:
        return [f"TOLD {word(self.player)} {self.text}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.player} tells you: {self.text}"]


class Shouted(Reply, tag="shouted", frozen=True):
    """Somebody said something to everybody."""

    player: str
    text: str

    def _lines(self) -> Iterable[str]:
        return [f"SHOUTED {word(self.player)} {self.text}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.player} shouts: {self.text}"]


class Challenged(Reply, tag="challenged", frozen=True):
    """A player challenges another: both are told. `team` is that of the challenger."""

    by: str
    player: str
    game: str
    team: int
    options: dict[str, int] = field(default_factory=dict)
    times: Times = Times()

    def _lines(self) -> Iterable[str]:
        agreed = "".join(f" option.{word(name)}={value}" for name, value in self.options.items())
        for name in ("move", "main", "increment", "delay"):
            if seconds := getattr(self.times, name):
                agreed += f" {name}={number(seconds)}"
        return [f"CHALLENGED {word(self.by)} {word(self.player)} {word(self.game)} {self.team}{agreed}"]

    def _sentences(self) -> Iterable[str]:
        clock = f", {duration(self.times.move)} for each move" if self.times.move else ""
        clock += f", {duration(self.times.main)} for the game" if self.times.main else ""
        chosen = "".join(f", {name} {value}" for name, value in self.options.items())
        yield f"{self.by} challenges {self.player} to {self.game}{chosen}{clock}. {self.player} may ACCEPT or DECLINE."


class Unchallenged(Reply, tag="unchallenged", frozen=True):
    """A challenge is not open any more: `player` has declined it, taken it back or gone."""

    by: str
    to: str
    player: str

    def _lines(self) -> Iterable[str]:
        return [f"UNCHALLENGED {word(self.by)} {word(self.to)} {word(self.player)}"]

    def _sentences(self) -> Iterable[str]:
        done = "takes back the challenge to" if self.player == self.by else "declines the challenge of"
        return [f"{self.player} {done} {self.to if self.player == self.by else self.by}."]


TalkRequest: TypeAlias = Tell | Shout | Challenge
TalkReply: TypeAlias = Told | Shouted | Challenged | Unchallenged

EXAMPLES: tuple[Reply, ...] = (
    Told(player="ann", text="Shall we play?"),
    Shouted(player="ann", text="Who would like to play Othello?"),
    Challenged(by="ann", player="bob", game="othello", team=1, times=Times(move=60.0)),
    Unchallenged(by="ann", to="bob", player="bob"),
)
"""One of each reply."""
