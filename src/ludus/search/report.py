"""What a search has found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.search.constants import DECIDED, WIN


@dataclass(frozen=True, slots=True)
class Report:
    """The best that is known about a position so far."""

    move: int | None
    """The best move found; None when the game is over."""
    value: int
    """What the position is worth for the seat to move."""
    exact: bool
    """Whether the value is proven: it is a win or loss with no quicker one, or the whole rest of the game was searched."""
    line: tuple[int, ...]
    """The moves both sides are expected to play, the best move first."""
    depth: int
    """The depth, in moves, of the last completed search."""
    nodes: int
    """How many positions were looked at."""
    seconds: float
    """How long that took."""
    completed: float
    """How much is done; 1.0 when the value is proven or the requested depth was searched. If a depth was requested, this is the
    share of the expected time that is over; otherwise the share of the moves that the next depth has tried."""
    estimate: float | None = None
    """How many seconds the next depth is expected to take, at least as many as it has taken so far; None when nothing is left."""
    estimate_error: float | None = None
    """The median factor by which estimates have been off so far; None if none could be judged."""
    share: float | None = None
    """The expected share of the points, where a win is 1 and a draw one half, if games were played out."""
    remark: str = ""
    """What a game's own strategy expects, in its own words; the value is then 0."""
    from_book: bool = False
    """Whether the move is one that the game says needs no thought; then nothing was searched, and the value is heuristic."""

    @property
    def ends_in(self) -> int | None:
        """In how many moves the game is won or lost, if that is proven."""
        return WIN - abs(self.value) if abs(self.value) > DECIDED else None

    @property
    def speed(self) -> float:
        """Positions a second."""
        return self.nodes / self.seconds if self.seconds else 0.0


Progress = Callable[[Report], None]
"""A callback that gets reports while a search runs."""
