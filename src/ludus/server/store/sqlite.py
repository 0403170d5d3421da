"""SQLite: one file, one server at a time, one connection that writes; a commit is on the disk when it returns.

ludus.db            the database
ludus.db-journal    what takes an unfinished commit back (or ludus.db-wal)
ludus.db.lock       held by the server that uses the file
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from ludus.server.policy import StorePolicy
from ludus.server.store.driver import sqlite3
from ludus.server.store.errors import KNOWN, StoreError, in_one_sentence
from ludus.server.store.file_identity import FileIdentity
from ludus.server.store.migration import bring_up_to_date
from ludus.server.store.sql import SqlStore

MAGIC = b"SQLite format 3\0"
"""What a database of SQLite begins with."""


def open_sqlite(path: Path, policy: StorePolicy) -> SqlStore:
    """The store in a file, which is made when there is none."""
    path = path.resolve()  # one file has one lock, under whatever names it is reached
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be opened: there is no folder {path.parent}")
    if path.is_dir():
        raise StoreError(f"{path} cannot be opened: it is a folder")
    if path.exists() and path.stat().st_nlink > 1:
        raise StoreError(f"{path} has a second name (a hard link), under which another server could use it; remove one of them")
    beside = path.with_name(path.name + ".lock")
    is_first = not beside.exists()
    lock = _lock(path, beside)
    if not _may_be_a_database(path):
        lock.close()
        if is_first:  # nothing that is not ours shall be littered
            beside.unlink(missing_ok=True)
        raise StoreError(KNOWN["SQLITE_NOTADB"].format(path))
    writer, reader = _writing(path, policy), _reading(path, policy)
    try:
        make_for_us_alone(path)
        with in_one_sentence(str(path)):
            bring_up_to_date(writer, str(path))
            identity = FileIdentity(path, beside, path.with_name(path.name + "-wal"))
            return SqlStore(writer, reader, str(path), policy, identity.check, lock.close)
    except BaseException:
        writer.dispose()
        reader.dispose()
        lock.close()
        raise


def journal_mode(version: tuple[int, ...]) -> str:
    """How this version of SQLite can take back a commit that was not completed.

    WAL needs one fsync a commit instead of five, but up to 3.51.2 a checkpoint could lose a commit of another connection
    (sqlite.org/wal.html, "the WAL-reset bug"); 3.44.6 and 3.50.7 have the correction too. Of the others PERSIST is the fastest
    that is safe: after a power cut a journal that was only deleted may be there again, and would take the last commit back.
    """
    corrected = version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)
    return "WAL" if corrected else "PERSIST"


@contextmanager
def only_server(path: Path) -> Iterator[None]:
    """Keep servers away from a file meanwhile; raises `StoreError` when one uses it."""
    lock = _lock(path, path.with_name(path.name + ".lock"))
    try:
        yield
    finally:
        lock.close()


def _lock(path: Path, beside: Path) -> sqlite3.Connection:
    """Keep other servers away by a lock of SQLite's: it works on every system, and ends with this process."""
    make_for_us_alone(beside)
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorname != "SQLITE_BUSY":
            raise StoreError(f"{beside} cannot be locked: {error}") from error
        raise StoreError(
            f"{path} is being used by another Ludus server; stop that one, or give this one a file of its own"
        ) from None
    return lock


def _may_be_a_database(path: Path) -> bool:
    """Whether a file begins like a database, is empty, or will be made. To be called with the lock: to close it undoes others."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) in (MAGIC, b"")
    except OSError:
        return True  # SQLite will say what is wrong with it


def make_for_us_alone(path: Path) -> None:
    """Make a file that only its owner may read. One that is there is left alone: to close it would undo SQLite's locks."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}") from None


def _writing(path: Path, policy: StorePolicy) -> Engine:
    """The one connection that writes; it goes to the thread that commits."""
    engine = _engine(path, 1, policy)
    mode = journal_mode(sqlite3.sqlite_version_info)
    size = f"journal_size_limit={policy.journal_bytes}"
    _at_connect(engine, f"journal_mode={mode}", "synchronous=FULL", "foreign_keys=ON", size)
    _begin_with(engine, "BEGIN IMMEDIATE")
    return engine


def _reading(path: Path, policy: StorePolicy) -> Engine:
    """Connections that only read, from any thread."""
    engine = _engine(path, 4, policy)
    _at_connect(engine, "query_only=ON")
    _begin_with(engine, "BEGIN")
    return engine


def _engine(path: Path, connections: int, policy: StorePolicy) -> Engine:
    url = URL.create("sqlite+pysqlite", database=str(path))
    ways = {"check_same_thread": False, "timeout": policy.busy_seconds, "isolation_level": None}
    return create_engine(url, module=sqlite3, poolclass=QueuePool, pool_size=connections, max_overflow=0, connect_args=ways)


def _at_connect(engine: Engine, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")


def _begin_with(engine: Engine, words: str) -> None:
    """Python's module would begin transactions on its own, and not before every statement."""
    event.listen(engine, "begin", partial(Connection.exec_driver_sql, statement=words))
