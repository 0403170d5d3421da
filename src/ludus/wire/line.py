"""Messages as lines of words, for people with telnet or netcat (B10 to B15). Reading never raises, whatever a line holds."""

from __future__ import annotations

import re
from typing import Any, Literal, cast, get_origin

import msgspec
from msgspec import structs

from ludus.wire.error_sentences import Kind
from ludus.wire.grammar import COMMANDS, FORMS, Form, is_whole, value
from ludus.wire.limits import LONGEST_LINE, MOST_SQUARES
from ludus.wire.messages import AnyReply, AnyRequest, Problem
from ludus.wire.messages.base import number
from ludus.wire.mistakes import escaped, no_command, quoted, unreadable, wrong_field
from ludus.wire.words import AnyWord, expected

# What telnet programs negotiate: IAC SB ... IAC SE, IAC WILL/WONT/DO/DONT and an option, or IAC and one byte more.
_TELNET = re.compile(rb"\xff(?:\xfa[^\xff]*(?:\xff[^\xf0][^\xff]*)*(?:\xff\xf0|\xff?\Z)|[\xfb-\xfe].?|.?)", re.DOTALL)
_TITLE = re.compile(r'"([^"]*)"(?= |\Z)')
_WORD_OF_A_TITLE = re.compile(r" *([A-Za-z][^ =:]*)(?= |\Z)")
_ID = re.compile(r" id=([^ ]*)", re.IGNORECASE)


class _Mistake(Exception):
    """What is wrong with a line, and in which field; it never leaves this module."""

    def __init__(self, field: str, sentence: str) -> None:
        self.field, self.sentence = field, sentence


def read(line: bytes) -> AnyRequest | Problem | None:
    """What a client says with a line, or what is wrong with it; nothing for an empty line."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        return Problem.of(Kind.TOO_LONG)
    try:
        said = _TELNET.sub(b"", line).rstrip(b"\r\n\0").decode().replace("\t", " ").strip(" ")
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


def write(reply: AnyReply) -> bytes:
    """What the server says, as lines."""
    return "".join(f"{line}\n" for line in reply.render()).encode(errors="replace")


def write_request(request: AnyRequest) -> str:
    """What a client says, as a line without its end."""
    form = FORMS[type(request)]
    default = {field.name: field.default for field in structs.fields(request)}
    words = [form.word]
    for name in form.required:
        said = getattr(request, name)
        if name == form.squares:
            words += [str(len(said)), *(f"{x} {y}" for x, y in said)]
        elif name != form.text:
            words.append(f"{name}={said}" if "=" in str(said) or '"' in str(said) else str(said))
    for name in form.optional:
        said = getattr(request, name)
        if name == form.options:
            words += [f"{key if _is_plain(form, key) else f'{name}.{key}'}={chosen}" for key, chosen in said.items()]
        elif said != default[name]:
            words.append(f"{name}={number(said) if isinstance(said, float) else said}")
    text = getattr(request, form.text) if form.text else ""
    if text:
        words.append(f":{text}" if form.unnamed or text[0] == ":" or "=" in text.partition(" ")[0] else text)
    return " ".join(words)


def _command(said: str) -> tuple[Form | None, str]:
    """The form a line follows, and what comes after its word."""
    first, _, rest = said.partition(" ")
    second, _, after = rest.lstrip(" ").partition(" ")
    if form := COMMANDS.get(f"{first} {second}".lower()):
        return form, after
    return COMMANDS.get(first.lower()), rest


def _take(form: Form, rest: str, values: dict[str, Any]) -> None:
    """Put what a line says into the fields of a message, token by token."""
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
        elif missing == form.squares != "":
            values[missing], after = _take_squares(form, rest)
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


def _take_squares(form: Form, rest: str) -> tuple[list[tuple[int, int]], str]:
    """The squares of a move, and what comes after them."""
    tokens = [token for token in rest.split(" ") if token]
    count = int(tokens[0]) if is_whole(tokens[0]) else 0
    if not 1 <= count <= MOST_SQUARES:
        raise _Mistake(form.squares, f"{form.word} needs a number of squares from 1 to {MOST_SQUARES}: {form.usage}")
    numbers = [int(token) for token in tokens[1:] if is_whole(token)]
    if len(numbers) != 2 * count or not all(map(is_whole, tokens[1 : 2 * count + 1])):
        raise _Mistake(form.squares, f"{form.word} {count} needs {2 * count} numbers, an x and a y for each square: {form.usage}")
    return list(zip(numbers[::2], numbers[1::2], strict=True)), " ".join(tokens[2 * count + 1 :])


def _what(form: Form, name: str) -> str:
    """What a line lacks: a thing, or one of a few words."""
    if get_origin(form.kinds[name]) is Literal:
        return expected(form.kinds[name])
    return name if name == form.squares else f"a {name}"


def _is_plain(form: Form, key: str) -> bool:
    """Whether the key of an option cannot be mistaken for anything else."""
    return key.isidentifier() and key.lower() not in form.kinds


def _id(form: Form, rest: str, values: dict[str, Any]) -> str:
    """The id of a message with a mistake, as far as it can be found; a text might only look like one."""
    found = _ID.search(f" {rest}")
    id = values.get("id") or (found[1] if found and not form.text else "")  # noqa: A001
    try:
        return msgspec.convert(id, AnyWord)
    except msgspec.ValidationError:
        return ""
