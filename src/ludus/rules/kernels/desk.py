"""Questions about one state, asked from outside: moves, squares, the board, the result; and what every kernel shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, bits, rule

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
def settle(state: Any) -> None:
    """Where several seats may act, let `turn` be the first of them, so that equal positions are equal."""
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
    settle(state)


@rule
def chance_makes(state: Any, chance: int) -> None:
    """Let a chance happen."""
    happen(state, chance)
    settle(state)


@rule
def scramble(luck: int) -> int:
    """The next of a sequence of random numbers (xorshift, which passes through every 64-bit number but 0)."""
    luck ^= (luck << LEFT) & FULL
    luck ^= luck >> RIGHT
    luck ^= (luck << AGAIN) & FULL
    return luck


@rule
def pick(state: Any, lots: int, luck: int) -> int:
    """A chance, as likely as its weight says."""
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
def list_moves(state: Any, desk: Any) -> int:
    """Write the legal moves onto the desk."""
    return legal(state, desk.moves)


@rule
def list_safe(state: Any, desk: Any) -> int:
    """Write the moves that do not provably lose at once onto the desk."""
    return safe(state, desk.moves)


@rule
def list_noisy(state: Any, desk: Any) -> int:
    """Write the moves to look at before a position is valued onto the desk."""
    return noisy(state, desk.moves)


@rule
def result(state: Any, desk: Any) -> int:
    """The outcome, where having no move counts as the game says."""
    known = outcome(state)
    if known != ONGOING or chances(state) > 0 or legal(state, desk.moves) > 0:
        return known
    return 1 - state.turn if STUCK_LOSES else DRAW


@rule
def list_squares(state: Any, move: int, desk: Any) -> int:
    """Write the squares of a move onto the desk."""
    return squares(state, move, desk.path)


@rule
def look(state: Any, desk: Any) -> None:
    """Write the pieces and the types of all squares onto the desk."""
    for square in range(desk.codes.shape[0]):
        desk.codes[square] = cell(state, square)
        desk.kinds[square] = kind(state, square)
