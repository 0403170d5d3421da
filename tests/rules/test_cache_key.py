"""What causes a game to be compiled again: a change in what its machine code depends on, and nothing else."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import numpy as np
import pytest

import ludus
from ludus.rules.compiled import cache_key
from ludus.rules.compiled.cache_key import game_key, kernel_key, kernel_sources, sources

PACKAGE = Path(ludus.__file__).parent


@pytest.fixture
def edited_key(tmp_path, monkeypatch):
    """The key of a game after one file of a copy of the rules was edited; `None` for no file."""
    copy = tmp_path / "rules"
    shutil.copytree(PACKAGE / "rules", copy)
    monkeypatch.setattr(cache_key, "RULES", copy)
    monkeypatch.setattr(cache_key, "HERE", copy / "compiled")
    monkeypatch.setattr(cache_key, "KERNELS", copy / "compiled" / "kernels")

    def key(edited: str | None) -> str:
        if edited:
            with (copy / edited).open("a") as file:
                file.write("# a typo corrected\n")
        return game_key("the source", {"WIDTH": 3})

    return key


@pytest.mark.parametrize(
    "name",
    ["starter.py", "diagram.py", "game.py", "rulebook.py", "kit/course.py", "compiled/cache.py", "compiled/explanation.py"],
)
def test_editing_what_is_not_compiled_leaves_the_key_alone(edited_key, name):
    before = edited_key(None)
    assert edited_key(name) == before


@pytest.mark.parametrize(
    "name",
    [
        "defaults.py",
        "rule.py",
        "compiled/intrinsics.py",
        "compiled/compiler.py",
        "compiled/kernels/questions.py",
        "compiled/kernels/perft.py",
    ],
)
def test_editing_what_is_compiled_changes_the_key(edited_key, name):
    before = edited_key(None)
    assert edited_key(name) != before


def test_source_and_constants_are_part_of_the_key():
    keys = [
        game_key("one", {"WIDTH": 3}),
        game_key("another", {"WIDTH": 3}),
        game_key("one", {"WIDTH": 2}),
        game_key("one", {"WIDTH": np.array([3])}),
    ]
    assert len(set(keys)) == len(keys)


def test_a_kernel_of_another_package_counts_with_its_source_its_imports_and_the_kernels_it_calls(tmp_path):
    kernel = tmp_path / "loop.py"
    kernel.write_text("from ludus.search.intrinsics import load_word\n")
    assert kernel_sources(kernel) == [kernel, PACKAGE / "search" / "intrinsics.py"]

    def called():
        """Stands for a function of another kernel."""

    before = kernel_key(kernel, {"WORDS": 1}, {"called": called})
    assert kernel_key(kernel, {"WORDS": 2}, {"called": called}) != before
    called.__module__ = "another_copy"
    assert kernel_key(kernel, {"WORDS": 1}, {"called": called}) != before
    kernel.write_text("# edited\n")
    assert kernel_key(kernel, {"WORDS": 1}, {}) != before


def imported(path: Path) -> set[Path]:
    """The `ludus` modules that a file imports."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    names = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ludus.")}
    return {PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py") for name in names}


def test_everything_that_compiled_code_imports_is_part_of_a_key():
    known = set(sources())
    generated = [path for path in known if path.parent.name == "kernels" or path.name in ("defaults.py", "intrinsics.py")]
    assert {path for file in generated for path in imported(file)} <= known
    kernels = [*(PACKAGE / "search" / "kernels").glob("[a-z]*.py"), PACKAGE / "games" / "strategies" / "yahtzee_kernel.py"]
    for kernel in kernels:
        for path in imported(kernel) - known:
            assert path in kernel_sources(kernel)
            assert imported(path) <= known, f"{path} takes something from a module that no key knows"
