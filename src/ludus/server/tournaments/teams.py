"""`Teams`: who plays for an entrant of a tournament: a player alone, the players of a team, or the computer.

ann          plays alone, under her own name
reds         a team: its players take turns making its moves, and it is there as long as one of them is
computer3    the computer at level 3; nobody else can have such a name
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

COMPUTER = re.compile(r"computer([1-9]|10)")


def level_of(entrant: str) -> int:
    """The level of the computer that takes part under this name, 0 for everybody else."""
    named = COMPUTER.fullmatch(entrant)
    return int(named[1]) if named else 0


@dataclass(slots=True)
class Teams:
    """The teams of a tournament; whoever is in none plays alone."""

    _ratings: dict[str, dict[str, float]] = field(default_factory=dict)  # by team and player, in the order in which they came
    _team_of: dict[str, str] = field(default_factory=dict)
    _left: set[str] = field(default_factory=set)

    def __contains__(self, entrant: object) -> bool:
        """Whether an entrant is a team."""
        return entrant in self._ratings

    def entrant(self, player: str) -> str:
        """The name under which somebody would take part: that of the team, or their own unless a team is called so."""
        return self._team_of.get(player) or ("" if player in self else player)

    def everybody(self, entrant: str) -> list[str]:
        """Everybody who plays or has played for an entrant; for the computer nobody."""
        return [] if level_of(entrant) else list(self._ratings.get(entrant, [entrant]))

    def players(self, entrant: str) -> list[str]:
        """Those who play for an entrant now."""
        return [player for player in self.everybody(entrant) if player not in self._left]

    def rating(self, team: str) -> float:
        """The rating of a team: the mean of its players'."""
        ratings = self._ratings[team].values()
        return round(sum(ratings) / len(ratings), 1)

    def join(self, team: str, player: str, rating: float) -> None:
        """A player joins a team; the first one makes it."""
        self._ratings.setdefault(team, {})[player] = rating
        self._team_of[player] = team

    def leave(self, player: str) -> None:
        """A player leaves during the tournament; what was played stays theirs, too."""
        self._left.add(player)

    def forget(self, player: str) -> None:
        """A player leaves before the tournament, as if they had never come."""
        team = self._team_of.pop(player)
        del self._ratings[team][player]
        if not self._ratings[team]:
            del self._ratings[team]
