"""The positions after each move, known by their keys: which are the same, and whether the table already knows one well enough."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import inner
from ludus.rules.state import copy_into
from ludus.search.constants import DECIDED, LOWER, NO_VALUE, UPPER, WIN
from ludus.search.intrinsics import next_record, prefetch

make: Callable[..., None]
table_key: Callable[..., Any]
bucket_of: Callable[..., Any]
probe: Callable[..., int]
store: Callable[..., None]
entry_bound: Callable[..., int]
entry_depth: Callable[..., int]
value_to_entry: Callable[..., int]
value_from_entry: Callable[..., int]


@inner
def drop_equivalent(ctx: Any, state: Any, frame: Any, count: int) -> int:
    """Keep only one of the moves that lead to the same key, such as mirror images.

    Returns how many are left; their scores are the keys they lead to.
    """
    child = next_record(state)
    left = 0
    for index in range(count):
        copy_into(child, state)
        make(child, frame.moves[index])
        code = np.int64(table_key(child))
        known = False
        for other in range(left):
            known = known or frame.scores[other] == code
        if not known:
            prefetch(bucket_of(ctx, np.uint64(code)))
            frame.moves[left], frame.scores[left] = frame.moves[index], code
            left += 1
    return left


@inner
def enhanced_cutoff(ctx: Any, frame: Any, count: int, depth: int, beta: int, ply: int) -> int:
    """The value of a move that the table already knows to be good enough, or `NO_VALUE` (enhanced transposition cutoff).

    The scores of the moves are the keys they lead to.
    """
    for index in range(count):
        code = np.uint64(frame.scores[index])
        entry = probe(bucket_of(ctx, code), code)
        worth = -value_from_entry(entry, ply + 1)
        if entry_bound(entry) & UPPER and worth >= beta and (worth > DECIDED or entry_depth(entry) >= depth - 1):
            store(ctx, bucket_of(ctx, frame.key), frame.key, value_to_entry(worth, ply), depth, LOWER, index, code)
            return worth
    return NO_VALUE


@inner
def undecided(worth: int) -> int:
    """A value as it counts in an average, where a win or a loss is not certain yet."""
    return worth - (WIN - DECIDED) if worth > DECIDED else worth + (WIN - DECIDED) if worth < -DECIDED else worth
