"""Sources compiled by Numba, each as a module of its own in the cache folder of its game.

Because the copies are modules with files of their own, what was compiled yesterday is loaded today.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ludus.rules.compiled.cache import CacheFolder
from ludus.rules.compiled.cache_key import game_key, kernel_key
from ludus.rules.rule import CalledBy, compiling


def compile_rule(function: Callable[..., Any], called_by: CalledBy) -> Callable[..., Any]:
    """Hand one function to Numba: no Python in it, its machine code kept beside its source."""
    import numba

    import ludus.rules.compiled.intrinsics  # teaches Numba count_bits, lowest_bit and copy_into
    import ludus.rules.compiled.operator_types  # noqa: F401  makes it quicker

    is_inner, frees_lock = called_by is CalledBy.KERNEL, called_by is not CalledBy.PYTHON_BRIEFLY
    ways_in = {"no_cpython_wrapper": is_inner, "no_cfunc_wrapper": True}  # each is one more function to compile
    compiled = numba.njit(cache=True, error_model="numpy", nogil=frees_lock, **ways_in)(function)
    if is_inner:
        compiled._insert = _ignore  # or Python would find the machine code, and jump to a wrapper that is not there
        compiled._compile_for_args = _refuse
    return compiled  # type: ignore[no-any-return]


def _ignore(*_: Any, **__: Any) -> None:
    """Keep no way in."""


def _refuse(*_: Any, **__: Any) -> None:
    raise TypeError("only compiled functions can call an inner function of a kernel; mark it @rule if Python is to call it")


class Compiler:
    """Compiles one game, with its options chosen, and the kernels over it."""

    def __init__(self, name: str, source: str, constants: Mapping[str, Any]) -> None:
        self._name, self._source = name, source
        self._key = game_key(source, constants)

    @cached_property
    def _folder(self) -> CacheFolder:
        return CacheFolder(f"{self._name}-{self._key}")

    @property
    def folder(self) -> Path:
        """Where the copies lie that are compiled."""
        return self._folder.path

    def game(self) -> types.ModuleType:
        """The game file, with its rules compiled."""
        return self._load("game", self._source, {})

    def kernel(self, path: Path, rules: Mapping[str, Any], upon: Mapping[str, Any], facts: Mapping[str, Any]) -> types.ModuleType:
        """A kernel file over the game's rules, functions of other kernels and some facts."""
        copy = f"{path.stem}_{kernel_key(path, facts, upon)}"
        return self._load(copy, path.read_text("utf-8"), {**rules, **upon, **facts})

    def _load(self, name: str, source: str, filled: Mapping[str, Any]) -> types.ModuleType:
        """Execute a copy of a source in the folder, with `@rule` compiling, and fill in its open names."""
        path = self._folder.write(f"{name}.py", source)
        module = types.ModuleType(f"ludus_compiled_{self._name}_{self._key}_{name}")
        module.__file__ = str(path)
        sys.modules[module.__name__] = module  # where Numba looks for the globals of a function it has kept
        with compiling(compile_rule):
            exec(compile(source, str(path), "exec"), module.__dict__)  # noqa: S102  the author's own rules
        module.__dict__.update(filled)
        return module
