"""Backups: a copy of a store in one file, of one moment, while a server uses the store or not; and a store made from such a file.

    SQLite       ludus.db ───────── SQLite's own backup ─────────► copy.db       a server may go on writing meanwhile
    PostgreSQL   tables ── read in one transaction, row by row ──► copy.db
    copy.db ── restore ──► either of them                                        which also moves a store from one to the other

The copy is a database of SQLite, whichever store it is of, with the tables of the version that wrote it. `open_store` brings it
up to date like any other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct
from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, func, insert, inspect, select, text
from sqlalchemy.exc import ArgumentError

from ludus.server.policy import StorePolicy
from ludus.server.store.address import FILE, POSTGRES, UNREADABLE
from ludus.server.store.driver import sqlite3
from ludus.server.store.errors import StoreError, in_one_sentence
from ludus.server.store.migration import NOTE, OURS, make_tables
from ludus.server.store.sqlite import make_for_us_alone, only_server
from ludus.server.store.url import read_url, without_password

ROWS = 1_000
"""Rows that are copied at once."""


class Contents(Struct, frozen=True):
    """How much a backup holds."""

    accounts: int
    matches: int
    events: int


def back_up(url: str, file: Path) -> Contents:
    """Copy a store into a new file; it is whole, or it is not there."""
    if file.exists():
        raise StoreError(f"{file} exists already; name another file, so that no backup is lost")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    try:
        make_for_us_alone(part)
        with in_one_sentence(without_password(url)):
            _copy_file(_file_of(url), part) if _is_file(url) else _copy_from_postgres(url, part)
        contents = read_contents(part)
        _make_durable(part, file)
    finally:
        part.unlink(missing_ok=True)
    return contents


def restore(file: Path, url: str, *, replace: bool = False) -> Contents:
    """Make a store from a backup. One that is there is only replaced if that is wanted; a file is kept under another name."""
    contents = read_contents(file)
    if _is_file(url):
        _restore_file(file, _file_of(url), replace=replace)
    else:
        _restore_postgres(file, url, replace=replace)
    return contents


def read_contents(file: Path) -> Contents:
    """How much a backup holds; raises `StoreError` when it is none, or is damaged."""
    if not file.is_file():
        raise StoreError(f"{file} is not there")
    with in_one_sentence(str(file)), _opened(file) as connection:
        if not set(inspect(connection).get_table_names()) >= OURS:
            raise StoreError(f"{file} is not a Ludus database")
        said = connection.scalar(text("PRAGMA integrity_check"))
        if said != "ok":
            raise StoreError(f"{file} is damaged: {said}")
        counts = {name: int(connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0) for name in Contents.__struct_fields__}  # noqa: S608
    return Contents(**counts)


# SQLite


def _copy_file(source: Path, target: Path) -> None:
    if not source.is_file():
        raise StoreError(f"{source} is not there")
    reading, writing = sqlite3.connect(source, timeout=StorePolicy().busy_seconds), sqlite3.connect(target)
    try:
        reading.execute("PRAGMA query_only=ON")
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode=DELETE")  # so that the copy is one file
    except sqlite3.Error as error:
        raise StoreError(f"{source} cannot be copied: {error}") from None
    finally:
        writing.close()
        reading.close()


def _restore_file(file: Path, target: Path, *, replace: bool) -> None:
    """Put a copy in the place of a database; the old one is kept beside it."""
    target = target.resolve()
    if not target.parent.is_dir():
        raise StoreError(f"{target} cannot be written: there is no folder {target.parent}")
    if file.resolve() == target:
        raise StoreError(f"{file} is the store itself")
    if target.exists() and not replace:
        raise StoreError(f"{target} exists already; with --replace the backup takes its place")
    with only_server(target):
        part = target.with_name(target.name + ".part")
        part.unlink(missing_ok=True)
        make_for_us_alone(part)
        _copy_file(file, part)
        if target.exists():
            _fold_in_journal(target)
            target.replace(target.with_name(target.name + ".replaced"))
        for suffix in ("-wal", "-shm", "-journal"):  # they belong to the old one
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        _make_durable(part, target)


def _fold_in_journal(path: Path) -> None:
    """Have SQLite write everything into the one file that is kept; a file that is no database is kept as it is."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error:
        pass
    finally:
        connection.close()


def _make_durable(part: Path, file: Path) -> None:
    """Give a finished file its name, when it is on the disk."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.replace(file)
    if os.name == "posix":
        folder = os.open(file.resolve().parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


# PostgreSQL


def _copy_from_postgres(url: str, target: Path) -> None:
    """Copy the tables as they are at one moment."""
    engine = _postgres(url).execution_options(isolation_level="REPEATABLE READ")
    try:
        with engine.connect() as source, _opened(target) as connection:
            if not set(inspect(source).get_table_names()) >= OURS:
                raise StoreError(f"{without_password(url)} holds no games yet")
            make_tables(connection, str(target), _version(source))
            _copy_tables(source, connection)
    finally:
        engine.dispose()


def _restore_postgres(file: Path, url: str, *, replace: bool) -> None:
    """Fill a database, all of it in one transaction."""
    from ludus.server.store.postgres import LOCK

    place, engine = without_password(url), _postgres(url)
    try:
        with in_one_sentence(place), engine.begin() as target, _opened(file) as source:
            if not target.scalar(select(func.pg_try_advisory_xact_lock(LOCK))):
                raise StoreError(f"{place} is being used by a Ludus server; stop that one first")
            there = _tables(target)
            if there and not replace:
                raise StoreError(f"{place} has tables already; with --replace the backup takes their place")
            if there and not set(there) >= OURS:
                raise StoreError(f"{place} is not a Ludus database: it has other tables; give Ludus one of its own")
            for table in there.values():
                table.drop(target)
            make_tables(target, place, _version(source))
            _copy_tables(source, target)
            _count_on(target)
    finally:
        engine.dispose()


def _copy_tables(source: Connection, target: Connection) -> None:
    """Copy all rows of all tables; both have the same tables."""
    into = _tables(target)
    for name, table in _tables(source).items():
        if name == NOTE.name:
            continue
        target.execute(into[name].delete())  # what making the tables has put in
        for rows in source.execution_options(yield_per=ROWS).execute(select(table)).mappings().partitions(ROWS):
            target.execute(insert(into[name]), [dict(row) for row in rows])


def _count_on(target: Connection) -> None:
    """Have the database give numbers from where the copied rows end."""
    for name in ("events", "tournament_events"):
        last = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), coalesce(max(id), 0) + 1, false) FROM {name}"  # noqa: S608
        if name in _tables(target):
            target.execute(text(last))


def _version(connection: Connection) -> str:
    return str(connection.scalar(select(NOTE.c.version_num)))


def _tables(connection: Connection) -> dict[str, Table]:
    found = MetaData()
    found.reflect(connection)
    return dict(found.tables)


def _postgres(url: str) -> Engine:
    if url.partition("://")[0] not in POSTGRES:
        raise StoreError(f"{without_password(url)} cannot be copied; give a file or a postgresql:// address")
    try:
        return create_engine(read_url(url).set(drivername="postgresql+psycopg"))
    except (ArgumentError, ValueError):
        raise StoreError(UNREADABLE) from None
    except ImportError:
        raise StoreError(f"{without_password(url)} needs the package psycopg: pip install 'ludus[postgres]'") from None


# Files


def _is_file(url: str) -> bool:
    return url.startswith(FILE) or ("://" not in url and url != "memory:")


def _file_of(url: str) -> Path:
    return Path(url.removeprefix(FILE))


@contextmanager
def _opened(file: Path) -> Iterator[Connection]:
    """A database of SQLite, in one transaction."""
    engine = create_engine(URL.create("sqlite+pysqlite", database=str(file)), module=sqlite3)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
