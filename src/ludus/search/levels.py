"""How well the computer plays: levels from 1 to 10."""

from __future__ import annotations

from ludus.rules.errors import LudusError
from ludus.search.limit import Limit

SOON = 0.3
"""The most seconds that the lower levels take, so that no level is weaker than the one below it."""

LEVELS = (
    *(Limit(seconds=SOON, depth=depth) for depth in (1, 2, 3, 4, 6, 8)),
    *(Limit(seconds=seconds) for seconds in (SOON, 1.0, 3.0, 10.0)),
)
"""The limit of each level, from level 1 up."""

SAMPLED = (
    *(Limit(seconds=SOON, nodes=nodes) for nodes in (100, 500, 2_500, 12_500, 60_000, 300_000)),
    *LEVELS[6:],
)
"""The limit of each level where games are played out at random, which has no depth."""

USUAL = 5
"""The level when none is chosen."""


def limit_of_level(level: int, kind: str) -> Limit:
    """The limit for a move of a kind of player at a level."""
    return (SAMPLED if kind == "montecarlo" else LEVELS)[level - 1]


def read_level(text: str) -> int:
    """The level that a text names."""
    if not text.isdecimal() or not 1 <= int(text) <= len(LEVELS):
        raise LudusError(f"Say a level from 1 to {len(LEVELS)}: level {USUAL}")
    return int(text)


def thinking_in_words(limit: Limit, kind: str) -> str:
    """How long the computer thinks, in a sentence."""
    if kind == "strategy":
        return "The computer knows a strategy for this game, and plays it at every level"
    if limit.nodes is not None:
        return f"The computer looks at {limit.nodes:,} positions for a move"
    if limit.depth is not None:
        return f"The computer looks {limit.depth} move{'s' * (limit.depth != 1)} ahead"
    return f"The computer thinks {limit.seconds:g} second{'s' * (limit.seconds != 1)} a move"
