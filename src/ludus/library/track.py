"""`Track`: the places a match has passed, from its beginning to now; what makes a match quick.

    track.play_move(3)       True: the move was legal, and is made
    track.back()          and taken back

Every state is kept, so that taking back is only a look at the one before, and a search knows what came up already.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from ludus.library.track_kernel import END, FACTS, HERE, MOVES, PATH, SEAT, WANTED, TrackKernel
from ludus.rules.play import Happened, Moved, Step
from ludus.rules.referee import MOST_SQUARES
from ludus.rules.rule import ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import PlainState, StateRecord

OUTCOME, CHANCES, ACTING = FACTS, FACTS + 1, FACTS + 2
ILLEGAL, FULL = -1, -2


class Track:
    """The states and steps of one match."""

    __slots__ = ("_address", "_quick", "_repeated", "_seen", "_words", "kernel", "over")

    def __init__(self, kernel: TrackKernel, start: bytes | None = None) -> None:
        self.kernel = kernel
        self._address, self._words = kernel.block()
        self._quick = kernel.quick_move
        self._repeated = False
        self.over: bool = kernel.starts_over
        """Whether the game has ended."""
        if start is not None:
            begin = kernel.buffer_size + 16
            self._words.cast("B")[begin : begin + len(start)] = start
            self._ask("survey")
        if kernel.repeats:
            self._seen: Counter[int] = Counter()
        if kernel.repeats or start is not None:
            self._note_position()

    @property
    def rulebook(self) -> Rulebook:
        """The rules."""
        return self.kernel.rulebook

    # Steps

    def play_move(self, move: int, seat: int | None = None) -> bool:
        """Make a move by its number; false, and nothing has happened, when it is not legal."""
        self._ask_for(seat)
        done = self._step("play_move", move)
        if done == FULL:
            self._grow()
            done = self._step("play_move", move)
        if done == ILLEGAL:
            return False
        self._note_position()
        return True

    def apply_chance(self, chance: int) -> None:
        """Let something happen by chance."""
        if self._step("apply_chance", chance) == FULL:
            self._grow()
            self._step("apply_chance", chance)
        self._note_position()

    def back(self) -> None:
        """Take the last step back."""
        if self.rulebook.game.repeats:
            self._seen[self._key()] -= 1
        self._repeated = False
        self._words[HERE] -= self.kernel.size
        self._ask("survey")
        self.over = self._words[OUTCOME] != ONGOING

    # What is so now

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now; none while chance is awaited or when the game is over."""
        return () if self._repeated else _seats(self._words[ACTING])

    @property
    def chances(self) -> int:
        """How many things may happen by chance now; 0 when none is awaited."""
        return 0 if self._repeated else self._words[CHANCES]

    @property
    def record(self) -> StateRecord:
        """The state as a record of its own."""
        return self.record_at(len(self))

    def record_at(self, step: int) -> StateRecord:
        """The state after that many steps."""
        return self.rulebook.game.state.from_bytes(self._state(step))

    @property
    def live(self) -> PlainState:
        """The state as the words of a game read it; it changes with the match."""
        begin = self._words[HERE] - self._address + 16
        return PlainState(np.frombuffer(self._words, self.rulebook.game.state.dtype, 1, begin)[0])

    @property
    def steps(self) -> list[Step]:
        """Everything that has happened, by numbers: `Moved(seat, move)` and `Happened(chance)`."""
        return [self.step_at(at) for at in range(len(self))]

    def step_at(self, at: int) -> Step:
        """One step, counted from 0."""
        word = (self.kernel.buffer_size + (at + 1) * self.kernel.size) // 8
        number, seat = self._words[word : word + 2]
        return Moved(seat, number) if number >= 0 else Happened(~number)

    def listed(self, seat: int | None = None) -> list[int]:
        """The numbers of the legal moves."""
        self._ask_for(seat)
        return self._words[MOVES : MOVES + self._ask("listed")].tolist()

    def named(self, squares: tuple[int, ...], seat: int | None = None) -> int:
        """The legal move that these squares name, or -1."""
        self._ask_for(seat)
        if len(squares) > MOST_SQUARES:
            return ILLEGAL
        for place, square in enumerate(squares):
            self._words[WANTED + place] = square
        return self._ask("named", len(squares))

    def path(self, move: int, seat: int | None = None) -> tuple[int, ...]:
        """The squares of a move."""
        self._ask_for(seat)
        count = self._ask("path", move)
        return tuple(self._words[PATH : PATH + count].tolist())

    def __len__(self) -> int:
        return (self._words[HERE] - self._address - self.kernel.buffer_size) // self.kernel.size

    # Inside

    def _ask_for(self, seat: int | None) -> None:
        if self.rulebook.game.acts is not None:
            self._words[SEAT] = (*self.acting, 0)[0] if seat is None else seat

    def _ask(self, name: str, *numbers: int) -> int:
        if self.kernel.compiled:
            return self.kernel.compiled[name](self._address, *numbers)
        here, kernel = len(self), self.kernel
        places = np.frombuffer(self._words, kernel.place, self._room, kernel.buffer_size)
        buffer = PlainState(np.frombuffer(self._words, kernel.buffer, 1)[0])
        state, after = (PlainState(places[at]["state"]) for at in (here, here + 1))
        return int(kernel.functions[name](*((state, buffer) if name == "survey" else (state, after, buffer, *numbers))))

    def _step(self, name: str, number: int) -> int:
        """Take a step of a kind, and go on to the place after it."""
        if self.kernel.compiled:
            return self.kernel.compiled[name](self._address, number)
        if self._words[HERE] + self.kernel.size >= self._words[END]:
            return FULL
        word = (self._words[HERE] + self.kernel.size - self._address) // 8
        moves = name == "play_move"
        several = self.rulebook.game.acts is not None
        seat = (self._words[SEAT] if several else int(self.record["turn"])) if moves else -1
        done = self._ask(name, number)
        if done != ILLEGAL:
            self._words[word], self._words[word + 1] = number if moves else ~number, seat
            self._words[HERE] += self.kernel.size
        return done

    @property
    def _room(self) -> int:
        return (len(self._words) * 8 - self.kernel.buffer_size) // self.kernel.size

    def _grow(self) -> None:
        """Go on in memory with twice as many places; the last is for asking."""
        passed, size = len(self), self.kernel.size_for(2 * self._room)
        memory = bytearray(self._words.cast("B"))
        memory.extend(bytes(size - len(memory)))
        self._address, self._words = self.kernel.begin(memory, size), memoryview(memory).cast("q")
        self._words[HERE] = self._address + self.kernel.size_for(passed)

    def _state(self, step: int) -> bytes:
        begin = self.kernel.size_for(step) + 16
        return self._words.cast("B")[begin : begin + self.rulebook.game.state.dtype.itemsize].tobytes()

    def _key(self) -> int:
        """The position as far as repetition is concerned."""
        return int.from_bytes(self._state(len(self)), "little") & self.kernel.mask

    def _note_position(self) -> None:
        """Count how often this position came up, where that matters, and note whether the game has ended."""
        repeats = self.rulebook.game.repeats
        if repeats:
            key = self._key()
            self._seen[key] += 1
            self._repeated = self._seen[key] >= repeats and self._words[OUTCOME] == ONGOING
        self.over = self._words[OUTCOME] != ONGOING or self._repeated


@lru_cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
