"""The known word nearest to a mistyped one: what every "did you mean" suggests."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LIKENESS = 0.75
"""How alike two words must be, from 0 to 1: JION suggests JOIN, chess does not suggest checkers."""

LONGEST = 40
"""Characters of a word that are compared: the time grows with their square, and anybody may send a long one."""


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that was probably meant, whatever its case; empty when none is near."""
    spelled = {each.lower(): each for each in known}
    close = get_close_matches(word.lower()[:LONGEST], spelled, 1, LIKENESS)
    return spelled[close[0]] if close else ""
