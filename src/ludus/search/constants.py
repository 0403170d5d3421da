"""The numbers on which the engine, its kernels and the transposition table agree, stated once.

    value     -WIN ... -DECIDED      -BOUND ... 0 ... BOUND      DECIDED ... WIN
              proven losses            heuristic values          proven wins

A win in n moves is worth WIN - n, a loss in n moves n - WIN, so a shorter win is better and a longer loss less bad. The layout of
a table entry is drawn in `kernels/transposition.py`.
"""

from __future__ import annotations

# Values

WIN = 100_000
"""The value of having won."""

DECIDED = 90_000
"""Values beyond this, either way, are proven wins and losses."""

BOUND = 10_000
"""No heuristic value is higher than this, or lower than minus this."""

NO_VALUE = 1 << 40
"""Stands for a value that is not known."""

# Depths

DEEPEST = 100
"""No line is longer than this, chance included: there is no memory for more."""

PROOF = 500
"""A search deeper than this goes to the end of the game, to prove a value."""

LONGEST_LINE = 32
"""No expected line is longer than this."""

# The transposition table

ENTRY_BYTES = 16
"""An entry is two words of 64 bits."""

BUCKET_BYTES = 2 * ENTRY_BYTES
"""Two entries share a bucket: one prefers depth, the other is always replaced."""

LOWER, UPPER, EXACT = 1, 2, 3
"""What the value in an entry is: a lower bound, an upper bound, or both."""

AGES = 64
"""Searches are told apart by their age, which wraps around at this number."""

MARK = 8191
"""The bits of a child's key that an entry keeps to recognise its best move."""

BEST_UNKNOWN = 4095
"""The index of a best move that an entry does not know."""

# Memory of one search

BUSY_BITS = 14
"""The threads note what they are busy with in 2 ** BUSY_BITS slots."""

MARK_BITS = 18
"""Machines that search together note what the others are busy with in 2 ** MARK_BITS slots."""

RING_BITS = 14
"""What a thread tells the other machines waits for its sender in a ring of 2 ** RING_BITS items."""

EXPECTED, CUT_NODE, ALL_NODE = 0, 1, 2
"""Kinds of positions: on the expected line, where one move is expected to be good enough, and where none is."""

SIZES = 128
"""Slots for how many positions a search of each depth takes; a power of two."""

PAST_SLOTS = 1024
"""Slots for positions that would be drawn if they came up again; a power of two."""

HISTORY_SLOTS = 8192
"""Slots for how often moves were good; a power of two."""

MIX = 0x9E37_79B9_7F4A_7C15
"""Multiplying by this number spreads a key over all 64 bits."""
