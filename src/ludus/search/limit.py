"""How long a search may think."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A search ends when any of these is reached; with none, when the position is solved or the search is stopped."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
