"""Compiled rules, kept on disk: the only file here that names Numba, besides `explain.py`.

A game and the kernels over it are compiled in a folder of their own,

    <cache>/kernels/connect_four-3f9c…/      game.py  defaults.py  desk.py  perft.py …  __pycache__/

named by a hash of everything that matters: the game's source, the options chosen, the values of its constants, the sources
of this package's rules, the versions of Python, NumPy and Numba. Another source is another folder, so nothing in it is ever
stale, and because the copies are modules of their own, what was compiled yesterday is loaded today.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
import types
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from ludus.rules.rule import compiling

RULES_FOLDER = Path(__file__).parent


def cache_folder() -> Path:
    """Where compiled games are kept: `$LUDUS_CACHE`, or the system's folder for such things."""
    chosen = os.environ.get("LUDUS_CACHE")
    folder = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("ludus", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:  # a read-only home: compile for this run only
        return _folder_for_this_run()
    return folder


@cache
def _folder_for_this_run() -> Path:
    return Path(tempfile.mkdtemp(prefix="ludus-"))


def compile_rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Hand one function to Numba: no Python in it, no lock held, its machine code kept beside its source."""
    import numba

    import ludus.rules.intrinsics  # noqa: F401  teaches Numba count_bits and lowest_bit

    return numba.njit(cache=True, error_model="numpy", nogil=True)(function)  # type: ignore[no-any-return]


class Workshop:
    """The folder in which one game is compiled, and the modules loaded from it."""

    def __init__(self, name: str, source: str, constants: Mapping[str, Any]) -> None:
        key = _fingerprint(source, constants)
        self.folder = cache_folder() / "kernels" / f"{name}-{key}"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.package = f"ludus_compiled_{name}_{key}"

    def load(self, name: str, source: str, filled: Mapping[str, Any]) -> types.ModuleType:
        """Execute a copy of a source in the folder, with `@rule` compiling and some names filled in."""
        path = self.folder / f"{name}.py"
        _write_once(path, source)
        module = types.ModuleType(f"{self.package}_{name}")
        module.__file__ = str(path)
        sys.modules[module.__name__] = module  # where Numba looks for the globals of a function it has kept
        with compiling(compile_rule):
            exec(compile(source, str(path), "exec"), module.__dict__)  # noqa: S102  the author's own rules
        module.__dict__.update(filled)
        return module

    def kernel(self, path: Path, filled: Mapping[str, Any], facts: Mapping[str, Any]) -> types.ModuleType:
        """Load a kernel file with the game's rules filled in.

        A kernel of another package, or one with facts of its own, is named by their hash.
        """
        digest = hashlib.sha256()
        if not path.is_relative_to(RULES_FOLDER):
            for neighbour in sorted({*path.parent.glob("*.py"), *path.parents[1].glob("intrinsics.py")}):
                digest.update(neighbour.read_bytes())
        for name, value in sorted(facts.items()):
            digest.update(name.encode() + _value_bytes(value))
        copy = f"{path.stem}_{digest.hexdigest()[:12]}"
        return self.load(copy, path.read_text("utf-8"), {**filled, **facts})


def _write_once(path: Path, source: str) -> None:
    """Write a source where no other process can see half of it; a fixed date keeps Numba's stamp the same for all."""
    if path.exists():
        return
    handle, temporary = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(source)
    os.utime(temporary, (0, 0))
    Path(temporary).replace(path)


def _fingerprint(source: str, constants: Mapping[str, Any]) -> str:
    import numba

    digest = hashlib.sha256()
    versions = (platform.python_version(), np.__version__, numba.__version__, sys.byteorder)
    digest.update(repr(versions).encode())
    for path in sorted(RULES_FOLDER.rglob("*.py")):
        digest.update(path.read_bytes())
    digest.update(source.encode())
    for name, value in sorted(constants.items()):
        digest.update(name.encode())
        digest.update(_value_bytes(value))
    return digest.hexdigest()[:20]


def _value_bytes(value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    return repr(value).encode()
