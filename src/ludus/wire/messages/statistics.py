"""What players have done: their results, ratings and streaks, whom they have met, and who leads in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeAlias

from msgspec import Struct, field

from ludus.wire.messages.base import Reply, Request, counted, in_columns, number, word
from ludus.wire.messages.lists import MatchEntry, left_out, more_than_listed
from ludus.wire.words import AnyName, Word

TITLE = "Statistics and ratings"


# Requests


class Statistics(Request, tag="statistics", frozen=True):
    """Show what a player has won, lost and drawn, and how they are rated. Without a name, it shows yours.

    With `against`, it also shows how the player has done against that one.
    """

    example: ClassVar[str] = "STATISTICS ann"
    before_login: ClassVar[bool] = True

    player: AnyName = ""
    against: AnyName = ""


class Leaderboard(Request, tag="leaderboard", frozen=True):
    """Show who leads in a game, at most 200 players."""

    example: ClassVar[str] = "LEADERBOARD conquest"
    before_login: ClassVar[bool] = True

    game: Word


# Replies


class PlayerScore(Struct, frozen=True):
    """How a player has done in one game. `rating` is 0 for somebody without one, and provisional until it is settled.

    `streak` is the number of games won one after the other up to now, or less than 0 for games lost; `longest` is the longest
    row of wins. `course` is what the rating was after each of the last games, the oldest first.
    """

    game: str
    won: int
    lost: int
    drawn: int
    forfeited: int
    rating: float = 0.0
    deviation: float = 0.0
    provisional: bool = True
    streak: int = 0
    longest: int = 0
    course: list[int] = field(default_factory=list)

    def line(self) -> str:
        """The score in one line."""
        games = f"won={self.won} lost={self.lost} drawn={self.drawn} forfeited={self.forfeited}"
        rated = f"rating={number(self.rating)} deviation={number(self.deviation)}"
        settled = " provisional=yes" if self.provisional else ""
        return f"SCORE {word(self.game)} {games} {rated} streak={self.streak} longest={self.longest}{settled}"

    def lines(self) -> Iterator[str]:
        """The score, and how the rating went."""
        yield self.line()
        if self.course:
            yield f"COURSE {word(self.game)} {' '.join(map(str, self.course))}"

    def columns(self) -> tuple[str, str]:
        """The score in a list for people."""
        rated = f"; rated {_rating(self.rating, self.deviation, self.provisional)}" if self.rating else ""
        now = f"; {'won' if self.streak > 0 else 'lost'} the last {abs(self.streak)}" if abs(self.streak) > 1 else ""
        best = f"; once won {self.longest} in a row" if self.longest > max(self.streak, 1) else ""
        tally = PlayerTally(self.won, self.lost, self.drawn, self.forfeited)
        return self.game, f"{tally.sentence()}{rated}{now}{best}"


class PlayerTally(Struct, frozen=True):
    """How often a player has won, lost, drawn and forfeited."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    forfeited: int = 0

    def line(self, what: str) -> str:
        """The tally in one line."""
        return f"TALLY {what} won={self.won} lost={self.lost} drawn={self.drawn} forfeited={self.forfeited}"

    def sentence(self) -> str:
        """The tally for people, without what never happened."""
        counts = {"won": self.won, "lost": self.lost, "drawn": self.drawn, "forfeited": self.forfeited}
        return ", ".join(f"{count} {what}" for what, count in counts.items() if count) or "none"


class HeadToHead(Struct, frozen=True):
    """Games against one other player, in all games together."""

    player: str
    won: int
    lost: int
    drawn: int

    def line(self) -> str:
        """The score in one line."""
        return f"AGAINST {word(self.player)} won={self.won} lost={self.lost} drawn={self.drawn}"


class StatisticsOf(Reply, tag="statistics of", frozen=True):
    """What a player has done: single games, matches of several games and tournaments, opponents, and the last games played.

    `scores` count games; `matches` and `tournaments` those of tournaments. `opponents` are those met most often.
    """

    player: str
    scores: list[PlayerScore]
    last: list[MatchEntry]
    matches: PlayerTally = PlayerTally()
    tournaments: PlayerTally = PlayerTally()
    opponents: list[HeadToHead] = field(default_factory=list)

    def _lines(self) -> Iterator[str]:
        yield f"STATISTICS {word(self.player)}"
        for score in self.scores:
            yield from score.lines()
        yield self.matches.line("matches")
        yield self.tournaments.line("tournaments")
        yield from (opponent.line() for opponent in self.opponents)
        yield from (entry.line() for entry in self.last)
        yield "END STATISTICS"

    def _sentences(self) -> Iterator[str]:
        yield f"{self.player} has finished no game yet." if not self.scores else f"Games of {self.player}:"
        yield from in_columns(score.columns() for score in self.scores)
        for what, tally in (("Matches in tournaments", self.matches), ("Tournaments", self.tournaments)):
            if tally != PlayerTally():
                yield f"{what}: {tally.sentence()}."
        for opponent in self.opponents:
            yield f"Against {opponent.player}: {PlayerTally(opponent.won, opponent.lost, opponent.drawn).sentence()}."
        if self.last:
            yield "Last games:"
            yield from in_columns(entry.columns() for entry in self.last)


class LeaderEntry(Struct, frozen=True):
    """A player's place in a game. It goes by what the rating is at least, so it takes some games to get to the top."""

    place: int
    player: str
    rating: float
    deviation: float
    games: int
    provisional: bool

    def line(self) -> str:
        """The place in one line."""
        settled = " provisional=yes" if self.provisional else ""
        rated = f"rating={number(self.rating)} deviation={number(self.deviation)} games={self.games}"
        return f"LEADER {self.place} {word(self.player)} {rated}{settled}"

    def columns(self) -> tuple[str, str, str]:
        """The place in a list for people."""
        rated = _rating(self.rating, self.deviation, self.provisional)
        return str(self.place), self.player, f"{rated}, {counted(self.games, 'game')}"


class LeaderboardOf(Reply, tag="leaderboard of", frozen=True):
    """Who leads in a game. `more` is the number of players left out."""

    game: str
    leaders: list[LeaderEntry]
    more: int = 0

    def _lines(self) -> Iterator[str]:
        yield from (leader.line() for leader in self.leaders)
        yield from left_out(self.more)
        yield f"END LEADERBOARD {word(self.game)}"

    def _sentences(self) -> Iterator[str]:
        yield f"Who leads in {self.game}:" if self.leaders else f"Nobody is rated in {self.game} yet."
        yield from in_columns(leader.columns() for leader in self.leaders)
        yield from more_than_listed(self.more)


def _rating(rating: float, deviation: float, provisional: bool) -> str:
    """A rating for people."""
    return f"{rating:.0f} (give or take {deviation:.0f}{', not settled yet' if provisional else ''})"


StatisticsRequest: TypeAlias = Statistics | Leaderboard
StatisticsReply: TypeAlias = StatisticsOf | LeaderboardOf

_SCORE = PlayerScore(
    "santorini", won=3, lost=1, drawn=0, forfeited=1, rating=1612.4, deviation=431.0, streak=2, longest=2, course=[1540, 1612]
)
_OVER = MatchEntry("m3", "santorini", "over", teams=[["ann"], ["cat"]], free=0, moves=31, result="Team 2 has resigned")

EXAMPLES: tuple[Reply, ...] = (
    StatisticsOf(
        player="ann",
        scores=[_SCORE],
        last=[_OVER],
        matches=PlayerTally(won=2, lost=1),
        tournaments=PlayerTally(won=1),
        opponents=[HeadToHead("cat", won=2, lost=1, drawn=0)],
    ),
    LeaderboardOf("santorini", [LeaderEntry(1, "ann", 1612.4, 431.0, 5, provisional=True)], more=3),
)
"""One of each reply."""
