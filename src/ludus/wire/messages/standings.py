"""How tournaments stand: the list of them, tables, brackets, games, and the record of a whole tournament."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, TypeAlias

from ludus.wire.messages.base import Reply, Request, counted, in_columns, word
from ludus.wire.messages.lists import left_out, more_than_listed
from ludus.wire.messages.tournament import TournamentPlayers
from ludus.wire.messages.tournament_entries import (
    BracketEntry,
    EntrantEntry,
    PairingEntry,
    PairingGame,
    StandingEntry,
    TournamentEntry,
    TournamentRules,
    bracket_sentences,
    table_sentences,
    won_by,
)
from ludus.wire.words import Standing, Word

TITLE = "How tournaments stand"

# Requests


class Tournaments(Request, tag="tournaments", frozen=True):
    """List the tournaments: first those that are open or being played, then the last that are over, at most 200."""

    example: ClassVar[str] = "TOURNAMENTS"
    before_login: ClassVar[bool] = True


class TournamentShow(Request, tag="tournament show", frozen=True):
    """Show everything about a tournament: its rules, players, table, bracket, pairings and games."""

    example: ClassVar[str] = "TOURNAMENT SHOW t1"
    before_login: ClassVar[bool] = True

    tournament: Word


class TournamentTable(Request, tag="tournament table", frozen=True):
    """Show the table of a tournament."""

    example: ClassVar[str] = "TOURNAMENT TABLE t1"
    before_login: ClassVar[bool] = True

    tournament: Word


class TournamentBracket(Request, tag="tournament bracket", frozen=True):
    """Show the bracket of a knockout."""

    example: ClassVar[str] = "TOURNAMENT BRACKET t1"
    before_login: ClassVar[bool] = True

    tournament: Word


class TournamentGames(Request, tag="tournament games", frozen=True):
    """List the pairings of a tournament with their games. RECORD gives the record of each."""

    example: ClassVar[str] = "TOURNAMENT GAMES t1"
    before_login: ClassVar[bool] = True

    tournament: Word


class TournamentRecord(Request, tag="tournament record", frozen=True):
    """Get the record of a whole tournament: what `tournament show` tells, then the record of every finished game."""

    example: ClassVar[str] = "TOURNAMENT RECORD t1"
    before_login: ClassVar[bool] = True

    tournament: Word


class TournamentExport(Request, tag="tournament export", frozen=True):
    """Get everything about a tournament in one object, with the record of every finished game."""

    example: ClassVar[str] = "TOURNAMENT EXPORT t1"
    before_login: ClassVar[bool] = True

    tournament: Word


# Replies


class TournamentList(Reply, tag="tournament list", frozen=True):
    """Tournaments: first those that are open or being played, then the last that are over. `more` are left out."""

    tournaments: list[TournamentEntry]
    more: int = 0

    def _lines(self) -> Iterable[str]:
        return [*(entry.line() for entry in self.tournaments), *left_out(self.more), "END TOURNAMENTS"]

    def _sentences(self) -> Iterator[str]:
        if not self.tournaments:
            yield "There is no tournament yet. An organiser opens one with TOURNAMENT NEW."
            return
        yield "Tournaments:"
        yield from in_columns(entry.columns() for entry in self.tournaments)
        yield from more_than_listed(self.more)
        yield f"TOURNAMENT SHOW {self.tournaments[0].tournament} tells more, TOURNAMENT JOIN takes part in one that is open."


class TournamentStanding(Reply, tag="tournament standing", frozen=True):
    """The table of a tournament, and how many of the games expected in all were played."""

    tournament: str
    number: int
    standing: Standing
    games: int
    expected: int
    table: list[StandingEntry]

    def _lines(self) -> Iterator[str]:
        yield from (row.line(self.tournament) for row in self.table)
        yield f"END TABLE {word(self.tournament)} {self.standing} {self.games} {self.expected} {self.number}"

    def _sentences(self) -> Iterator[str]:
        yield f"Table of {self.tournament} ({self.standing}, {progress(self.games, self.expected)}):"
        yield from table_sentences(self.table)


class TournamentTree(Reply, tag="tournament tree", frozen=True):
    """The bracket of a knockout, round by round."""

    tournament: str
    number: int
    rounds: list[list[BracketEntry]]

    def _lines(self) -> Iterator[str]:
        yield from (place.line(self.tournament) for places in self.rounds for place in places)
        yield f"END BRACKET {word(self.tournament)} {self.number}"

    def _sentences(self) -> Iterator[str]:
        yield f"Bracket of {self.tournament}:" if self.rounds else f"{self.tournament} has no bracket."
        yield from bracket_sentences(self.rounds)


class TournamentPairings(Reply, tag="tournament pairings", frozen=True):
    """The pairings of a tournament, with their games."""

    tournament: str
    pairings: list[PairingEntry]

    def _lines(self) -> Iterator[str]:
        for pairing in self.pairings:
            yield from pairing.lines(self.tournament)
        yield f"END PAIRINGS {word(self.tournament)}"

    def _sentences(self) -> Iterator[str]:
        yield f"Pairings of {self.tournament}:" if self.pairings else f"Nobody has been paired in {self.tournament} yet."
        yield from in_columns(row for pairing in self.pairings for row in pairing.rows())


class TournamentShown(Reply, tag="tournament shown", frozen=True):
    """Everything about a tournament but the moves of its games. `players` stand in the starting order."""

    tournament: str
    number: int
    game: str
    kind: str
    by: str
    standing: Standing
    winners: list[str]
    rules: TournamentRules
    players: list[EntrantEntry]
    games: int
    expected: int
    table: list[StandingEntry]
    pairings: list[PairingEntry]
    bracket: list[list[BracketEntry]]

    def _lines(self) -> Iterator[str]:
        name = self.tournament
        players = len(self.players)
        yield TournamentEntry(name, self.game, self.kind, self.standing, players, self.by, self.winners).line()
        yield f"PROGRESS {word(name)} {self.games} {self.expected} {self.number}"
        yield from self.rules.lines()
        yield from (player.line(name) for player in self.players)
        yield from (row.line(name) for row in self.table)
        yield from (line for pairing in self.pairings for line in pairing.lines(name))
        yield from (place.line(name) for places in self.bracket for place in places)
        yield f"END TOURNAMENT {word(name)}"

    def _sentences(self) -> Iterator[str]:
        won = f", {won_by(self.winners)}" if self.winners else ""
        opened = f"; opened by {self.by}" if self.by else ""
        yield f"{self.tournament}: {self.game}, {self.kind}, {self.standing}{won}{opened}."
        yield from self.rules.sentences(self.kind)
        if self.standing == "open":
            yield from TournamentPlayers(self.tournament, self.number, self.standing, self.players)._sentences()
            yield f"TOURNAMENT JOIN {self.tournament} takes part in it, TOURNAMENT WATCH {self.tournament} watches."
            return
        yield from TournamentStanding(
            self.tournament, self.number, self.standing, self.games, self.expected, self.table
        )._sentences()
        if self.bracket:
            yield from TournamentTree(self.tournament, self.number, self.bracket)._sentences()
        yield from TournamentPairings(self.tournament, self.pairings)._sentences()


class TournamentRecorded(Reply, tag="tournament recorded", frozen=True):
    """The record of a whole tournament; `ludus replay` checks it."""

    tournament: str
    lines: list[str]

    def _lines(self) -> Iterable[str]:
        return [*(f"RECORD {line}" for line in self.lines), f"END RECORD {word(self.tournament)}"]

    def _sentences(self) -> Iterable[str]:
        return self.lines


class TournamentExported(Reply, tag="tournament exported", frozen=True):
    """Everything about a tournament, and the records of its finished games by match; `ludus replay` checks it."""

    shown: TournamentShown
    records: dict[str, str]

    def _lines(self) -> Iterator[str]:
        yield from self.shown._lines()
        for match, record in self.records.items():
            yield from (f"RECORD {line}" for line in record.splitlines())
            yield f"END RECORD {word(match)}"


def progress(games: int, expected: int) -> str:
    """How far a tournament is."""
    return f"{games} of {counted(expected, 'game')} played"


StandingsRequest: TypeAlias = (
    Tournaments | TournamentShow | TournamentTable | TournamentBracket | TournamentGames | TournamentRecord | TournamentExport
)
StandingsReply: TypeAlias = (
    TournamentList
    | TournamentStanding
    | TournamentTree
    | TournamentPairings
    | TournamentShown
    | TournamentRecorded
    | TournamentExported
)

_RULES = TournamentRules(
    {}, 3, False, 0, 2, 600.0, "list", "open", "command", 0.0, 3, 60.0, 1, False, move=180.0, main=0.0, increment=0.0
)
_ROW = StandingEntry(1, "ann", 1.0, 1, won=1, drawn=0, lost=0, sonneborn_berger=0.0, buchholz=0.0, head_to_head=0.0)
_GAME = PairingGame(1, "m7", "ann", "ann", "played", "X wins")
_PAIRING = PairingEntry(1, 1, 0, "ann", "bob", [_GAME], winner="ann", how="played", sentence="ann has won 2 of 2 games")
_FINAL = BracketEntry(1, 0, "ann", "bob", "ann")
_SHOWN = TournamentShown(
    tournament="t1",
    number=12,
    game="tic-tac-toe",
    kind="knockout",
    by="olga",
    standing="over",
    winners=["ann"],
    rules=_RULES,
    players=[EntrantEntry("ann", 1500.0), EntrantEntry("bob", 1500.0)],
    games=2,
    expected=2,
    table=[_ROW],
    pairings=[_PAIRING],
    bracket=[[_FINAL]],
)
_RECORD = ['[Game "tic-tac-toe"]', '[Match "m7"]', '[Result "1-0"]', "", "1. b2 2. a1"]

EXAMPLES: tuple[Reply, ...] = (
    TournamentList([TournamentEntry("t1", "tic-tac-toe", "knockout", "over", 2, "olga", ["ann"])], more=3),
    TournamentStanding("t1", 12, "over", 2, 2, [_ROW]),
    TournamentTree("t1", 12, [[_FINAL]]),
    TournamentPairings("t1", [_PAIRING]),
    _SHOWN,
    TournamentRecorded("t1", _RECORD),
    TournamentExported(_SHOWN, {"m7": "\n".join(_RECORD)}),
)
"""One of each reply."""
