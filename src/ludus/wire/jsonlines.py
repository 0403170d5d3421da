"""Messages as JSON: one object a line, with its `type` and its fields. Reading never raises, whatever a line holds."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import DecodeError, ValidationError
from msgspec.structs import replace

from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE
from ludus.wire.messages import AnyReply, AnyRequest, Problem, Request
from ludus.wire.mistakes import no_command, unreadable, wrong_field
from ludus.wire.words import AnyWord

_REPLIES = msgspec.json.Decoder(AnyReply)
_ANYTHING = msgspec.json.Decoder(float_hook=float)  # the hook reads 1e999, too
_ENCODER = msgspec.json.Encoder()
_TYPES: dict[str, type[Request]] = {message.__struct_config__.tag: message for message in get_args(AnyRequest)}


@cache
def _requests() -> msgspec.json.Decoder[AnyRequest]:
    """Reads requests; made with the first one, since clients read none and should be there at once."""
    return msgspec.json.Decoder(AnyRequest)


def read(line: bytes) -> AnyRequest | Problem:
    """What a client says with a line, or what is wrong with it."""
    if len(line) > LONGEST_LINE and len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        return Problem.of(Kind.TOO_LONG)
    try:
        request: AnyRequest = _requests().decode(line)
    except ValidationError as complaint:
        return _wrong(line, str(complaint))
    except ValueError as complaint:
        return unreadable(_why(complaint))
    except RecursionError:
        return unreadable("it is too deep")
    return request


def write(reply: AnyReply) -> bytes:
    """What the server says, as a line."""
    return _ENCODER.encode(reply) + b"\n"


def write_request(request: AnyRequest) -> bytes:
    """What a client says, as a line."""
    return _ENCODER.encode(request) + b"\n"


def read_reply(line: bytes) -> AnyReply:
    """What the server says with a line; one that cannot be read gives a problem."""
    try:
        reply: AnyReply = _REPLIES.decode(line)
    except ValueError as complaint:
        return unreadable(_why(complaint))
    except RecursionError:
        return unreadable("it is too deep")
    return reply


def held_in(text: bytes) -> Any | Problem:
    """Whatever a JSON text holds, or why it cannot be read."""
    try:
        return _ANYTHING.decode(text)
    except ValueError as malformed:
        return unreadable(_why(malformed))
    except RecursionError:
        return unreadable("it is too deep")


def _wrong(line: bytes, complaint: str) -> Problem:
    """What is wrong with a line that holds no message: it is read again, as any JSON."""
    held = held_in(line)
    if isinstance(held, Problem):
        return held
    if not isinstance(held, dict):
        return unreadable('a message is one JSON object, such as {"type":"ping"}')
    id, tag = _id(held), held.get("type")  # noqa: A001
    if tag is None:
        return Problem.of(Kind.WRONG_FIELD, "type is missing", field="type", id=id)
    if not isinstance(tag, str):
        return Problem.of(Kind.WRONG_FIELD, "type must be the name of a message, such as ping", field="type", id=id)
    if tag not in _TYPES:
        return replace(no_command(tag, _TYPES), field="type", id=id)
    return wrong_field(_TYPES[tag], complaint, held, id)


def _id(held: dict[str, Any]) -> str:
    """The id of a message, if it is one."""
    try:
        return msgspec.convert(held.get("id"), AnyWord)
    except ValidationError:
        return ""


def _why(complaint: ValueError) -> str:
    """Why a line is not JSON."""
    return str(complaint) if isinstance(complaint, DecodeError) else "it is not UTF-8"
