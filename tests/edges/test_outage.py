"""PostgreSQL goes away while people play: everybody waits, nothing is lost, and the games go on."""

from __future__ import annotations

import re

import pytest
from tests.edges.clients import Bot
from tests.postgres import pg_ctl
from tests.server_process import start_server

from ludus.server.store.errors import StoreAway
from ludus.server.store.outage import Outage

QUICK = ("--set", "store.pause_seconds=0.2", "--set", "store.heartbeat_seconds=0.2")


def playing(port: int, ann: Bot, bob: Bot) -> tuple[str, str]:
    """A match of two; its name, and the reference of the first move."""
    ann.come_in()
    bob.come_in()
    match = ann.ask("new", game="tic-tac-toe", move=2.0)["match"]
    bob.ask("join", match=match)
    return match, ann.told("ask")["ref"]


def told_of_the_store(player: Bot) -> str:
    """The next notice, but for the one that a game is being made ready; nothing is accepted before it."""
    while "made ready" in (text := player.told("notice", "accepted")["text"]):
        pass
    return text


def test_a_database_that_is_killed_and_comes_back_is_waited_for(postgres, tmp_path, monkeypatch):  # T10
    monkeypatch.chdir(tmp_path)
    url = postgres()
    with start_server(*QUICK, "--store", url, folder=tmp_path) as server, Bot(server.port) as ann, Bot(server.port) as bob:
        match, ref = playing(server.port, ann, bob)
        pg_ctl(url, "-m", "immediate", "stop")
        try:
            ann.tell("move", match=match, squares=[[1, 1]], ref=ref, id="first")
            assert told_of_the_store(ann) == "The server is waiting for its store; nothing is lost, and all clocks stand still"
        finally:
            pg_ctl(url, "start")
        assert ann.told("accepted", "problem")["type"] == "accepted"
        assert told_of_the_store(bob).startswith("The server is waiting")
        assert told_of_the_store(bob) == "The server goes on"
        assert bob.ask("move", match=match, squares=[[2, 2]], ref=bob.told("ask")["ref"])["type"] == "accepted"
        for line in ("the store is away; waiting for it", "the store is back; nothing was lost", "pause over"):
            assert line in server.log


def test_a_database_that_stays_away_ends_the_server_with_a_sentence(postgres, tmp_path, monkeypatch):  # T10
    monkeypatch.chdir(tmp_path)
    url = postgres()
    with start_server(*QUICK, "--set", "store.outage_seconds=0.5", "--store", url, folder=tmp_path) as server:
        pg_ctl(url, "-m", "immediate", "stop")
        try:
            assert server.process.wait(20) == 1
        finally:
            pg_ctl(url, "start")
        assert re.search(
            r"^ludus: the server stopped because the store failed: postgresql://.* cannot be reached: ", server.log, re.M
        )
        assert "Traceback" not in server.log


def test_an_outage_is_waited_for_ever_less_often_and_not_for_ever():
    now, naps = [0.0], []

    def sleep(seconds):
        naps.append(seconds)
        now[0] += seconds

    outage = Outage(10.0, lambda: now[0], sleep)

    def wait_for_ever():
        while True:
            outage.wait(StoreAway("gone"))

    with pytest.raises(StoreAway, match="gone"):
        wait_for_ever()
    assert naps[:6] == [0.05, 0.1, 0.2, 0.4, 0.8, 1.0]
    assert 10 <= sum(naps) <= 11
