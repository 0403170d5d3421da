"""What a search has found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.search.constants import DECIDED, WIN


@dataclass(frozen=True, slots=True)
class Report:
    """The best completed knowledge about a position."""

    move: int | None
    """The best move found; None when the game is over."""
    value: int
    """What the position is worth for the seat to move."""
    exact: bool
    """Whether the value is proven: a win or a loss, and there is no quicker one, or the whole rest of the game searched."""
    line: tuple[int, ...]
    """The moves both sides are expected to play, the best move first."""
    depth: int
    """How many moves deep the last completed search went."""
    nodes: int
    """How many positions were looked at."""
    seconds: float
    """How long that took."""
    completed: float
    """How much is done; 1.0 when the value is proven or the whole requested depth was searched. Where a depth was requested, the
    share of the time that it is expected to take in all; otherwise the share of the moves here that the next depth has tried."""
    estimate: float | None = None
    """How many seconds the next depth is expected to take, and not less than it took so far; None when nothing is left to do."""
    estimate_error: float | None = None
    """The factor by which half of the estimates so far were off at most; None when none could be judged."""
    share: float | None = None
    """The share of the points to be expected, a win being 1 and a draw one half, where games were sampled."""
    remark: str = ""
    """What a game's own strategy expects, in its own words; the value is 0 then."""
    from_book: bool = False
    """Whether the move is one that the game says needs no thought; nothing was searched then, the value is the heuristic one."""

    @property
    def ends_in(self) -> int | None:
        """In how many moves the game is won or lost, when that is proven."""
        return WIN - abs(self.value) if abs(self.value) > DECIDED else None

    @property
    def speed(self) -> float:
        """Positions a second."""
        return self.nodes / self.seconds if self.seconds else 0.0


Progress = Callable[[Report], None]
"""Is told how a search stands."""
