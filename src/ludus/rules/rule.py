"""`@rule`: one function, run as ordinary Python for debugging and compiled everywhere else.

A game file is executed once for each way of running it. When it is executed plainly, `@rule` only marks the function, which
stays as the author wrote it. Under `compiling(...)`, the same decorator hands the function to the compiler. So nothing in a game
file knows how it is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import Enum
from typing import Any, TypeVar

ONGOING = -2
"""The outcome while the game goes on."""

DRAW = -1
"""The outcome when the game is over and nobody has won. The outcome of a win is the winning seat, counted from 0."""

Function = TypeVar("Function", bound=Callable[..., Any])


class CalledBy(Enum):
    """Who calls a compiled function."""

    PYTHON = "Python, whose other threads go on meanwhile"
    PYTHON_BRIEFLY = "Python, whose other threads wait: giving its lock away and taking it back would cost more than the call"
    KERNEL = "other compiled functions only"


Compiler = Callable[[Callable[..., Any], CalledBy], Callable[..., Any]]
"""Compiles a function for whoever calls it."""

_compiler: ContextVar[Compiler | None] = ContextVar("ludus compiler", default=None)


def rule(function: Function) -> Function:
    """Mark a function as one of the game's rules, so that it runs compiled."""
    compiler = _compiler.get()
    if compiler is None:
        function.__ludus_rule__ = True  # type: ignore[attr-defined]
        return function
    compiled: Any = compiler(function, CalledBy.PYTHON)
    compiled.__ludus_rule__ = True
    return compiled  # type: ignore[no-any-return]


def inner(function: Function) -> Function:
    """Mark a function of a kernel that other compiled functions call, and Python never: it compiles a fifth quicker."""
    compiler = _compiler.get()
    return compiler(function, CalledBy.KERNEL) if compiler else function  # type: ignore[return-value]


def brief(function: Function) -> Function:
    """Mark a function of a kernel that takes microseconds, and that Python calls for every move of every match."""
    compiler = _compiler.get()
    return compiler(function, CalledBy.PYTHON_BRIEFLY) if compiler else function  # type: ignore[return-value]


def is_rule(candidate: object) -> bool:
    """Whether something is marked with `@rule`."""
    return bool(getattr(candidate, "__ludus_rule__", False))


@contextmanager
def compiling(compiler: Compiler) -> Iterator[None]:
    """Within this context, `@rule` compiles what it decorates."""
    token = _compiler.set(compiler)
    try:
        yield
    finally:
        _compiler.reset(token)


def bits(value: int) -> Any:
    """A constant of 64 bits, for games that keep their board in the bits of a `u8` field.

    Compiled code must know that a constant has no sign; plain Python does not, because its integers have no width. Mask with such
    a constant after every shift to the left: then both agree.
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
