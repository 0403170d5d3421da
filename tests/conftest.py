"""What every test may use: a game's rules by name, compiled or plain, and the golden figures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ludus.games import find_game
from ludus.rules.rulebook import Rulebook

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="session", autouse=True)
def _data_folder(tmp_path_factory) -> Iterator[None]:
    """No test writes into the data folder of whoever runs it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("LUDUS_DATA", str(tmp_path_factory.mktemp("data")))
        patched.delenv("LUDUS_STORE", raising=False)
        yield


@cache
def _rulebook(name: str, compiled: bool, options: tuple[tuple[str, int], ...]) -> Rulebook:
    return Rulebook(find_game(name, dict(options)), compiled=compiled)


@pytest.fixture(scope="session")
def rulebook():
    """`rulebook("santorini", size=5)`; with `compiled=False` the same rules as plain Python."""

    def find(name: str, *, compiled: bool = True, **options: int) -> Rulebook:
        return _rulebook(name, compiled, tuple(sorted(options.items())))

    return find


@pytest.fixture(scope="session")
def golden():
    """`golden("checkers_perft.tsv")`: the rows of a golden file, split at tabs, comments and headings left out."""

    def rows(name: str) -> list[list[str]]:
        lines = (GOLDEN / name).read_text("utf-8").splitlines()
        return [line.split("\t") for line in lines if line and not line.startswith("#")]

    return rows


def pytest_addoption(parser):
    """`--golden` writes the golden files that this project makes anew."""
    parser.addoption("--golden", action="store_true", help="write the golden records anew")


@pytest.fixture(scope="session")
def rewrite_golden(request) -> bool:
    """Whether golden records are to be written anew."""
    return bool(request.config.getoption("--golden"))
