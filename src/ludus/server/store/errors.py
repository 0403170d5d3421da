"""What can go wrong with a store, in one sentence each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from ludus.rules.errors import LudusError

KNOWN = {
    "SQLITE_FULL": "the disk is full: {} cannot be written",
    "SQLITE_NOTADB": "{} is not a Ludus database",
    "SQLITE_CORRUPT": "{} is damaged; go back to a copy of it",
    "SQLITE_BUSY": "{} is being used by another program",
    "SQLITE_LOCKED": "{} is being used by another program",
    "SQLITE_READONLY": "{} may only be read, not written",
    "SQLITE_CANTOPEN": "{} cannot be opened: no such folder, or not allowed",
    "53100": "the disk is full: {} cannot be written",
    "42501": "{} may not be used by this user: ask its owner for the right to make tables and write",
    "25006": "{} may only be read, not written",
}
"""By SQLite's name of the error or PostgreSQL's SQLSTATE."""


class StoreError(LudusError):
    """The store cannot do what it should."""


class StoreAway(StoreError):
    """The database cannot be reached now; it may come back."""


AWAY = ("08", "57P0")
"""How PostgreSQL's codes begin when the connection is lost, or the database is stopping or starting."""


@contextmanager
def in_one_sentence(place: str) -> Iterator[None]:
    """Say what a database has against us in one sentence; `place` is the file or the address."""
    try:
        yield
    except DBAPIError as error:
        raise in_words(error, place) from error


def in_words(error: DBAPIError, place: str) -> StoreError:
    """What a database has against us, as an error to raise instead of its own."""
    if isinstance(error, IntegrityError):
        return StoreError(f"{place} holds another row under that key already: {_first_line(error)}")
    if _is_away(error):
        return StoreAway(f"{place} cannot be reached: {_first_line(error)}")
    said = KNOWN.get(_code(error))
    return StoreError(said.format(place) if said else f"{place} cannot be used: {_first_line(error)}")


def _is_away(error: DBAPIError) -> bool:
    """Whether the database itself is not there; SQLite is always there."""
    if not isinstance(error, OperationalError) or hasattr(error.orig, "sqlite_errorname"):
        return False
    code = getattr(error.orig, "sqlstate", None)
    return code is None or str(code).startswith(AWAY)


def _code(error: DBAPIError) -> str:
    name = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None) or ""
    return "_".join(name.split("_")[:2])  # SQLITE_READONLY_DIRECTORY is a kind of SQLITE_READONLY


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).strip().partition("\n")[0]
