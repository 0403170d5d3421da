"""`open_store`: the store that an address means.

ludus.db                         a file, made when there is none
sqlite:///ludus.db               the same; sqlite:////var/lib/ludus.db for one from the root
postgresql://user@host/name      a PostgreSQL database, made by its administrator
memory:                          nothing is kept longer than the program runs
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.exc import ArgumentError

from ludus.server.policy import StorePolicy
from ludus.server.store.changes import Store
from ludus.server.store.errors import StoreError
from ludus.server.store.memory import MemoryStore
from ludus.server.store.url import is_mistyped, read_url

FILE = "sqlite:///"
UNREADABLE = "that address cannot be read; write postgresql://user:password@host:port/name"
"""With no word of the address, which may hold a password."""

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")


def open_store(url: str, policy: StorePolicy | None = None) -> Store:
    """Open a store; raises `StoreError` with one sentence about what is wrong."""
    policy = policy or StorePolicy()
    if url == "memory:":
        return MemoryStore(policy=policy)
    if url.startswith(FILE) or "://" not in url:
        return _open_file(url.removeprefix(FILE), policy)
    scheme = url.partition("://")[0]
    if scheme not in POSTGRES:
        raise StoreError(f"{scheme}:// is not known; write a file, sqlite:///file, postgresql://user@host/name, or memory:")
    from ludus.server.store.postgres import open_postgres

    try:
        return open_postgres(read_url(url), policy)
    except (ArgumentError, ValueError):
        raise StoreError(UNREADABLE) from None


def _open_file(name: str, policy: StorePolicy) -> Store:
    from ludus.server.store.sqlite import open_sqlite

    if not name.strip() or name == ":memory:":
        raise StoreError("a file is expected, such as ludus.db; memory: keeps everything in memory")
    if is_mistyped(name) and not Path(name).exists():
        raise StoreError(UNREADABLE)
    return open_sqlite(Path(name), policy)
