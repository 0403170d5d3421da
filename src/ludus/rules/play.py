"""A game being played: the state, everything that has happened so far, and what may happen next.

    play = Play(rulebook)
    play.move(0, [(1, 1), (1, 6)])        Moved(seat=0, move=…), or a Refusal that says why not
    play.result                           None, or who has won and how

The steps are the truth: `replay` makes the same game from them again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from ludus.rules.errors import LudusError, Refusal, RefusalKind
from ludus.rules.movetext import why_not
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record, copy_of


@dataclass(frozen=True, slots=True)
class Moved:
    """A seat has moved."""

    seat: int
    move: int


@dataclass(frozen=True, slots=True)
class Happened:
    """Something has happened by chance."""

    chance: int


Step: TypeAlias = Moved | Happened
_Taken = TypeVar("_Taken", Moved, Happened)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the seat that won, or None for a draw, and a sentence about it."""

    winner: int | None
    sentence: str


class Play:
    """One game in progress."""

    def __init__(self, rulebook: Rulebook, state: Record | None = None) -> None:
        self.rulebook = rulebook
        self.state = rulebook.start() if state is None else state
        self.steps: list[Step] = []
        self._seen = Counter([self._key()])  # how often each position came up, where that matters
        self._known: Result | bool | None = False  # the result of this position; False before anybody asked

    @property
    def acting(self) -> list[int]:
        """The seats that may act now; none while chance is awaited or when the game is over."""
        return [] if self.result else self.rulebook.acting(self.state)

    @property
    def chances(self) -> int:
        """How many things may happen by chance now; 0 when none is awaited."""
        return 0 if self.result else self.rulebook.chances(self.state)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if isinstance(self._known, bool):
            self._known = self._find_result()
        return self._known

    def _find_result(self) -> Result | None:
        outcome = self.rulebook.outcome(self.state)
        if outcome != ONGOING:
            return Result(None if outcome == DRAW else outcome, self.rulebook.ending(self.state, outcome))
        repeats = self.rulebook.game.repeats
        if repeats and self._seen[self._key()] >= repeats:
            return Result(None, f"The game is drawn: the same position for the {_ordinal(repeats)} time")
        return None

    def move(self, seat: int, squares: Sequence[tuple[int, int]]) -> Moved | Refusal:
        """Play the move that these squares, as x and y, name; a refusal changes nothing."""
        refusal = self._not_now(seat)
        if refusal:
            return refusal
        width, height = self.rulebook.width, self.rulebook.height
        move = None
        if all(1 <= x <= width and 1 <= y <= height for x, y in squares):
            move = self.rulebook.find(self.state, [(y - 1) * width + x - 1 for x, y in squares], seat)
        if move is None:
            return Refusal(RefusalKind.ILLEGAL, why_not(self.rulebook, self.state, squares, seat))
        return self._step(Moved(seat, move), self.rulebook.play(self.state, move, seat))

    def play(self, seat: int, move: int) -> Moved | Refusal:
        """Play a move given by its number."""
        refusal = self._not_now(seat)
        if refusal:
            return refusal
        if move not in self.rulebook.moves(self.state, seat):
            return Refusal(RefusalKind.ILLEGAL, f"{move} is not the number of a legal move")
        return self._step(Moved(seat, move), self.rulebook.play(self.state, move, seat))

    def happen(self, chance: int) -> Happened:
        """Let something happen by chance."""
        if not 0 <= chance < self.chances:
            raise LudusError(f"chance {chance} cannot happen now; {self.chances} are possible")
        return self._step(Happened(chance), self.rulebook.happen(self.state, chance))

    @classmethod
    def replay(cls, rulebook: Rulebook, steps: Iterable[Step], state: Record | None = None) -> Play:
        """The game in which these steps were taken."""
        play = cls(rulebook, state)
        for step in steps:
            done = play.happen(step.chance) if isinstance(step, Happened) else play.play(step.seat, step.move)
            if isinstance(done, Refusal):
                raise LudusError(f"step {len(play.steps) + 1} cannot be replayed: {done.sentence}")
        return play

    def _not_now(self, seat: int) -> Refusal | None:
        if self.result:
            return Refusal(RefusalKind.GAME_OVER, "The game is over")
        if seat not in self.acting:
            return Refusal(RefusalKind.NOT_YOUR_TURN, "It is not your turn")
        return None

    def _step(self, step: _Taken, after: Record) -> _Taken:
        self.state = after
        self.steps.append(step)
        if self.rulebook.game.repeats:
            self._seen[self._key()] += 1
        self._known = False
        return step

    def _key(self) -> bytes:
        """The position as far as repetition is concerned."""
        if not self.rulebook.game.apart:
            return self.state.tobytes()
        kept = copy_of(self.state)
        for name in self.rulebook.game.apart:
            kept[name] = 0
        return kept.tobytes()


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(number, f"{number}th")
