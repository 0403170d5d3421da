"""A signature of the search: how many positions it looks at in a fixed task.

A change that only makes the search faster leaves the signature alone; a new signature means that the search does something else.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.rules.rulebook import Rulebook
from ludus.search.engine import Engine
from ludus.search.limit import Limit

ENOUGH = 50_000
"""The task is the first depth from the start that looks at this many positions, or the whole game."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What one thread did with an empty table."""

    depth: int
    nodes: int
    value: int
    seconds: float


def signature(rulebook: Rulebook) -> Signature:
    """Search a game from its start, deeper and deeper until that takes enough positions."""
    state = rulebook.start()
    while rulebook.chances(state):
        state = rulebook.happen(state, 0)
    engine = Engine(rulebook, threads=1, megabytes=16)
    try:
        for depth in range(1, rulebook.hint("remaining", state) + 1):
            engine.forget()
            report = engine.search(state, Limit(depth=depth))
            if report.nodes >= ENOUGH:
                break
        return Signature(report.depth, report.nodes, report.value, report.seconds)
    finally:
        engine.close()
