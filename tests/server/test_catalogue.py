"""The games of a server: what is loaded, what is let go of."""

from __future__ import annotations

import gc
import sys
import types
import weakref

import pytest

from ludus.search.precompilation import mark_of
from ludus.server import catalogue as catalogue_module
from ludus.server.catalogue import Catalogue


@pytest.fixture
def untried(monkeypatch):
    """Rules that are loaded without being compiled."""
    monkeypatch.setattr(catalogue_module, "try_out", lambda _: None)


def test_variants_that_nobody_plays_are_unloaded(untried):  # security
    games = Catalogue(variants=2)
    played = games.prepare("connect-four", {"width": 4})
    first = weakref.ref(games.prepare("connect-four", {"width": 5}))
    name, _, key = mark_of(first().file, "").parent.name.rpartition("-")
    code = f"ludus_compiled_{name}_{key}_game"
    sys.modules[code] = types.ModuleType(code)
    for width in (6, 8, 9):
        games.prepare("connect-four", {"width": width})
    gc.collect()
    assert first() is None
    assert code not in sys.modules
    assert games.ready("connect-four", {"width": 5}) is None
    assert games.ready("connect-four", {"width": 4}) is played  # somebody still uses it
    assert games.ready("connect-four", {"width": 9}) is not None
    assert games.variants == 2


def test_games_as_they_are_usually_played_stay(untried):
    games = Catalogue(variants=1)
    usual = weakref.ref(games.prepare("connect-four", {}))
    for width in (5, 6, 8):
        games.prepare("connect-four", {"width": width})
    gc.collect()
    assert games.ready("connect-four", {}) is usual() is not None
