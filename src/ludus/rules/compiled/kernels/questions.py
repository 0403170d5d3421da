"""Questions about one state: its moves, their squares, the board, the result; and the few functions that every kernel shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, bits, inner, rule

legal: Callable[..., int]
safe: Callable[..., int]
noisy: Callable[..., int]
play: Callable[..., None]
outcome: Callable[..., int]
acts: Callable[..., bool]
chances: Callable[..., int]
happen: Callable[..., None]
weight: Callable[..., int]
squares: Callable[..., int]
cell: Callable[..., int]
kind: Callable[..., int]
SEATS: int
SEVERAL: bool  # whether several seats may act at once
STUCK_LOSES: bool
HAS_WEIGHT: bool

FULL, LEFT, RIGHT, AGAIN = bits(0xFFFF_FFFF_FFFF_FFFF), bits(13), bits(7), bits(17)


@rule
def normalise_turn(state: Any) -> None:
    """Where several seats may act, set `turn` to the first of them, so that equal positions have equal bytes."""
    if SEVERAL:
        state.turn = 0
        for seat in range(SEATS):
            if acts(state, seat):
                state.turn = seat
                break


@rule
def make(state: Any, move: int) -> None:
    """Play a move of the seat whose turn it is."""
    play(state, move)
    normalise_turn(state)


@rule
def make_chance(state: Any, chance: int) -> None:
    """Apply one outcome of chance."""
    happen(state, chance)
    normalise_turn(state)


@inner
def next_random(luck: int) -> int:
    """The next random number (xorshift, which passes through every 64-bit number except 0)."""
    luck ^= (luck << LEFT) & FULL
    luck ^= luck >> RIGHT
    luck ^= (luck << AGAIN) & FULL
    return luck


@inner
def pick_chance(state: Any, lots: int, luck: int) -> int:
    """An outcome of chance, picked with the probability that its weight gives it."""
    if not HAS_WEIGHT:
        return luck % lots
    total = 0
    for chance in range(lots):
        total += weight(state, chance)
    left = luck % total
    for chance in range(lots):
        left -= weight(state, chance)
        if left < 0:
            return chance
    return lots - 1


@rule
def list_moves(state: Any, buffer: Any) -> int:
    """Write the legal moves into the buffer; return how many."""
    return legal(state, buffer.moves)


@rule
def list_safe(state: Any, buffer: Any) -> int:
    """Write the moves that do not provably lose at once into the buffer; return how many."""
    return safe(state, buffer.moves)


@rule
def list_noisy(state: Any, buffer: Any) -> int:
    """Write the moves that quiescence search looks at into the buffer; return how many."""
    return noisy(state, buffer.moves)


@rule
def result(state: Any, buffer: Any) -> int:
    """The outcome, where having no move counts as the game says."""
    known = outcome(state)
    if known != ONGOING or chances(state) > 0 or legal(state, buffer.moves) > 0:
        return known
    return 1 - state.turn if STUCK_LOSES else DRAW


@rule
def list_squares(state: Any, move: int, buffer: Any) -> int:
    """Write the squares of a move into the buffer; return how many."""
    return squares(state, move, buffer.path)


@rule
def look(state: Any, buffer: Any) -> None:
    """Write the piece and the type of every square into the buffer."""
    for square in range(buffer.codes.shape[0]):
        buffer.codes[square] = cell(state, square)
        buffer.kinds[square] = kind(state, square)
