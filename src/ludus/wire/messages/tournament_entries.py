"""What messages about tournaments are made of: rules, players, places in the table, pairings, games and brackets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from ludus.wire.messages.base import Times, clock_sentence, counted, duration, in_columns, number, word
from ludus.wire.words import Standing

NOT_KNOWN, NOBODY_THERE = "", "-"
"""In a bracket: a player who is not known yet, and a bye."""


class TournamentEntry(Struct, frozen=True):
    """A tournament in a list; `by` has opened it."""

    tournament: str
    game: str
    kind: str
    standing: Standing
    players: int
    by: str
    winners: list[str]

    def line(self) -> str:
        """The tournament in one line."""
        winners = ",".join(map(word, self.winners)) or "-"
        what = f"{word(self.kind)} {word(self.game)} {self.standing} players={self.players}"
        return f"TOURNAMENT {word(self.tournament)} {what} by={word(self.by)} winners={winners}"

    def columns(self) -> tuple[str, str, str]:
        """The tournament in a list for people."""
        won = f"; {won_by(self.winners)}" if self.winners else ""
        return self.tournament, self.game, f"{self.kind}, {self.standing}, {counted(self.players, 'player')}{won}"


class TournamentRules(Struct, frozen=True):
    """What was arranged for a tournament; `starts` is the time at which it starts by itself, 0 for none."""

    options: dict[str, int]
    best_of: int
    double: bool
    rounds: int
    slots: int
    seconds: float
    order: str
    entry: str
    start: str
    starts: float
    replays: int
    grace: float
    at_once: int
    talk: bool
    move: float
    main: float
    increment: float
    team_size: int = 1

    def lines(self) -> Iterator[str]:
        """The rules, a line each."""
        for option, chosen in self.options.items():
            yield f"OPTION {word(option)} {chosen}"
        for name in self.__struct_fields__:
            said = getattr(self, name)
            if isinstance(said, (int, float)):
                yield f"RULE {name} {('yes' if said else 'no') if isinstance(said, bool) else number(said)}"
            elif isinstance(said, str):
                yield f"RULE {name} {word(said)}"

    def sentences(self, kind: str) -> Iterator[str]:
        """What a player wants to know of them before joining."""
        games = "one game" if self.best_of == 1 else f"{'the best of ' * (kind == 'knockout')}{self.best_of} games"
        arranged = {
            f"Each pairing is {games}": True,
            "everybody meets twice": kind == "round-robin" and self.double,
            counted(self.rounds, "round"): kind == "swiss" and self.rounds,
            f"new games begin for {duration(self.seconds)}": kind == "arena",
            f"teams of up to {self.team_size}": self.team_size > 1,
            f"room for {self.slots}": self.slots,
        }
        yield "; ".join(said for said, is_so in arranged.items() if is_so) + "."
        yield clock_sentence(Times(move=self.move, main=self.main, increment=self.increment))
        if self.options:
            yield f"Played with {', '.join(f'{name}={chosen}' for name, chosen in self.options.items())}."


class EntrantEntry(Struct, frozen=True):
    """Somebody who takes part: their rating when they entered, whether they are ready, and whether they are away or out.

    A team has `members`, those who have left it included, and the mean of their ratings. The computer has a `level`.
    """

    name: str
    rating: float
    ready: bool = False
    away: bool = False
    out: bool = False
    members: list[str] = field(default_factory=list)
    level: int = 0

    def line(self, tournament: str) -> str:
        """The player in one line."""
        marks = {"ready": self.ready, "away": self.away, "out": self.out}
        true = "".join(f" {name}=yes" for name, is_so in marks.items() if is_so)
        team = f" members={','.join(map(word, self.members))}" if self.members else ""
        level = f" level={self.level}" if self.level else ""
        return f"ENTRANT {word(tournament)} {word(self.name)} {number(self.rating)}{true}{team}{level}"

    def columns(self) -> tuple[str, str, str]:
        """The player in a list for people."""
        marks = {"ready": self.ready, "away": self.away, "out": self.out}
        known = (f"level {self.level}" if self.level else "", *(name for name, is_so in marks.items() if is_so))
        return self.name, f"{self.rating:.0f}", ", ".join([*self.members, *filter(None, known)])


class StandingEntry(Struct, frozen=True):
    """A player's line in the table: a shared place is the same number."""

    place: int
    player: str
    points: float
    pairings: int
    won: int
    drawn: int
    lost: int
    sonneborn_berger: float
    buchholz: float
    head_to_head: float
    withdrawn: bool = False

    def line(self, tournament: str) -> str:
        """The player's place in one line."""
        games = f"pairings={self.pairings} won={self.won} drawn={self.drawn} lost={self.lost}"
        ties = f"sb={number(self.sonneborn_berger)} buchholz={number(self.buchholz)} between={number(self.head_to_head)}"
        out = " out=yes" if self.withdrawn else ""
        return f"PLACE {word(tournament)} {self.place} {word(self.player)} {number(self.points)} {games} {ties}{out}"

    def columns(self) -> tuple[str, ...]:
        """The player's place in a table for people."""
        played = (self.won, self.drawn, self.lost)
        return str(self.place), self.player, number(self.points), *map(str, played), "out" if self.withdrawn else ""


class PairingGame(Struct, frozen=True):
    """A game of a pairing: the match in which it is played, who moved first, and how it ended."""

    game: int
    match: str
    mover: str
    winner: str = ""
    how: str = ""
    sentence: str = ""

    def line(self, tournament: str, pairing: int) -> str:
        """The game in one line."""
        ended = f"{word(self.winner)} {word(self.how)} {self.sentence}"
        return f"PLAYED {word(tournament)} {pairing} {self.game} {word(self.match)} {word(self.mover)} {ended}"

    def columns(self) -> tuple[str, str, str]:
        """The game in a list for people."""
        won = f"{self.winner} wins: " if self.winner else ""  # of a draw, the sentence says so
        return "", f"  game {self.game}", f"{self.match}, {won}{self.sentence}"


class PairingEntry(Struct, frozen=True):
    """Two players who meet, `first` moving first in the first game; `second` is - for a bye.

    `on` is the match in which they play now. `how` is empty while nothing is decided; then no `winner` means a draw.
    """

    pairing: int
    round: int
    index: int
    first: str
    second: str
    games: list[PairingGame]
    on: str = ""
    winner: str = ""
    how: str = ""
    sentence: str = ""

    def lines(self, tournament: str) -> Iterator[str]:
        """The pairing, and its games."""
        where = f"{word(tournament)} {self.pairing} {self.round} {self.index} {word(self.first)} {word(self.second)}"
        yield f"PAIRING {where} {word(self.on)} {word(self.winner)} {word(self.how)} {self.sentence}"
        yield from (game.line(tournament, self.pairing) for game in self.games)

    def rows(self) -> Iterator[tuple[str, str, str]]:
        """The pairing, and its games, in a list for people."""
        meet = f"{self.first} has a bye" if self.second == NOBODY_THERE else f"{self.first} against {self.second}"
        now = f"being played in {self.on}" if self.on else self.sentence or "not decided yet"
        yield f"round {self.round}", meet, now
        yield from (game.columns() for game in self.games)


class BracketEntry(Struct, frozen=True):
    """A place in a bracket: who meets there and who goes on; - is a bye, and empty is not known yet."""

    round: int
    index: int
    first: str
    second: str
    winner: str

    def line(self, tournament: str) -> str:
        """The place in one line; ? is not known yet."""
        slots = " ".join(word(slot) if slot else "?" for slot in (self.first, self.second, self.winner))
        return f"BRACKET {word(tournament)} {self.round} {self.index} {slots}"

    def columns(self) -> tuple[str, str, str]:
        """The place in a bracket for people."""
        known = {NOT_KNOWN: "?", NOBODY_THERE: "(bye)"}
        first, second, winner = (known.get(slot, slot) for slot in (self.first, self.second, self.winner))
        return first, f"- {second}", f"->  {winner}" if self.winner else ""


def won_by(winners: Sequence[str]) -> str:
    """Who has won."""
    return f"won by {' and '.join(winners)}"


def table_sentences(rows: Sequence[StandingEntry]) -> Iterator[str]:
    """A table as people read it."""
    heads = ("", "player", "points", "won", "drawn", "lost", "")
    return in_columns([heads, *(row.columns() for row in rows)] if rows else [])


def bracket_sentences(rounds: Sequence[Sequence[BracketEntry]]) -> Iterator[str]:
    """A bracket as people read it, round by round; names stand below each other in all of them."""
    drawn = in_columns(place.columns() for places in rounds for place in places)
    for count, places in enumerate(rounds, 1):
        yield "Final:" if count == len(rounds) else f"Round {count}:"
        yield from (next(drawn) for _ in places)
