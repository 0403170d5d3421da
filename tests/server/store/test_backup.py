"""Backups of every kind of store, restored into every kind."""

from __future__ import annotations

import pytest
from tests.server.store.test_store import EVERY_EVENT, added, made, over

from ludus.server.store.address import open_store
from ludus.server.store.backup import Contents, back_up, restore
from ludus.server.store.changes import (
    Account,
    KnownNetworks,
    PutAccount,
    PutAnswer,
    PutNetworks,
    PutRating,
    PutSession,
    Session,
)
from ludus.server.store.errors import StoreError

ANN = Account("ann", "$argon2id$v=19$hash", "admin", 5.0, "")
CHANGES = [
    PutAccount(ANN),
    PutSession(Session("c0ffee", "guest1", True, 6.0)),
    PutNetworks(KnownNetworks("ann", ["beef"])),
    PutAnswer("ann", "17", b'{"type":"done"}\x00\xff', 7.0),
    PutRating("ann", "othello", 25.5, 7.25, 3, "1520 1541 1530"),
    *added(EVERY_EVENT),
    made("m2"),
    over("m1", [["ann"], ["bob"]], 0),
]


@pytest.fixture
def other(request, tmp_path):
    """Another empty store, of either kind; there is one PostgreSQL, so what was in it is gone."""
    return {"sqlite": lambda: str(tmp_path / "other.db"), "postgresql": lambda: request.getfixturevalue("postgres")()}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_restored_backup_holds_everything_and_goes_on(database, kind, other, tmp_path):  # T10
    store = open_store(database)
    store.commit(CHANGES, 50.0)
    kept = store.load()
    file = tmp_path / "copy.db"
    assert back_up(database, file) == Contents(accounts=1, matches=2, events=18)  # the server is using it meanwhile
    store.commit([PutAccount(Account("late", "x", "player", 60.0, ""))], 60.0)
    store.close()
    target = other[kind]()
    assert restore(file, target) == Contents(accounts=1, matches=2, events=18)
    again = open_store(target)
    assert again.load() == kept
    assert again.events("m1") == EVERY_EVENT
    again.commit(added(EVERY_EVENT[:1], "m9"), 70.0)  # numbers go on after those that were copied
    assert again.events("m9") == EVERY_EVENT[:1]
    again.close()


def test_a_store_that_is_there_or_in_use_is_not_replaced_by_mistake(database, tmp_path):
    store = open_store(database)
    store.commit(CHANGES, 50.0)
    file = tmp_path / "copy.db"
    back_up(database, file)
    store.commit([PutAccount(Account("late", "x", "player", 60.0, ""))], 60.0)
    with pytest.raises(StoreError, match=r"copy\.db exists already; name another file"):
        back_up(database, file)
    store.close()
    with pytest.raises(StoreError, match="with --replace the backup takes"):
        restore(file, database)
    store = open_store(database)
    with pytest.raises(StoreError, match="is being used by a"):
        restore(file, database, replace=True)
    store.close()
    restore(file, database, replace=True)
    store = open_store(database)
    assert store.load().accounts == [ANN]
    store.close()


def test_the_file_that_was_replaced_is_kept_whole(tmp_path):
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    for path, name in ((old, "ann"), (new, "bob")):
        store = open_store(str(path))
        store.commit([PutAccount(Account(name, "x", "player", 1.0, ""))], 2.0)
        store.close()
    restore(new, str(old), replace=True)
    for path, name in ((old, "bob"), (tmp_path / "old.db.replaced", "ann")):
        store = open_store(str(path))
        assert [account.name for account in store.load().accounts] == [name]
        store.close()
    assert old.stat().st_mode & 0o077 == 0


def test_what_is_no_backup_or_damaged_is_refused_and_changes_nothing(tmp_path):
    store, file = tmp_path / "x.db", tmp_path / "copy.db"
    opened = open_store(str(store))
    opened.commit([*CHANGES, *(made(f"m{number}") for number in range(10, 300))], 1.0)
    opened.close()
    with pytest.raises(StoreError, match=r"copy\.db is not there"):
        restore(file, str(store), replace=True)
    back_up(str(store), file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match=r"copy.db (is damaged|cannot be used)"):
        restore(file, str(store), replace=True)
    file.write_bytes(b"something else")
    with pytest.raises(StoreError, match=r"copy\.db is not a Ludus database"):
        restore(file, str(store), replace=True)
    opened = open_store(str(store))
    assert opened.load().accounts == [ANN]
    opened.close()
    with pytest.raises(StoreError, match=r"nowhere.db is not there"):
        back_up(str(tmp_path / "nowhere.db"), tmp_path / "y.db")
    assert not (tmp_path / "y.db").exists()
