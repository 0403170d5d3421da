"""How positions are written in an analysis: as text on one line, or as a JSON array with the lines of a saved file (E1)."""

from __future__ import annotations

import msgspec

from ludus.rules.errors import PositionError
from ludus.rules.positions import read_position, write_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.savefile import load_lines, saved_lines
from ludus.rules.state import StateRecord

ENCODINGS = ("text", "json")

_LINES = msgspec.json.Decoder(list[str])


def read_encoded(rulebook: Rulebook, encoding: str, text: str) -> StateRecord:
    """The position that a text means, the usual start if it is empty; raises `PositionError`."""
    if not text:
        return rulebook.start()
    if encoding == "text":
        return read_position(rulebook, text)
    try:
        lines = _LINES.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        raise PositionError(f"{text[:60]!r} is not a JSON array with the lines of a saved file") from None
    return load_lines(rulebook, [(number, line.strip()) for number, line in enumerate(lines, 1)], "line")


def write_encoded(rulebook: Rulebook, encoding: str, state: StateRecord) -> str:
    """A position as text."""
    if encoding == "text":
        return write_position(rulebook, state)
    return msgspec.json.encode(saved_lines(rulebook, state)).decode()
