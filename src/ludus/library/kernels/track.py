"""The moves of one match, each with a single call: the places it passes lie one behind the other, and a move writes the next.

    sheet   place 0   place 1   place 2   (room for more)   spare
                                  ▲
                                  here: its address stands on the sheet

A place is a state, the number of the step that led to it, ~ of the number where that was a chance, and the seat that took it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import ONGOING, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
squares: Callable[..., int]
make: Callable[..., None]
chance_makes: Callable[..., None]
survey: Callable[..., int]
move_named: Callable[..., int]
move_numbered: Callable[..., int]
record_at: Callable[..., Any]
SHEET: Any  # what lies on a sheet
PLACE: Any  # what a place holds
SIZE: int  # the bytes of a place
SHEET_SIZE: int  # the bytes of a sheet
SEVERAL: bool  # whether several seats may act at once

OUTCOME, CHANCES = 0, 1  # the places of these facts on a sheet
HERE, END = 0, 1  # the first words of a sheet
ILLEGAL, FULL = -1, -2  # why a step was not taken


@rule
def follow(state: Any, after: Any, sheet: Any, move: int) -> int:
    """Make a move of the seat that is asked; 0 when somebody is to move then, 1 when not, `ILLEGAL` when it is not legal."""
    if sheet.facts[OUTCOME] != ONGOING or sheet.facts[CHANCES] > 0:
        return ILLEGAL
    copy_into(after, state)
    if SEVERAL:
        after.turn = sheet.seat
    if move_numbered(after, move, sheet) < 0:
        return ILLEGAL
    make(after, move)
    if survey(after, sheet) != ONGOING or sheet.facts[CHANCES] > 0:
        return 1
    return 0


@rule
def befall(state: Any, after: Any, sheet: Any, chance: int) -> int:
    """Let something happen by chance; 0 when somebody is to move then, otherwise 1."""
    copy_into(after, state)
    chance_makes(after, chance)
    if survey(after, sheet) != ONGOING or sheet.facts[CHANCES] > 0:
        return 1
    return 0


@rule
def listed(state: Any, after: Any, sheet: Any) -> int:
    """Write the legal moves of the seat that is asked onto the sheet."""
    copy_into(after, state)
    if SEVERAL:
        after.turn = sheet.seat
    return legal(after, sheet.moves)


@rule
def named(state: Any, after: Any, sheet: Any, length: int) -> int:
    """The legal move of the seat that is asked that the first squares of `sheet.wanted` name, or -1."""
    copy_into(after, state)
    if SEVERAL:
        after.turn = sheet.seat
    return move_named(after, length, sheet)


@rule
def path(state: Any, after: Any, sheet: Any, move: int) -> int:
    """Write the squares of a move of the seat that is asked onto the sheet."""
    copy_into(after, state)
    if SEVERAL:
        after.turn = sheet.seat
    return squares(after, move, sheet.path)


@rule
def begin(words: Any) -> int:
    """Let the sheet at the beginning of fresh memory point to its first and last place; gives its address."""
    address = words.ctypes.data
    words[HERE] = address + SHEET_SIZE
    words[END] = address + 8 * words.size - SIZE
    return address  # type: ignore[no-any-return]


@rule
def follow_at(address: int, move: int) -> int:
    """`follow`, and go on to the place after it; `FULL` when there is no room for that."""
    sheet = record_at(address, SHEET)
    if sheet.here + SIZE >= sheet.end:
        return FULL
    here, after = record_at(sheet.here, PLACE), record_at(sheet.here + SIZE, PLACE)
    after.seat = sheet.seat if SEVERAL else here.state.turn
    done = follow(here.state, after.state, sheet, move)
    if done >= 0:
        after.number = move
        sheet.here += SIZE
    return done


@rule
def befall_at(address: int, chance: int) -> int:
    """`befall`, and go on to the place after it; `FULL` when there is no room for that."""
    sheet = record_at(address, SHEET)
    if sheet.here + SIZE >= sheet.end:
        return FULL
    here, after = record_at(sheet.here, PLACE), record_at(sheet.here + SIZE, PLACE)
    after.number, after.seat = -1 - chance, -1
    done = befall(here.state, after.state, sheet, chance)
    sheet.here += SIZE
    return done


@rule
def survey_at(address: int) -> int:
    """Note how the match stands."""
    sheet = record_at(address, SHEET)
    return survey(record_at(sheet.here, PLACE).state, sheet)


@rule
def listed_at(address: int) -> int:
    """`listed` for the state a match has come to."""
    sheet = record_at(address, SHEET)
    return listed(record_at(sheet.here, PLACE).state, record_at(sheet.end, PLACE).state, sheet)


@rule
def named_at(address: int, length: int) -> int:
    """`named` for the state a match has come to."""
    sheet = record_at(address, SHEET)
    return named(record_at(sheet.here, PLACE).state, record_at(sheet.end, PLACE).state, sheet, length)


@rule
def path_at(address: int, move: int) -> int:
    """`path` for the state a match has come to."""
    sheet = record_at(address, SHEET)
    return path(record_at(sheet.here, PLACE).state, record_at(sheet.end, PLACE).state, sheet, move)
