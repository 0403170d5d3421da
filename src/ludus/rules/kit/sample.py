"""Positions from random games, the material of every check."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.rules.play import Happened, Moved, Step
from ludus.rules.positions import write_position
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record

LONGEST = 5_000
"""A game with more steps than this is called endless."""


class BrokenRule(LudusError):
    """A rule raised an exception when it was run as plain Python."""


@dataclass(slots=True)
class Walk:
    """One random game: its steps, and the state before each of them; the last state has no step."""

    states: list[Record] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    outcome: int = ONGOING


@dataclass
class Sample:
    """What the checks look at: the rules in both ways of running, and games played with them."""

    file: GameFile
    plain: Rulebook
    seed: int
    walks: list[Walk]

    @cached_property
    def compiled(self) -> Rulebook:
        """The rules, compiled."""
        return Rulebook(self.file)

    def luck(self) -> random.Random:
        """Random numbers for one check, the same in every run."""
        return random.Random(self.seed)

    def states(self) -> Iterator[Record]:
        """Every state of every walk."""
        return (state for walk in self.walks for state in walk.states)

    def awaiting(self) -> Iterator[Record]:
        """The states in which a seat is to move."""
        for state in self.states():
            if self.compiled.outcome(state) == ONGOING and not self.compiled.chances(state):
                yield state

    def turns(self) -> Iterator[tuple[Record, int]]:
        """The states in which a seat is to move, once for each seat that may."""
        return ((state, seat) for state in self.awaiting() for seat in self.compiled.acting(state))

    def shown(self, state: Record) -> str:
        """A position as it is written, for messages."""
        try:
            return write_position(self.plain, state)
        except Exception:  # the check of positions says what is wrong with writing them
            return state.tobytes().hex()


def take_sample(file: GameFile, *, seed: int, positions: int) -> Sample:
    """Play random games with the plain rules, which notice what compiled code would not, such as a table's end."""
    plain = Rulebook(file, compiled=False)
    luck = random.Random(seed)
    walks: list[Walk] = []
    while len(walks) < 3 or (len(walks) < 40 and sum(len(walk.states) for walk in walks) < positions):
        with in_authors_words(file):
            walks.append(walk_at_random(plain, luck, most=positions))
    return Sample(file, plain, seed, walks)


def walk_at_random(rulebook: Rulebook, luck: random.Random, most: int = LONGEST, start: Record | None = None) -> Walk:
    """One random game, from its beginning or from a position."""
    state = rulebook.start() if start is None else start
    walk = Walk([state])
    while len(walk.steps) < most:
        walk.outcome = rulebook.outcome(state)
        if walk.outcome != ONGOING:
            break
        step = step_at_random(rulebook, state, luck)
        if step is None:
            break
        state = after(rulebook, state, step)
        walk.steps.append(step)
        walk.states.append(state)
    return walk


def step_at_random(rulebook: Rulebook, state: Record, luck: random.Random) -> Step | None:
    """Anything that may happen in this state, or None when nothing can."""
    chances = rulebook.chances(state)
    if chances:
        weights = rulebook.weights(state)
        return Happened(luck.choices(range(chances), weights)[0] if weights else luck.randrange(chances))
    seats = rulebook.acting(state)
    moves = {seat: rulebook.moves(state, seat) for seat in seats}
    able = [seat for seat in seats if moves[seat]]
    if not able:
        return None
    seat = luck.choice(able)
    return Moved(seat, luck.choice(moves[seat]))


def after(rulebook: Rulebook, state: Record, step: Step) -> Record:
    """The state after a step."""
    if isinstance(step, Happened):
        return rulebook.happen(state, step.chance)
    return rulebook.play(state, step.move, step.seat)


@contextmanager
def in_authors_words(file: GameFile) -> Iterator[None]:
    """Turn an exception out of a rule into a sentence with its line in the game file."""
    try:
        yield
    except LudusError:
        raise
    except Exception as error:
        line = line_in(file.path)
        where = f"{file.path}, line {line}: " if line else ""
        raise BrokenRule(f"{where}{_sentence(error)}") from error


def line_in(path: Path) -> int | None:
    """The line of a file at which the exception now being handled came up."""
    frames = traceback.extract_tb(sys.exc_info()[2])
    return next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), None)


def _sentence(error: Exception) -> str:
    if isinstance(error, IndexError):
        return f"an index is outside its table ({error}); if the table is moves, most_moves is too small"
    if isinstance(error, OverflowError):
        return f"a number does not fit its field ({error})"
    return f"{type(error).__name__}: {error}"


def guarded(file: GameFile, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the author's; what it raises becomes a sentence with its line."""
    with in_authors_words(file):
        return function(*arguments)
