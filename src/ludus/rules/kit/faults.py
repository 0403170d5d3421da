"""Exceptions out of an author's code, as sentences with the line of the game file and what to change."""

from __future__ import annotations

import ast
import re
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.rules.referee import MOST_SQUARES
from ludus.rules.source import Source, place
from ludus.rules.state import NUMBERS

WIDER = {"i1": "i2", "u1": "u2", "i2": "i4", "u2": "u4", "i4": "i8", "u4": "u8"}
"""The next type that has more room."""


class BrokenRule(LudusError):
    """A rule raised an exception when it was run as plain Python."""


@contextmanager
def in_authors_words(file: GameFile, about: Callable[[], str] | None = None) -> Iterator[None]:
    """Turn an exception out of a rule into a sentence with its line in the game file, and the position it was asked about."""
    try:
        yield
    except LudusError as error:
        if about is None:
            raise
        raise BrokenRule(f"{error}; it happened in {about()}") from error
    except Exception as error:
        line = line_in(file.path)
        where = f"; it happened in {about()}" if about else ""
        raise BrokenRule(f"{place(file.path, line)}{_sentence(error, file.taken_apart, line)}{where}") from error


def guarded(file: GameFile, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the author's; what it raises becomes a sentence with its line."""
    with in_authors_words(file):
        return function(*arguments)


def line_in(path: Path) -> int | None:
    """The line of a file at which the exception now being handled came up."""
    error = sys.exc_info()[1]
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__ if error else None) if frame.filename == str(path)
    ]
    if isinstance(error, RecursionError) and lines:
        return Counter(lines).most_common(1)[0][0]  # where a rule calls itself, not where that happened to end
    return lines[-1] if lines else None


def room_of(number: str) -> tuple[int, int]:
    """The smallest and the largest number that fit a field of this type."""
    bits = 8 * int(number[1])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if number[0] == "i" else (0, (1 << bits) - 1)


def _sentence(error: Exception, source: Source, line: int | None) -> str:
    said = str(error)
    if isinstance(error, IndexError):
        return _outside(said, source, line)
    if isinstance(error, OverflowError):
        return _overflow(said, source, line)
    if isinstance(error, RecursionError):
        return "a rule calls itself without end; write a loop, or say when to stop"
    if isinstance(error, ZeroDivisionError):
        return "a division by 0, which is 0 in compiled code; look at the divisor first"
    if isinstance(error, NameError):
        return f"{error.name} is not defined"
    if isinstance(error, AttributeError) and said.startswith("the state has no field"):
        return re.sub(r"field '(\w+)'", r"field \1", said)
    if isinstance(error, TypeError) and "NoneType" in said:
        return f"something here is None ({said}); does a function that it comes from forget its return?"
    for words, sentence in COMMON.items():
        if found := re.search(words, said):
            return found.expand(sentence)
    return f"{type(error).__name__}: {said}"


COMMON = {
    r"int\(\) argument must be .* not '(\w+)'": r"a rule returns a \1 where a whole number is expected; legal writes the moves "
    r"into moves, and returns how many there are",
    r"'numpy.ndarray' object has no attribute '(append|extend|add)'": r"moves and path are tables, not lists, so there is no \1; "
    r"write moves[count] = ..., add 1 to count, and return it",
    r"'int' object is not subscriptable": r"this is a number already, so it takes no [...]; a table with rows is read as "
    r"state.cells[row, column], one without as state.cells[square]",
    r"invalid literal for int\(\) with base 10: ('.*')": r"a field holds whole numbers, not the text \1; let a number stand for "
    r"it, and say in pieces= what it looks like",
}
"""What Python says about common mistakes, and how we say it."""


def _outside(said: str, source: Source, line: int | None) -> str:
    """An index outside its table; which table is read off the line."""
    tables = [ast.unparse(node.value) for node in source.at_line(line or 0) if isinstance(node, ast.Subscript)]
    found = re.search(r"index (-?\d+) is out of bounds for axis \d+ with size (\d+)", said)
    index, size = (int(found[1]), int(found[2])) if found else (None, 0)
    if "moves" in tables and size == source.game.most_moves:
        return f"there are more legal moves than most_moves={size}; give Game(...) a larger most_moves"
    if "path" in tables and size == MOST_SQUARES:
        return f"a move is named by more than {MOST_SQUARES} squares; name it by fewer"
    named = " or ".join(dict.fromkeys(tables)) or "a table"
    if index is None:
        return f"an index is outside its table: {named}"
    return f"the index {index} is outside its table, {named}, which has the places 0 to {size - 1}"


def _overflow(said: str, source: Source, line: int | None) -> str:
    """A number too large for its field; which field is read off the line."""
    fields = source.game.state.kinds
    written = {
        node.attr
        for node in source.at_line(line or 0)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "state"
    }
    found = re.search(r"integer (-?\d+) out of bounds", said)
    number = found[1] if found else "a number"
    narrow = [name for name in fields if name in written and not _fits(number, fields[name])]
    if not narrow:
        return f"{number} does not fit its field ({said})"
    kind = fields[narrow[0]]
    low, high = room_of(kind)
    more = f'; give it more room, such as "{WIDER[kind]}"' if kind in WIDER and low <= 0 else ""
    return f'{number} does not fit the field {narrow[0]}, whose type "{kind}" holds {low} to {high}{more}'


def _fits(number: str, kind: str) -> bool:
    if kind not in NUMBERS or not number.lstrip("-").isdecimal():
        return False
    low, high = room_of(kind)
    return low <= int(number) <= high
