"""What is on this server: its games, the matches being played, the players who are logged in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeAlias

from msgspec import Struct, field

from ludus.wire.messages.base import (
    Reply,
    Request,
    Times,
    clock_sentence,
    counted,
    in_columns,
    moment,
    number,
    player_details,
    sides,
    teams,
    waiting_for,
    word,
)
from ludus.wire.words import AnyWord, Standing

TITLE = "What is here"


# Requests


class Games(Request, tag="games", frozen=True):
    """List the games you can play here."""

    example: ClassVar[str] = "GAMES"
    before_login: ClassVar[bool] = True


class Matches(Request, tag="matches", frozen=True):
    """List the matches that are open or being played, at most 200: first those with a free seat, then the newest."""

    example: ClassVar[str] = "MATCHES conquest"
    before_login: ClassVar[bool] = True

    game: AnyWord = ""


class Players(Request, tag="players", frozen=True):
    """List the players who are logged in, in the order they came; if there are more than 200, the last 200."""

    example: ClassVar[str] = "PLAYERS"
    before_login: ClassVar[bool] = True


# Replies


class GameOption(Struct, frozen=True):
    """Something to choose before a game begins."""

    name: str
    says: str
    default: int
    choices: list[int]


class GameEntry(Struct, frozen=True):
    """A game you can play here."""

    game: str
    name: str
    says: str
    teams: list[str]
    width: int
    height: int
    options: list[GameOption]


class GameList(Reply, tag="game list", frozen=True):
    """The games you can play here."""

    games: list[GameEntry]

    def _lines(self) -> Iterator[str]:
        for entry in self.games:
            names = ",".join(map(word, entry.teams)) or "-"
            yield f"GAMES {word(entry.game)} {names} {entry.width}x{entry.height} {entry.name}: {entry.says}"
            for option in entry.options:
                choices = ",".join(map(str, option.choices)) or "-"
                yield f"OPTION {word(entry.game)} {word(option.name)} {option.default} {choices} {option.says}"
        yield "END GAMES"

    def _sentences(self) -> Iterator[str]:
        yield "The games you can play here:"
        yield from in_columns((entry.game, f"{entry.name}: {entry.says}") for entry in self.games)
        for entry in self.games:
            for option in entry.options:
                others = ", ".join(str(choice) for choice in option.choices if choice != option.default)
                chosen = f"{option.name}={option.default}" + (f" or {others}" if others else "")
                yield f"Option of {entry.name}: {chosen} ({option.says})"
        if self.games:
            yield f"NEW {self.games[0].game} opens a match, NEW {self.games[0].game} computer=3 one against the computer."


class MatchEntry(Struct, frozen=True):
    """A match in a list: its players by team, how many seats are free, and how it stands.

    `options` and `times` are what was agreed on, `watchers` is how many people watch, `ended` is when a match was over.
    `hints` says that its players may ask for a hint.
    """

    match: str
    game: str
    standing: Standing
    teams: list[list[str]]
    free: int
    moves: int
    result: str = ""
    options: dict[str, int] = field(default_factory=dict)
    times: Times = Times()
    watchers: int = 0
    ended: float = 0.0
    hints: bool = False

    def line(self) -> str:
        """The match in one line."""
        standing = f"{self.standing} {teams(self.teams)} free={self.free} moves={self.moves}"
        chosen = "".join(f" option.{word(name)}={value}" for name, value in self.options.items())
        times = {name: getattr(self.times, name) for name in ("move", "main", "increment", "delay")}
        details = {**times, "watchers": self.watchers}
        agreed = chosen + "".join(f" {name}={number(value)}" for name, value in details.items() if value)
        if self.hints:
            agreed += " hints=yes"
        if self.ended:
            agreed += f" ended={moment(self.ended)}"
        return f"MATCH {word(self.match)} {word(self.game)} {standing}{agreed} {self.result}"

    def columns(self) -> tuple[str, str, str]:
        """The match in a list for people."""
        chosen = "".join(f", {name} {value}" for name, value in self.options.items())
        if self.standing == "open":
            here = ", ".join(player for team in self.teams for player in team)
            clock = f" {clock_sentence(self.times)}" if self.times.move or self.times.main else ""
            return self.match, f"{self.game}{chosen}", f"{here or 'nobody yet'}; {waiting_for(self.free)}.{clock}"
        watched = f", {counted(self.watchers, 'spectator')}" if self.watchers else ""
        result = f": {self.result}" if self.result else ""
        return self.match, f"{self.game}{chosen}", f"{sides(self.teams)}, {counted(self.moves, 'move')}{watched}{result}"


class MatchList(Reply, tag="match list", frozen=True):
    """The matches that are open or being played, at most 200: first those with a free seat, then the newest.

    `more` is the number of matches left out.
    """

    matches: list[MatchEntry]
    more: int = 0

    def _lines(self) -> Iterable[str]:
        return [*(entry.line() for entry in self.matches), *left_out(self.more), "END MATCHES"]

    def _sentences(self) -> Iterator[str]:
        if not self.matches:
            yield "No match is open or being played. NEW opens one, GAMES lists the games."
            return
        yield "Matches:"
        yield from in_columns(entry.columns() for entry in self.matches)
        yield from more_than_listed(self.more)
        yield "JOIN takes a seat, OBSERVE watches."


class PlayerEntry(Struct, frozen=True):
    """A player who is logged in."""

    name: str
    role: str
    guest: bool
    matches: list[str]

    def line(self) -> str:
        """The player in one line."""
        return f"PLAYER {word(self.name)} {word(self.role)}{player_details(self.guest, self.matches)}"

    def columns(self) -> tuple[str, str]:
        """The player in a list for people."""
        known = "guest" if self.guest else self.role if self.role != "player" else ""
        playing = f"in {', '.join(self.matches)}" if self.matches else ""
        return self.name, ", ".join(filter(None, (known, playing)))


class PlayerList(Reply, tag="player list", frozen=True):
    """The players who are logged in, in the order they came: the last 200. `more` is the number of players left out."""

    players: list[PlayerEntry]
    more: int = 0

    def _lines(self) -> Iterable[str]:
        return [*(entry.line() for entry in self.players), *left_out(self.more), "END PLAYERS"]

    def _sentences(self) -> Iterator[str]:
        yield "Players who are here:" if self.players else "Nobody is logged in."
        yield from in_columns(entry.columns() for entry in self.players)
        yield from more_than_listed(self.more)


def left_out(more: int) -> list[str]:
    """How many a list leaves out, if any."""
    return [f"MORE {more}"] if more else []


def more_than_listed(more: int) -> list[str]:
    """The same for people."""
    return [f"There {'is' if more == 1 else 'are'} {more} more."] if more else []


ListsRequest: TypeAlias = Games | Matches | Players
ListsReply: TypeAlias = GameList | MatchList | PlayerList

_SIZE = GameOption(name="size", says="squares a side", default=6, choices=[5, 6])
_SANTORINI = GameEntry(
    game="santorini",
    name="Santorini",
    says="move a worker, then build; the first worker to reach level 3 wins.",
    teams=["Team 1", "Team 2"],
    width=6,
    height=6,
    options=[_SIZE],
)
_PLAYING = MatchEntry(match="m7", game="conquest", standing="playing", teams=[["ann"], ["bob"]], free=0, moves=2)
_OPEN = MatchEntry(
    match="m8", game="tic-tac-toe", standing="open", teams=[["cat"], []], free=1, moves=0, times=Times(main=300.0, increment=5.0)
)
_ANN = PlayerEntry(name="ann", role="player", guest=False, matches=["m7"])
_BOB = PlayerEntry(name="bob", role="player", guest=True, matches=["m7"])

EXAMPLES: tuple[Reply, ...] = (
    GameList(games=[_SANTORINI]),
    MatchList(matches=[_PLAYING, _OPEN], more=12),
    PlayerList(players=[_ANN, _BOB]),
)
"""One of each reply."""
