"""`Rulebook`: a game's rules, ready to be asked.

    rulebook = Rulebook(read_game_file(path))
    state = rulebook.start()
    rulebook.moves(state)                        [0, 1, 2, ...]
    state = rulebook.play(state, 4)              a new state; the old one is untouched

Asking never changes a state. The same questions can be put to the compiled rules (the default) and to the plain Python ones.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ludus.rules.board import Board, Square
from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import GameFile
from ludus.rules.loading import KERNELS, LoadedRules
from ludus.rules.referee import MOST_SQUARES, Facts, Referee
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.state import PlainState, Record, copy_of
from ludus.rules.strategy import Strategy

MOST_IMAGINED = 10_000
"""No state has more hidden things than this to be imagined one by one."""

WATCHER = -1
"""The seat of somebody who only watches: sees nothing that is private."""


class Rulebook:
    """The rules of one game with its options chosen, compiled or as plain Python."""

    def __init__(self, file: GameFile, *, compiled: bool = True) -> None:
        self.file, self.game = file, file.game
        self.loaded = LoadedRules(file, compiled=compiled)
        self.width, self.height = self.game.board
        self._own = threading.local()
        spots = self.width * self.height
        self.desk_type = np.dtype(
            [
                ("moves", "i8", (self.game.most_moves,)),
                ("path", "i8", (MOST_SQUARES,)),
                ("codes", "i4", (spots,)),
                ("kinds", "i4", (spots,)),
            ],
            align=True,
        )

    @property
    def compiled(self) -> bool:
        """Whether the rules run compiled."""
        return self.loaded.compiled

    @cached_property
    def referee(self) -> Referee:
        """Makes the steps of games that are being played."""
        return Referee(self)

    # The course of a game

    def start(self) -> Record:
        """The state in which a game begins."""
        return self.game.state.from_bytes(self._start)

    @cached_property
    def _start(self) -> bytes:
        state = self.game.state.blank()
        self._ask(self.loaded.slots["setup"], state)
        self.settle(state)
        return state.tobytes()

    @cached_property
    def opening(self) -> tuple[bytes, Facts]:
        """The same for the referee: every game that is played begins with it."""
        return self._start, self.referee.survey(self._start)

    def acting(self, state: Record) -> list[int]:
        """The seats that may act now: one, several, or none while chance is awaited."""
        if self.chances(state):
            return []
        if self.game.acts is None:
            return [int(state["turn"])]
        acts = self.loaded.slots["acts"]
        return [seat for seat in range(self.game.seats) if self._ask(acts, state, seat)]

    def moves(self, state: Record, seat: int | None = None) -> list[int]:
        """The legal moves of the seat to move, or of another that may act too."""
        desk = self._a_desk()
        count = self.number("legal", self._desk["list_moves"], self.asked(state, seat), desk)
        return desk["moves"][:count].tolist()  # type: ignore[no-any-return]

    def play(self, state: Record, move: int, seat: int | None = None) -> Record:
        """The state after a legal move."""
        after = copy_of(self.asked(state, seat))
        self._ask(self._desk["make"], after, move)
        return after

    def chances(self, state: Record) -> int:
        """How many things may happen by chance now; 0 when players are to act, or the game is over."""
        if self.game.chances is None or self.raw_outcome(state) != ONGOING:
            return 0
        return self.number("chances", self.loaded.slots["chances"], state)

    def weights(self, state: Record) -> list[int] | None:
        """How likely each chance is beside the others, or None when all are equally likely."""
        if self.game.weight is None:
            return None
        return [int(self._ask(self.loaded.slots["weight"], state, chance)) for chance in range(self.chances(state))]

    def happen(self, state: Record, chance: int) -> Record:
        """The state after something has happened by chance."""
        after = copy_of(state)
        self._ask(self._desk["chance_makes"], after, chance)
        return after

    def raw_outcome(self, state: Record) -> int:
        """The outcome as the rule `outcome` says it."""
        return self.number("outcome", self.loaded.slots["outcome"], state)

    def outcome(self, state: Record) -> int:
        """`ONGOING`, `DRAW` or the seat that has won; having no move counts as the game says."""
        if self.game.acts is not None:
            return self.raw_outcome(state)
        return self.number("outcome", self._desk["result"], state, self._a_desk())

    def ending(self, state: Record, outcome: int) -> str:
        """How the game ended, in a sentence."""
        if self.raw_outcome(state) != ONGOING:
            return self.game.sentence(PlainState(state), outcome)
        stuck = f"{self.game.team(int(state['turn']))} has no legal move"
        return f"{stuck}: the game is drawn" if outcome == DRAW else f"{self.game.team(outcome)} wins: {stuck}"

    def asked(self, state: Record, seat: int | None) -> Record:
        """The state with the turn given to the seat that is asked."""
        if seat is None or state["turn"] == seat:
            return state
        asked = copy_of(state)
        asked["turn"] = seat
        return asked

    # Squares

    def squares(self, state: Record, move: int) -> tuple[int, ...]:
        """The numbers of the squares that name a move, in order."""
        desk = self._a_desk()
        count = self.number("squares", self._desk["list_squares"], state, move, desk)
        return tuple(desk["path"][:count].tolist())

    def find(self, state: Record, squares: Sequence[int], seat: int | None = None) -> int | None:
        """The legal move that these squares name, or None."""
        asked = self.asked(state, seat)
        step = self.referee.answer(asked.tobytes(), int(asked["turn"]), squares)
        return None if step is None else step.number

    def settle(self, state: Record) -> None:
        """Where several seats may act at once, give the turn to the first of them in a state that is being made."""
        self._ask(self._desk["settle"], state)

    def place(self, state: Record, square: int, code: int) -> None:
        """Put a piece on a square of a state that is being made."""
        self._ask(self.loaded.slots["place"], state, square, code)

    def board(self, state: Record, seat: int = WATCHER) -> Board:
        """The board as a seat, or somebody watching, may see it."""
        return self.board_unhidden(self.seen_by(state, seat))

    def board_unhidden(self, state: Record) -> Board:
        """The board with everything on it, for saved files."""
        codes, kinds = self.look(state)
        seen = zip(codes.tolist(), kinds.tolist(), strict=True)
        types, piece = self.game.square_types, self.game.piece
        squares = tuple(
            Square(number % self.width + 1, number // self.width + 1, types[kind], piece(code))
            for number, (code, kind) in enumerate(seen)
        )
        return Board(self.game.board_name, self.width, self.height, squares)

    def look(self, state: Record) -> tuple[Any, Any]:
        """The numbers of the pieces on all squares, and of their types, as arrays; nothing is hidden."""
        desk = self._a_desk()
        self._ask(self._desk["look"], state, desk)
        return desk["codes"].copy(), desk["kinds"].copy()

    def seen_by(self, state: Record, seat: int) -> Record:
        """The state with 0 wherever this seat must not look."""
        if not (self.game.secret or self.game.private):
            return state
        seen = copy_of(state)
        if self.game.acts is not None:
            seen["turn"] = max(seat, 0)  # whose choice is awaited next would tell who has made theirs
        for name in self.game.secret:
            seen[name] = 0
        for name in self.game.private:
            for other in range(self.game.seats):
                if other != seat:
                    seen[name][other] = 0
        return seen

    def imagined(self, state: Record, seat: int, luck: random.Random) -> Record:
        """A state that may well be the true one, as far as this seat can see."""
        imagined = copy_of(self.seen_by(state, seat))
        for _ in range(MOST_IMAGINED):
            if not self.number("imagine", self.loaded.slots["imagine"], imagined, seat, luck.getrandbits(62)):
                return imagined
        raise GameFileError(f"the rule imagine has been called {MOST_IMAGINED} times and still wants more", self.file.path)

    def xy(self, square: int) -> tuple[int, int]:
        """The coordinates of a square, counted from 1 at the lower left."""
        return square % self.width + 1, square // self.width + 1

    def square(self, x: int, y: int) -> int:
        """The number of the square with these coordinates."""
        return (y - 1) * self.width + x - 1

    # Hints for the computer player

    def hint(self, name: str, state: Record, *arguments: int) -> int:
        """What one of the hints says: `value`, `order`, `quick`, `wins` or `key`."""
        return self.number(name, self.loaded.slots[name], state, *arguments)

    def safe_moves(self, state: Record) -> list[int]:
        """The legal moves without those that provably lose at once."""
        desk = self._a_desk()
        count = self.number("safe", self._desk["list_safe"], state, desk)
        return desk["moves"][:count].tolist()  # type: ignore[no-any-return]

    def noisy_moves(self, state: Record) -> tuple[list[int], bool]:
        """The moves to look at before a position is valued, and whether there are no others."""
        desk = self._a_desk()
        count = self.number("noisy", self._desk["list_noisy"], state, desk)
        return desk["moves"][: abs(count)].tolist(), count < 0

    @cached_property
    def strategy(self) -> Strategy | None:
        """The game's own computer player, where it has one."""
        return self.game.strategy() if self.game.strategy else None

    # Inside

    @cached_property
    def _desk(self) -> Mapping[str, Any]:
        return self.loaded.kernel(KERNELS / "desk.py")

    def _a_desk(self) -> Any:
        """Working memory for one question; each thread has its own."""
        try:
            return self._own.desk
        except AttributeError:
            self._own.desk = np.zeros(1, self.desk_type)[0]
            return self._own.desk

    def number(self, name: str, function: Any, *arguments: Any) -> int:
        """The answer of a rule that must be a number."""
        try:
            answer = self._ask(function, *arguments)
        except TypeError as error:  # how compiled code, and NumPy, say that they were given nothing
            if not any(words in str(error) for words in ("got None", "number, not 'NoneType'")):
                raise
            answer = None
        if answer is None:
            line = self.file.taken_apart.line_of(name)
            raise GameFileError(
                f"the rule {name} sometimes returns nothing; every path must return a number", self.file.path, line
            )
        return int(answer)

    def _ask(self, function: Any, *arguments: Any) -> Any:
        if self.compiled:
            return self.loaded.ask(function, *arguments)
        return function(*(PlainState(each) if isinstance(each, np.void) else each for each in arguments))
