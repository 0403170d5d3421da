"""Opening a store: what an address means, what can be wrong with it, and one server at a time."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import contextmanager

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import column, create_engine, inspect, make_url, table
from tests.server.conftest import OTHERS_GO

from ludus import __version__
from ludus.server.matches.events import Began, Made, Terms
from ludus.server.store.address import open_store
from ludus.server.store.changes import Account, PutAccount
from ludus.server.store.errors import StoreError
from ludus.server.store.memory import MemoryStore
from ludus.server.store.schema import metadata
from ludus.server.store.sqlite import journal_mode

TERMS = Terms("tic-tac-toe", {}, 2, 0.0, 0.0, 0.0, 0.0, "")
ANN = PutAccount(Account("ann", "x", "player", 1.0))


@contextmanager
def connected(url):
    """A way past the store, to its tables."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg") if "://" in url else f"sqlite:///{url}")
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def test_an_address_may_be_a_file_or_name_a_database(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for url in ("ludus.db", "sqlite:///ludus.db", f"sqlite:///{tmp_path / 'ludus.db'}"):
        store = open_store(url)
        store.commit([ANN], 1.0)
        store.close()
    assert {path.name for path in tmp_path.iterdir()} - {"ludus.db-journal"} == {"ludus.db", "ludus.db.lock"}
    assert isinstance(open_store("memory:"), MemoryStore)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://localhost/x", "mysql:// is not known; write a file, sqlite:///file, postgresql://user@host/name, or memory:"),
        ("", "a file is expected, such as ludus.db; memory: keeps everything in memory"),
        ("sqlite:///", "a file is expected, such as ludus.db; memory: keeps everything in memory"),
        ("no/such/folder/ludus.db", "{here}/no/such/folder/ludus.db cannot be opened: there is no folder {here}/no/such/folder"),
        (".", "{here} cannot be opened: it is a folder"),
        ("postgresql://u:secret@host:port/x", "that address cannot be read; write postgresql://user:password@host:port/name"),
    ],
)
def test_an_address_that_means_nothing_is_refused_in_one_sentence(tmp_path, monkeypatch, url, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError) as refused:
        open_store(url)
    assert str(refused.value) == says.format(here=tmp_path)


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, this is not a database. " * 100)
    with pytest.raises(StoreError, match=r"letter.txt is not a Ludus database$"):
        open_store(str(path))
    assert path.read_text().startswith("Dear Ann")


def test_another_programs_database_is_refused(tmp_path):
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE songs (name)")
    other.close()
    with pytest.raises(StoreError, match=r"other.db is not a Ludus database: it has other tables; give Ludus one of its own$"):
        open_store(str(path))


def test_a_database_of_a_newer_ludus_is_refused(database):
    open_store(database).close()
    with connected(database) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql("UPDATE meta SET version = '77.0'")
    with pytest.raises(
        StoreError, match=rf"last used by Ludus 77.0, which is newer than this Ludus {__version__}; upgrade this one$"
    ):
        open_store(database)


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps other people away in another way")
def test_only_the_owner_may_read_the_file(tmp_path):
    path = tmp_path / "ludus.db"
    store = open_store(str(path))
    store.commit([ANN], 1.0)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    store.close()


def test_a_full_disk_is_said_and_nothing_of_the_group_is_kept(tmp_path):
    store = open_store(str(tmp_path / "ludus.db"))
    with store._writer.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    long = [PutAccount(Account(f"name{number}", "x" * 500, "player", 1.0)) for number in range(100)]
    with pytest.raises(StoreError, match=r"^the disk is full: .*ludus.db cannot be written$"):
        store.commit(long, 2.0)
    assert store.load().accounts == []
    store.commit([ANN], 3.0)
    assert store.load().accounts == [ANN.account]
    store.close()


def test_a_damaged_file_is_said(tmp_path):
    path = tmp_path / "ludus.db"
    open_store(str(path)).close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(StoreError, match=r"ludus.db is damaged; go back to a copy of it$"):
        open_store(str(path))


# One server at a time


def test_a_second_server_on_the_same_database_is_refused(database):
    first = open_store(database)
    with pytest.raises(StoreError, match="is being used by another Ludus server; stop that one, or give this one"):
        open_store(database)
    first.commit([ANN], 1.0)
    first.close()
    second = open_store(database)
    assert second.load().accounts == [ANN.account]
    second.close()


def test_other_programs_may_look_at_the_file_while_the_server_runs(tmp_path):
    store = open_store(str(tmp_path / "ludus.db"))
    store.commit([ANN], 1.0)
    looking = sqlite3.connect(tmp_path / "ludus.db")
    assert looking.execute("SELECT name FROM accounts").fetchall() == [("ann",)]
    looking.close()
    store.close()


def test_a_commit_is_refused_where_somebody_else_has_written(database):  # T10
    store = open_store(database)
    store.commit([ANN], 1.0)
    with store._writer.begin() as connection:
        connection.exec_driver_sql("UPDATE meta SET alive = 7")
    with pytest.raises(StoreError, match=r"was changed by somebody else while the server was using it$"):
        store.commit([PutAccount(Account("bob", "x", "player", 1.0))], 2.0)
    assert [account.name for account in store.load().accounts] == ["ann"]
    store.close()


# SQLite


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 40, 1), "PERSIST"),
        ((3, 44, 5), "PERSIST"),
        ((3, 44, 6), "WAL"),
        ((3, 45, 0), "PERSIST"),
        ((3, 50, 6), "PERSIST"),
        ((3, 50, 7), "WAL"),
        ((3, 51, 2), "PERSIST"),
        ((3, 51, 3), "WAL"),
        ((3, 52, 0), "WAL"),
        ((4, 0, 0), "WAL"),
    ],
)
def test_wal_is_used_only_where_sqlite_has_the_correction(version, mode):
    assert journal_mode(version) == mode


def test_a_file_from_a_newer_sqlite_goes_back_to_the_rollback_journal(tmp_path, monkeypatch):
    path = tmp_path / "ludus.db"
    for mode in ("WAL", "PERSIST", "WAL"):
        monkeypatch.setattr("ludus.server.store.sqlite.journal_mode", lambda _version, mode=mode: mode)
        store = open_store(str(path))
        store.commit([ANN], 1.0)
        with store._writer.connect() as connection:
            found = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert found == [mode.lower(), 2, 1]
        assert store.load().accounts == [ANN.account]
        store.close()


# PostgreSQL


def test_without_psycopg_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(StoreError) as refused:
        open_store("postgresql://ann:secret@localhost/games")
    assert str(refused.value) == "postgresql://ann:***@localhost/games needs the package psycopg: pip install 'ludus[postgres]'"


def test_a_server_that_cannot_be_reached_is_said_without_the_password():
    with pytest.raises(StoreError, match=r"^postgres://ann:\*\*\*@localhost:1/games cannot be reached: ") as refused:
        open_store("postgres://ann:secret@localhost:1/games")
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_lost_connection_is_made_again(postgres):
    url = postgres()
    store = open_store(url)
    with connected(url) as connection:
        assert connection.exec_driver_sql(OTHERS_GO).all()
    store.commit([ANN], 1.0)
    assert store.load().accounts == [ANN.account]
    store.close()


# Migrations


def test_the_migrations_give_the_tables_of_the_schema(database):
    open_store(database).close()
    with connected(database) as connection:
        differences = compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata)
    assert differences == []


def test_a_store_of_the_first_version_keeps_its_events(database, monkeypatch):
    """The tables of the first version, as a server left them, with two events of one match and one of another."""
    with monkeypatch.context() as patched:
        patched.setattr("ludus.server.store.migration.NEWEST", "0001")
        open_store(database).close()
    happened = [Made(number=1, at=5.0, match="m2", terms=TERMS, seed="5eed", by="ann"), Began(number=2, at=7.0)]
    rows = [("m2", happened[1]), ("m2", happened[0]), ("m1", Began(number=1, at=6.0))]
    events = table("events", *map(column, ("match", "number", "at", "body")))
    with connected(database) as connection:
        for match, event in rows:
            body = msgspec.json.encode(event).decode()
            connection.execute(events.insert().values(match=match, number=event.number, at=event.at, body=body))
    store = open_store(database)
    assert store.events("m2") == happened
    assert store.events("m1") == [Began(number=1, at=6.0)]
    store.close()


def test_a_migration_that_fails_leaves_nothing_behind(database, monkeypatch):
    def fail(*_):
        raise StoreError("the lights went out")

    with monkeypatch.context() as patched:
        patched.setattr("ludus.server.store.migration.update", fail)
        with pytest.raises(StoreError, match="the lights went out"):
            open_store(database)
    with connected(database) as connection:
        assert inspect(connection).get_table_names() == []
    open_store(database).close()


@pytest.mark.parametrize("address", ["memory:", "ludus.db"])
def test_a_store_that_is_up_to_date_is_opened_without_alembic(address, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    open_store(address).close()
    code = f"import sys, ludus.server.store.address as o; o.open_store('{address}'); assert 'alembic' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
