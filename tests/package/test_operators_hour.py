"""An hour of an operator: install, supervise, TLS, either store, backup, kill, upgrade with games in progress, restore."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import tarfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.edges.clients import Bot
from tests.edges.test_tls import make_certificate
from tests.package.conftest import ROOT, build_wheel, clean_environment, install
from tests.package.service_manager import Service, words_of_the_unit
from tests.server_process import start_server

PASSWORD = "a good password"  # noqa: S105
ARCHIVE_TABLES = "src/ludus/server/store/migrations/versions/0005_archive.py"
SHORT_ORDER = ([1, 1], [2, 2], [3, 1], [2, 1], [2, 3], [1, 3])


class SecureBot(Bot):
    """A program that speaks TLS, and tries until somebody listens."""

    def __init__(self, port: int, certificate: Path, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        context = ssl.create_default_context(cafile=str(certificate))
        while True:
            with suppress(OSError):
                plain = socket.create_connection(("127.0.0.1", port), 10.0)
                self.socket = context.wrap_socket(plain, server_hostname="localhost")
                break
            assert time.monotonic() < end, "nobody listens"
            time.sleep(0.1)
        self._file = self.socket.makefile("rb")
        self._begin()
        self.tell("hello", kind="program")

    def _next_that(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that is wanted, read as any program reads it: that of an older version may have fewer fields."""
        while not any(is_wanted(message) for message in self._aside):
            self._aside.append(json.loads(self.hear()))
        return self._aside.pop(next(place for place, message in enumerate(self._aside) if is_wanted(message)))


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def history(bot: Bot, match: str) -> list[str]:
    """The moves of a match."""
    return list(bot.ask("show", match=match)["board"]["history"])


def play(bots: dict[int, Bot], match: str, moves: int, begun: int) -> None:
    """Go on with a match of tic-tac-toe, from the move with this number."""
    for number in range(begun, begun + moves):
        bot = bots[number % 2]
        ref = bot._next_that(lambda said, number=number: _asks(said, match, number))["ref"]
        assert bot.ask("move", match=match, ref=ref, squares=[SHORT_ORDER[number]])["type"] == "accepted"


def _asks(said: dict[str, Any], match: str, number: int) -> bool:
    """Whether this asks for the move with this number in a match."""
    return said["type"] == "ask" and said["match"] == match and len(said["board"].get("history", ())) == number


def begin(ann: Bot, bob: Bot) -> str:
    """A match that both play, without an end in time."""
    match = ann.ask("new", game="tic-tac-toe", move=0, main=5000)["match"]
    bob.ask("join", match=match)
    return str(match)


# The quick part


def test_a_store_of_an_older_version_goes_on_with_its_games_and_they_survive_a_backup(tmp_path):  # T10
    from tests.commands import run

    with start_server(folder=tmp_path) as server, Bot(server.port) as ann, Bot(server.port) as bob:
        tokens = [bot.ask("guest", name=name)["token"] for bot, name in ((ann, "ann"), (bob, "bob"))]
        match = begin(ann, bob)
        play({0: ann, 1: bob}, match, 3, 0)
        moves = history(ann, match)
        server.kill()
    make_tables_older(server.store)
    with start_server(folder=tmp_path) as server, Bot(server.port) as ann, Bot(server.port) as bob:
        assert [bot.ask("resume", token=token)["matches"] for bot, token in zip((ann, bob), tokens, strict=True)] == [[match]] * 2
        assert history(ann, match) == moves
        play({0: ann, 1: bob}, match, 1, 3)
        moves = history(ann, match)
        assert run("admin", "backup", tmp_path / "copy.db", "--store", server.store).returncode == 0
        server.kill()
    assert run("admin", "restore", tmp_path / "copy.db", "--store", tmp_path / "y.db").returncode == 0
    with start_server(folder=tmp_path, store="y.db") as server, Bot(server.port) as ann:
        assert ann.ask("resume", token=tokens[0])["matches"] == [match]
        assert history(ann, match) == moves


def make_tables_older(path: Path) -> None:
    """Take back what was added to the tables since the archive."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ALTER TABLE ratings DROP COLUMN course")
        for index in ("matches_by_end", "results_by_match"):
            connection.execute(f"DROP INDEX {index}")
        connection.execute("UPDATE alembic_version SET version_num = '0004'")


# The whole hour


@pytest.fixture(scope="session")
def older_wheel(tmp_path_factory) -> Path:
    """The wheel of the last commit before the tables were changed."""
    asked = ["git", "log", "--diff-filter=A", "--format=%H", "--", ARCHIVE_TABLES]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    if not found:
        pytest.skip("the history of this repository is not here")
    sources = tmp_path_factory.mktemp("older")
    packed = subprocess.run(
        [shutil.which("git") or "git", "archive", f"{found[-1]}^"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    (sources / "x.tar").write_bytes(packed)
    with tarfile.open(sources / "x.tar") as archive:
        archive.extractall(sources, filter="data")
    return build_wheel(sources, tmp_path_factory.mktemp("older-wheel"))


def serving_process(service: Service) -> int:
    """The process that serves, which is a copy of the one that was started."""
    return int(Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children").read_text().split()[0])


class Hour:
    """What the operator has: two versions, a store, a certificate, and the players who are watched."""

    def __init__(self, older: Path, newer: Path, store: str, folder: Path) -> None:
        self.older, self.newer, self.store, self.folder = older, newer, store, folder
        self.certificate, self.key = make_certificate(folder)
        self.port, self.web_port = free_port(), free_port()
        self.environment = clean_environment(LUDUS_DATA=str(folder / "data"))

    def service(self, python: Path, *, supervised: bool, store: str = "") -> Service:
        """The service as the unit says it, with TLS of its own and ports that are free."""
        words = words_of_the_unit()[1:]
        words = [word for word in words if supervised or word != "--supervise"]
        words = words[: words.index("--trusted-proxy")]
        tls = ["--tls-cert", str(self.certificate), "--tls-key", str(self.key)]
        ports = ["--port", str(self.port), "--web-port", str(self.web_port), "--store", store or self.store]
        return Service([str(python), "-m", "ludus", *words, *tls, *ports], self.folder, self.environment)

    def admin(self, *words: str | Path) -> str:
        """What a command of the operator says; from another folder."""
        command = [str(self.newer), "-m", "ludus", "admin", *map(str, words)]
        done = subprocess.run(command, cwd="/", env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def bot(self, token: str = "") -> SecureBot:
        """Somebody who comes, or comes back."""
        end = time.monotonic() + 60
        while True:
            bot = SecureBot(self.port, self.certificate)
            if not token:
                return bot
            with suppress(AssertionError, OSError):  # it was still the server that ends
                assert bot.ask("resume", token=token)["type"] == "logged in"
                return bot
            assert time.monotonic() < end


def facts(bot: Bot, over: str, going: str) -> dict[str, Any]:
    """All that must not be lost."""
    statistics = bot.ask("statistics", player="ann")
    return {
        "record": bot.ask("record", match=over)["lines"],
        "scores": [{name: value for name, value in score.items() if name != "course"} for score in statistics["scores"]],  # newer
        "history": history(bot, going),
        "clocks": [4700 < clock["main"] <= 5000 for clock in bot.ask("show", match=going)["board"].get("clocks", ())],
        "archive": [each["match"] for each in bot.ask("archive", player="ann")["matches"]],
    }


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None or os.name == "nt", reason="needs openssl and signals")
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_hour_of_an_operator_loses_nothing(kind, wheel, older_wheel, tmp_path, request):  # T10, B17, security
    store = str(tmp_path / "games.db") if kind == "sqlite" else request.getfixturevalue("postgres")()
    hour = Hour(install(older_wheel, tmp_path / "v1"), install(wheel, tmp_path / "v2"), store, tmp_path)

    service = hour.service(hour.older, supervised=False)
    try:
        with hour.bot() as ann, hour.bot() as bob:
            tokens = [bot.ask("login", name=name, password=PASSWORD)["token"] for bot, name in ((ann, "ann"), (bob, "bob"))]
            over = begin(ann, bob)
            play({0: ann, 1: bob}, over, 2, 0)
            ann.ask("resign", match=over)
            going = begin(ann, bob)
            play({0: ann, 1: bob}, going, 2, 0)
            before = facts(ann, over, going)
        service.kill()  # and it is started again
        with hour.bot(tokens[0]) as ann, hour.bot(tokens[1]) as bob:
            assert service.starts == 2
            assert facts(ann, over, going) == before
            copy = tmp_path / "night.db"
            assert hour.admin("backup", copy, "--store", store).startswith(f"{copy} holds 2 accounts, 2 matches, ")
            play({0: ann, 1: bob}, going, 1, 2)
            after = facts(ann, over, going)
    finally:
        assert service.stop() == 0

    service = hour.service(hour.newer, supervised=True)  # the upgrade
    try:
        with hour.bot(tokens[0]) as ann, hour.bot(tokens[1]) as bob:
            assert facts(ann, over, going) == after
            play({0: ann, 1: bob}, going, 1, 3)
            after = facts(ann, over, going)
            assert "ann" in hour.admin("players", "--store", store)
            os.kill(serving_process(service), signal.SIGKILL)
        with hour.bot(tokens[0]) as ann:
            assert service.starts == 1, "the server has started itself again"
            assert facts(ann, over, going) == after
    finally:
        assert service.stop() == 0
    assert "Traceback" not in service.log
    assert PASSWORD not in service.log

    other = request.getfixturevalue("postgres")() if kind == "sqlite" else str(tmp_path / "moved.db")
    hour.admin("restore", copy, "--store", other)  # into the other kind of store
    service = hour.service(hour.newer, supervised=True, store=other)
    try:
        with hour.bot() as ann, hour.bot(tokens[1]) as bob:
            assert ann.ask("login", name="ann", password=PASSWORD)["matches"] == [going]
            assert facts(ann, over, going) == before
            play({0: ann, 1: bob}, going, 1, 2)
    finally:
        assert service.stop() == 0
