"""What is wrong with a message: which field, and what was expected there, in words instead of regular expressions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from ludus.nearest import nearest
from ludus.wire.aliases import ALIASES
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_QUOTE
from ludus.wire.messages import Problem, Request
from ludus.wire.words import AnyText, Text, expected

MEANT = {
    **ALIASES,
    "game": "GAME QUIT",
    "close": "QUIT",
    **dict.fromkeys(("register", "signup", "name", "user"), "LOGIN"),
    **dict.fromkeys(("create", "start", "play"), "NEW"),
    **dict.fromkeys(("find", "wait"), "SEEK"),
    "talk": "CHAT",
    **dict.fromkeys(("clock", "status"), "SHOW"),
    "score": "STATISTICS",
    **dict.fromkeys(("bot", "ai", "robot"), "COMPUTER"),
    **dict.fromkeys(("list", "ls"), "GAMES"),
}
"""Words that people try, and the command they are looking for."""

# msgspec says at the end of its sentences where a message is wrong, as in: Expected `int` <= 100 - at `$.team`
_PLACE = re.compile(r"`\$\.(\w+)[^`]*`\Z")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)


def quoted(text: str) -> str:
    """What was sent, in a form that is safe to show: quoted, escaped, and not too long."""
    return repr(text[:LONGEST_QUOTE]) + ("..." if len(text) > LONGEST_QUOTE else "")


def escaped(text: str) -> str:
    """The same without quotes, for the name of a field."""
    return repr(text[:LONGEST_QUOTE])[1:-1]


def no_command(word: str, commands: Iterable[str]) -> Problem:
    """The problem that a command is unknown, with the one that was probably meant."""
    meant = MEANT.get(word.lower()) or nearest(word, commands).upper()
    advice = f"Did you mean {meant}?" if meant else "HELP lists the commands."
    if sum(command.startswith(f"{word.lower()} ") for command in commands) > 1:
        advice = f"HELP {word.upper()} lists the commands that begin with it."
    return Problem.of(Kind.UNKNOWN_COMMAND, f"{quoted(word)}. {advice}")


def unreadable(why: str) -> Problem:
    """The problem that a message is not text, or not JSON."""
    return Problem(code=Kind.UNREADABLE.code, sentence=f"{Kind.UNREADABLE.says()}: {why}")


def wrong_field(message: type[Request], complaint: str, values: Mapping[str, Any], id: str) -> Problem:  # noqa: A002
    """What msgspec complains of, as a problem with a field."""
    kinds = {field.name: field.type for field in structs.fields(message)}
    if missing := _MISSING.match(complaint):
        field, sentence = missing[1], f"{missing[1]} is missing"
    elif unknown := _UNKNOWN.match(complaint):
        field = escaped(unknown[1])
        sentence = f"{message.__struct_config__.tag} has no field {quoted(unknown[1])}; its fields are {', '.join(kinds)}"
    else:
        place = _PLACE.search(complaint)
        field = place[1] if place else ""
        sentence = _not_as_expected(field, kinds[field], values.get(field)) if field in kinds else complaint
    return Problem.of(Kind.WRONG_FIELD, sentence, field=field, id=id)


def _not_as_expected(field: str, kind: Any, value: object) -> str:
    # Texts are not quoted: a password is one.
    quote = f", not {quoted(value)}" if isinstance(value, str) and kind not in (Text, AnyText) else ""
    return f"{field} must be {expected(kind)}{quote}"
