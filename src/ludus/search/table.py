"""The table of positions already searched, shared by all threads of a search."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

BUCKET = 32
"""Bytes in a bucket: two entries of two words."""

AGES = 64
"""Searches are told apart by their age, counted round so many."""


MOST = 2**20
"""Nobody may ask for more megabytes than this."""

_Memory = TypeVar("_Memory")


def allocated(megabytes: int, allocate: Callable[[float], _Memory]) -> _Memory:
    """What `allocate` makes of so many megabytes, or of fewer where they are not to be had; a warning says so then.

    Never more than half of the machine's memory is asked for: a system may promise more than it has, and end who uses it.
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
        warnings.warn(
            f"there is no memory for a table of {megabytes} MB; going on with {granted:.0f} MB", ResourceWarning, stacklevel=3
        )
    return made


def most_megabytes() -> float:
    """Half of the machine's memory; no bound where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**21
    except (AttributeError, ValueError, OSError):
        return float(MOST)


class Table:
    """Memory for table entries; as many buckets as a power of two that fits."""

    def __init__(self, megabytes: int = 128) -> None:
        self.words = allocated(megabytes, _words)
        self.mask = len(self.words) // 4 - 1
        self.age = 0

    @property
    def megabytes(self) -> float:
        """How much memory it takes."""
        return self.words.nbytes / 2**20

    @property
    def address(self) -> int:
        """Where the entries lie in memory."""
        return int(self.words.ctypes.data)

    def grow_older(self, *, forgetting: bool = False) -> None:
        """Another search begins; entries of earlier ones may be replaced first.

        Ages come round again. Who must not take an old entry for one of this search lets the table forget a part of itself each
        time, so that until an age comes round nothing of it is left.
        """
        self.age = (self.age + 1) % AGES
        if forgetting:
            part = len(self.words) // AGES
            self.words[self.age * part : (self.age + 1) * part] = 0

    def clear(self) -> None:
        """Forget everything."""
        self.words[:] = 0


def _words(megabytes: float) -> np.ndarray[Any, Any]:
    buckets = 1 << max(10, int(megabytes * 2**20 / BUCKET).bit_length() - 1)
    return np.zeros(buckets * 4, np.uint64)
