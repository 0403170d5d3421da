"""Running the command as a person does: in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests import commands


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    out: str
    errors: str
    status: int


@pytest.fixture
def ludus(tmp_path) -> Callable[..., Ran]:
    """`ludus("perft", "connect-four", "4")`, in an empty folder; `typed` is what the person types."""

    def run(*words: str | Path, typed: str = "") -> Ran:
        done = commands.run(*words, folder=tmp_path, typed=typed)
        assert "Traceback" not in done.stderr or "--verbose" in words
        return Ran(done.stdout, done.stderr, done.returncode)

    return run
