"""The operator's key: while a server runs, `ludus admin` gets in with a file that only its owner can read."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.exc import ArgumentError

from ludus.edges.store_location import data_folder
from ludus.rules.errors import LudusError
from ludus.server.store.url import read_url


@contextlib.contextmanager
def key_for_operator(store: str, scheme: str, host: str, port: int, token: str) -> Iterator[None]:
    """Keep the key beside the store as long as this lasts."""
    path = operator_file(store)
    if path is None:
        yield
        return
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{scheme} {host} {port} {token}\n")
    except OSError as error:
        raise LudusError(f"{path}, the key for `ludus admin`, cannot be written: {error.strerror}") from None
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # it is of no use any more, wherever it has gone
            path.unlink(missing_ok=True)


def operator_file(store: str) -> Path | None:
    """Where a server with this store keeps the key; nowhere, if it stores nothing."""
    if store == "memory:":
        return None
    if "://" in store and not store.startswith("sqlite:"):
        return data_folder() / f"{_database(store)}.operator"
    file = Path(store.removeprefix("sqlite:///")).resolve()  # the same, under whatever name the store is given
    return file.with_name(file.name + ".operator")


def _database(url: str) -> str:
    """A name for the database that a URL means, whoever uses it: its own, and a sign that tells it from others of that name."""
    try:
        read = read_url(url)
    except (ArgumentError, ValueError):
        return "ludus"
    place = f"{read.host} {read.port} {read.query.get('host')} {read.database}"
    return f"{Path(read.database or 'ludus').name}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"
