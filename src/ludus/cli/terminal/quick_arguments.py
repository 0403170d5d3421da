"""The words after a command read off its signature. Typer does that, too, but loads a third of a second's worth of code for it.

What is at all unusual, or wrong, is left to typer, which explains it.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Sequence
from typing import Any, Union, get_args, get_origin, get_type_hints

NUMBERS = {int: r"[0-9]+", float: r"[0-9]+(\.[0-9]+)?"}


def read_quickly(command: Callable[..., None], words: Sequence[str]) -> dict[str, Any] | None:
    """The arguments for a command that has one argument and some options with values; None if typer should look at the words."""
    given = {name: each.default for name, each in inspect.signature(command).parameters.items()}
    hints = get_type_hints(command, include_extras=True)
    options = {word: name for name in given for word in _names(hints[name].__metadata__[0])}
    left = list(words)
    while left:
        word, equals, value = left.pop(0).partition("=")
        name = options.get(word) if word.startswith("-") else next(iter(given))
        if name is None or (not word.startswith("-") and given[name] is not inspect.Parameter.empty):
            return None
        if not word.startswith("-"):
            value = word + equals + value
        elif not equals:
            value = left.pop(0) if left else "-"
        read = None if value.startswith("-") else _read(hints[name], value)
        if read is None:
            return None
        given[name] = [*(given[name] or []), read] if _kind(hints[name])[1] else read
    return None if inspect.Parameter.empty in given.values() else given


def _names(info: Any) -> tuple[str, ...]:
    """How an option is called; in an annotation, typer keeps the first name where otherwise the default is."""
    first = (info.default,) if isinstance(info.default, str) else ()
    return (*first, *(info.param_decls or ()))


def _read(hint: Any, text: str) -> Any:
    """A value of one option, or None if it is not one, or out of range."""
    kind, info = _kind(hint)[0], hint.__metadata__[0]
    if kind is str:
        return text
    if not re.fullmatch(NUMBERS[kind], text):
        return None
    number = kind(text)
    least, most = getattr(info, "min", None), getattr(info, "max", None)
    return number if (least is None or number >= least) and (most is None or number <= most) else None


def _kind(hint: Any) -> tuple[Any, bool]:
    """What an option is, and whether it may be given several times."""
    kind = get_args(hint)[0]
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    several = get_origin(kind) is list
    return (get_args(kind)[0] if several else kind), several
