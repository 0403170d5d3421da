"""How long a search may think."""

from __future__ import annotations

from dataclasses import dataclass, replace

SHORT_LOOK, FEW_NODES = 0.1, 2_000
"""So many seconds and positions are enough where there is only one move."""

NO_END = 1 << 60
"""More positions than anybody looks at."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A search ends when any of these is reached; with none, when the position is solved or the search is stopped."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    patient: bool = False
    """Whether to think as long where there is only one move: who analyses wants to know the value, who plays does not."""

    def with_one_move(self) -> Limit:
        """The limit for a position with a single move; a depth that was asked for is searched."""
        if self.patient or self.depth is not None:
            return self
        seconds = None if self.seconds is None else min(self.seconds, SHORT_LOOK)
        return replace(self, seconds=seconds, nodes=None if self.nodes is None else min(self.nodes, FEW_NODES))
