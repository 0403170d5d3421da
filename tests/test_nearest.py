"""What was probably meant."""

from __future__ import annotations

import time

import pytest

from ludus.nearest import nearest

KNOWN = ("JOIN", "LEAVE", "GAMES", "checkers", "connect-four", "othello")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("JION", "JOIN"),
        ("jion", "JOIN"),
        ("game", "GAMES"),
        ("conect-four", "connect-four"),
        ("Otello", "othello"),
        ("chess", ""),
        ("", ""),
        ("xyzzy", ""),
    ],
)
def test_the_nearest_word_is_suggested_when_one_is_near_enough(word, meant):
    assert nearest(word, KNOWN) == meant


def test_a_very_long_word_takes_no_longer():
    began = time.perf_counter()
    assert nearest("ab" * 1_000_000, KNOWN) == ""
    assert time.perf_counter() - began < 1
