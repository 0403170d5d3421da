"""The two ways of writing messages, and how they are told apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludus.wire import jsonlines, line
from ludus.wire.messages import AnyReply, AnyRequest, Problem


class Codec(NamedTuple):
    """A way of writing messages: bytes in, a message out, and back."""

    name: str
    read: Callable[[bytes], AnyRequest | Problem | None]
    write: Callable[[AnyReply], bytes]


JSON = Codec("json", jsonlines.read, jsonlines.write)
LINE = Codec("line", line.read, line.write)


def spoken(first: bytes) -> Codec:
    """The codec of a client, by its first bytes: an object begins with a brace, and no command does."""
    return JSON if first.startswith(b"{") else LINE
