"""How much better one player is than another, told from their games.

A player who is D Elo better scores 1 / (1 + 10 ** (-D / 400)) points a game: a win counts 1, a draw 1/2. Of n games,

    share      s = (wins + draws / 2) / n
    variance   v = (wins * (1 - s) ** 2 + draws * (1/2 - s) ** 2 + losses * s ** 2) / n           of one game
    bounds     (s + zz / 2n  -+  z * sqrt(v / n + zz / 4nn)) / (1 + zz / n)      with z = 1.96: Wilson's interval, right 95
                                                                                 times of 100, also when every game was won
    SPRT       n * (s1 - s0) * (2s - s0 - s1) / 2v                               the logarithm of how much likelier these games
                                                                                 are when the player is elo1 better than when elo0

The sequential test ends as soon as that logarithm leaves log(b / (1 - a)) .. log((1 - b) / a), where a and b are the shares of
wrong verdicts allowed either way. For it half a game is added to each of wins, draws and losses, so that v is never 0 and a
few wins in a row prove nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ludus.rules.errors import LudusError

CERTAIN = 1.959964
"""So many standard deviations to both sides hold the truth 95 times of 100."""


MOST = 4000
"""No test asks for a greater difference; who is so much better loses one game of ten thousand million."""


def share_of(elo: float) -> float:
    """The points a game that a player scores who is so much better."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float:
    """How much better a player is who scores so many points a game; infinite for 0 and 1."""
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return 400 * math.log10(share / (1 - share))


@dataclass(frozen=True, slots=True)
class Score:
    """How the games of one player against another ended."""

    wins: float = 0
    draws: float = 0
    losses: float = 0

    def with_game(self, points: float) -> Score:
        """The score after one more game, of 1, 1/2 or 0 points."""
        return Score(self.wins + (points == 1), self.draws + (points == 0.5), self.losses + (points == 0))

    @property
    def games(self) -> float:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The points a game; half a point before the first."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def variance(self) -> float:
        """How far a game's points are from the share, squared, on average."""
        share = self.share
        squares = self.wins * (1 - share) ** 2 + self.draws * (0.5 - share) ** 2 + self.losses * share**2
        return squares / self.games if self.games else 0.25

    @property
    def elo(self) -> float:
        """How much better the player seems to be."""
        return elo_of(self.share)

    @property
    def elo_bounds(self) -> tuple[float, float]:
        """Between which the truth lies 95 times of 100."""
        if not self.games:
            return -math.inf, math.inf
        weight = CERTAIN**2 / self.games
        middle = self.share + weight / 2
        aside = CERTAIN * math.sqrt(self.variance / self.games + weight / (4 * self.games))
        low, high = ((middle + side) / (1 + weight) for side in (-aside, aside))
        return elo_of(low if self.wins or self.draws else 0), elo_of(high if self.losses or self.draws else 1)


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """Whether a player is `elo1` better rather than `elo0`, decided with as few games as it takes."""

    elo0: float
    elo1: float
    wrongly_better: float = 0.05
    """The share of players no better than `elo0` of whom the test may say otherwise."""
    wrongly_not: float = 0.05
    """The share of players `elo1` better of whom the test may say otherwise."""

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
        """Between which the ratio leaves the question open."""
        a, b = self.wrongly_better, self.wrongly_not
        return math.log(b / (1 - a)), math.log((1 - b) / a)

    def ratio(self, score: Score) -> float:
        """The logarithm of how much likelier the score is with `elo1` than with `elo0`."""
        if not score.games:
            return 0.0
        seen = Score(score.wins + 0.5, score.draws + 0.5, score.losses + 0.5)
        least, most = share_of(self.elo0), share_of(self.elo1)
        return seen.games * (most - least) * (2 * seen.share - least - most) / (2 * seen.variance)

    def is_better(self, score: Score) -> bool | None:
        """The verdict, or None while the question is open."""
        low, high = self.bounds
        ratio = self.ratio(score)
        return None if low < ratio < high else ratio >= high
