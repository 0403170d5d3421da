"""The commands, as people type them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ludus.cli import main

CLI = Path(main.__file__).parent
FILES = {path.stem for path in CLI.glob("*.py")} - {"__init__", "main"}
FOLDERS = {path.parent.name for path in CLI.glob("*/command.py")}
COMMANDS = FILES | FOLDERS
"""Each command is a file of that name, or a folder if it has commands of its own in several files."""


def test_help_lists_every_command(ludus):
    ran = ludus("--help")
    assert ran.status == 0
    listed = ran.out.partition("Commands:\n")[2].partition("\n\n")[0]
    assert {line.split()[0] for line in listed.splitlines()} == COMMANDS


def test_without_a_command_help_is_shown(ludus):
    assert "Usage: " in ludus().out + ludus().errors


@pytest.mark.parametrize(
    "words", [["games"], ["--help"], ["perft", "--help"], ["analyse", "--help"], ["play", "--help"], ["serve", "--help"]]
)
def test_listing_and_help_do_not_load_the_compiler(words):
    code = f"import sys; sys.argv = ['ludus', *{words!r}]\nfrom ludus.cli.terminal import entry\n"
    code += "try:\n entry.main()\nexcept SystemExit: pass\n"
    code += "assert 'numba' not in sys.modules\nprint('done')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("done\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "conect-four"], "unknown game 'conect-four'; did you mean connect-four?"),
        (["show", "xyzzy"], "unknown game 'xyzzy'; the games are tic-tac-toe, connect-four,"),
        (["show", "./none.py"], "none.py: the file cannot be read: No such file or directory"),
        (["show", "tic-tac-toe", "--position", "x.?......"], "position 'x.?......': character 3, '?', is not one of x o ."),
        (["show", "tic-tac-toe", "--position", "@none.txt"], "none.txt cannot be read: No such file or directory"),
        (["show", "santorini", "--option", "size=9"], "size=9 is not possible: squares a side, 5 or 6"),
        (["show", "santorini", "--option", "depth=5"], "there is no option 'depth'; the options are: size (5 or 6)"),
        (["show", "santorini", "--option", "size"], "--option size: write a name and a whole number, such as size=5"),
        (["perft", "yahtzee", "2"], "too many things may happen by chance within these moves to follow them all"),
        (["check"], "name one game or game file to check, or give --all"),
        (["new", "123"], "'123' is not a name for a game; it must begin with a letter"),
        (
            ["new", "games/mine.py"],
            "'games/mine.py' is a file; give the game's name, such as 'Fox and Geese', and the folder with --in",
        ),
        (["new", "Mine", "--in", "no/such/folder"], "mine.py cannot be written: No such file or directory"),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_a_non_zero_exit(ludus, words, says):
    ran = ludus(*words)
    assert ran.status == 1
    assert ran.errors.startswith("ludus: ")
    assert says in ran.errors.replace("\\", "/")
    assert ran.errors.count("\n") == 1


@pytest.mark.parametrize(("words", "completed"), [("ludus pl", "play"), ("ludus play con", "connect-four\nconquest")])
def test_a_shell_completes_commands_and_games(words, completed, monkeypatch):
    monkeypatch.setenv("_LUDUS_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    code = "import sys; sys.argv = ['ludus']; from ludus.cli.terminal.entry import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.stdout.strip() == completed


def test_verbose_shows_where_an_error_came_from(ludus):
    assert "Traceback" in ludus("show", "xyzzy", "--verbose").errors
