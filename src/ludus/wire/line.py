"""Messages as lines of words, for people with telnet or netcat (B10 to B15). Reading never raises, whatever a line holds."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Any, Literal, cast, get_origin

import msgspec
from msgspec import structs

from ludus.wire.aliases import ALIASES
from ludus.wire.error_sentences import Kind
from ludus.wire.grammar import COMMANDS, FORMS, Form, is_whole, value
from ludus.wire.limits import LONGEST_LINE, MOST_SQUARES
from ludus.wire.messages import AnyReply, AnyRequest, Diagrammed, Problem
from ludus.wire.messages.base import number
from ludus.wire.mistakes import escaped, no_command, quoted, unreadable, wrong_field
from ludus.wire.telnet import without_telnet
from ludus.wire.words import AnyWord, expected

_DROPPED = re.compile(rb".*[\x03\x15]", re.DOTALL)  # Ctrl-C and Ctrl-U drop what was typed before
_ERASED = re.compile(rb"(?:[^\x08\x7f][\x80-\xbf]*)?[\x08\x7f]")  # Backspace takes back the character before it
_TITLE = re.compile(r'"([^"]*)"(?= |\Z)')
_WORD_OF_A_TITLE = re.compile(r" *([A-Za-z][^ =:]*)(?= |\Z)")
_ID = re.compile(r" id=([^ ]*)", re.IGNORECASE)


NARROWEST = 20
"""Characters on the shortest line that is wrapped to."""

UNBROKEN: dict[str, Any] = {"break_long_words": False, "break_on_hyphens": False}


class _Mistake(Exception):
    """What is wrong with a line, and in which field; it never leaves this module."""

    def __init__(self, field: str, sentence: str) -> None:
        self.field, self.sentence = field, sentence


def read(line: bytes) -> AnyRequest | Problem | None:
    """What a client says with a line, or what is wrong with it; nothing for an empty line."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        return Problem.of(Kind.TOO_LONG)
    try:
        said = typed(line)
    except UnicodeDecodeError:
        return unreadable("it is not UTF-8")
    if not said:
        return None
    form, rest = _command(said)
    if form is None:
        return no_command(said.partition(" ")[0], COMMANDS)
    values: dict[str, Any] = {}
    try:
        _take(form, rest, values)
    except _Mistake as mistake:
        return Problem.of(Kind.WRONG_FIELD, mistake.sentence, field=mistake.field, id=_id(form, rest, values))
    if str(values.get("match", "")).isascii() and "match" in values:
        values["match"] = values["match"].lower()  # M7 is read on a screen, or typed with the rest of the line
    try:
        return cast(AnyRequest, msgspec.convert(values, form.message))
    except msgspec.ValidationError as complaint:
        return wrong_field(form.message, str(complaint), values, _id(form, rest, values))


def typed(line: bytes) -> str:
    """A line as somebody meant it who may have corrected it while typing; raises `UnicodeDecodeError`."""
    line = without_telnet(line)
    if b"\x03" in line or b"\x15" in line:
        line = _DROPPED.sub(b"", line)
    while b"\x08" in line or b"\x7f" in line:
        line = _ERASED.sub(b"", line, count=1)
    return line.rstrip(b"\r\n\0").decode().replace("\t", " ").strip(" ")


def write_prose(reply: AnyReply, width: int = 0) -> bytes:
    """What the server says, as sentences and drawn boards; with a width, sentences are wrapped between words."""
    said = reply.prose()
    if width and not isinstance(reply, Diagrammed):
        width = max(width, NARROWEST)
        said = [part for line in said for part in (_wrapped(line, width) if len(line) > width else [line])]
    return "".join(f"{line}\n" for line in said).encode(errors="replace")


def _wrapped(line: str, width: int) -> list[str]:
    """A line in several, the others a little further in."""
    indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
    return wrap(line, width, subsequent_indent=indent, **UNBROKEN)


def write(reply: AnyReply) -> bytes:
    """What the server says, as lines."""
    return "".join(f"{line}\n" for line in reply.render()).encode(errors="replace")


def write_request(request: AnyRequest) -> str:
    """What a client says, as a line without its end."""
    form = FORMS[type(request)]
    default = {field.name: field.default for field in structs.fields(request)}
    words = [form.word]
    if form.squares and (squares := getattr(request, form.squares)):
        words += [str(len(squares)), *(f"{x} {y}" for x, y in squares)]
    for name in form.required:
        said = getattr(request, name)
        if name != form.text:
            words.append(f"{name}={said}" if "=" in str(said) or '"' in str(said) else str(said))
    for name in form.optional:
        said = getattr(request, name)
        if name == form.squares:
            continue
        if name == form.options:
            words += [f"{key if _is_plain(form, key) else f'{name}.{key}'}={chosen}" for key, chosen in said.items()]
        elif said != default[name]:
            words.append(f"{name}={number(said) if isinstance(said, float) else said}")
    text = getattr(request, form.text) if form.text else ""
    if text:
        words.append(f":{text}" if form.unnamed or form.squares or text[0] == ":" or "=" in text.partition(" ")[0] else text)
    return " ".join(words)


def _command(said: str) -> tuple[Form | None, str]:
    """The form a line follows, and what comes after its word."""
    first, _, rest = said.partition(" ")
    if first.lower() in ALIASES:
        first, _, rest = f"{ALIASES[first.lower()]} {rest}".partition(" ")
    second, _, after = rest.lstrip(" ").partition(" ")
    if form := COMMANDS.get(f"{first} {second}".lower()):
        return form, after
    return COMMANDS.get(first.lower()), rest


def _take(form: Form, rest: str, values: dict[str, Any]) -> None:
    """Put what a line says into the fields of a message, token by token."""
    if form.squares:
        rest = _take_move(form, rest.strip(" "), values)
    while rest := rest.lstrip(" "):
        token, _, after = rest.partition(" ")
        name, equals, said = token.partition("=")
        name = name.lower()
        missing = next((field for field in form.required if field not in values), "")
        unnamed = next((field for field in form.unnamed if field not in values), "")
        if equals and name in form.named:
            if name in values:
                raise _Mistake(name, f"{name} is given twice: {form.usage}")
            if name == form.text:
                said, after = rest[len(name) + 1 :].strip(" "), ""
            values[name] = value(form.kinds[name], said)
        elif form.text and missing in ("", form.text) and (missing or token[0] == ":" or not form.unnamed):
            values[form.text], after = rest.removeprefix(":").strip(" "), ""
        elif equals and form.options and (name.startswith(f"{form.options}.") or (not missing and is_whole(said))):
            _take_option(form, token, values)
        elif missing or (unnamed and not equals):
            if (missing or unnamed) in _PHRASES:
                token, after = _PHRASES[missing or unnamed](form, rest, token)
            values[missing or unnamed] = value(form.kinds[missing or unnamed], token)
        else:
            raise _Mistake(escaped(name) if equals else "", f"{form.word} does not take {quoted(token)}: {form.usage}")
        rest = after
    for name in form.required:
        if name not in values:
            raise _Mistake(name, f"{form.word} needs {_what(form, name)}: {form.usage}")


def _take_option(form: Form, token: str, values: dict[str, Any]) -> None:
    key, _, chosen = token.rpartition("=")
    if key.lower().startswith(f"{form.options}."):
        key = key[len(form.options) + 1 :]
    options = values.setdefault(form.options, {})
    if key in options:
        raise _Mistake(form.options, f"{quoted(key)} is given twice: {form.usage}")
    options[key] = int(chosen) if is_whole(chosen) else chosen


def _take_game(form: Form, rest: str, token: str) -> tuple[str, str]:
    """A game as commands write it, and what comes after it; people write Connect Four, or even quote it."""
    if (title := _TITLE.match(rest)) and title[1].split():
        return "-".join(title[1].split()), rest[title.end() :]
    after = rest[len(token) :]
    while (more := _WORD_OF_A_TITLE.match(after)) and more[1].lower() not in form.named:
        token, after = f"{token}-{more[1]}", after[more.end() :]
    return token, after


def _take_about(form: Form, rest: str, token: str) -> tuple[str, str]:
    """What HELP is asked about, and what comes after it: a command may have two words."""
    del form
    two = COMMANDS.get(" ".join(rest.split()).lower()) if " " in rest else None
    return (str(two.message.__struct_config__.tag), "") if two else (token, rest[len(token) :])


_PHRASES = {"game": _take_game, "about": _take_about}
"""The fields that people may write with more than one word."""


def _take_move(form: Form, rest: str, values: dict[str, Any]) -> str:
    """Take the squares of a move. What is left are fields by name, from either side of it, and the move as players write it."""
    head, colon, tail = f" {rest}".partition(" :")
    tokens = [token for token in head.split(" ") if token]
    named = [token for token in tokens if _is_named(form, token)]
    said = [token for token in tokens if not _is_named(form, token)]
    if not said or any(token.lower().startswith(f"{form.text}=") for token in named):
        return rest
    count = int(said[0]) if is_whole(said[0]) else 0
    if len(said) > FEW and all(map(is_whole, said)):
        if not 1 <= count <= MOST_SQUARES:
            raise _Mistake(form.squares, f"{form.word} needs a number of squares from 1 to {MOST_SQUARES}: {form.usage}")
        if len(said) != 1 + 2 * count:
            wanted = f"{form.word} {count} needs {2 * count} numbers, an x and a y for each square"
            raise _Mistake(form.squares, f"{wanted}: {form.usage}")
        numbers = [int(token) for token in said]
        values[form.squares] = list(zip(numbers[1::2], numbers[2::2], strict=True))
        said = []
    text = " ".join([*said, *([f":{tail}" if said else tail] if colon else [])])
    return " ".join([*named, f":{text}"] if text else named)


FEW = 2
"""Numbers that may be a move as players write it, such as 11 15; more are squares, and then their count comes first."""


def _is_named(form: Form, token: str) -> bool:
    """Whether a token gives a field by its name."""
    name, equals, _ = token.partition("=")
    return bool(equals) and name.lower() in form.named


def _what(form: Form, name: str) -> str:
    """What a line lacks: a thing, or one of a few words."""
    if get_origin(form.kinds[name]) is Literal:
        return expected(form.kinds[name])
    return f"a {name}"


def _is_plain(form: Form, key: str) -> bool:
    """Whether the key of an option cannot be mistaken for anything else."""
    return key.isidentifier() and key.lower() not in form.kinds


def _id(form: Form, rest: str, values: dict[str, Any]) -> str:
    """The id of a message with a mistake, as far as it can be found; a text might only look like one."""
    found = _ID.search(f" {rest}")
    id = values.get("id") or (found[1] if found and (not form.text or form.squares) else "")  # noqa: A001
    try:
        return msgspec.convert(id, AnyWord)
    except msgspec.ValidationError:
        return ""
