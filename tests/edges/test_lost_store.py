"""A store that is taken away from under a server: nothing is acknowledged any more, and the server says why it ends."""

from __future__ import annotations

import os
import shutil

import pytest
from sqlalchemy import event
from tests.commands import run
from tests.edges.clients import Bot
from tests.server_process import Serving, start_server

from ludus.server.store.address import open_store
from ludus.server.store.changes import Account, PutAccount
from ludus.server.store.errors import StoreError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody touch a file that is open")

ANN, BOB = (PutAccount(Account(name, "x", "player", 1.0)) for name in ("ann", "bob"))


def delete(path):
    path.unlink()


def replace(path):
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


def move_folder(path):
    path.parent.rename(path.parent.with_name("elsewhere"))


def delete_lock(path):
    path.with_name(path.name + ".lock").unlink()


def delete_journal(path):
    path.with_name(path.name + "-wal").unlink(missing_ok=True)


@pytest.mark.parametrize("mode", ["WAL", "PERSIST"])
@pytest.mark.parametrize("happening", [delete, replace, move_folder, delete_lock, delete_journal])
def test_nothing_is_kept_in_a_file_that_nobody_will_find(happening, mode, tmp_path, monkeypatch):  # T10
    monkeypatch.setattr("ludus.server.store.sqlite.journal_mode", lambda _version: mode)
    path = tmp_path / "here" / "x.db"
    path.parent.mkdir()
    store = open_store(str(path))
    store.commit([ANN], 1.0)
    happening(path)
    if happening is not delete_journal:
        with pytest.raises(StoreError, match=r"was (deleted or moved|replaced by another file) while the server was using it$"):
            store.commit([BOB], 2.0)
    elif mode == "WAL":
        with pytest.raises(StoreError, match=r"x.db-wal was deleted or moved while the server was using it$"):
            store.commit([BOB], 2.0)
    store.close()


@pytest.mark.parametrize("happening", [delete, replace, move_folder, delete_lock])
def test_nothing_is_kept_in_a_file_that_goes_in_the_middle_of_a_commit(happening, tmp_path):  # T10
    path = tmp_path / "here" / "x.db"
    path.parent.mkdir()
    store = open_store(str(path))
    event.listen(store._writer, "commit", lambda _connection: happening(path))
    with pytest.raises(StoreError, match=r"was (deleted or moved|replaced by another file) while the server was using it$"):
        store.commit([ANN], 1.0)
    store.close()


def ended(server: Serving) -> str:
    """The last thing a server says that ends by itself."""
    assert server.process.wait(10) == 1
    assert "Traceback" not in server.log
    return server.log.splitlines()[-1]


def test_the_server_ends_at_the_next_heartbeat_and_says_why(tmp_path):  # T10
    with start_server("--set", "store.heartbeat_seconds=0.1", folder=tmp_path) as server, Bot(server.port) as ann:
        assert ann.ask("guest")["type"] == "logged in"
        server.store.unlink()
        why = f"{server.store} was deleted or moved while the server was using it"
        assert ended(server) == f"ludus: the server stopped because the store failed: {why}"


def test_no_move_is_acknowledged_after_the_file_has_gone(tmp_path):  # T10
    with start_server("--set", "store.heartbeat_seconds=60", folder=tmp_path) as server, Bot(server.port) as ann:
        ann.come_in()
        match = ann.ask("seek", game="tic-tac-toe")["match"]
        replace(server.store)
        ann.tell("leave", match=match, id="last")
        heard = ann._next_that(lambda message: message.get("id") == "last" or message["type"] == "goodbye")
        assert heard["type"] == "goodbye"
        assert "was replaced by another file" in ended(server)


def test_a_second_server_is_refused_under_any_name_of_the_file(tmp_path):  # T10
    def refused(name: str) -> str:
        done = run("serve", "--port", "0", "--web-port", "0", "--store", str(tmp_path / name), merged=True, timeout=20)
        assert done.returncode == 1
        return done.stdout

    with start_server(folder=tmp_path) as server:
        (tmp_path / "link.db").symlink_to(server.store)
        (tmp_path / "way").symlink_to(tmp_path)
        for name in ("link.db", "way/x.db"):
            assert f"{server.store} is being used by another Ludus server" in refused(name)
        assert run("admin", "players", "--store", str(tmp_path / "link.db")).returncode == 0
        os.link(server.store, tmp_path / "hard.db")
        assert "hard.db has a second name (a hard link)" in refused("hard.db")
