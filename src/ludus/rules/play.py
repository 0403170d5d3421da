"""A game in progress: the state, everything that has happened so far, and what may happen next.

    play = Play(rulebook)
    play.move(0, [(1, 1), (1, 6)])        Moved(seat=0, move=…), or a Refusal that says why not
    play.result                           None, or who won and how

The steps are the truth: `replay` rebuilds the same game from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from ludus.rules import referee
from ludus.rules.errors import LudusError, Refusal, RefusalKind
from ludus.rules.movetext import why_not
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord


class Moved(NamedTuple):
    """A seat has moved."""

    seat: int
    move: int


class Happened(NamedTuple):
    """Chance has decided."""

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

    def __init__(self, rulebook: Rulebook, state: StateRecord | None = None) -> None:
        self.rulebook = rulebook
        if state is None:
            self._now, self._facts = rulebook.opening
        else:
            self._now = state.tobytes()
            self._facts = rulebook.referee.survey(self._now)
        self._before = self._now  # the position before the last step
        self._record: StateRecord | None = None  # the position as a record, once somebody has looked at it
        self.changed: list[int] = []  # what the last step changed on the board, as the referee reports it
        self.steps: list[Step] = []
        self._seen: Counter[bytes] = Counter()  # how often each position came up, where that matters
        self._repeated = False
        if rulebook.game.repeats:
            self._note_position()

    @property
    def state(self) -> StateRecord:
        """The position."""
        if self._record is None:
            self._record = self.rulebook.game.state.from_bytes(self._now)
        return self._record

    @property
    def before(self) -> StateRecord:
        """The position before the last step."""
        return self.rulebook.game.state.from_bytes(self._before)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now; none when chance decides or the game is over."""
        return () if self._repeated else self._facts.acting

    @property
    def chances(self) -> int:
        """How many outcomes chance has now; 0 when it is not for chance to decide."""
        return 0 if self._repeated else self._facts.chances

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        outcome = self._facts.outcome
        if outcome != ONGOING:
            return Result(None if outcome == DRAW else outcome, self.rulebook.ending(self.state, outcome))
        if self._repeated:
            return drawn_by_repetition(self.rulebook.game.repeats)
        return None

    def move(self, seat: int, squares: Sequence[tuple[int, int]]) -> Moved | Refusal:
        """Play the move that these squares, as x and y, name; a refusal changes nothing."""
        if seat not in self.acting:
            return self._not_now()
        width, height = self.rulebook.width, self.rulebook.height
        named = [(y - 1) * width + x - 1 for x, y in squares if 1 <= x <= width and 1 <= y <= height]
        taken = self.rulebook.referee.play_squares(self._now, seat, named) if len(named) == len(squares) else None
        if taken is None and self.rulebook.game.needed and len(named) == len(squares):
            named = list(self.rulebook.needed(self.state, named, seat))
            taken = self.rulebook.referee.play_squares(self._now, seat, named)
        if taken is None:
            return Refusal(RefusalKind.ILLEGAL, why_not(self.rulebook, self.state, squares, seat))
        return self._step(Moved(seat, taken.number), taken)

    def play(self, seat: int, move: int) -> Moved | Refusal:
        """Play a move given by its number."""
        if seat not in self.acting:
            return self._not_now()
        taken = self.rulebook.referee.play_move(self._now, seat, move)
        if taken is None:
            return Refusal(RefusalKind.ILLEGAL, f"{move} is not the number of a legal move")
        return self._step(Moved(seat, move), taken)

    def happen(self, chance: int) -> Happened:
        """Apply one outcome of chance."""
        if not 0 <= chance < self.chances:
            raise LudusError(f"chance {chance} cannot happen now; {self.chances} are possible")
        return self._step(Happened(chance), self.rulebook.referee.happen(self._now, chance))

    @classmethod
    def replay(cls, rulebook: Rulebook, steps: Iterable[Step], state: StateRecord | None = None) -> Play:
        """The game in which these steps were taken."""
        play = cls(rulebook, state)
        for step in steps:
            done = play.happen(step.chance) if isinstance(step, Happened) else play.play(step.seat, step.move)
            if isinstance(done, Refusal):
                raise LudusError(f"step {len(play.steps) + 1} cannot be replayed: {done.sentence}")
        return play

    def _not_now(self) -> Refusal:
        if self.result:
            return Refusal(RefusalKind.GAME_OVER, "The game is over")
        return Refusal(RefusalKind.NOT_YOUR_TURN, "It is not your turn")

    def _step(self, step: _Taken, taken: referee.Transition) -> _Taken:
        self._before, self._record = self._now, None
        _, self._now, self._facts, self.changed = taken
        self.steps.append(step)
        if self.rulebook.game.repeats:
            self._note_position()
        return step

    def _note_position(self) -> None:
        """Count how often this position has come up."""
        key = self._key()
        self._seen[key] += 1
        self._repeated = self._seen[key] >= self.rulebook.game.repeats and self._facts.outcome == ONGOING

    def _key(self) -> bytes:
        """The position as it is compared for repetition."""
        if not self.rulebook.game.apart:
            return self._now
        kept = self.rulebook.game.state.from_bytes(self._now)
        for name in self.rulebook.game.apart:
            kept[name] = 0
        return kept.tobytes()


def drawn_by_repetition(times: int) -> Result:
    """How a game ends in which a position has come up this many times."""
    often = {2: "second", 3: "third", 4: "fourth", 5: "fifth"}.get(times, f"{times}th")
    return Result(None, f"The game is drawn: the same position for the {often} time")
