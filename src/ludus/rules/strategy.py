"""`Strategy`: what a game's own computer player can be asked."""

from __future__ import annotations

from typing import Any, Protocol

from ludus.rules.state import StateRecord


class Strategy(Protocol):
    """Knows what to do in every position of one game, and decides only by what a seat can see.

    The rulebook is a `Rulebook`. Its type is not named here, because a rulebook holds its game and a game names its strategy.
    """

    def choose(self, rulebook: Any, state: StateRecord, seat: int) -> int:
        """The number of a legal move for a seat that may act."""

    def expects(self, rulebook: Any, state: StateRecord, seat: int) -> str:
        """What the seat can expect in this position, in a few words: `254.6 points in the end`."""
