"""The shape of the tree: small files, short functions, names that exist once and that a newcomer can guess."""

from __future__ import annotations

import ast
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "ludus"

LONGEST_FILE, LONGEST_FUNCTION, MEDIAN_FILE = 350, 60, 120

KERNELS = {"search/kernels/negamax.py"}
"""The search itself: one long function in numbered steps, because every call inside it costs."""

VAGUE = {"utils", "util", "helpers", "helper", "common", "manager", "data", "info", "misc"}

NOUNS_IN_ING = {
    "string",
    "ring",
    "king",
    "pairing",
    "framing",
    "seating",
    "deepening",
    "encoding",
    "rating",
    "setting",
    "standing",
    "timing",
}
"""Words ending in -ing that name a thing."""


def python_files(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree_of(path)) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


@pytest.mark.parametrize("folder", ["src", "tests", "bench", "docs", "examples"])
def test_no_file_is_longer_than_a_few_screens(folder):
    lengths = {path.relative_to(ROOT): len(path.read_text("utf-8").splitlines()) for path in python_files(folder)}
    assert {str(path): count for path, count in lengths.items() if count > LONGEST_FILE} == {}


def test_the_median_file_is_short():
    assert statistics.median(len(path.read_text("utf-8").splitlines()) for path in python_files("src")) < MEDIAN_FILE


@pytest.mark.parametrize("folder", ["src", "tests", "bench"])
def test_a_function_fits_on_a_screen(folder):
    long = {
        f"{path.relative_to(ROOT)}:{each.lineno} {each.name}": each.end_lineno - each.lineno + 1
        for path in python_files(folder)
        if not any(str(path).endswith(kernel) for kernel in KERNELS)
        for each in functions(path)
        if each.end_lineno - each.lineno + 1 > LONGEST_FUNCTION
    }
    assert long == {}


def test_a_class_name_exists_once():
    places: dict[str, list[str]] = defaultdict(list)
    for path in python_files("src"):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(str(path.relative_to(SOURCE)))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_modules_are_named_by_nouns():
    words = {(path, word) for path in python_files("src") for word in path.stem.strip("_").split("_")}
    assert {str(path.relative_to(SOURCE)) for path, word in words if word.endswith("ing") and word not in NOUNS_IN_ING} == set()
    assert {str(path.relative_to(SOURCE)) for path, word in words if word in VAGUE} == set()


def test_every_folder_says_what_it_holds():
    folders = {path.parent for path in python_files("src") if "migrations" not in path.parts}
    assert {str(folder) for folder in folders if not ast.get_docstring(tree_of(folder / "__init__.py"))} == set()


def test_the_architecture_names_every_folder_and_no_file_that_is_gone():
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    folders = {path.parent.relative_to(SOURCE).as_posix() for path in python_files("src")} - {
        ".",
        "server/store/migrations/versions",
    }
    assert {folder for folder in folders if f"{folder.split('/')[-1]}/" not in text} == set()
    known = {path.name for path in python_files("src", "tests", "bench", "docs", "examples")}
    assert set(re.findall(r"`(?:[a-z_]+/)*([a-z_]+\.py)`", text)) - known == set()
