"""`LocalMatch`: a match that a program plays, in the words of the game.

match = game.start()
match.push("4")           a text, squares or a number; raises `IllegalMove` with the rule's sentence
match.legal               the legal moves
match.outcome             None, or who has won and how
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from ludus.library.errors import IllegalMove
from ludus.library.legal import LegalMoves
from ludus.library.moveentry import SquarePath, number_of
from ludus.library.preview import Preview, preview_of
from ludus.library.track import OUTCOME, Track
from ludus.library.track_kernel import TrackKernel
from ludus.library.view import BoardView
from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.movetext import move_text
from ludus.rules.play import Happened, Moved, Result, Step, drawn_by_repetition
from ludus.rules.positions import read_position, write_position
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import WATCHER
from ludus.rules.state import PlainState


class LocalMatch(Track):
    """A match of one game, in this program."""

    __slots__ = ("_seed", "begun", "draw")

    def __init__(self, kernel: TrackKernel, position: str | None = None, *, seed: int | None = None, draw: bool = True) -> None:
        super().__init__(kernel, None if position is None else read_position(kernel.rulebook, position).tobytes())
        self.begun = position
        """The position in which the match began, as it was given; None for the game's own start."""
        self._seed = seed
        self.draw = draw
        """Whether chance is drawn as soon as it is awaited; otherwise `happen` says what has happened."""
        if kernel.has_chance:
            self._let_chance_happen()

    @property
    def seed(self) -> int:
        """What chance is drawn by: the same seed and the same moves give the same match."""
        if self._seed is None:
            self._seed = random.SystemRandom().getrandbits(32)
        return self._seed

    # Moves

    def push(self, move: str | int | SquarePath, seat: int | None = None) -> LocalMatch:
        """Make a move given by its text, its squares or its number; raises `IllegalMove`, and nothing has changed.

        Where several seats may act at once, `seat` says who moves; by default the first who may.
        """
        if type(move) is int and seat is None:  # the quick way: one compiled call, and all is done
            done = self._quick(self._address, move)
            if done == 0:
                return self
            if done > 0:
                self.over = self._words[OUTCOME] != ONGOING
                if self.kernel.has_chance:
                    self._let_chance_happen()
                return self
        if not self.play_move(self._number(move, seat), seat):
            raise IllegalMove(move, "that is not the number of a legal move")
        self._let_chance_happen()
        return self

    def take(self, step: Step) -> LocalMatch:
        """Take a step given by numbers, a move or a chance."""
        return self.push(step.move, step.seat) if isinstance(step, Moved) else self.happen(step.chance)

    def happen(self, chance: int) -> LocalMatch:
        """Let something happen by chance, where it is not drawn."""
        if not 0 <= chance < self.chances:
            raise LudusError(f"chance {chance} cannot happen now; {self.chances} are possible, counted from 0")
        self.apply_chance(chance)
        self._let_chance_happen()
        return self

    def undo(self, moves: int = 1) -> LocalMatch:
        """Take moves back, with whatever happened by chance after them."""
        made = self._moves_made()
        if not 0 <= moves <= made:
            raise LudusError(f"{moves} moves cannot be taken back; {made} were made")
        for _ in range(moves):
            while isinstance(self.step_at(len(self) - 1), Happened):
                self.back()
            self.back()
        return self

    def _number(self, move: str | int | SquarePath, seat: int | None) -> int:
        """The number of a move; raises `IllegalMove` where it cannot be made."""
        acting = self.acting
        if not acting:
            raise IllegalMove(move, "chance decides first; say what happens: match.happen(...)" if self.chances else self._over())
        if seat is not None and seat not in acting:
            raise IllegalMove(move, f"it is not the turn of seat {seat}, but of {' or '.join(map(str, acting))}")
        return number_of(self, move, acting[0] if seat is None else seat)

    def _let_chance_happen(self) -> None:
        while self.draw and self.chances:
            luck = random.Random(f"{self.seed} {len(self)}")  # taking back and playing again gives the same
            weights = self.rulebook.weights(self.record)
            self.apply_chance(luck.choices(range(len(weights)), weights)[0] if weights else luck.randrange(self.chances))

    def _over(self) -> str:
        outcome = self.outcome
        return f"the game is over: {outcome.sentence}" if outcome else "nobody can move"

    # What is so now

    @property
    def game(self) -> Game:
        """The game as its author wrote it."""
        return self.rulebook.game

    @property
    def legal(self) -> LegalMoves:
        """The legal moves of the seat whose turn it is; none when the game is over."""
        return self.legal_for(self.turn)

    def legal_for(self, seat: int | None) -> LegalMoves:
        """The legal moves of a seat, where several may act at once."""
        return LegalMoves(self.rulebook, self.record, seat, self.listed(seat) if seat in self.acting else [])

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, counted from 0, the first where several may act; None when nobody is to move."""
        acting = self.acting
        return acting[0] if acting else None

    @property
    def outcome(self) -> Result | None:
        """How the game ended: the seat that won, or None for a draw, and a sentence; None while it goes on."""
        outcome = self._words[OUTCOME]
        if outcome != ONGOING:
            return Result(None if outcome == DRAW else outcome, self.rulebook.ending(self.record, outcome))
        return drawn_by_repetition(self.game.repeats) if self._repeated else None

    @property
    def position(self) -> str:
        """The position on one line, as `game.start(...)` reads it."""
        return write_position(self.rulebook, self.record)

    @property
    def state(self) -> PlainState:
        """The state as a rule sees it: `match.state.turn`; changing it does not change the match."""
        return PlainState(self.record)

    @property
    def history(self) -> list[str]:
        """The moves so far as players write them; chance in the game's own words, or as `*3`, its number."""
        return [
            move_text(self.rulebook, self.record_at(at), step.move, step.seat)
            if isinstance(step, Moved)
            else self.rulebook.chance_text(self.record_at(at), step.chance) or f"*{step.chance}"
            for at, step in enumerate(self.steps)
        ]

    def view(self, seat: int = WATCHER) -> BoardView:
        """The board as a seat may see it, or somebody who only watches."""
        marked: tuple[int, ...] = ()
        if not self.game.hides:
            for at in range(len(self) - 1, -1, -1):
                step = self.step_at(at)
                if isinstance(step, Moved):
                    marked = self.rulebook.squares(self.record_at(at), step.move)
                    break
        return BoardView(self.game, self.rulebook.board(self.record, seat), frozenset(marked), self._status(seat))

    def preview(self, move: str | int | SquarePath, seat: int | None = None) -> Preview:
        """What a move would change, capture and end; the match stays as it is."""
        number = self._number(move, seat)
        mover = self.acting[0] if seat is None else seat
        return preview_of(self.rulebook, self.record, mover, number)

    def copy(self) -> LocalMatch:
        """A match equal to this one that goes its own way."""
        return _again(self.kernel, self.begun, self.seed, self.draw, self.steps)

    # How it looks

    def _status(self, seat: int = WATCHER) -> str:
        outcome = self.outcome
        if outcome:
            return outcome.sentence
        who = "Chance decides" if self.chances else f"{' and '.join(self.game.team(seat) for seat in self.acting)} to move"
        return "\n".join(filter(None, (who, self.rulebook.status(self.record, seat))))

    def _moves_made(self) -> int:
        return sum(isinstance(step, Moved) for step in self.steps)

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LocalMatch):
            return NotImplemented
        mine, theirs = (each.rulebook.file for each in (self, other))
        alike = mine.path == theirs.path and mine.chosen == theirs.chosen and self.begun == other.begun
        return alike and self.steps == other.steps

    __hash__ = None  # type: ignore[assignment]  # a match goes on

    def __str__(self) -> str:
        return str(self.view())

    def __repr__(self) -> str:
        made = self._moves_made()
        return f"<{self.game.name} after {made} move{'s' * (made != 1)}: {self._status().splitlines()[0]}>"

    def _repr_svg_(self) -> str:
        return self.view()._repr_svg_()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.kernel, self.begun, self.seed, self.draw, self.steps)


def _again(kernel: TrackKernel, position: str | None, seed: int, draw: bool, steps: Iterable[Step]) -> LocalMatch:
    """The same match once more."""
    match = LocalMatch(kernel, position, seed=seed, draw=False)
    for step in steps:
        match.take(step)
    match.draw = draw
    return match
