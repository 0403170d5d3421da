"""The record of a match as text, which people can read and anybody can check.

    [Game "connect-four"]                   tags: a name and a text in quotes, escaped as in JSON
    [Match "m7"]
    [Team1 "ann, bob"]
    [Commitment "c0ffee..."]                the hash of the seed, told before the game
    [Luck "ann x8Kq bob 77"]                words that players have added to the seed, in this order
    [Seed "1f6a..."]                        told after it
    [Result "1-0"]                          1/2 for a draw, * for none; with other than two teams the numbers of those that won
    ...
                                            an empty line
    1. 4 2. 4 3. 3 *5 4. 2 ...              the moves, as `ludus.rules.recordtext` writes them

Moves that were taken back are left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludus.rules.recordtext import NO_RESULT

NAMES = ", "
"""Stands between the players of a team."""


@dataclass(frozen=True)
class Word:
    """A move or a chance as written, and the line it stands in."""

    text: str
    line: int


@dataclass(frozen=True)
class MatchRecord:
    """A match as its record tells it; nothing is checked yet."""

    game: str
    match: str
    date: str
    teams: list[list[str]]
    options: dict[str, int]
    position: str
    clock: str
    commitment: str
    luck: list[tuple[str, str]]
    seed: str
    result: str
    ending: str
    how: str
    words: list[Word]
    line: int

    @property
    def is_over(self) -> bool:
        """Whether the match had ended when the record was written."""
        return bool(self.how) or self.result != NO_RESULT
