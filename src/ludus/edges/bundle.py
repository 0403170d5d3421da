"""`bundled`: a module and everything it imports, as one file; a browser asks for it once instead of forty times.

    import { el, svg as draw } from "./dom.js"        const { el, svg: draw } = modules["dom"]
    import * as marks from "./marks.js"         ──►   const marks = modules["board/marks"]
    export const paint = ...                          const paint = ...            return { paint }

Each module becomes a function that runs once, after those that it imports, and is kept by its name in `modules`. Modules that are
loaded later take what they need from there, so that nothing exists twice. Files stay as they were written, and no tool is needed:
all imports and exports are named, an import is one line, and no two modules import each other.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{[^}]*\})) from "(\.[^"]+)"$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)


def bundled(sources: Mapping[str, str], first: str) -> dict[str, str]:
    """These modules, with `first` and all that it imports in one; those that are loaded later take from it what they import."""
    inside = list(_imported(sources, first, ()))
    later = [name for name in sources if name not in inside]
    whole = "".join(_as_function(name, sources[name]) for name in inside)
    return {
        first: f"export const modules = {{}}\n{whole}",
        **{name: _with_modules(name, sources[name], first, inside) for name in later},
    }


def _imported(sources: Mapping[str, str], name: str, importing: tuple[str, ...]) -> Iterator[str]:
    """What a module imports, in the order in which it can run, and the module itself."""
    if name in importing:
        raise ValueError(f"{name} imports itself by a detour: {' > '.join((*importing, name))}")
    found: dict[str, None] = {}
    for match in IMPORT.finditer(sources[name]):
        found |= dict.fromkeys(_imported(sources, _resolved(name, match[3]), (*importing, name)))
    yield from (*found, name)


def _as_function(name: str, source: str) -> str:
    exports = ", ".join(match[1] for match in EXPORT.finditer(source))
    body = EXPORT.sub("", IMPORT.sub(lambda match: _from_modules(name, match), source))
    return f"\n{_module(name)} = (() => {{\n{body.strip()}\nreturn {{ {exports} }}\n}})()\n"


def _with_modules(name: str, source: str, first: str, inside: list[str]) -> str:
    """A module that is loaded later."""
    path = posixpath.relpath(first, posixpath.dirname(name) or ".")
    taken = IMPORT.sub(lambda match: _from_modules(name, match) if _resolved(name, match[3]) in inside else match[0], source)
    return f'import {{ modules }} from "./{path}"; {taken}' if taken != source else source


def _from_modules(name: str, match: re.Match[str]) -> str:
    names = match[1] or match[2].replace(" as ", ": ")
    return f"const {names} = {_module(_resolved(name, match[3]))}"


def _module(name: str) -> str:
    return f'modules["{name.removesuffix(".js")}"]'


def _resolved(name: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
