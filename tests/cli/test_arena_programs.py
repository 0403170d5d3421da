"""`ludus arena` with programs that are asked in lines of JSON."""

from __future__ import annotations

import json

import pytest
from tests.tournaments.bots import BOTS

MATCH = ["arena", "tic-tac-toe", "--games", "2", "--opening", "1", "--threads", "1"]


def test_a_program_plays_against_the_computer(ludus, tmp_path):  # M1
    (tmp_path / "good.py").write_text(BOTS["good"], "utf-8")
    words = ["--a", "depth=9", "--b", "program=python good.py", "--save", "games.txt", "--log", "logs"]
    ran = ludus(*MATCH, *words)
    assert (ran.status, ran.errors) == (0, "")
    assert ran.out.startswith("Tic-tac-toe: A depth=9 against B program=python good.py, seed 1\nA: ")
    assert "failed" not in ran.out
    first, second = [line.split() for line in (tmp_path / "games.txt").read_text("utf-8").splitlines() if line[0] != "#"]
    assert first[0] == second[0]  # the same opening, with the sides swapped
    asked = (tmp_path / "logs" / "game-1-B.log").read_text("utf-8")
    assert "game 1: B as O" in asked
    assert "asked" in asked
    assert '"type": "move"' in asked


def test_a_program_that_fails_loses_the_game_and_it_is_said_how(ludus, tmp_path):
    (tmp_path / "crash.py").write_text(BOTS["crash"], "utf-8")
    ran = ludus(*MATCH, "--a", "program=python crash.py", "--b", "depth=1", "--json")
    facts = json.loads(ran.out)
    assert (facts["wins"], facts["losses"]) == (0, 2)
    assert facts["failures"] == ["A ended with exit code 1 in game 1", "A ended with exit code 1 in game 2"]


def test_a_program_of_ones_own_runs_where_one_is_and_sees_what_one_sees(ludus, tmp_path, monkeypatch):
    monkeypatch.setenv("MODEL", "the best one")
    told = "import os, pathlib\npathlib.Path('seen').write_text(os.environ['MODEL'])\n"
    (tmp_path / "good.py").write_text(told + BOTS["good"], "utf-8")
    ran = ludus(*MATCH, "--a", "program=python good.py", "--b", "depth=1", "--json")
    assert (ran.status, ran.errors) == (0, "")
    assert (tmp_path / "seen").read_text() == "the best one"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--a", "program="], "'program=' names no program; write a command, such as program='python bot.py'"),
        (["--a", "program=python 'bot.py"], '"program=python \'bot.py" is not a command: no closing quotation'),
        (["--a", "program=nosuchprogram --quick"], "there is no program nosuchprogram here"),
        (["--a", "program=python", "--move", "0.2"], "B thinks for 0.3 seconds, but a move may take 0.2; see --move"),
    ],
)
def test_what_is_wrong_with_a_program_is_one_sentence(ludus, words, says):
    ran = ludus(*MATCH, "--b", "level=1", *words)
    assert (ran.status, ran.errors) == (1, f"ludus: {says}\n")


def test_a_file_that_is_not_there_is_named(ludus, tmp_path):
    ran = ludus(*MATCH, "--a", "program=python bot.py", "--b", "level=1")
    assert ran.errors == f"ludus: there is no file bot.py in {tmp_path}\n"
