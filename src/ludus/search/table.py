"""The transposition table: the memory for positions already searched, shared by all threads of a search.

What an entry holds, and which entry is replaced, is told in `kernels/transposition.py`.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from ludus.search.constants import AGES, BUCKET_BYTES

WORDS = BUCKET_BYTES // 8
"""Words of 64 bits in a bucket."""

MOST = 2**20
"""No table is larger than this many megabytes."""

_Memory = TypeVar("_Memory")


def allocated(megabytes: int, allocate: Callable[[float], _Memory]) -> _Memory:
    """What `allocate` makes of this many megabytes, or of fewer, with a warning, where there is not enough memory.

    It never asks for more than half of the machine's memory: a system may promise more than it has, and kill whoever uses it.
    """
    granted = min(float(megabytes), most_megabytes(), MOST)
    while True:
        try:
            made = allocate(granted)
            break
        except MemoryError:
            if granted < 1:
                raise
            granted /= 2
    if granted < megabytes:
        warnings.warn(f"not enough memory for a table of {megabytes} MB; using {granted:.0f} MB", ResourceWarning, stacklevel=3)
    return made


def most_megabytes() -> float:
    """Half of the machine's memory; unbounded where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**21
    except (AttributeError, ValueError, OSError):
        return float(MOST)


class TranspositionTable:
    """Memory for table entries; the number of buckets is the largest power of two that fits."""

    def __init__(self, megabytes: int = 128) -> None:
        self.words = allocated(megabytes, _words)
        self.mask = len(self.words) // WORDS - 1
        self.age = 0

    @property
    def megabytes(self) -> float:
        """The size of the table."""
        return self.words.nbytes / 2**20

    @property
    def address(self) -> int:
        """The address of the first bucket."""
        return int(self.words.ctypes.data)

    def grow_older(self, *, forgetting: bool = False) -> None:
        """Begin another search, whose entries replace those of earlier ones.

        Ages wrap around. With `forgetting` a part of the table is cleared each time, so that nothing is left of an age when it
        comes round again; searches that must not use old entries need that.
        """
        self.age = (self.age + 1) % AGES
        if forgetting:
            part = len(self.words) // AGES
            self.words[self.age * part : (self.age + 1) * part] = 0

    def clear(self) -> None:
        """Forget everything."""
        self.words[:] = 0


def _words(megabytes: float) -> np.ndarray[Any, Any]:
    buckets = 1 << max(10, int(megabytes * 2**20 / BUCKET_BYTES).bit_length() - 1)
    return np.zeros(buckets * WORDS, np.uint64)
