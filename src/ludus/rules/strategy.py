"""What a game's own computer player can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ludus.rules.rulebook import Rulebook
    from ludus.rules.state import Record


class Strategy(Protocol):
    """Knows what to do in every position of one game, deciding on what a seat can see."""

    def choose(self, rulebook: Rulebook, state: Record, seat: int) -> int:
        """The number of a legal move of a seat that may act."""

    def expects(self, rulebook: Rulebook, state: Record, seat: int) -> str:
        """What the seat may hope for in this position, in a few words: `254.6 points in the end`."""
