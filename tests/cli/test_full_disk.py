"""A disk that is full is said in one sentence, and no log line is worth a game."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest
from tests.commands import start
from tests.edges.clients import Bot

from ludus.edges.operator import key_for_operator
from ludus.rules.errors import LudusError

FULL = Path("/dev/full")
"""A file on a disk that is always full."""

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")


def test_output_that_cannot_be_written_is_one_sentence(tmp_path):
    with FULL.open("w") as full, (tmp_path / "errors").open("w+") as errors:
        assert start("show", "tic-tac-toe", stdout=full, stderr=errors).wait(30) == 1
        errors.seek(0)
        assert errors.read() == "ludus: the output cannot be written: No space left on device\n"


def test_a_server_goes_on_although_its_log_cannot_be_written(tmp_path):
    words = ["serve", "-d", "--port", "0", "--web-port", "0", "--store", str(tmp_path / "x.db")]
    with FULL.open("w") as full:
        server = start(*words, folder=tmp_path, stdout=subprocess.PIPE, stderr=full)
    with server:
        assert server.stdout
        said = "".join(server.stdout.readline() for _ in range(5))
        port = int(re.findall(r"JSON lines on \S+:(\d+)", said)[0])
        with Bot(port) as ann:
            assert ann.ask("guest")["type"] == "logged in"
            assert ann.ask("seek", game="tic-tac-toe")["type"] == "seated"
        server.send_signal(signal.SIGINT)
        assert server.wait(20) == 0


def test_a_key_that_cannot_be_written_is_one_sentence(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("ludus.edges.operator.os.open", full)
    with (
        pytest.raises(LudusError, match=r"x.db.operator, the key for `ludus admin`, cannot be written: No space left on device$"),
        key_for_operator(str(tmp_path / "x.db"), "tcp", "127.0.0.1", 1, "token"),
    ):
        pass
