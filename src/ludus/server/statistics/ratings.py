"""Ratings, game by game: for any number of teams of any size.

    mu      what a player's strength probably is, 25 at first; how it changes is in `rating_model.py`
    sigma   how uncertain that is, 25/3 at first; every game makes it smaller

People are shown `rating`, 60 times mu, which begins at 1500, and `deviation`, 60 times sigma. A rating is provisional until its
deviation is small enough.

A match counts when everybody may know how it ended, nobody in it was a computer, and it began as the game begins. Ratings change
in the order in which matches end, so the same matches give the same ratings again (`recount`). A guest's rating belongs to the
name; when somebody registers the name, it begins anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from ludus.server.matches.events import NOBODY, Closed, Made, is_rated
from ludus.server.statistics.rating_model import RatingModel
from ludus.server.store.changes import Account, Change, DropRatings, EndedMatch, PutAccount, PutRating

SCALE = 60.0
"""What a rating is multiplied with for people."""

SETTLED = 350.0
"""A rating with more deviation is provisional; against equals it takes about a dozen games to get below."""

COMPUTER = re.compile(r"computer\d*")
"""Names that only the computer has."""

REMEMBERED = 100
"""Games after which it is remembered what a rating was."""


class Rating(Struct, frozen=True):
    """How strong somebody is in one game, as far as anybody can tell."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    games: int = 0
    course: str = ""
    """What was shown after each of the last games, the oldest first; one short text takes less memory than many numbers."""

    @property
    def shown(self) -> float:
        """The rating as people see it."""
        return round(SCALE * self.mu, 1)

    @property
    def deviation(self) -> float:
        """How uncertain it is, on the same scale."""
        return round(SCALE * self.sigma, 1)

    @property
    def is_provisional(self) -> bool:
        """Whether it takes more games to be sure."""
        return self.deviation > SETTLED

    @property
    def at_least(self) -> float:
        """What the strength is at least, almost certainly: leaderboards go by it."""
        return self.mu - 3 * self.sigma

    def followed_by(self, mu: float, sigma: float) -> Rating:
        """The rating after one more game."""
        course = f"{self.course} {SCALE * mu:.0f}".lstrip()
        if course.count(" ") >= REMEMBERED:
            course = course.partition(" ")[2]  # the oldest is forgotten
        return Rating(mu, sigma, self.games + 1, course)

    def put(self, player: str, game: str) -> PutRating:
        """The change that keeps it."""
        return PutRating(player, game, self.mu, self.sigma, self.games, self.course)


NEW = Rating()


class Ratings:
    """The ratings of everybody, by game and player."""

    def __init__(self, kept: Iterable[PutRating] = ()) -> None:
        self._games: dict[str, dict[str, Rating]] = {}
        self._model = RatingModel()
        self.meanwhile: list[EndedMatch] | None = None  # what has ended while all ratings are computed again
        for each in kept:
            self._games.setdefault(each.game, {})[each.player] = Rating(each.mu, each.sigma, each.games, each.course)

    def of(self, player: str, game: str) -> Rating:
        """The rating of a player in a game."""
        return self._games.get(game, {}).get(player, NEW)

    def leaders(self, game: str) -> list[tuple[str, Rating]]:
        """Everybody who has played a game, the best first."""
        rated = self._games.get(game, {})
        return sorted(rated.items(), key=lambda each: (-each[1].at_least, each[0]))

    @property
    def all(self) -> dict[tuple[str, str], Rating]:
        """Every rating, by player and game."""
        return {(player, game): rating for game, rated in self._games.items() for player, rating in rated.items()}

    def note(self, made: Made, closed: Closed, teams: list[list[str]]) -> list[PutRating]:
        """Take the result of a match into account; the ratings that have changed."""
        if self.meanwhile is not None:
            self.meanwhile.append(EndedMatch(made, closed, teams))
        if not _counts(made, closed, teams):
            return []
        game, rated = made.terms.game, self._games.setdefault(made.terms.game, {})
        before = [[rated.get(player, NEW) for player in team] for team in teams]
        after = self._model.rate([[(each.mu, each.sigma) for each in team] for team in before], _ranks(len(teams), closed))
        changed = []
        for team, old, new in zip(teams, before, after, strict=True):
            for player, (mu, sigma), known in zip(team, new, old, strict=True):
                rating = rated[player] = known.followed_by(mu, sigma)
                changed.append(rating.put(player, game))
        return changed

    def replace(self, other: Ratings) -> None:
        """Take over all ratings of another."""
        self._games = other._games

    def forget(self, name: str) -> list[Change]:
        """Somebody new has this name: they begin anew."""
        gone = {player for rated in self._games.values() for player in rated if player.lower() == name.lower()}
        for rated in self._games.values():
            for player in gone:
                rated.pop(player, None)
        return [DropRatings(player) for player in sorted(gone)]

    def welcome(self, changes: Iterable[Change], now: float) -> list[Change]:
        """What the account means that was made with these changes, if one was."""
        new = [change.account for change in changes if isinstance(change, PutAccount) and change.account.made == now]
        return [change for account in new for change in self.forget(account.name)]


def recount(ended: Iterable[EndedMatch], accounts: Iterable[Account]) -> Ratings:
    """The ratings that follow from all matches, given in the order in which they ended."""
    ratings = Ratings()
    waiting = sorted(accounts, key=lambda account: account.made, reverse=True)
    for match in ended:
        while waiting and waiting[-1].made <= match.closed.at:
            ratings.forget(waiting.pop().name)
        ratings.note(match.made, match.closed, match.teams)
    while waiting:
        ratings.forget(waiting.pop().name)
    return ratings


def difference(before: Mapping[tuple[str, str], Rating], after: Mapping[tuple[str, str], Rating]) -> int:
    """How many ratings are not the same."""
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())


def _counts(made: Made, closed: Closed, teams: list[list[str]]) -> bool:
    """Whether a match is rated."""
    if not is_rated(made.terms) or len(teams) < 2 or not all(teams):
        return False
    if closed.winner == NOBODY and closed.loser == NOBODY and closed.how not in ("played", "agreed"):
        return False
    return not any(COMPUTER.fullmatch(player) for team in teams for player in team)


def _ranks(seats: int, closed: Closed) -> list[int]:
    """The ranks in which the teams ended: 1 for those that won or drew."""
    if closed.winner != NOBODY:
        return [1 if seat == closed.winner else 2 for seat in range(seats)]
    return [2 if seat == closed.loser else 1 for seat in range(seats)]
