"""The kinds of words that messages are made of, with their limits.

Whatever a client sends is checked against these before anything else looks at it. Control characters never get further: a text
that holds one is refused.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from msgspec import Meta, ValidationError, convert

VERSION = 1
"""The version of the protocol; a change that could break a client raises it."""

LONGEST_LINE = 4096
"""No message of a client may be longer, in bytes."""

SHORTEST_PASSWORD = 8
"""In characters, of a new one; no other rule but that it is not the name: today's norm, and long enough where guessing is
throttled."""

MOST_SQUARES = 64
"""No move is named by more squares than this."""

# What never reaches another player's terminal: C0 and C1 control characters, DEL, line separators, invisible and direction marks.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
UNSEEN = re.compile(f"[{_UNSEEN}]")
"""A character that is never shown."""

_END = r"$(?!\n)"  # a lone $ would let a line feed through
_WORD = rf"^[^\s{_UNSEEN}]*{_END}"
_TEXT = rf"^(?! )[^{_UNSEEN}]*(?<! ){_END}"

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=24, pattern=r"^[A-Za-z][A-Za-z0-9_-]*" + _END)]
"""What a player is called."""

AnyName: TypeAlias = Annotated[str, Meta(max_length=24, pattern=r"^([A-Za-z][A-Za-z0-9_-]*)?" + _END)]
"""A player's name, or nothing."""

Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=_WORD)]
"""A word without spaces, such as a game's name as commands write it."""

AnyWord: TypeAlias = Annotated[str, Meta(max_length=64, pattern=_WORD)]
"""A word, or nothing."""

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1000, pattern=_TEXT)]
"""One line of text; in the line protocol it is the rest of the line."""

AnyText: TypeAlias = Annotated[str, Meta(max_length=2000, pattern=_TEXT)]
"""One line of text, or nothing."""

Coordinate: TypeAlias = Annotated[int, Meta(ge=-999, le=999)]
"""Where a square is, counted from 1; numbers off the board are refused by the game, not here."""

Squares: TypeAlias = Annotated[list[tuple[Coordinate, Coordinate]], Meta(min_length=1, max_length=MOST_SQUARES)]
"""A move: the squares that name it, as x and y from 1 1 at the lower left."""

Team: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""A team, numbered from 1; 0 for whichever is free, or for none."""

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]
"""A time."""

Level: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
"""How well the computer plays, from 1; 0 for no computer."""

Choice: TypeAlias = Annotated[dict[Word, Annotated[int, Meta(ge=-(10**9), le=10**9)]], Meta(max_length=16)]
"""Options of a game, such as size 5."""

Agreement: TypeAlias = Literal["draw", "undo", "rematch"]
"""What players may agree on."""

Role: TypeAlias = Literal["player", "organiser", "admin"]
"""What a player may do beside playing."""

Standing: TypeAlias = Literal["open", "playing", "over"]
"""How a match stands."""

_SAID = {
    Name: "letters, digits, - and _ only, beginning with a letter, at most 24",
    AnyName: "letters, digits, - and _ only, beginning with a letter, at most 24, or nothing",
    Word: "a word of at most 64 characters, without spaces or control characters",
    AnyWord: "a word of at most 64 characters, without spaces or control characters, or nothing",
    Text: "1 to 1000 characters on one line, without control characters or spaces around them",
    AnyText: "at most 2000 characters on one line, without control characters or spaces around them",
    Squares: f"1 to {MOST_SQUARES} squares, each an x and a y from -999 to 999",
    Choice: "at most 16 options, each a word and a whole number, such as size and 5",
}


def expected(kind: Any) -> str:
    """What a value of this kind looks like, for somebody who wrote another: "a whole number from 0 to 100"."""
    if kind in _SAID:
        return _SAID[kind]
    if get_origin(kind) is Literal:
        *most, last = [str(choice) or "nothing" for choice in get_args(kind)]
        return f"{', '.join(most)} or {last}"
    base, meta = get_args(kind)
    number = "a whole number" if base is int else "a number"
    return f"{number} from {meta.ge}" + ("" if meta.le is None else f" to {meta.le}")


def is_value(kind: Any, value: object) -> bool:
    """Whether this is a value of that kind."""
    try:
        convert(value, kind)
    except ValidationError:
        return False
    return True
