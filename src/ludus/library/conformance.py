"""The conformance kit as pytest tests, one for each promise, in three lines:

import ludus

test_my_game = ludus.conformance("mygame.py")
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from os import PathLike
from typing import Any

from ludus.games import find_game
from ludus.rules.kit import CHECKS, check_game


def conformance(name: str | PathLike[str], *, seed: int = 1, positions: int = 400, **options: int) -> Callable[[str], None]:
    """A test for pytest that checks every promise of a game, named or in a file; the sample of positions is taken once."""
    import pytest

    @cache
    def reports() -> dict[str, tuple[str, ...]]:
        file = find_game(str(name), options)
        return {report.name: report.problems for report in check_game(file, seed=seed, positions=positions)}

    def test(promise: str) -> None:
        found = reports()
        if promise not in found:
            pytest.skip("not looked at: another promise is broken, on which this one rests")
        if found[promise]:
            pytest.fail("\n".join(found[promise]), pytrace=False)

    parametrized: Any = pytest.mark.parametrize("promise", [name for name, _ in CHECKS])
    return parametrized(test)  # type: ignore[no-any-return]
