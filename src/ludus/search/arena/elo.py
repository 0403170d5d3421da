"""Elo: how much better one player is than another, measured by their games.

A player who is D Elo better scores 1 / (1 + 10 ** (-D / 400)) points a game: a win counts 1, a draw 1/2. After n games,

    share      s = (wins + draws / 2) / n
    variance   v = (wins * (1 - s) ** 2 + draws * (1/2 - s) ** 2 + losses * s ** 2) / n           of one game
    bounds     (s + zz / 2n  -+  z * sqrt(v / n + zz / 4nn)) / (1 + zz / n)      with z = 1.96: Wilson's interval, right 95 times
                                                                                 in 100, even when every game was won
    SPRT       n * (s1 - s0) * (2s - s0 - s1) / 2v                               the log of how much likelier these games are
                                                                                 if the player is elo1 better than if elo0

The sequential test ends as soon as that logarithm leaves log(b / (1 - a)) .. log((1 - b) / a), where a and b are the error rates
allowed either way. The test adds half a game to each of wins, draws and losses, so that v is never 0 and a few wins in a row
prove nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludus.rules.errors import LudusError

CERTAIN = 1.959964
"""The true value lies within this many standard deviations 95 times in 100."""

MOST = 4000
"""No test asks for a greater difference: a player that much better loses one game in ten billion."""


def share_of(elo: float) -> float:
    """The points a game that a player scores who is `elo` better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float:
    """How much better a player is who scores `share` points a game; infinite for 0 and 1."""
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share))


@dataclass(frozen=True, slots=True)
class ArenaScore:
    """How the games of one player against another ended."""

    wins: float = 0
    draws: float = 0
    losses: float = 0

    def with_game(self, points: float) -> ArenaScore:
        """The score after one more game, of 1, 1/2 or 0 points."""
        return ArenaScore(self.wins + (points == 1), self.draws + (points == 0.5), self.losses + (points == 0))

    @property
    def games(self) -> float:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points a game; half a point before the first game."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """The variance of the points in one game."""
        share = self.share
        squares = self.wins * (1 - share) ** 2 + self.draws * (0.5 - share) ** 2 + self.losses * share**2
        return squares / self.games if self.games else 0.25

    @property
    def elo(self) -> float:
        """How much better the player seems to be."""
        return elo_of(self.share)

    @property
    def elo_bounds(self) -> tuple[float, float]:
        """The bounds between which the true value lies 95 times in 100."""
        if not self.games:
            return -math.inf, math.inf
        weight = CERTAIN**2 / self.games
        middle = self.share + weight / 2
        aside = CERTAIN * math.sqrt(self.variance / self.games + weight / (4 * self.games))
        low, high = ((middle + side) / (1 + weight) for side in (-aside, aside))
        return elo_of(low if self.wins or self.draws else 0), elo_of(high if self.losses or self.draws else 1)


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Whether a player is `elo1` better rather than `elo0`, decided with as few games as possible (SPRT)."""

    elo0: float
    elo1: float
    wrongly_better: float = 0.05
    """How often the test may call a player better who is no better than `elo0`."""
    wrongly_not: float = 0.05
    """How often the test may call a player no better who is `elo1` better."""

    def __post_init__(self) -> None:
        if not max(abs(self.elo0), abs(self.elo1)) <= MOST:
            raise LudusError(f"the test of {self.elo0:g},{self.elo1:g}: Elo differences lie between -{MOST} and {MOST}")
        if not self.elo0 < self.elo1:
            raise LudusError(f"the test of {self.elo0:g},{self.elo1:g} decides nothing: the second number must be the higher one")

    @classmethod
    def read(cls, text: str) -> SequentialTest:
        """The test that two numbers such as `0,20` ask for."""
        try:
            low, high = (float(word) for word in text.split(","))
        except ValueError:
            raise LudusError(f"{text!r} is not a test; write two Elo differences such as 0,20") from None
        return cls(low, high)

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratios between which the question stays open."""
        a, b = self.wrongly_better, self.wrongly_not
        return math.log(b / (1 - a)), math.log((1 - b) / a)

    def ratio(self, score: ArenaScore) -> float:
        """The logarithm of the likelihood ratio of `elo1` to `elo0`, given the score."""
        if not score.games:
            return 0.0
        seen = ArenaScore(score.wins + 0.5, score.draws + 0.5, score.losses + 0.5)
        least, most = share_of(self.elo0), share_of(self.elo1)
        return seen.games * (most - least) * (2 * seen.share - least - most) / (2 * seen.variance)

    def is_better(self, score: ArenaScore) -> bool | None:
        """The verdict, or None while the question is open."""
        low, high = self.bounds
        ratio = self.ratio(score)
        return None if low < ratio < high else ratio >= high
