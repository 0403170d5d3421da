"""`ludus ask` and `ludus worker`: a server asked from the command line, and helped."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import pytest
from tests.server_process import BY_GRPC, start_server

from ludus.cli.worker import _seconds_until
from ludus.rules.errors import LudusError


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that can be asked, and leaves the work to helpers."""
    with start_server(*BY_GRPC, "--set", "analysis.local=0", folder=tmp_path_factory.mktemp("asked")) as serving:
        yield serving


def test_a_helper_joins_and_an_answer_is_drawn_with_time_workers_and_jobs(ludus, server):  # M9
    nobody = ludus("ask", f"localhost:{server.grpc_port}", "tic-tac-toe", "-p", "x.o......")
    assert nobody.status == 1
    assert "Nobody is here now who can analyse tic-tac-toe" in nobody.errors
    file = server.store.with_suffix(".db.workers")
    words = ["worker", "--connect", f"localhost:{server.worker_port}", "--token-file", str(file)]
    command = [sys.executable, "-m", "ludus", *words, "--game", "tic-tac-toe", "--cores", "1", "--nice"]
    helper = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert helper.stdout.readline().startswith("Helping localhost")
        answer = nobody
        while answer.status:  # until the helper is known
            answer = ludus("ask", f"localhost:{server.grpc_port}", "tic-tac-toe", "-p", "x.o......", "-s", "3")
            assert helper.poll() is None
    finally:
        helper.send_signal(signal.SIGINT)
        said = helper.communicate(timeout=60)[0]
    assert re.search(r"(1 position|\d+ positions) searched\. Goodbye\.", said)
    lines = answer.out.splitlines()
    assert lines[0].split() == ["3", "x", ".", "o"]
    told = dict(line.split(maxsplit=1) for line in lines if len(line.split()) > 1)
    after = {"move  a1": "1 x . .", "move  c1": "1 . . x", "move  a2": "2 x . ."}  # they win equally soon
    assert after[told["best"]] in [" ".join(line.split()) for line in lines]  # the position after the move
    assert told["value"] == "X wins in 5 moves"
    assert "searching" in told["time"]
    assert told["effort"].startswith("workers 1, jobs ")


def test_mistakes_are_one_sentence(ludus):
    assert "nobody answers at localhost:1" in ludus("ask", "localhost:1", "tic-tac-toe").errors
    assert "say where: ludus worker --connect localhost:14782" in ludus("worker").errors
    assert "cannot be read" in ludus("worker", "--connect", "localhost:1", "--token-file", "nowhere").errors


def test_a_helper_says_what_it_does_only_when_the_server_lets_it_in(ludus, server, tmp_path):
    (tmp_path / "wrong").write_text("guessed", "utf-8")
    for words, told in (
        (("--token-file", "wrong"), "ludus: the token is wrong; give the server's token with --token-file\n"),
        ((), "ludus: the server wants its token; give it with --token-file\n"),
    ):
        ran = ludus("worker", "--connect", f"localhost:{server.worker_port}", *words)
        assert (ran.out, ran.errors, ran.status) == ("", told, 1)


def test_a_helper_says_at_once_that_nobody_is_there():
    command = [sys.executable, "-m", "ludus", "worker", "--connect", "127.0.0.1:1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as helper:
        assert "nobody answers at 127.0.0.1:1" in helper.stderr.readline()
        assert helper.stderr.readline() == "Trying again every second. Ctrl-C ends.\n"
        helper.terminate()
        assert helper.stdout.read() == ""


def test_a_helper_leaves_at_a_time_of_day():
    assert 0 < _seconds_until("23:59") <= 86_400
    assert _seconds_until(None) is None
    with pytest.raises(LudusError, match="write a time of day"):
        _seconds_until("soon")
