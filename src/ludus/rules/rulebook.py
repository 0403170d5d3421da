"""`Rulebook`: a game's rules, ready to answer questions.

    rulebook = Rulebook(read_game_file(path))
    state = rulebook.start()
    rulebook.moves(state)                        [0, 1, 2, ...]
    state = rulebook.play(state, 4)              a new state; the old one is untouched

Asking never changes a state. The compiled rules (the default) and the plain Python rules answer the same questions.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ludus.rules.board import Board, Square
from ludus.rules.compiled.loader import QUESTIONS, LoadedRules
from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import GameFile
from ludus.rules.referee import MOST_SQUARES, Facts, Referee
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.state import PlainState, StateRecord, copy_of
from ludus.rules.strategy import Strategy

MOST_IMAGINED = 10_000
"""How often `imagine` is called for one state at most."""

WATCHER = -1
"""The seat of somebody who only watches, and sees nothing that is private."""


BOARD_FULL = "The board is full: a draw"


class Rulebook:
    """The rules of one game with its options chosen, compiled or as plain Python."""

    def __init__(self, file: GameFile, *, compiled: bool = True) -> None:
        self.file, self.game = file, file.game
        self.loaded = LoadedRules(file, compiled=compiled)
        self.width, self.height = self.game.board
        self._own = threading.local()
        spots = self.width * self.height
        self.buffer_type = np.dtype(
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
        """Takes the steps of games in progress."""
        return Referee(self.loaded)

    # The course of a game

    def start(self) -> StateRecord:
        """The state in which a game begins."""
        return self.game.state.from_bytes(self._start)

    @cached_property
    def _start(self) -> bytes:
        state = self.game.state.blank()
        self.loaded.ask(self.loaded.slots["setup"], state)
        self.normalise_turn(state)
        return state.tobytes()

    @cached_property
    def opening(self) -> tuple[bytes, Facts]:
        """The state in which a game begins and its facts, as the referee knows them."""
        return self._start, self.referee.survey(self._start)

    def acting(self, state: StateRecord) -> list[int]:
        """The seats that may act now: one, several, or none when chance decides."""
        if self.chances(state):
            return []
        if self.game.acts is None:
            return [int(state["turn"])]
        acts = self.loaded.slots["acts"]
        return [seat for seat in range(self.game.seats) if self.loaded.ask(acts, state, seat)]

    def moves(self, state: StateRecord, seat: int | None = None) -> list[int]:
        """The legal moves of the seat to move, or of another seat that may act as well."""
        buffer = self._buffer()
        count = self.loaded.number("legal", self._questions["list_moves"], self.asked(state, seat), buffer)
        return buffer["moves"][:count].tolist()  # type: ignore[no-any-return]

    def play(self, state: StateRecord, move: int, seat: int | None = None) -> StateRecord:
        """The state after a legal move."""
        after = copy_of(self.asked(state, seat))
        self.loaded.ask(self._questions["make"], after, move)
        return after

    def chances(self, state: StateRecord) -> int:
        """How many outcomes chance has now; 0 when it is for players to act, or the game is over."""
        if self.game.chances is None or self.raw_outcome(state) != ONGOING:
            return 0
        return self.loaded.number("chances", self.loaded.slots["chances"], state)

    def weights(self, state: StateRecord) -> list[int] | None:
        """How likely each outcome of chance is compared with the others, or None if all are equally likely."""
        if self.game.weight is None:
            return None
        return [int(self.loaded.ask(self.loaded.slots["weight"], state, chance)) for chance in range(self.chances(state))]

    def happen(self, state: StateRecord, chance: int) -> StateRecord:
        """The state after one outcome of chance."""
        after = copy_of(state)
        self.loaded.ask(self._questions["make_chance"], after, chance)
        return after

    def raw_outcome(self, state: StateRecord) -> int:
        """What the rule `outcome` returns."""
        return self.loaded.number("outcome", self.loaded.slots["outcome"], state)

    def outcome(self, state: StateRecord) -> int:
        """`ONGOING`, `DRAW` or the seat that has won; having no move counts as the game says."""
        if self.game.acts is not None:
            return self.raw_outcome(state)
        return self.loaded.number("outcome", self._questions["result"], state, self._buffer())

    def ending(self, state: StateRecord, outcome: int) -> str:
        """How the game ended, in a sentence."""
        if self.raw_outcome(state) != ONGOING:
            return self.game.sentence(PlainState(state), outcome)
        if outcome == DRAW and self.look(state)[0].all():
            return BOARD_FULL
        stuck = f"{self.game.team(int(state['turn']))} has no legal move"
        return f"{stuck}: the game is drawn" if outcome == DRAW else f"{self.game.team(outcome)} wins: {stuck}"

    def status(self, state: StateRecord, seat: int = WATCHER) -> str:
        """The game's own line below the board, as a seat or somebody watching may read it; empty if the game has none."""
        return self.game.status(PlainState(copy_of(self.seen_by(state, seat))), seat) if self.game.status else ""

    def chance_text(self, state: StateRecord, chance: int) -> str:
        """An outcome of chance in words; empty where the game has none, or where not everybody may know it."""
        if self.game.chance_text is None or self.game.secret:
            return ""
        return self.game.chance_text(PlainState(copy_of(state)), chance)

    def scores(self, state: StateRecord) -> tuple[int, ...]:
        """How many points each seat has, as everybody may see them; none where the game has no points."""
        if self.game.score is None:
            return ()
        seen = PlainState(copy_of(self.seen_by(state, WATCHER)))
        return tuple(self.game.score(seen, seat) for seat in range(self.game.seats))

    def asked(self, state: StateRecord, seat: int | None) -> StateRecord:
        """The state, with the turn given to the seat that is asked."""
        if seat is None or state["turn"] == seat:
            return state
        asked = copy_of(state)
        asked["turn"] = seat
        return asked

    # Squares

    def squares(self, state: StateRecord, move: int) -> tuple[int, ...]:
        """The numbers of the squares that name a move, in order."""
        buffer = self._buffer()
        count = self.loaded.number("squares", self._questions["list_squares"], state, move, buffer)
        return tuple(buffer["path"][:count].tolist())

    def find(self, state: StateRecord, squares: Sequence[int], seat: int | None = None) -> int | None:
        """The legal move that these squares name, or None."""
        asked = self.asked(state, seat)
        for named in (squares, self.needed(state, squares, seat)):
            step = self.referee.play_squares(asked.tobytes(), int(asked["turn"]), named)
            if step is not None:
                return step.number
        return None

    def needed(self, state: StateRecord, squares: Sequence[int], seat: int | None = None) -> tuple[int, ...]:
        """The squares that count, where players may name more than a move needs."""
        named = tuple(squares)
        return self.game.needed(PlainState(copy_of(self.asked(state, seat))), named) if self.game.needed else named

    def normalise_turn(self, state: StateRecord) -> None:
        """Where several seats may act at once, give the turn to the first of them in a state that is being made."""
        self.loaded.ask(self._questions["normalise_turn"], state)

    def place(self, state: StateRecord, square: int, code: int) -> None:
        """Put a piece on a square of a state that is being made."""
        self.loaded.ask(self.loaded.slots["place"], state, square, code)

    def board(self, state: StateRecord, seat: int = WATCHER) -> Board:
        """The board as a seat, or somebody watching, may see it."""
        return self.board_unhidden(self.seen_by(state, seat))

    def board_unhidden(self, state: StateRecord) -> Board:
        """The board with everything on it, for saved files."""
        codes, kinds = self.look(state)
        seen = zip(codes.tolist(), kinds.tolist(), strict=True)
        types, piece = self.game.square_types, self.game.piece
        squares = tuple(
            Square(number % self.width + 1, number // self.width + 1, types[kind], piece(code))
            for number, (code, kind) in enumerate(seen)
        )
        return Board(self.game.board_name, self.width, self.height, squares, self.game.layout)

    def look(self, state: StateRecord) -> tuple[Any, Any]:
        """The number of the piece on each square, and of the square's type, as arrays; nothing is hidden."""
        buffer = self._buffer()
        self.loaded.ask(self._questions["look"], state, buffer)
        return buffer["codes"].copy(), buffer["kinds"].copy()

    def seen_by(self, state: StateRecord, seat: int) -> StateRecord:
        """The state, with 0 in everything that this seat must not see."""
        if not self.game.hides:
            return state
        seen = copy_of(state)
        if self.game.acts is not None:
            seen["turn"] = max(seat, 0)  # otherwise it would show who has already chosen
        for name in self.game.secret:
            seen[name] = 0
        for name in self.game.private:
            for other in range(self.game.seats):
                if other != seat:
                    seen[name][other] = 0
        return seen

    def imagined(self, state: StateRecord, seat: int, luck: random.Random) -> StateRecord:
        """A state that could be the true one, as far as this seat can see."""
        imagined = copy_of(self.seen_by(state, seat))
        for _ in range(MOST_IMAGINED):
            if not self.loaded.number("imagine", self.loaded.slots["imagine"], imagined, seat, luck.getrandbits(62)):
                return imagined
        raise GameFileError(f"the rule imagine was called {MOST_IMAGINED} times and still wants more", self.file.path)

    def xy(self, square: int) -> tuple[int, int]:
        """The coordinates of a square, counted from 1 at the lower left."""
        return square % self.width + 1, square // self.width + 1

    def square(self, x: int, y: int) -> int:
        """The number of the square with these coordinates."""
        return (y - 1) * self.width + x - 1

    # Hints for the computer player

    def hint(self, name: str, state: StateRecord, *arguments: int) -> int:
        """The answer of one of the hints: `value`, `order`, `quick`, `wins`, `remaining` or `key`."""
        return self.loaded.number(name, self.loaded.slots[name], state, *arguments)

    def safe_moves(self, state: StateRecord) -> list[int]:
        """The legal moves, without those that provably lose at once."""
        buffer = self._buffer()
        count = self.loaded.number("safe", self._questions["list_safe"], state, buffer)
        return buffer["moves"][:count].tolist()  # type: ignore[no-any-return]

    def noisy_moves(self, state: StateRecord) -> tuple[list[int], bool]:
        """The moves that quiescence search looks at, and whether there are no others."""
        buffer = self._buffer()
        count = self.loaded.number("noisy", self._questions["list_noisy"], state, buffer)
        return buffer["moves"][: abs(count)].tolist(), count < 0

    @cached_property
    def strategy(self) -> Strategy | None:
        """The game's own computer player, if it has one."""
        return self.game.strategy() if self.game.strategy else None

    # Inside

    @cached_property
    def _questions(self) -> Mapping[str, Any]:
        return self.loaded.kernel(QUESTIONS)

    def _buffer(self) -> Any:
        """Working memory for one question; each thread has its own."""
        try:
            return self._own.buffer
        except AttributeError:
            self._own.buffer = np.zeros(1, self.buffer_type)[0]
            return self._own.buffer
