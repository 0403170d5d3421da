"""The table of positions already searched, shared by all threads of a search."""

from __future__ import annotations

import warnings

import numpy as np

BUCKET = 32
"""Bytes in a bucket: two entries of two words."""

AGES = 64
"""Searches are told apart by their age, counted round so many."""


class Table:
    """Memory for table entries; as many buckets as a power of two that fits."""

    def __init__(self, megabytes: int = 128) -> None:
        buckets = 1 << max(10, (megabytes * 2**20 // BUCKET).bit_length() - 1)
        while True:
            try:
                self.words = np.zeros(buckets * 4, np.uint64)
                break
            except MemoryError:
                if buckets <= 1024:
                    raise
                buckets //= 2
        self.mask = buckets - 1
        self.age = 0
        self.megabytes = buckets * BUCKET / 2**20
        if self.megabytes < megabytes / 2 and buckets > 1024:
            warnings.warn(
                f"there is no memory for a table of {megabytes} MB; going on with {self.megabytes:.0f} MB",
                ResourceWarning,
                stacklevel=2,
            )

    @property
    def address(self) -> int:
        """Where the entries lie in memory."""
        return int(self.words.ctypes.data)

    def grow_older(self) -> None:
        """Another search begins; entries of earlier ones may be replaced first."""
        self.age = (self.age + 1) % AGES

    def clear(self) -> None:
        """Forget everything."""
        self.words[:] = 0
