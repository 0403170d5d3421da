"""Hash keys: numbers of 64 bits by which positions are recognised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ludus.rules.rule import inner, rule
from ludus.search.constants import MIX
from ludus.search.intrinsics import address_of, load_word

key: Callable[..., int]
REPEATS: bool
HAS_KEY: bool
WORDS: int
MASKS: Any  # the bits that tell positions apart
COUNTERS: Any  # the bits of counters, which do not make a position another one but may decide what it is worth

SPREAD, HALF = np.uint64(MIX), np.uint64(32)


@rule
def repetition_key(state: Any) -> Any:
    """The key by which a position counts as repeated: counters do not matter for that."""
    place = address_of(state)
    mixed = SPREAD
    for word in range(WORDS):
        mixed = (mixed ^ (load_word(place + 8 * word) & MASKS[word])) * SPREAD
        mixed ^= mixed >> HALF
    return mixed


@inner
def table_key(state: Any) -> Any:
    """The key by which the table knows a position: everything that its value depends on, counters included."""
    if HAS_KEY:
        mixed = np.uint64(key(state)) * SPREAD
        mixed ^= mixed >> HALF
    else:
        mixed = repetition_key(state)
    if REPEATS:
        place = address_of(state)
        for word in range(WORDS):
            if COUNTERS[word] != 0:
                mixed = (mixed ^ (load_word(place + 8 * word) & COUNTERS[word])) * SPREAD
                mixed ^= mixed >> HALF
    return mixed
