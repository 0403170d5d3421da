"""Games travel to other machines: signed, of the same version, and refused with a sentence otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludus.cluster.parcel import pack, unpack
from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import read_game_file

SECRET = b"between us"
OUTSIDE = Path(__file__).parents[1] / "search" / "last_stone.py"


def test_a_game_that_ships_travels_by_its_name():
    parcel = pack(find_game("tic-tac-toe"), SECRET)
    assert parcel.source == ""
    assert unpack(parcel, SECRET).game.name == "Tic-tac-toe"


def test_another_game_travels_with_its_file():
    file = read_game_file(OUTSIDE)
    received = unpack(pack(file, SECRET), SECRET)
    assert received.file.source == file.source
    assert received.file.path != file.path


def test_a_file_that_somebody_else_signed_is_not_run():
    parcel = pack(read_game_file(OUTSIDE), b"somebody else")
    with pytest.raises(LudusError, match="was not signed by this cluster"):
        unpack(parcel, SECRET)
    changed = replace(pack(read_game_file(OUTSIDE), SECRET), source="import os")
    with pytest.raises(LudusError, match="was not signed by this cluster"):
        unpack(changed, SECRET)


def test_another_version_is_refused_with_a_sentence(monkeypatch):
    parcel = pack(find_game("tic-tac-toe"), SECRET)
    monkeypatch.setattr("ludus.cluster.parcel.__version__", "0.0.1")
    with pytest.raises(LudusError, match=r"this worker has Ludus 0\.0\.1, but the cluster has"):
        unpack(parcel, SECRET)
    monkeypatch.undo()
    monkeypatch.setattr("ludus.cluster.parcel._signature", lambda *_: parcel.signature)
    with pytest.raises(LudusError, match="another version of tic_tac_toe"):
        unpack(replace(parcel, digest="0" * 64), SECRET)
