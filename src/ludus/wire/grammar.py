"""How each request is written as a line, derived from its type.

JOIN m7 team=2 id=a1            CHAT match=m7 :Good luck!            MOVE 2 1 1 1 6 match=m7
|    |  |                       |    |         |                     |    | |       |
word |  optional ones by name   word by name   a text is the rest    word n squares by name
     those without a default, in order
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

from msgspec import structs

from ludus.wire.messages import AnyRequest, Request
from ludus.wire.words import AnySquares, AnyText, Choice, Text

_SHORT = 3
"""The most optional fields that usage shows by their order; more are shown by name."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,3})?")


@dataclass(frozen=True)
class Form:
    """How a message is written as a line: its word, its fields, which of them are required, and how the others are given."""

    message: type[Request]

    @cached_property
    def word(self) -> str:
        """The word it begins with."""
        return self.message.command or str(self.message.__struct_config__.tag).upper()

    @cached_property
    def kinds(self) -> dict[str, Any]:
        """The kinds of its fields, by name."""
        return {field.name: field.type for field in structs.fields(self.message)}

    @cached_property
    def required(self) -> list[str]:
        """The fields without a default."""
        return [field.name for field in structs.fields(self.message) if field.required]

    @cached_property
    def optional(self) -> list[str]:
        """The fields with a default, except a text."""
        return [name for name in self.kinds if name not in (*self.required, self.text)]

    @cached_property
    def text(self) -> str:
        """The field that takes the rest of the line, if there is one."""
        return next((name for name, kind in self.kinds.items() if kind in (Text, AnyText)), "")

    @cached_property
    def squares(self) -> str:
        """The field that holds squares, if there is one; then a text may stand in their place."""
        return next((name for name, kind in self.kinds.items() if kind == AnySquares), "")

    @cached_property
    def options(self) -> str:
        """The field that takes the options of a game, if there is one."""
        return next((name for name, kind in self.kinds.items() if kind == Choice), "")

    @cached_property
    def named(self) -> set[str]:
        """The fields that can be given by name."""
        return set(self.kinds) - {self.squares, self.options}

    @cached_property
    def unnamed(self) -> list[str]:
        """The optional fields that can be given by their order; none where what follows could be text or squares."""
        if self.squares or self.text in self.required:
            return []
        return [name for name in self.optional if name not in ("id", self.options)]

    @cached_property
    def usage(self) -> str:
        """How it is written, as a line with blanks: `JOIN <match> [<team>]`."""
        parts = [self.word, *(["<n> <x1> <y1> ... <xn> <yn>"] if self.squares else [])]
        parts += [f"<{name}>" for name in self.required if name != self.text]
        by_order = self.unnamed if len(self.unnamed) <= _SHORT else []
        for name in self.optional:
            if name == self.options:
                parts.append("[<option>=<number>]")
            elif name not in ("id", self.squares):
                parts.append(f"[<{name}>]" if name in by_order else f"[{name}=<{name}>]")
        if self.squares:
            parts.append(f"| {self.word} <{self.text}>")
        elif self.text:
            colon = ":" if self.unnamed else ""
            parts.append(f"<{self.text}>" if self.text in self.required else f"[{colon}<{self.text}>]")
        return " ".join(parts)


FORMS: dict[type[Request], Form] = {message: Form(message) for message in get_args(AnyRequest)}
"""How every message is written."""

COMMANDS: dict[str, Form] = {str(form.message.__struct_config__.tag): form for form in FORMS.values()} | {
    form.word.lower(): form for form in FORMS.values()
}
"""Every message by its word, and by its tag where that is another: GAME QUIT and LEAVE are the same."""


def is_whole(token: str) -> bool:
    """Whether a token is a whole number."""
    return _WHOLE.fullmatch(token) is not None


def value(kind: Any, token: str) -> object:
    """A token as a value of this kind; if it is none, it stays a string, and is refused when the message is put together."""
    if get_origin(kind) is Literal:
        return token.lower()
    base = get_args(kind)[0]
    if base is int and is_whole(token):
        return int(token)
    if base is float and _NUMBER.fullmatch(token):
        return float(token)
    return token
