"""Tournaments: opening one, taking part, starting it, and what its players and watchers are told as it goes on.

How a tournament stands (its table, bracket, games and record) is asked for with the messages of `standings.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, field

from ludus.wire.messages.base import Reply, Request, in_columns, word
from ludus.wire.messages.tournament_entries import EntrantEntry, StandingEntry, table_sentences
from ludus.wire.words import AnyName, AnyText, Choice, Seconds, Standing, Text, Word, YesNo

TITLE = "Tournaments"


# Requests


class TournamentNew(Request, tag="tournament new", frozen=True):
    """Open a tournament, as an organiser.

    `kind` is knockout, round-robin, swiss or arena. Players join by themselves (`entry` open), or those who have been logged in
    longest (`first`) or any (`random`) are taken when it starts; `players` at the end of the line are entered at once: players,
    the computer at a level as computer1 to computer10, and, with a `team_size` of 2 or more, teams such as reds:ann+bob. It
    starts by command, when all who have joined are ready, or when it is full; and in any case after `wait` seconds, if that is
    not 0.
    """

    example: ClassVar[str] = "TOURNAMENT NEW santorini kind=knockout best_of=3 slots=8 move=60"
    before_login: ClassVar[bool] = True
    begins_game: ClassVar[bool] = True

    game: Word
    kind: Literal["knockout", "round-robin", "swiss", "arena"] = "knockout"
    best_of: Annotated[int, Meta(ge=1, le=101)] = 1
    double: YesNo = "no"
    rounds: Annotated[int, Meta(ge=0, le=1024)] = 0
    slots: Annotated[int, Meta(ge=0, le=1024)] = 0
    seconds: Seconds = 600.0
    order: Literal["list", "random", "rating"] = "list"
    entry: Literal["open", "first", "random"] = "open"
    start: Literal["command", "ready", "full"] = "command"
    wait: Seconds = 0.0
    replays: Annotated[int, Meta(ge=0, le=100)] = 3
    grace: Annotated[float, Meta(ge=0, le=86400)] = 60.0
    at_once: Annotated[int, Meta(ge=1, le=100)] = 1
    team_size: Annotated[int, Meta(ge=1, le=8)] = 1
    talk: YesNo = "no"
    move: Seconds = 180.0
    main: Seconds = 0.0
    increment: Seconds = 0.0
    options: Choice = field(default_factory=dict)
    players: AnyText = ""


class TournamentJoin(Request, tag="tournament join", frozen=True):
    """Take part in a tournament that has not started, alone or in a team, which the first to name it makes.

    `at_once` is how many games you want to play at the same time, 0 for as many as the tournament says. An organiser may enter
    another player, or the computer at a level, as computer1 to computer10.
    """

    example: ClassVar[str] = "TOURNAMENT JOIN t1"
    before_login: ClassVar[bool] = True

    tournament: Word
    player: AnyName = ""
    team: AnyName = ""
    at_once: Annotated[int, Meta(ge=0, le=100)] = 0


class TournamentReady(Request, tag="tournament ready", frozen=True):
    """Say that you are ready to start."""

    example: ClassVar[str] = "TOURNAMENT READY t1"

    tournament: Word


class TournamentLeave(Request, tag="tournament leave", frozen=True):
    """Leave a tournament, or stop watching it. Games you have left to play in it are forfeited; those you played count.

    The other players of a team play on. An organiser may take out another player, the computer or a team.
    """

    example: ClassVar[str] = "TOURNAMENT LEAVE t1"
    before_login: ClassVar[bool] = True

    tournament: Word
    player: AnyName = ""


class TournamentStart(Request, tag="tournament start", frozen=True):
    """Start a tournament, as an organiser."""

    example: ClassVar[str] = "TOURNAMENT START t1"
    before_login: ClassVar[bool] = True
    begins_game: ClassVar[bool] = True

    tournament: Word


class TournamentStop(Request, tag="tournament stop", frozen=True):
    """End a tournament early, as an organiser: nobody wins it. Games that are being played are broken off."""

    example: ClassVar[str] = "TOURNAMENT STOP t1 The power fails"
    before_login: ClassVar[bool] = True

    tournament: Word
    reason: AnyText = ""


class TournamentWatch(Request, tag="tournament watch", frozen=True):
    """Be told everything that happens in a tournament, with the table or bracket whenever it changes."""

    example: ClassVar[str] = "TOURNAMENT WATCH t1"
    before_login: ClassVar[bool] = True

    tournament: Word


class TournamentAnnounce(Request, tag="tournament announce", frozen=True):
    """Send a notice to the players and watchers of a tournament, as an organiser."""

    example: ClassVar[str] = "TOURNAMENT ANNOUNCE t1 Round two begins after lunch"
    before_login: ClassVar[bool] = True

    tournament: Word
    text: Text


# Replies


class TournamentMade(Reply, tag="tournament made", frozen=True):
    """The tournament is open, under this name."""

    tournament: str

    def _lines(self) -> Iterable[str]:
        return [f"TOURNAMENT {word(self.tournament)}"]

    def _sentences(self) -> Iterable[str]:
        return [f"The tournament is open. Its name is {self.tournament}: TOURNAMENT JOIN {self.tournament} takes part in it."]


class TournamentPlayers(Reply, tag="tournament players", frozen=True):
    """Who takes part; sent to all of them and to watchers whenever somebody comes, goes, or is ready."""

    tournament: str
    number: int
    standing: Standing
    players: list[EntrantEntry]

    def _lines(self) -> Iterator[str]:
        yield from (player.line(self.tournament) for player in self.players)
        yield f"END ENTRANTS {word(self.tournament)} {self.standing} {self.number}"

    def _sentences(self) -> Iterator[str]:
        yield (
            f"Players of {self.tournament}, with their ratings:" if self.players else f"Nobody has joined {self.tournament} yet."
        )
        yield from in_columns(player.columns() for player in self.players)


class TournamentNews(Reply, tag="tournament news", frozen=True):
    """Something has happened in a tournament: in short, and in a sentence.

    Watchers are told everything, players what concerns them. `number` counts what has happened in the tournament.
    """

    tournament: str
    number: int
    what: Literal[
        "started", "paired", "game began", "game ended", "pairing ended", "vanished", "returned", "withdrew", "resumed", "stopped"
    ]
    sentence: str
    player: str = ""
    pairing: int = 0
    round: int = 0
    game: int = 0
    match: str = ""
    winner: str = ""

    def _lines(self) -> Iterable[str]:
        place = f"{word(self.player)} {self.pairing} {self.round} {self.game} {word(self.match)} {word(self.winner)}"
        return [f"NEWS {word(self.tournament)} {self.number} {word(self.what)} {place} {self.sentence}"]

    def _sentences(self) -> Iterable[str]:
        return [f"{self.tournament}: {self.sentence}"]


class TournamentOver(Reply, tag="tournament over", frozen=True):
    """A tournament is over: who has won it, and the final table. Players, watchers and whoever opened it are told."""

    tournament: str
    number: int
    winners: list[str]
    sentence: str
    table: list[StandingEntry]

    def _lines(self) -> Iterator[str]:
        yield from (row.line(self.tournament) for row in self.table)
        winners = ",".join(map(word, self.winners)) or "-"
        yield f"OVER {word(self.tournament)} {self.number} {winners} {self.sentence}"

    def _sentences(self) -> Iterator[str]:
        yield f"{self.tournament} is over: {self.sentence}"
        yield from table_sentences(self.table)


TournamentRequest: TypeAlias = (
    TournamentNew
    | TournamentJoin
    | TournamentReady
    | TournamentLeave
    | TournamentStart
    | TournamentStop
    | TournamentWatch
    | TournamentAnnounce
)
TournamentReply: TypeAlias = TournamentMade | TournamentPlayers | TournamentNews | TournamentOver

_FIRST = StandingEntry(1, "ann", 2.0, 2, won=2, drawn=0, lost=0, sonneborn_berger=1.0, buchholz=1.0, head_to_head=0.0)
_SECOND = StandingEntry(2, "bob", 1.0, 2, 1, 0, 1, sonneborn_berger=0.0, buchholz=2.0, head_to_head=0.0, withdrawn=True)

_ENTRANTS = [
    EntrantEntry("ann", 1500.0, ready=True),
    EntrantEntry("reds", 1432.5, away=True, members=["bob", "cat"]),
    EntrantEntry("computer3", 1500.0, ready=True, level=3),
]

EXAMPLES: tuple[Reply, ...] = (
    TournamentMade(tournament="t1"),
    TournamentPlayers("t1", 4, "open", _ENTRANTS),
    TournamentNews("t1", 9, "game ended", "X wins", player="ann", pairing=1, round=1, game=1, match="m7", winner="ann"),
    TournamentOver("t1", 31, ["ann"], "ann has won the tournament", [_FIRST, _SECOND]),
)
"""One of each reply."""
