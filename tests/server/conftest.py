"""Stores to test: in memory, in a file, and in a PostgreSQL that is started for these tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.postgres import binaries, running_postgres

from ludus.server.store.address import open_store
from ludus.server.store.changes import Store
from ludus.server.store.memory import MemoryStore

OTHERS_GO = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
"""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """`postgres()`: the address of an empty database; whoever used it before has to go."""
    folder = binaries()
    if folder is None:
        pytest.skip("PostgreSQL is not installed here: neither initdb on the PATH nor /usr/lib/postgresql")
    import psycopg

    with running_postgres(folder) as address:

        def emptied() -> str:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(OTHERS_GO)
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute("CREATE SCHEMA public")
            return address

        yield emptied


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path) -> str:
    """The address of a new database, of either kind."""
    return str(tmp_path / "ludus.db") if request.param == "sqlite" else request.getfixturevalue("postgres")()


class Shop:
    """Opens a store, closes it, and opens the same again."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.store: Store = open_store(url)

    def again(self) -> Store:
        """The same store, after a restart."""
        if isinstance(self.store, MemoryStore):
            self.store = self.store.restarted()
        else:
            self.store.close()
            self.store = open_store(self.url)
        return self.store


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def shop(request, tmp_path) -> Iterator[Shop]:
    """A new store of each kind."""
    addresses = {"memory": lambda: "memory:", "sqlite": lambda: f"sqlite:///{tmp_path / 'ludus.db'}"}
    shop = Shop(addresses.get(request.param, lambda: request.getfixturevalue("postgres")())())
    yield shop
    shop.store.close()
