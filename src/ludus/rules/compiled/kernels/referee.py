"""One step of a game in progress, and everything that is asked about the position after it, in a single call.

Python calls the functions at the end with the address of a buffer that holds everything: passing a record would make Numba find
out its type, which takes longer than most moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, brief, inner
from ludus.rules.state import copy_into

legal: Callable[..., int]
outcome: Callable[..., int]
acts: Callable[..., bool]
chances: Callable[..., int]
squares: Callable[..., int]
cell: Callable[..., int]
kind: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]
record_at: Callable[..., Any]
BUFFER: Any  # the type of the buffer
SEATS: int
SEVERAL: bool  # whether several seats may act at once
STUCK_LOSES: bool

OUTCOME, CHANCES, ACTING, CHANGED = 0, 1, 2, 3  # the places of these facts in `buffer.facts`


@inner
def survey(state: Any, buffer: Any) -> int:
    """Note how the game stands: the outcome, how many outcomes of chance there are, and who may act, one bit for each seat."""
    known, lots, acting = outcome(state), 0, 0
    if known == ONGOING:
        lots = chances(state)
    if known == ONGOING and lots == 0:
        if SEVERAL:
            for seat in range(SEATS):
                if acts(state, seat):
                    acting |= 1 << seat
        elif legal(state, buffer.moves) > 0:
            acting = 1 << state.turn
        else:
            known = 1 - state.turn if STUCK_LOSES else DRAW
    buffer.facts[OUTCOME] = known
    buffer.facts[CHANCES] = lots
    buffer.facts[ACTING] = acting
    return known


@inner
def compare(before: Any, state: Any, buffer: Any) -> None:
    """Note the squares that a step changed, each with the numbers of its piece and its type."""
    count = 0
    for square in range(buffer.changed.shape[0] // 3):
        code, type_ = cell(state, square), kind(state, square)
        if code != cell(before, square) or type_ != kind(before, square):
            buffer.changed[count] = square
            buffer.changed[count + 1] = code
            buffer.changed[count + 2] = type_
            count += 3
    buffer.facts[CHANGED] = count


@inner
def move_named(state: Any, length: int, buffer: Any) -> int:
    """The legal move that the first squares of `buffer.wanted` name, or -1."""
    for index in range(legal(state, buffer.moves)):
        if squares(state, buffer.moves[index], buffer.path) == length:
            alike = True
            for step in range(length):
                if buffer.path[step] != buffer.wanted[step]:
                    alike = False
            if alike:
                return buffer.moves[index]  # type: ignore[no-any-return]
    return -1


@inner
def move_numbered(state: Any, move: int, buffer: Any) -> int:
    """The move itself if it is legal, or -1."""
    for index in range(legal(state, buffer.moves)):
        if buffer.moves[index] == move:
            return move
    return -1


@inner
def begin(state: Any, before: Any, seat: int) -> None:
    """Keep a copy of the position, and give the turn to the seat that plays."""
    copy_into(before, state)
    if SEVERAL:
        state.turn = seat


@inner
def advance(state: Any, before: Any, buffer: Any, move: int) -> int:
    """Make a move, unless it is -1, and note everything about the position that follows."""
    if move >= 0:
        make(state, move)
        survey(state, buffer)
        compare(before, state, buffer)
    return move


@inner
def play_squares(state: Any, before: Any, buffer: Any, seat: int, length: int) -> int:
    """Make the move that the first squares of `buffer.wanted` name; return -1 and change nothing if it is not legal."""
    begin(state, before, seat)
    return advance(state, before, buffer, move_named(state, length, buffer))


@inner
def play_move(state: Any, before: Any, buffer: Any, seat: int, move: int) -> int:
    """Make a move given by its number; return -1 and change nothing if it is not legal."""
    begin(state, before, seat)
    return advance(state, before, buffer, move_numbered(state, move, buffer))


@inner
def apply_chance(state: Any, before: Any, buffer: Any, chance: int) -> int:
    """Apply one outcome of chance."""
    copy_into(before, state)
    make_chance(state, chance)
    compare(before, state, buffer)
    return survey(state, buffer)


@brief
def survey_at(address: int) -> int:
    """`survey` of the state in a buffer."""
    buffer = record_at(address, BUFFER)
    return survey(buffer.state, buffer)


@brief
def play_squares_at(address: int, seat: int, length: int) -> int:
    """`play_squares` in the state in a buffer."""
    buffer = record_at(address, BUFFER)
    return play_squares(buffer.state, buffer.before, buffer, seat, length)


@brief
def play_move_at(address: int, seat: int, move: int) -> int:
    """`play_move` in the state in a buffer."""
    buffer = record_at(address, BUFFER)
    return play_move(buffer.state, buffer.before, buffer, seat, move)


@brief
def apply_chance_at(address: int, chance: int) -> int:
    """`apply_chance` in the state in a buffer."""
    buffer = record_at(address, BUFFER)
    return apply_chance(buffer.state, buffer.before, buffer, chance)
