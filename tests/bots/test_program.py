"""`ludus bot`: what whoever runs a bot is told about its program, its name, and what it comes for."""

from __future__ import annotations

import re
import sys

import pytest
from tests.bots.playing import First, play_all, runner
from tests.commands import run

from ludus.clients.bot import Engagement
from ludus.clients.bot.program import ProgramBot
from ludus.wire.messages import Guest

PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        ref = message["ref"]
        print(json.dumps({"type": "moves"}), flush=True)
    elif message["type"] == "move list":
        print(json.dumps({"type": "move", "ref": ref, "squares": message["moves"][-1]["path"]}), flush=True)
"""


def test_a_program_in_any_language_plays_and_is_ended(server, tmp_path):  # T16
    file = tmp_path / "last_bot.py"
    file.write_text(PROGRAM, "utf-8")
    program, other = ProgramBot(f"{sys.executable} {file}"), First()
    play_all(*(runner(server.port, bot, Engagement("tic-tac-toe", games=1)) for bot in (program, other)))
    assert program._running == {}
    assert len(other.results) == 1


def test_what_a_program_prints_and_nobody_can_read_is_told_once_a_game(server, tmp_path):
    file, said = tmp_path / "chatty.py", []
    file.write_text("print('thinking' + 100 * '.')\nprint('still')\n" + PROGRAM, "utf-8")
    program = ProgramBot(f"{sys.executable} {file}", said.append)
    play_all(*(runner(server.port, bot, Engagement("tic-tac-toe", games=1)) for bot in (program, First())))
    (told,) = said
    assert re.fullmatch(r"m\d+: the program printed 'thinking\.{69}\.\.\.': .*", told), told


def test_a_program_that_ends_without_a_move_is_named_as_it_was_given(server, tmp_path):
    file, said = tmp_path / "short.py", []
    file.write_text("", "utf-8")
    program = ProgramBot(f"{sys.executable} {file}")
    play_all(
        runner(server.port, program, Engagement("tic-tac-toe", games=1), said),
        runner(server.port, First(), Engagement("tic-tac-toe", games=1)),
    )
    ended = f": {sys.executable} {file} has ended without a move; playing the first legal move instead"
    assert any(line.endswith(ended) for line in said), said


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("python nowhere.py", "there is no file nowhere.py in "),
        ("nosuchprogram", "there is no program nosuchprogram here"),
        ("python 'bot.py", "is not a command: no closing quotation"),
        ("", "--program names no program"),
    ],
)
def test_a_program_that_cannot_be_run_is_refused_at_the_start(program, told, tmp_path):
    done = run("bot", "tic-tac-toe", "--host", "127.0.0.1:1", "--program", program, folder=tmp_path)
    assert done.returncode == 1
    assert told in done.stderr


def test_a_bot_that_comes_for_what_does_not_exist_says_so_and_leaves(server, tmp_path):
    for words, told in ((("--join", "m999"), "There is no match m999"), (("--tournament", "t99"), "There is no tournament t99")):
        done = run("bot", "tic-tac-toe", "--level", "1", "--host", f"127.0.0.1:{server.port}", *words, folder=tmp_path)
        assert (done.returncode, told in done.stderr) == (1, True), done
    said = []
    wanted = Engagement("tic-tac-toe", tournaments=["t99"], matches=["m999"], games=1)  # and the queue, so it stays
    play_all(runner(server.port, First(), wanted, said), runner(server.port, First(), Engagement("tic-tac-toe", games=1)))
    assert [line for line in said if line.startswith("There is no")] == [
        "There is no tournament t99; TOURNAMENTS lists them",
        "There is no match m999",
    ]


def test_a_name_that_is_not_free_is_told(server):
    said, named = ([], []), Guest(name="pip")
    runners = [runner(server.port, First(), Engagement("tic-tac-toe", games=1), told) for told in said]
    for each in runners:
        each.connection.entrance = named
    play_all(*runners)
    assert sorted(told[0].partition(" as ")[0] for told in said) == ["here", "the name pip is not free; here"]
