"""The name of a cache folder: a hash of everything that a game's machine code depends on, and of nothing else.

    the game          its source, the options chosen, the values of its constants
    this package      `sources`: the kernels, the defaults, the intrinsics, and how they are compiled
    the versions      of Python, NumPy and Numba, and the byte order

A kernel of another package adds a key of its own: its source, the `ludus` modules it imports, and the kernels it calls, since
the code of a called function is built into the caller. The processor is left out: Numba itself keeps code for different
processors apart.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from ludus.rules.syntax import parse

HERE = Path(__file__).parent
RULES = HERE.parent
KERNELS = HERE / "kernels"


def sources() -> tuple[Path, ...]:
    """The files of this package that end up in a game's machine code, or decide how it is generated."""
    generators = (HERE / "compiler.py", HERE / "loader.py", HERE / "intrinsics.py")
    contract = (RULES / "defaults.py", RULES / "rule.py", RULES / "shared_rules.py", RULES / "state.py")
    return (*generators, *contract, *sorted(KERNELS.glob("[a-z]*.py")))


def game_key(source: str, constants: Mapping[str, Any], files: Iterable[Path] | None = None) -> str:
    """The key of a game with its options chosen."""
    versions = (platform.python_version(), np.__version__, version("numba"), sys.byteorder)  # importing it takes a second
    digest = hashlib.sha256(repr(versions).encode())
    for path in sources() if files is None else files:
        digest.update(path.read_bytes())
    digest.update(source.encode())
    digest.update(_values(constants))
    return digest.hexdigest()[:20]


def kernel_key(path: Path, facts: Mapping[str, Any], upon: Mapping[str, Any]) -> str:
    """The key of a kernel inside its game's folder: its facts, the kernels it calls and, from another package, its sources."""
    digest = hashlib.sha256()
    if path.parent not in (RULES, KERNELS):
        for file in kernel_sources(path):
            digest.update(file.read_bytes())
    digest.update(_values(facts))
    digest.update(_values({name: function.__module__ for name, function in upon.items()}))  # named by their own keys
    return digest.hexdigest()[:12]


def kernel_sources(path: Path) -> list[Path]:
    """A kernel, and the `ludus` modules from which it takes constants and intrinsics."""
    found = (importlib.util.find_spec(module) for module in sorted(set(_imported_modules(path))))
    return [path, *(Path(spec.origin) for spec in found if spec and spec.origin)]


def _imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludus."):
            yield node.module or ""


def _values(named: Mapping[str, Any]) -> bytes:
    return b"".join(name.encode() + _value(value) for name, value in sorted(named.items()))


def _value(value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape)).encode() + value.tobytes()
    return repr(value).encode()
