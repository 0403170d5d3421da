"""`@rule`: one function, run as ordinary Python for debugging and compiled everywhere else.

A game file is executed once for each way of running it. Executed plainly, `@rule` only leaves a mark and
the function stays what the author wrote. Executed under `compiling(...)`, the same decorator hands the function to the
compiler. So nothing in a game file knows how it is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

ONGOING = -2
"""The outcome of a state in which the game goes on."""

DRAW = -1
"""The outcome of a state in which nobody has won; a win is the winning seat, counted from 0."""

Function = TypeVar("Function", bound=Callable[..., Any])
Compiler = Callable[[Callable[..., Any]], Callable[..., Any]]

_compiler: ContextVar[Compiler | None] = ContextVar("ludus compiler", default=None)


def rule(function: Function) -> Function:
    """Mark a function as one of the game's rules, so that it runs compiled."""
    compiler = _compiler.get()
    if compiler is None:
        function.__ludus_rule__ = True  # type: ignore[attr-defined]
        return function
    compiled: Any = compiler(function)
    compiled.__ludus_rule__ = True
    return compiled  # type: ignore[no-any-return]


def is_rule(candidate: object) -> bool:
    """Whether something carries the mark of `@rule`."""
    return bool(getattr(candidate, "__ludus_rule__", False))


@contextmanager
def compiling(compiler: Compiler) -> Iterator[None]:
    """While this lasts, `@rule` compiles what it decorates."""
    token = _compiler.set(compiler)
    try:
        yield
    finally:
        _compiler.reset(token)


def bits(value: int) -> Any:
    """A constant of 64 bits for games that keep their board in the bits of a `u8` field.

    Compiled code needs to be told that a constant has no sign; plain Python must not be, because its integers have no
    width. After a shift to the left, mask with such a constant: then both agree.
    """
    if _compiler.get() is None:
        return value
    import numpy as np

    return np.uint64(value)


def count_bits(value: int) -> int:
    """How many bits are set."""
    return int(value).bit_count()


def lowest_bit(value: int) -> int:
    """The number of the lowest bit that is set; the value must not be 0."""
    value = int(value)
    return (value & -value).bit_length() - 1
