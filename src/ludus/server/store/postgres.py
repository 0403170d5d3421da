"""PostgreSQL, through psycopg: one server at a time, kept apart by an advisory lock of the database."""

from __future__ import annotations

import importlib.util
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import OperationalError

from ludus.server.policy import StorePolicy
from ludus.server.store.errors import StoreError, in_one_sentence
from ludus.server.store.migration import bring_up_to_date
from ludus.server.store.sql import SqlStore
from ludus.server.store.url import without_password

LOCK = 0x4C756475
"""The number of the lock that a server holds as long as it is connected: `Ludu`."""


CONNECT_SECONDS = "5"
"""Seconds that one try to connect may take."""


def open_postgres(url: URL, policy: StorePolicy) -> SqlStore:
    """The store in a database that is there already; its tables are made when it is empty."""
    place = without_password(url.render_as_string(hide_password=True))
    if importlib.util.find_spec("psycopg") is None:
        raise StoreError(f"{place} needs the package psycopg: pip install 'ludus[postgres]'")
    driven = url.set(drivername="postgresql+psycopg")
    # A connection that the database has closed is noticed before it is used; a lost one is made again, with the lock.
    driven = driven if "connect_timeout" in driven.query else driven.update_query_dict({"connect_timeout": CONNECT_SECONDS})
    writer = create_engine(driven, pool_size=1, max_overflow=0, pool_pre_ping=True)
    reader = create_engine(driven, pool_size=4, max_overflow=0, pool_pre_ping=True, isolation_level="REPEATABLE READ")
    _keep_others_away(writer, place, policy)
    try:
        with in_one_sentence(place):
            _reach(writer, place)
            bring_up_to_date(writer, place)
            return SqlStore(writer, reader, place, policy)
    except BaseException:
        writer.dispose()
        reader.dispose()
        raise


def _reach(engine: Engine, place: str) -> None:
    try:
        engine.connect().close()
    except OperationalError as error:
        said = str(error.orig).strip().partition("\n")[0]
        raise StoreError(f"{place} cannot be reached: {said}") from None


def _keep_others_away(engine: Engine, place: str, policy: StorePolicy) -> None:
    @event.listens_for(engine, "connect")
    def lock(connection: Any, _record: object) -> None:
        from psycopg.errors import LockNotAvailable

        connection.execute("SET synchronous_commit TO on")  # whatever the database's own settings say
        connection.execute(f"SET lock_timeout TO '{policy.lock_seconds}s'")
        try:
            connection.execute(f"SELECT pg_advisory_lock({LOCK})")
        except LockNotAvailable:
            connection.close()
            said = f"{place} is being used by another Ludus server; stop that one, or give this one a database of its own"
            raise StoreError(said) from None
        connection.execute("SET lock_timeout TO 0")
        connection.commit()
