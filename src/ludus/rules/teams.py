"""Teams: one or more players who make the team's moves in turn.

    team = Team(["ann", "bob"])
    team.next_player(0)       'ann'      before the team's first move
    team.next_player(1)       'bob'      after it

Who is next is a function of the players, in the order they joined, and of how many moves the team has made, so it needs no
memory and survives a restart. Another function can be plugged in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Choice: TypeAlias = Callable[[Sequence[str], int], str]


def in_turn(players: Sequence[str], moves_made: int) -> str:
    """Players move one after the other, in the order they joined."""
    return players[moves_made % len(players)]


@dataclass
class Team:
    """The players of one team, in the order they joined."""

    players: list[str] = field(default_factory=list)
    choose: Choice = in_turn

    def next_player(self, moves_made: int) -> str | None:
        """Who makes the team's next move; None when everybody has left."""
        return self.choose(self.players, moves_made) if self.players else None

    def leave(self, player: str) -> bool:
        """A player leaves; true when that was the last one, which means that the team resigns."""
        self.players.remove(player)
        return not self.players
