"""Plain lines, for pipes and screen readers; and what the client costs."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

import pytest
from tests.edges.clients import Bot
from tests.edges.programs import free_port
from tests.terminal.window import Window

COMMAND = [sys.executable, "-m", "ludus", "join"]


def say(server, *lines, words=(), folder=None):
    done = subprocess.run(
        [*COMMAND, f"127.0.0.1:{server.port}", *words],
        input="\n".join(lines) + "\n",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_is_played_through_a_pipe(server):  # B2, T16
    said = say(server, "play tic-tac-toe 1", "hint", "b2", "moves", "words", "q9", "resign", "matches")
    assert "2  . x .\n" in said
    assert "b2: X cross\n" in said
    assert "The computer would play " in said
    assert "'q9' is not a move; moves look like " in said
    assert "Your move\n" in said
    assert said.index("You have lost: Your team has resigned") < said.index("Nobody is playing.")


def test_numbers_are_a_move_and_a_refusal_names_its_rule(server):  # B18
    with Bot(server.port, seconds=90.0) as ann:
        match = ann.come_in().ask("new", game="conquest", team=2)["match"]
        said = say(server, f"join {match}", "1 1 1 5", "1 1 1 6", "resign")
    assert "The range does not match the value shown\nYour move" in said
    assert ": 1,1-1,6\n" in said
    assert "1  die die die die key die die die die\n   536 135 231 632 111 632 231 135 536\n" in said


def test_the_web_port_is_recognised_soon(server):
    begun = time.monotonic()
    done = subprocess.run(
        [*COMMAND, f"127.0.0.1:{server.web_port}"], input="", capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    said = f"ludus: 127.0.0.1:{server.web_port} looks like a web port: it answers in HTTP; try 127.0.0.1:8765\n"
    assert (done.returncode, done.stderr) == (1, said)
    assert time.monotonic() - begun < 15


def test_what_is_said_wrong_is_answered_in_a_sentence(server):
    said = say(server, "hello", "resign", "rules", "offer tea", "watch", "play nothing", "tournaments", "help")
    assert "'hello' is no command; say help for a list." in said
    assert "You are not in a match." in said
    assert "Say which game; `games` lists them." in said
    assert "There is no game called nothing" in said
    assert "There are no tournaments." in said
    assert "offer draw" in said


def test_the_debug_log_holds_everything_but_secrets(server, tmp_path):  # B19
    os.environ["LUDUS_PASSWORD"] = "correct horse"  # noqa: S105
    try:
        say(server, "games", words=("-d", "--name", "ann"), folder=tmp_path)
    finally:
        del os.environ["LUDUS_PASSWORD"]
    log = (tmp_path / "debug-join.log").read_text("utf-8")
    assert '-> {"type":"login","name":"ann","password":"***"}' in log
    assert '"token":"***"' in log
    assert '<- {"type":"game list"' in log
    assert "correct horse" not in log


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere.invalid",), "cannot be reached"),
        ((":x",), "':x' is no address; write HOST or HOST:PORT"),
        ((f"127.0.0.1:{free_port()}",), "nobody listens there"),
        (("--tls-ca", "/no/such/file"), "--tls-ca /no/such/file cannot be read"),
    ],
)
def test_a_problem_at_the_start_is_one_sentence(words, says):
    done = subprocess.run([*COMMAND, *words], capture_output=True, encoding="utf-8", timeout=60, check=False, input="")
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


def test_clients_import_no_game_and_no_compiler():  # B2
    code = "import sys, ludus.clients.terminal.app, ludus.clients.terminal.plain, ludus.clients.bot.program\n"
    code += "print([name for name in sys.modules if name.startswith(('numba', 'numpy', 'ludus.games', 'ludus.rules', 'typer'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_window_is_there_at_once_and_is_small(server):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Window(f"127.0.0.1:{server.port}") as person:
        person.wait_for("Tic-tac-toe", "(Q)uit")
        with open(f"/proc/{person.client}/status") as status:  # noqa: PTH123
            peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
        person.press("q").wait_until_gone()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert peak < 80_000  # kilobytes; 29,000 when this was written
    assert spent < 1.5  # seconds of a processor that others use, too; 0.25 on one that nobody else used
