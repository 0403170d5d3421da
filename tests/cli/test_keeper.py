"""`ludus serve --supervise`: a server that was killed is there again, and one that ends by itself is not."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from tests import commands
from tests.edges.clients import Bot
from tests.server_process import Serving, start_server

AGAIN = "The server was ended by SIGKILL; it is started again."

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are read from /proc")


def serving_process(server: Serving) -> int:
    """The process that serves: the first copy of the one that was started that has opened ports."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return int(children[0])


def test_a_server_that_was_killed_is_there_again_with_its_games(tmp_path):  # B17, T10
    with start_server("--supervise", folder=tmp_path) as server:
        with Bot(server.port) as ann:
            ann.come_in()
            match = ann.ask("new", game="tic-tac-toe")["match"]
            first = serving_process(server)
            os.kill(first, signal.SIGKILL)
        server.wait_for(AGAIN)
        del server.said[: server.said.index(AGAIN) + 1]
        server.wait_for("kept in")
        assert serving_process(server) != first
        with Bot(server.port) as again:
            assert again.ask("resume", token=ann.token)["matches"] == [match]
        assert server.stop() == 0
    assert not Path(f"/proc/{first}").exists()
    assert server.said[-1] == "Goodbye."


def test_a_server_that_cannot_go_on_says_so_once(tmp_path):
    with start_server(folder=tmp_path) as server:
        words = ("--supervise", "--port", "0", "--web-port", "0", "--store", str(server.store))
        done = commands.run("serve", *words)
        assert done.returncode == 1
        assert done.stderr == (
            f"ludus: {server.store} is being used by another Ludus server; stop that one, or give this one a file of its own\n"
        )


def test_when_the_keeper_dies_so_does_the_server(tmp_path):  # nobody would know of it
    with start_server("--supervise", folder=tmp_path) as server:
        copy = serving_process(server)
        server.kill()
        for _ in range(1000):
            if not Path(f"/proc/{copy}").exists() or "Z" in Path(f"/proc/{copy}/stat").read_text().split()[2]:
                break
            signal.sigtimedwait([], 0.01)
        else:
            pytest.fail("the server lives on")
