"""Options: what may differ from one game to the next, such as the size of the board.

A game file asks for an option at its top level and uses the answer as an ordinary constant:

    SIZE = option("size", 6, choices=(5, 6), says="squares a side")

The file is executed again for every choice, so each variant has its own constants, compiled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from ludus.rules.errors import LudusError


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen before a game begins."""

    name: str
    default: int
    choices: tuple[int, ...]
    says: str

    @property
    def described(self) -> str:
        """The choices in words: `5 or 6`, or `2 to 100`."""
        first, last = self.choices[0], self.choices[-1]
        if len(self.choices) > 2 and self.choices == tuple(range(first, last + 1)):
            return f"{first} to {last}"
        return " or ".join(str(choice) for choice in self.choices)


@dataclass(slots=True)
class _Asking:
    chosen: Mapping[str, int]
    asked: list[Option] = field(default_factory=list)


_asking: ContextVar[_Asking | None] = ContextVar("ludus options", default=None)


def option(name: str, default: int, *, choices: Sequence[int], says: str) -> int:
    """Ask for an option; returns the value chosen for this game, or the default."""
    asking = _asking.get()
    if asking is None:
        return default
    asked = Option(name, default, tuple(choices), says)
    asking.asked.append(asked)
    value = asking.chosen.get(name, default)
    if value not in asked.choices:
        raise LudusError(f"{name}={value} is not possible: {says}, {asked.described}")
    return value


@contextmanager
def choosing(chosen: Mapping[str, int]) -> Iterator[list[Option]]:
    """Within this context, `option(...)` returns what was chosen; yields the options that were asked for."""
    asking = _Asking(chosen)
    token = _asking.set(asking)
    try:
        yield asking.asked
    finally:
        _asking.reset(token)
    unknown = sorted(set(chosen) - {asked.name for asked in asking.asked})
    if unknown:
        known = ", ".join(f"{asked.name} ({asked.described})" for asked in asking.asked) or "none"
        raise LudusError(f"there is no option {unknown[0]!r}; the options are: {known}")
