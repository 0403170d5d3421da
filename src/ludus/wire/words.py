"""The kinds of values that messages are made of, with their limits.

Everything a client sends is checked against these before anything else looks at it. Control characters never get further: a text
that holds one is refused.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

from msgspec import Meta, ValidationError, convert

from ludus.wire.limits import (
    LONGEST_NAME,
    LONGEST_OPTIONAL_TEXT,
    LONGEST_TEXT,
    LONGEST_WORD,
    MOST_OPTIONS,
    MOST_SQUARES,
    SHORTEST_ANALYSIS,
)

VERSION = 1
"""The version of the protocol; a change that could break a client raises it."""

# What never reaches another player's terminal: C0 and C1 control characters, DEL, line separators, invisible and direction marks.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"
UNSEEN = re.compile(f"[{_UNSEEN}]")
"""A character that is never shown."""

_END = r"$(?!\n)"  # a lone $ would let a line feed through
_WORD = rf"^[^\s{_UNSEEN}]*{_END}"
_TEXT = rf"^(?! )[^{_UNSEEN}]*(?<! ){_END}"

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=r"^[A-Za-z][A-Za-z0-9_-]*" + _END)]
"""What a player is called."""

AnyName: TypeAlias = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=r"^([A-Za-z][A-Za-z0-9_-]*)?" + _END)]
"""A player's name, or nothing."""

Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_WORD, pattern=_WORD)]
"""A word without spaces, such as a game's name as commands write it."""

AnyWord: TypeAlias = Annotated[str, Meta(max_length=LONGEST_WORD, pattern=_WORD)]
"""A word, or nothing."""

Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT, pattern=_TEXT)]
"""One line of text; in the line protocol it is the rest of the line."""

AnyText: TypeAlias = Annotated[str, Meta(max_length=LONGEST_OPTIONAL_TEXT, pattern=_TEXT)]
"""One line of text, or nothing."""

Coordinate: TypeAlias = Annotated[int, Meta(ge=-999, le=999)]
"""A column or row, counted from 1; the game refuses what is off the board."""

Squares: TypeAlias = Annotated[list[tuple[Coordinate, Coordinate]], Meta(min_length=1, max_length=MOST_SQUARES)]
"""A move: the squares that name it, as x and y from 1 1 at the lower left."""

AnySquares: TypeAlias = Annotated[list[tuple[Coordinate, Coordinate]], Meta(max_length=MOST_SQUARES)]
"""The squares of a move, or none where it is written as players write it."""

Team: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""A team, numbered from 1; 0 for whichever is free, or for none."""

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000)]
"""A time in seconds."""

MoveSeconds: TypeAlias = Annotated[float, Meta(ge=-1, le=1_000_000)]
"""The seconds for each move; -1 for the usual ones."""

AnalysisSeconds: TypeAlias = Annotated[float, Meta(ge=0, le=1_000_000, description="0 for the usual time")]
"""How long an analysis may take; how much is allowed is up to the server."""

Level: TypeAlias = Annotated[int, Meta(ge=0, le=10)]
"""How well the computer plays, from 1; 0 for no computer."""

Choice: TypeAlias = Annotated[dict[Word, Annotated[int, Meta(ge=-(10**9), le=10**9)]], Meta(max_length=MOST_OPTIONS)]
"""Options of a game, such as size 5."""

Agreement: TypeAlias = Literal["draw", "undo", "rematch"]
"""What players can agree on."""

Offering: TypeAlias = Literal["", "draw", "undo", "rematch", "challenge"]
"""What can be accepted or declined; nothing for the only thing that is open."""

Role: TypeAlias = Literal["player", "organiser", "admin"]
"""What a player may do besides playing."""

Standing: TypeAlias = Literal["open", "playing", "over"]
"""How a match stands."""

Day: TypeAlias = Annotated[str, Meta(pattern=r"^(\d{4}-\d{2}-\d{2})?" + _END)]
"""A day, or nothing."""

MatchResult: TypeAlias = Literal["", "won", "lost", "drawn", "forfeited"]
"""What a match was to a player, or nothing."""

YesNo: TypeAlias = Literal["no", "yes"]
"""Whether something is wanted."""

StopAction: TypeAlias = Literal["slowed", "cut", "refused"]
"""What the server does to those who cost it too much."""

_NAME = f"up to {LONGEST_NAME} letters, digits, - or _, beginning with a letter"
_ONE_WORD = f"a word of at most {LONGEST_WORD} characters, without spaces or control characters"
_PLAIN = "characters on one line, without control characters or spaces around them"

_SAID = {
    AnalysisSeconds: f"a number from {SHORTEST_ANALYSIS:g} up to what the server allows, or 0 for the usual time",
    Name: _NAME,
    AnyName: f"{_NAME}, or nothing",
    Word: _ONE_WORD,
    AnyWord: f"{_ONE_WORD}, or nothing",
    Text: f"1 to {LONGEST_TEXT} {_PLAIN}",
    AnyText: f"at most {LONGEST_OPTIONAL_TEXT} {_PLAIN}",
    Day: "a day such as 2026-11-16, or nothing",
    Squares: f"1 to {MOST_SQUARES} squares, each an x and a y from -999 to 999",
    AnySquares: f"at most {MOST_SQUARES} squares, each an x and a y from -999 to 999",
    Choice: f"at most {MOST_OPTIONS} options, each a word and a whole number, such as size and 5",
}


def expected(kind: Any) -> str:
    """What a value of this kind looks like, for error messages and HELP: "a whole number from 0 to 100"."""
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
