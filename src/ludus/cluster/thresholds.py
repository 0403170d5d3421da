"""How large a subtree must be for a worker to tell the others about it.

An entry spares the work to whoever needs the same position, at once or in the next depth: the smaller the subtrees that are told,
the less is searched twice. But carrying an entry to another machine and taking it in costs about as much as searching a position
of a quick game, and everybody takes in what everybody else tells, so the limit grows with the number of workers. Two real workers
were sooner with subtrees of 30 to 100 positions than with those of 10. A mark is of use only if others hear of it before the
subtree is done, which depends on the latency.
"""

from __future__ import annotations

NODES_EACH = 5
"""Positions of the smallest subtree that is told, for each thread that takes part."""

SMALLEST_ENTRY = 40

SMALLEST_MARK = 200

SHARE_OF_LATENCY = 0.5
"""A subtree is marked if it is expected to take at least this share of the latency."""


def smallest_entry(threads: int) -> int:
    """Positions of the smallest subtree of which others are told what was found, with so many threads in the cluster."""
    return max(SMALLEST_ENTRY, NODES_EACH * threads)


def smallest_mark(speed: float, latency: float) -> int:
    """Positions of the smallest subtree of which others are told that somebody searches it, at a speed in positions a second."""
    return max(SMALLEST_MARK, round(speed * latency * SHARE_OF_LATENCY))
