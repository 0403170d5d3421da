"""Where a server keeps its data when nobody says where, and how `ludus admin` finds it from any folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.commands import run
from tests.edges.clients import Bot
from tests.server_process import start_server

from ludus.edges.store_location import data_folder, store_or_usual

SECRET = "s3cret-w0rd"  # noqa: S105


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """An empty home, and an empty folder beside it in which we are."""
    here = tmp_path / "somewhere"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.delenv("LUDUS_DATA")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    return tmp_path / "home"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="each system has its own folder")
def test_data_goes_where_the_system_keeps_such_things(home):
    usual = home / ".local" / "share" / "ludus"
    assert store_or_usual("") == str(usual / "ludus.db")
    assert usual.stat().st_mode & 0o777 == 0o700
    assert store_or_usual("mine.db") == "mine.db"


def test_a_store_in_the_current_folder_is_used_as_before(home):
    Path("ludus.db").touch()
    assert store_or_usual("") == "ludus.db"


def test_the_environment_may_name_the_store_and_the_folder(home, monkeypatch):
    monkeypatch.setenv("LUDUS_DATA", str(home / "data"))
    assert store_or_usual("") == str(home / "data" / "ludus.db")
    assert data_folder() == home / "data"
    monkeypatch.setenv("LUDUS_STORE", "postgresql://somewhere/games")
    assert store_or_usual("") == "postgresql://somewhere/games"


def test_admin_finds_the_server_from_any_folder_and_shows_no_password(tmp_path, monkeypatch):  # security
    with start_server(folder=tmp_path, store="ludus.db") as server, Bot(server.port) as ann:
        ann.ask("guest", name="ann")
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir()
        monkeypatch.setenv("LUDUS_DATA", str(tmp_path))
        done = run("admin", "players", folder=elsewhere)
        assert done.stdout.split() == ["ann", "guest"]
        for words in (("players",), ("backup", "copy.db"), ("restore", "copy.db")):
            url = f"postgresql://ann:{SECRET}@127.0.0.1:1/games"
            monkeypatch.setenv("LUDUS_STORE", url)
            done = run("admin", *words, folder=elsewhere)
            assert done.returncode == 1
            assert done.stderr.startswith("ludus: ")
            assert SECRET not in done.stdout + done.stderr
        monkeypatch.delenv("LUDUS_STORE")
        done = run("admin", "backup", ".", folder=elsewhere)
        copy = next(elsewhere.glob("ludus-*.db"))
        assert done.stdout == f"{copy.name} holds 0 accounts, 0 matches, 0 events.\n"
        run("admin", "backup", "nightly/", folder=elsewhere)
        assert len(list((elsewhere / "nightly").glob("ludus-*.db"))) == 1
        done = run("admin", "restore", copy.name, "--store", "new.db", folder=elsewhere)
        assert done.stdout == "new.db holds 0 accounts, 0 matches, 0 events.\n"
        assert copy.stat().st_mode & 0o077 == 0
