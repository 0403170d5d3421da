"""Matches that are read from the store, and what is said when that is not possible: what is true."""

from __future__ import annotations

import pytest
from tests.server.playhouse import Playhouse

from ludus.server.store.errors import StoreError
from ludus.wire.messages import New, Problem, Record, Resign, Show, Shown, Statistics, Watch


@pytest.fixture
def playhouse():
    """A core with a finished match that is only in the store."""
    playhouse = Playhouse()
    ann, _ = playhouse.begin(New("tic-tac-toe"), "ann", "bob")
    ann.say(Resign())
    playhouse.wait(700)
    assert playhouse.core.rooms.get("m1") is None
    return playhouse


@pytest.mark.parametrize("request_", [Show("m1"), Watch("m1"), Record("m1")], ids=["show", "watch", "record"])
def test_a_match_whose_game_is_gone_is_not_said_to_be_none(playhouse, monkeypatch, request_):  # B17
    stranger = playhouse.connect()
    monkeypatch.setattr(playhouse.core.context.catalogue, "_usual", {})
    monkeypatch.delitem(playhouse.core.context.catalogue.games, "tic-tac-toe")
    assert stranger.refused(request_) == "not possible"
    assert stranger.last(Problem).sentence == (
        "Match m1 cannot be shown: its game is not played here any more, or has other rules now"
    )
    assert stranger.refused(Show("m9")) == "no match"


def test_a_store_that_cannot_be_read_is_asked_again_later(playhouse, monkeypatch):  # B17
    def broken(*_):
        raise StoreError("/home/ann/ludus.db is being used by another program")

    stranger = playhouse.connect()
    with monkeypatch.context() as patch:
        for name in ("events", "statistics"):
            patch.setattr(playhouse.store, name, broken)
        assert stranger.refused(Show("m1")) == "not now"
        assert stranger.last(Problem).sentence == "Match m1 cannot be read; ask again later"
        assert stranger.refused(Statistics("ann")) == "not now"
        assert stranger.last(Problem).sentence == "The results cannot be read; ask again later"
    assert isinstance(stranger.say(Show("m1"))[-1], Shown)
