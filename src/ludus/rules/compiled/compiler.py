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
from ludus.rules.rule import compiling


def compile_rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Hand one function to Numba: no Python in it, no lock held, its machine code kept beside its source."""
    import numba

    import ludus.rules.compiled.intrinsics  # noqa: F401  teaches Numba count_bits, lowest_bit and copy_into

    return numba.njit(cache=True, error_model="numpy", nogil=True)(function)  # type: ignore[no-any-return]


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
