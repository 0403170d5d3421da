"""Repetition: whether a position has come up before, in the line being searched or in the game so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludus.rules.rule import inner
from ludus.search.constants import PAST_SLOTS
from ludus.search.intrinsics import address_of, load_word, record_size

CLUSTERED: bool

PAST_MASK = PAST_SLOTS - 1


@inner
def is_repetition(ctx: Any, frame: Any, ply: int) -> bool:
    """Whether this position came up before in the line, or often enough in the game to be drawn now."""
    code = frame.position
    place = address_of(frame) - record_size(frame)  # a frame begins with its position
    for back in range(ply):
        if load_word(place) == code:
            if CLUSTERED:
                ctx.reach = ply - 1 - back
            return True
        place -= record_size(frame)
    slot = np.int64(code & np.uint64(PAST_MASK))
    while ctx.past[slot] != 0:
        if ctx.past[slot] == code:
            return True
        slot = (slot + 1) & PAST_MASK
    return False
