"""`Ticket`: one thought that waits for its turn, or has it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass


def always() -> bool:
    """Yes."""
    return True


def nothing() -> None:
    """Stop what stops by itself."""


@dataclass(slots=True, eq=False)
class Ticket:
    """Whose thought it is, how long it would like to be, and by when it should be over. Times are those of the server's clock."""

    owner: str
    """who asked for it: all thoughts of one owner share one turn in the round"""
    lane: str
    """the match, or the game type: its thoughts are begun in order of arrival"""
    need: float
    """the seconds it may take if nobody else is waiting"""
    arrived: float
    expected: float = 0.0
    """the seconds it will probably take, where that is known to be less than it may take"""
    due: float = math.inf
    """when it should be over"""
    strict: bool = False
    """whether it is begun at `due` at the latest, even if there is no room: then all there is time for is a legal move"""
    serial: bool = False
    """whether the thoughts of its lane come one after the other"""
    wanted: Callable[[], bool] = always
    """whether it is still of use"""
    present: Callable[[], bool] = always
    """whether whoever waits for it is here; if not, others come first"""
    stop: Callable[[], None] = nothing
    """ends the thought early, with what it has found so far"""
    begun: float | None = None
    """when it got its turn; None while it waits"""
    until: float = math.inf
    """when it has to be over, now that it has its turn"""
    stopped: bool = False
    """whether it was told to come to an end"""

    @property
    def likely(self) -> float:
        """The seconds it will probably take."""
        return min(self.need, self.expected) if self.expected else self.need

    @property
    def seconds(self) -> float:
        """How long it may take, from its beginning."""
        return math.inf if self.begun is None else max(0.0, self.until - self.begun)
