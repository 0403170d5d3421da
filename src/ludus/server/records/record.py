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
    1. 4 2. 4 3. 3 *5 4. 2 ...              the moves, numbered, as the game's players write them; *5 is chance number 5

Where several may move at once the team stands before the move, `4. 2:keep_6`; where several moves are written alike, as with two
sixes to keep one of, `keep_6#2` is the second of them. Moves that were taken back are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ludus.rules.gametext import step_text
from ludus.rules.play import Moved, Play
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook

NO_RESULT = "*"
DRAW = "1/2"
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


def result_text(seats: int, winner: int, loser: int, how: str) -> str:
    """Who has won, as a tag says it."""
    if winner < 0 and loser < 0:
        return DRAW if how in ("played", "agreed") else NO_RESULT
    won = [seat for seat in range(seats) if (seat == winner if winner >= 0 else seat != loser)]
    if seats == 2:
        return "1-0" if 0 in won else "0-1"
    return ",".join(str(seat + 1) for seat in won) or NO_RESULT


def begin(rulebook: Rulebook, position: str) -> Play:
    """The game before its first step."""
    return Play(rulebook, read_position(rulebook, position) if position else None)


def moves_by_text(play: Play, seats: Iterable[int]) -> dict[str, Moved]:
    """Every move that these seats can make now, by how a record writes it: no two are written alike."""
    acting = play.acting
    found: dict[str, Moved] = {}
    for seat in seats:
        alike: Counter[str] = Counter()
        for step in (Moved(seat, move) for move in play.rulebook.moves(play.state, seat)):
            word = step_text(play.rulebook, play.state, step)
            alike[word] += 1
            whose = f"{seat + 1}:" if len(acting) > 1 else ""
            which = f"#{alike[word]}" if alike[word] > 1 else ""
            found[whose + word + which] = step
    return found
