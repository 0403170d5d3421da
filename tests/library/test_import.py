"""`import ludus` is quick, and offers what it lists."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ludus


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_importing_loads_neither_the_compiler_nor_numpy():
    assert run("import sys, ludus; print([name for name in ('numba', 'numpy', 'typing') if name in sys.modules])") == "[]\n"


def test_every_name_offered_is_there():
    for name in ludus.__all__:
        assert getattr(ludus, name).__doc__, name
    assert set(ludus.__all__) <= set(dir(ludus))


def test_a_name_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(AttributeError, match=r"ludus has no 'laod'; it offers .*load"):
        ludus.laod  # noqa: B018


def test_search_is_a_function_whatever_was_imported_before():
    code = "import ludus.search.limit, ludus; print(callable(ludus.search), ludus.search.limit.Limit(depth=1).depth)"
    assert run(code) == "True 1\n"


def test_types_are_told(tmp_path):
    code = "import ludus\ngame = ludus.load('connect-four')\nreveal_type(ludus.search(game.start(), seconds=1).best)\n"
    asked = [sys.executable, "-m", "mypy", "--strict", "-c", code]
    done = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tuple[ludus.library.analysis.Variation, ...]" in done.stdout


def test_the_errors_are_one_tree():
    assert issubclass(ludus.IllegalMove, (ludus.MoveError, ValueError))
    for error in (ludus.MoveError, ludus.PositionError, ludus.GameFileError):
        assert issubclass(error, ludus.LudusError)
