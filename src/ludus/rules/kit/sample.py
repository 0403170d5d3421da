"""Positions from random games, the material of every check."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ludus.rules.gamefile import GameFile
from ludus.rules.kit.games import MOST_GAMES, SampleGames
from ludus.rules.kit.reach import Reach
from ludus.rules.kit.walks import LONGEST, Walk, shown, walk_at_random
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.source import Source
from ludus.rules.state import StateRecord

LITTLE_WORK = 100_000
"""As long as a sample has no more squares and legal moves than this, every check looks at all of it."""

MOST_WORK = 250_000
"""Squares and legal moves that plain Python looks at while it plays; on a large board that is far from the end of a game."""


@dataclass
class Sample:
    """What the checks look at: the rules in both ways of running, and games played with them."""

    file: GameFile
    seed: int = 1
    positions: int = 400
    compiling: bool = True
    """Whether compiled rules are looked at, too; without them the checks are quicker and see less."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """The names of games that exist already, each with its file."""
    longest: int = 0
    """The number of steps after which a game is called endless; by default 5,000, or four for each square of a large board."""
    walks: list[Walk] = field(default_factory=list)
    doing: str = ""
    """What is going on, for those who wait."""

    @cached_property
    def plain(self) -> Rulebook:
        """The rules as plain Python."""
        return Rulebook(self.file, compiled=False)

    @cached_property
    def compiled(self) -> Rulebook:
        """The rules, compiled."""
        return Rulebook(self.file) if self.compiling else self.plain

    @cached_property
    def source(self) -> Source:
        """The file as it is written."""
        return self.file.taken_apart

    @cached_property
    def reach(self) -> Reach:
        """Which lines of the rules have run."""
        return Reach(self.source)

    @cached_property
    def games(self) -> SampleGames:
        """Random games, played to their end."""
        games = SampleGames(self.compiled, self.luck(), self.longest)
        while games.has_time:
            self.doing = f"random game {len(games.played) + 1} of {MOST_GAMES}"
            games.play_another()
        return games

    def __post_init__(self) -> None:
        width, height = self.file.game.board
        self.longest = self.longest or max(LONGEST, 4 * width * height)

    def luck(self) -> random.Random:
        """Random numbers for one check, the same in every run."""
        return random.Random(self.seed)

    def states(self) -> Iterator[StateRecord]:
        """Every state of every walk."""
        count = sum(len(walk.states) for walk in self.walks)
        for number, state in enumerate((state for walk in self.walks for state in walk.states), 1):
            self.doing = f"position {number} of {count}"
            yield state

    def awaiting(self) -> Iterator[StateRecord]:
        """The states in which a seat is to move."""
        for state in self.states():
            if self.compiled.outcome(state) == ONGOING and not self.compiled.chances(state):
                yield state

    def turns(self) -> Iterator[tuple[StateRecord, int]]:
        """The states in which a seat is to move, once for each seat that may."""
        awaiting = (state for at, state in enumerate(self.awaiting()) if at % self.apart == 0)
        return ((state, seat) for state in awaiting for seat in self.compiled.acting(state))

    @property
    def apart(self) -> int:
        """Which positions the slower checks look at: every one, or every second, third, ... on a large board."""
        return 1 + sum(walk.work for walk in self.walks) // LITTLE_WORK

    def shown(self, state: StateRecord) -> str:
        """A position as it is written, for messages."""
        return shown(self.plain, state)


def the_rules_run(sample: Sample) -> Iterator[str]:
    """Random games can be played with the rules as plain Python, which notices what compiled code would not: a table's end, a
    number too large for its field, a rule that returns nothing or never comes back.
    """
    luck, work = sample.luck(), 0
    while len(sample.walks) < 3 or (len(sample.walks) < MOST_GAMES and _count(sample) < sample.positions):
        sample.doing = f"random game {len(sample.walks) + 1}, {_count(sample)} of {sample.positions} positions"
        walk = walk_at_random(sample.plain, luck, most=sample.positions, work=MOST_WORK // 3)
        sample.walks.append(walk)
        work += walk.work
        if work >= MOST_WORK:
            break
    start = sample.plain.start()
    outcome = sample.plain.raw_outcome(start)
    if outcome != ONGOING:
        place = sample.source.place(sample.source.line_of("outcome"))
        where = f"before anybody has moved, in {sample.shown(start)}"
        yield f"{place}outcome says {outcome} {where}; return ONGOING while the game goes on"


def _count(sample: Sample) -> int:
    return sum(len(walk.states) for walk in sample.walks)
