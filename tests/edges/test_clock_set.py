"""Somebody sets the machine's clock while games are being played: nobody loses by it."""

from __future__ import annotations

import subprocess
import sys
import threading
import time

from tests.edges.clients import Bot
from tests.server_process import Serving

SOON = 20.0

SERVER = """
import sys, time
from pathlib import Path
real, later = time.time, Path(sys.argv.pop(1))
time.time = lambda: real() + (3600.0 if later.exists() else 0.0)
from ludus.cli.terminal.entry import main
main()
"""
"""A server on a machine whose clock is set forward by an hour as soon as there is a certain file."""


def test_a_timed_game_goes_on_when_the_machines_clock_is_set_forward(tmp_path):  # B9
    later, store = tmp_path / "later", tmp_path / "x.db"
    words = [str(later), "serve", "--port", "0", "--web-port", "0", "--store", str(store), "--set", "store.heartbeat_seconds=0.1"]
    with store.with_suffix(".log").open("w") as log:
        process = subprocess.Popen([sys.executable, "-c", SERVER, *words], stdout=subprocess.PIPE, stderr=log, text=True)
    server = Serving(process, store)
    listener = threading.Thread(target=server.listen)
    listener.start()
    try:
        server.wait_for("kept in")
        with Bot(server.port) as ann, Bot(server.port) as bob:
            ann.come_in()
            bob.come_in()
            match = ann.ask("new", game="tic-tac-toe", move=60.0)["match"]
            bob.ask("join", match=match)
            asked = ann.told("ask")
            later.touch()
            assert ann.ask("move", match=match, squares=[[1, 1]], ref=asked["ref"])["type"] == "accepted"
            assert max(clock["move"] for clock in bob.told("ask")["board"]["clocks"]) > 50
            until = time.monotonic() + SOON
            while "the machine's clock was set" not in server.log and time.monotonic() < until:
                ann.ask("ping")
    finally:
        server.end()
        listener.join()
        process.stdout.close()
    assert "the machine's clock was set" in server.log
    assert "seconds=3600" in server.log
