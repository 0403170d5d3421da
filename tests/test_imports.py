"""No module of the package imports itself by a detour, not even for type checking or inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import ludus

PACKAGE = Path(ludus.__file__).parent


def modules(package: Path) -> dict[str, Path]:
    """The modules of a package by name, packages under their own name."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = (package.name, *path.relative_to(package).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(name: str, path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of the package that a module imports, wherever the import stands: at the top, in a function or a condition.

    `from a import b` imports the module `a.b` if there is one, and otherwise a name out of `a`.
    """
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parts = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
                origin = ".".join([*parts[: len(parts) - node.level + 1], *([origin] if origin else [])])
            for alias in node.names:
                wanted = next((each for each in (f"{origin}.{alias.name}", origin) if each in known), None)
                if wanted:
                    yield wanted


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """One shortest cycle for each group of modules that import each other, as a path that ends where it begins."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for start in sorted(graph):
        path = None if start in seen else shortest_way_back(graph, start)
        if path:
            found.append(path)
            seen.update(path)
    return found


def shortest_way_back(graph: Mapping[str, set[str]], start: str) -> list[str] | None:
    """The shortest path from a module back to itself."""
    paths, reached = [[start]], set()
    while paths:
        path = paths.pop(0)
        for module in sorted(graph[path[-1]]):
            if module == start:
                return [*path, start]
            if module not in reached:
                reached.add(module)
                paths.append([*path, module])
    return None


def graph_of(package: Path) -> dict[str, set[str]]:
    known = modules(package)
    return {name: set(imports(name, path, known)) for name, path in known.items()}


def test_no_module_imports_itself_by_a_detour():
    paths = [" -> ".join(path) for path in cycles(graph_of(PACKAGE))]
    assert not paths, "import cycles:\n" + "\n".join(paths)


def test_a_cycle_is_found_wherever_its_imports_stand(tmp_path):
    package = tmp_path / "games"
    sources = {
        "__init__.py": "",
        "chess.py": "from games import board\n",
        "board.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from games.piece import Piece\n",
        "piece.py": "def picture():\n    import games.chess\n",
        "cards/__init__.py": "from .deck import Deck\n",
        "cards/deck.py": "from . import Card\n",
        "dice.py": "from games.board import Board\n",
    }
    for name, source in sources.items():
        (package / name).parent.mkdir(exist_ok=True, parents=True)
        (package / name).write_text(source)
    assert cycles(graph_of(package)) == [
        ["games.board", "games.piece", "games.chess", "games.board"],
        ["games.cards", "games.cards.deck", "games.cards"],
    ]
