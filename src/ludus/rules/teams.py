"""Teams: one or more players who make the team's moves in turn.

    team = Team(["ann", "bob"])
    team.next_player(0)       'ann'      before the team's first move
    team.next_player(1)       'bob'      after it

A function of the players, in the order they joined, and of the number of moves the team has made, says who is next; another can
be plugged in. When somebody leaves, the turn stays with the player who had it, or passes to the next.
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
    shift: int = 0  # moves to count in addition to those made, because somebody has left

    def next_player(self, moves_made: int) -> str | None:
        """Who makes the team's next move; None when everybody has left."""
        return self.choose(self.players, moves_made + self.shift) if self.players else None

    def leave(self, player: str, moves_made: int) -> bool:
        """Remove a player; true if that was the last one, which means that the team resigns."""
        turn, place = (moves_made + self.shift) % len(self.players), self.players.index(player)
        del self.players[place]
        self.shift = turn - (place < turn) - moves_made
        return not self.players
