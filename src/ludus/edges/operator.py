"""The operator's key: while a server runs, `ludus admin` gets in with a file that only its owner can read."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit


@contextlib.contextmanager
def key_for_operator(store: str, scheme: str, host: str, port: int, token: str) -> Iterator[None]:
    """Keep the key beside the store as long as this lasts."""
    path = operator_file(store)
    if path is None:
        yield
        return
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{scheme} {host} {port} {token}\n")
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def operator_file(store: str) -> Path | None:
    """Where a server with this store keeps the key; nowhere, if it stores nothing."""
    if store == "memory:":
        return None
    if "://" in store and not store.startswith("sqlite:"):
        name = urlsplit(store).path.rpartition("/")[2]
        return Path(f"{name or 'ludus'}.operator")
    return Path(store.removeprefix("sqlite:///") + ".operator")
