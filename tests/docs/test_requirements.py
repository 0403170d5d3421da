"""Every requirement that a test cites is explained in `docs/requirements.md`, and tested where that page says."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = (TESTS.parent / "docs" / "requirements.md").read_text("utf-8")
ROWS = dict(re.findall(r"^\| ([GBTEM]\d+) \| .+ \| (.+) \|$", PAGE, re.MULTILINE))
NUMBER = re.compile(r"\b[GBTEM]\d{1,2}\b")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def remarks(source: str) -> Iterator[str]:
    """The comments and docstrings of a file; other strings may hold such words by chance, as `W21` in a checkers position."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED):
            yield ast.get_docstring(node) or ""


def cited() -> dict[str, set[str]]:
    """For each requirement the folders of tests that cite it."""
    folders: dict[str, set[str]] = defaultdict(set)
    for path in TESTS.rglob("*.py"):
        for remark in remarks(path.read_text("utf-8")):
            for number in NUMBER.findall(remark):
                folders[number].add(path.relative_to(TESTS).parts[0])
    return folders


def test_every_number_that_is_cited_is_explained():
    assert sorted(set(cited()) - set(ROWS)) == []


def test_every_number_is_cited_where_the_page_says():
    folders = cited()
    known = {path.name for path in TESTS.iterdir() if path.is_dir()}
    for number, where in ROWS.items():
        named = set(re.findall(r"\w+", where)) & known
        assert named or "*later" in where, f"{number}: name the folders of its tests, or say *later*"
        assert named <= folders[number], f"{number} is not cited in {', '.join(sorted(named - folders[number]))}"


def test_the_numbers_have_no_gaps():
    for letter in "GBTEM":
        numbers = {int(number[1:]) for number in ROWS if number[0] == letter}
        assert numbers == set(range(1, len(numbers) + 1))
