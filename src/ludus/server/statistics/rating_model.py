"""`RatingModel`: what a game says about the strength of its players, by openskill (Plackett-Luce). The only file that knows it.

    model.rate([[(25.0, 8.3)], [(25.0, 8.3)]], [1, 2])      mu and sigma of everybody in teams that ended at these ranks

openskill copies what it is given, and each rating that it makes, a copy too, gets a random id from the system, which took two
thirds of the time. So it is given ratings that were made before, in a list that need not be copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeAlias

Strength: TypeAlias = tuple[float, float]
"""mu, what a player's strength probably is, and sigma, how uncertain that is."""


class RatingModel:
    """Rates games; for one thread."""

    def __init__(self) -> None:
        self._used: list[Any] = []  # openskill's ratings, whose values are those of the last game

    def rate(self, teams: Sequence[Sequence[Strength]], ranks: Sequence[int]) -> list[list[Strength]]:
        """The strengths after a game; the lowest rank is the best."""
        model = _model()
        self._used += [model.rating() for _ in range(sum(map(len, teams)) - len(self._used))]
        usable = iter(self._used)
        playing = _Teams(list(islice(usable, len(team))) for team in teams)
        for team, strengths in zip(playing, teams, strict=True):
            for rating, strength in zip(team, strengths, strict=True):
                rating.mu, rating.sigma = strength
        return [[(each.mu, each.sigma) for each in team] for team in model.rate(playing, ranks=[float(rank) for rank in ranks])]


class _Teams(list[list[Any]]):
    """Teams that may be changed instead of a copy."""

    def __deepcopy__(self, memo: object) -> _Teams:
        return self


@cache
def _model() -> Any:
    from openskill.models import PlackettLuce  # when it is first needed: a start is quicker without it

    return PlackettLuce()
