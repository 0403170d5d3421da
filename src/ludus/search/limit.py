"""How long a search may think."""

from __future__ import annotations

from dataclasses import dataclass, replace

SHORT_LOOK, FEW_NODES = 0.1, 2_000
"""Seconds and positions that are enough when there is only one move."""

NO_END = 1 << 60
"""More positions than any search looks at."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A search ends when any of these is reached; with none, when the position is solved or the search is stopped."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    patient: bool = False
    """Whether to think just as long when there is only one move: an analysis needs the value, a player does not."""

    def with_one_move(self) -> Limit:
        """The limit for a position with a single move; a depth that was asked for is still searched."""
        if self.patient or self.depth is not None:
            return self
        seconds = None if self.seconds is None else min(self.seconds, SHORT_LOOK)
        return replace(self, seconds=seconds, nodes=None if self.nodes is None else min(self.nodes, FEW_NODES))
