"""Compiled rules called without a detour: for a program that plays move after move, the call costs more than the rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def direct(function: Any, arguments: str) -> Callable[..., int]:
    """The machine code of a compiled function, whose arguments are each a `number` or an array of `words`.

    The compiler's own way in looks at the kind of every argument first, which takes longer than a move of Connect Four.
    """
    import numba
    from numba import types

    kinds = {"number": types.int64, "words": types.Array(types.int64, 1, "C")}
    signature = tuple(kinds[word] for word in arguments.split())
    prompt = numba.njit(cache=True, error_model="numpy")(function.py_func)  # keeping the lock is quicker than giving it away
    prompt.compile(signature)
    return prompt.overloads[signature].entry_point  # type: ignore[no-any-return]
