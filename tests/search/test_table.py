"""The memory of a search."""

from __future__ import annotations

import numpy as np
import pytest

from ludus.search.constants import BUCKET_BYTES
from ludus.search.table import TranspositionTable


def test_a_table_takes_the_largest_power_of_two_that_fits():
    table = TranspositionTable(100)
    assert (table.megabytes, table.mask + 1) == (64.0, 64 * 2**20 // BUCKET_BYTES)


def test_without_enough_memory_the_table_is_smaller_and_a_warning_says_so(monkeypatch):  # M3
    zeros = np.zeros

    def little_memory(words, kind):
        if words * 8 > 8 * 2**20:
            raise MemoryError
        return zeros(words, kind)

    monkeypatch.setattr(np, "zeros", little_memory)
    with pytest.warns(ResourceWarning, match="not enough memory for a table of 128 MB; using 8 MB"):
        table = TranspositionTable(128)
    assert table.megabytes == 8.0
    assert table.words.size == 2**20


def test_without_any_memory_there_is_no_table(monkeypatch):
    def none(words, kind):
        raise MemoryError

    monkeypatch.setattr(np, "zeros", none)
    with pytest.raises(MemoryError):
        TranspositionTable(1)
