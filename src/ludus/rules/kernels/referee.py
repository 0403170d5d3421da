"""One step of a game that is being played, and everything that is asked about the position after it, in a single call.

Python calls the functions at the end, with the address of a sheet on which everything lies: finding out what kind of record an
argument is takes longer than most moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludus.rules.rule import DRAW, ONGOING, rule
from ludus.rules.state import copy_into

legal: Callable[..., int]
outcome: Callable[..., int]
acts: Callable[..., bool]
chances: Callable[..., int]
squares: Callable[..., int]
cell: Callable[..., int]
kind: Callable[..., int]
make: Callable[..., None]
chance_makes: Callable[..., None]
record_at: Callable[..., Any]
SHEET: Any  # what lies on a sheet
SEATS: int
SEVERAL: bool  # whether several seats may act at once
STUCK_LOSES: bool

OUTCOME, CHANCES, ACTING, CHANGED = 0, 1, 2, 3  # the places of these facts on a sheet


@rule
def survey(state: Any, sheet: Any) -> int:
    """Note how the game stands: the outcome, how many things may happen by chance, and who may act, a bit for each seat."""
    known, lots, acting = outcome(state), 0, 0
    if known == ONGOING:
        lots = chances(state)
    if known == ONGOING and lots == 0:
        if SEVERAL:
            for seat in range(SEATS):
                if acts(state, seat):
                    acting |= 1 << seat
        elif legal(state, sheet.moves) > 0:
            acting = 1 << state.turn
        else:
            known = 1 - state.turn if STUCK_LOSES else DRAW
    sheet.facts[OUTCOME] = known
    sheet.facts[CHANCES] = lots
    sheet.facts[ACTING] = acting
    return known


@rule
def compare(before: Any, state: Any, sheet: Any) -> None:
    """Note the squares that look different after a step, each with the numbers of its piece and its type."""
    count = 0
    for square in range(sheet.changed.shape[0] // 3):
        code, type_ = cell(state, square), kind(state, square)
        if code != cell(before, square) or type_ != kind(before, square):
            sheet.changed[count] = square
            sheet.changed[count + 1] = code
            sheet.changed[count + 2] = type_
            count += 3
    sheet.facts[CHANGED] = count


@rule
def move_named(state: Any, length: int, sheet: Any) -> int:
    """The legal move that the first squares of `sheet.wanted` name, or -1."""
    for index in range(legal(state, sheet.moves)):
        if squares(state, sheet.moves[index], sheet.path) == length:
            alike = True
            for step in range(length):
                if sheet.path[step] != sheet.wanted[step]:
                    alike = False
            if alike:
                return sheet.moves[index]  # type: ignore[no-any-return]
    return -1


@rule
def move_numbered(state: Any, move: int, sheet: Any) -> int:
    """The move itself if it is legal, or -1."""
    for index in range(legal(state, sheet.moves)):
        if sheet.moves[index] == move:
            return move
    return -1


@rule
def begin(state: Any, before: Any, seat: int) -> None:
    """Remember the position, in which it is a seat's turn."""
    copy_into(before, state)
    if SEVERAL:
        state.turn = seat


@rule
def advance(state: Any, before: Any, sheet: Any, move: int) -> int:
    """Make a move, unless it is -1, and note everything about the position after it."""
    if move >= 0:
        make(state, move)
        survey(state, sheet)
        compare(before, state, sheet)
    return move


@rule
def answer(state: Any, before: Any, sheet: Any, seat: int, length: int) -> int:
    """Make the move of a seat that the first squares of `sheet.wanted` name; -1, and nothing has happened, if it is not legal."""
    begin(state, before, seat)
    return advance(state, before, sheet, move_named(state, length, sheet))


@rule
def follow(state: Any, before: Any, sheet: Any, seat: int, move: int) -> int:
    """Make a move of a seat given by its number; -1, and nothing has happened, if it is not legal."""
    begin(state, before, seat)
    return advance(state, before, sheet, move_numbered(state, move, sheet))


@rule
def befall(state: Any, before: Any, sheet: Any, chance: int) -> int:
    """Let something happen by chance."""
    copy_into(before, state)
    chance_makes(state, chance)
    compare(before, state, sheet)
    return survey(state, sheet)


@rule
def survey_at(address: int) -> int:
    """`survey` of the state on a sheet."""
    sheet = record_at(address, SHEET)
    return survey(sheet.state, sheet)


@rule
def answer_at(address: int, seat: int, length: int) -> int:
    """`answer` in the state on a sheet."""
    sheet = record_at(address, SHEET)
    return answer(sheet.state, sheet.before, sheet, seat, length)


@rule
def follow_at(address: int, seat: int, move: int) -> int:
    """`follow` in the state on a sheet."""
    sheet = record_at(address, SHEET)
    return follow(sheet.state, sheet.before, sheet, seat, move)


@rule
def befall_at(address: int, chance: int) -> int:
    """`befall` in the state on a sheet."""
    sheet = record_at(address, SHEET)
    return befall(sheet.state, sheet.before, sheet, chance)
