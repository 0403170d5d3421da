"""The moves of one match, each with a single call: the places it passes lie one behind the other, and a move writes the next.

    buffer   place 0   place 1   place 2   (room for more)   spare
                                  ▲
                                  here: its address stands on the buffer

A place is a state, the number of the step that led to it, ~ of the number where that was a chance, and the seat that took it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import ONGOING, inner, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
squares: Callable[..., int]
make: Callable[..., None]
make_chance: Callable[..., None]
survey: Callable[..., int]
move_named: Callable[..., int]
move_numbered: Callable[..., int]
record_at: Callable[..., Any]
integer_at: Callable[..., int]
bytearray_at: Callable[..., int]
boxed: Callable[..., int]
BUFFER: Any  # what lies on a buffer
PLACE: Any  # what a place holds
SIZE: int  # the bytes of a place
BUFFER_SIZE: int  # the bytes of a buffer
SEVERAL: bool  # whether several seats may act at once

OUTCOME, CHANCES = 0, 1  # the places of these facts on a buffer
ILLEGAL, FULL = -1, -2  # why a step was not taken


@inner
def play_move(state: Any, after: Any, buffer: Any, move: int) -> int:
    """Make a move of the seat that is asked; 0 when somebody is to move then, 1 when not, `ILLEGAL` when it is not legal."""
    if buffer.facts[OUTCOME] != ONGOING or buffer.facts[CHANCES] > 0:
        return ILLEGAL
    copy_into(after, state)
    if SEVERAL:
        after.turn = buffer.seat
    if move_numbered(after, move, buffer) < 0:
        return ILLEGAL
    make(after, move)
    if survey(after, buffer) != ONGOING or buffer.facts[CHANCES] > 0:
        return 1
    return 0


@inner
def apply_chance(state: Any, after: Any, buffer: Any, chance: int) -> int:
    """Let something happen by chance; 0 when somebody is to move then, otherwise 1."""
    copy_into(after, state)
    make_chance(after, chance)
    if survey(after, buffer) != ONGOING or buffer.facts[CHANCES] > 0:
        return 1
    return 0


@inner
def listed(state: Any, after: Any, buffer: Any) -> int:
    """Write the legal moves of the seat that is asked onto the buffer."""
    copy_into(after, state)
    if SEVERAL:
        after.turn = buffer.seat
    return legal(after, buffer.moves)


@inner
def named(state: Any, after: Any, buffer: Any, length: int) -> int:
    """The legal move of the seat that is asked that the first squares of `buffer.wanted` name, or -1."""
    copy_into(after, state)
    if SEVERAL:
        after.turn = buffer.seat
    return move_named(after, length, buffer)


@inner
def path(state: Any, after: Any, buffer: Any, move: int) -> int:
    """Write the squares of a move of the seat that is asked onto the buffer."""
    copy_into(after, state)
    if SEVERAL:
        after.turn = buffer.seat
    return squares(after, move, buffer.path)


@rule
def begin_at(address: int, length: int) -> int:
    """Let the buffer at the beginning of fresh memory of this many bytes point to its first and last place; gives its address."""
    buffer = record_at(address, BUFFER)
    buffer.here = address + BUFFER_SIZE
    buffer.end = address + length - SIZE
    return address


def begin_called(_module: int, arguments: int, _count: int) -> int:
    """`begin_at` as a built-in function of Python, given a `bytearray` and its length."""
    return boxed(begin_at(bytearray_at(arguments, 0), integer_at(arguments, 1)))


@rule
def play_move_at(address: int, move: int) -> int:
    """`play_move`, and go on to the place after it; `FULL` when there is no room for that."""
    buffer = record_at(address, BUFFER)
    if buffer.here + SIZE >= buffer.end:
        return FULL
    here, after = record_at(buffer.here, PLACE), record_at(buffer.here + SIZE, PLACE)
    after.seat = buffer.seat if SEVERAL else here.state.turn
    done = play_move(here.state, after.state, buffer, move)
    if done >= 0:
        after.number = move
        buffer.here += SIZE
    return done


def play_move_called(_module: int, arguments: int, _count: int) -> int:
    """`play_move_at` as a built-in function of Python."""
    return boxed(play_move_at(integer_at(arguments, 0), integer_at(arguments, 1)))


@rule
def apply_chance_at(address: int, chance: int) -> int:
    """`apply_chance`, and go on to the place after it; `FULL` when there is no room for that."""
    buffer = record_at(address, BUFFER)
    if buffer.here + SIZE >= buffer.end:
        return FULL
    here, after = record_at(buffer.here, PLACE), record_at(buffer.here + SIZE, PLACE)
    after.number, after.seat = -1 - chance, -1
    done = apply_chance(here.state, after.state, buffer, chance)
    buffer.here += SIZE
    return done


@rule
def survey_at(address: int) -> int:
    """Note how the match stands."""
    buffer = record_at(address, BUFFER)
    return survey(record_at(buffer.here, PLACE).state, buffer)


@rule
def listed_at(address: int) -> int:
    """`listed` for the state a match has come to."""
    buffer = record_at(address, BUFFER)
    return listed(record_at(buffer.here, PLACE).state, record_at(buffer.end, PLACE).state, buffer)


@rule
def named_at(address: int, length: int) -> int:
    """`named` for the state a match has come to."""
    buffer = record_at(address, BUFFER)
    return named(record_at(buffer.here, PLACE).state, record_at(buffer.end, PLACE).state, buffer, length)


@rule
def path_at(address: int, move: int) -> int:
    """`path` for the state a match has come to."""
    buffer = record_at(address, BUFFER)
    return path(record_at(buffer.here, PLACE).state, record_at(buffer.end, PLACE).state, buffer, move)
