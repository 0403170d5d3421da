"""`ludus serve`: its options, the game that everybody is seated for, and what keeps it from starting (B17)."""

from __future__ import annotations

import dataclasses
import inspect
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests import commands
from tests.edges.clients import Telnet
from tests.server_process import start_server
from typer.main import get_command

from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.policy import policy_of
from ludus.cli.main import app
from ludus.cli.serve import serve
from ludus.games.finder import find_game
from ludus.server.policy import Policy

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no signals that could be sent to another process")


def fails(*arguments: str, folder: Path) -> str:
    """The sentence with which the server does not start."""
    done = commands.run("serve", "--port", "0", "--web-port", "0", *arguments, folder=folder)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


def test_what_is_wrong_at_the_start_is_one_sentence(tmp_path):  # B17
    (tmp_path / "poem.txt").write_text("Not a database at all, but a text that is long enough to look like something. " * 20)
    (tmp_path / "broken.py").write_text("def")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert fails("--port", port, folder=tmp_path) == f"ludus: --port {port}: address already in use; give another number"
        assert fails("--web-port", port, folder=tmp_path).startswith(f"ludus: --web-port {port}: address already in use")
    assert "poem.txt is not a Ludus database" in fails("--store", "poem.txt", folder=tmp_path)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("poem")] == ["poem.txt"]  # and nothing beside it
    assert "nowhere" in fails("--store", "nowhere/ludus.db", folder=tmp_path)
    assert "unknown game 'conqest'; did you mean conquest?" in fails("conqest", folder=tmp_path)
    assert "-p 1" in fails("conquest", "-p", "1", folder=tmp_path)
    assert "broken.py" in fails("--game", "broken.py", folder=tmp_path)
    assert "missing.py" in fails("missing.py", folder=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--position x", "--position x: say which GAME is meant, as in: ludus serve conquest --position x"),
        ("--option size=5", "--option size=5: say which GAME is meant, as in: ludus serve conquest --option size=5"),
        ("tic-tac-toe --position x.y", "--position: "),
        ("tic-tac-toe --position @none.txt", "--position none.txt: No such file or directory"),
        ("santorini --option size=four", "--option size=four: write a name and a whole number, such as size=5"),
        ("--move-seconds inf", "--move-seconds inf: a number from 0 to 1000000 is expected"),
        ("--move-seconds nan", "--move-seconds nan: a number from 0 to 1000000 is expected"),
        ("--move-seconds 1e9", "--move-seconds 1e+09: a number from 0 to 1000000 is expected"),
        ("-p 4", "-p 4: say which GAME is meant, as in: ludus serve conquest -p 4"),
        (
            "--host nowhere.invalid",
            "--host nowhere.invalid: there is no such address; 127.0.0.1 is this machine",
        ),
        ("--host 192.0.2.1", "--host 192.0.2.1: that is not an address of this machine; 0.0.0.0 stands for all"),
        *(
            (f"--origin {origin}", f"--origin {origin}: write where the page comes from, such as https://example.org or ")
            for origin in ("foo", "https://example.org/", "https://Example.org", "null", "ftp://example.org")
        ),
    ],
)
def test_an_option_that_makes_no_sense_is_one_sentence(arguments, sentence, tmp_path):  # B17
    assert fails(*arguments.split(), "--store", "memory:", folder=tmp_path).startswith(f"ludus: {sentence}")


def test_two_servers_never_share_a_store(tmp_path):
    with start_server(folder=tmp_path) as server:
        assert "is being used by another Ludus server" in fails("--store", str(server.store), folder=tmp_path)


def test_every_option_is_a_parameter_with_the_same_default_and_a_help_text():
    parameters = inspect.signature(serve).parameters
    assert list(parameters) == [each.name for each in dataclasses.fields(ServerOptions)]
    chosen = ServerOptions()
    for name, parameter in parameters.items():
        assert parameter.default == getattr(chosen, name)
        assert parameter.annotation.__metadata__[0].help, name


def test_the_document_lists_every_option_with_its_default():
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    documented = re.findall(r"^\| .*?`(--[\w-]+)[^|]*\| ([^|]*?) *\|", page, re.MULTILINE)
    options = [each for each in get_command(app).commands["serve"].params if each.opts[-1].startswith("--")]
    assert documented == [(each.opts[-1], _shown(each)) for each in options if each.name != "help"]


def _shown(option: Any) -> str:
    """The default of an option as a document shows it."""
    if isinstance(option.show_default, str):  # the default of a setting
        return option.show_default
    if isinstance(option.default, bool):
        return "on" if option.default else "off"
    return str(option.default if option.default not in (None, [], "") else "")


def test_help_shows_every_option_with_its_default(ludus):
    said = ludus("serve", "--help").out
    for option in ("--players", "--game", "--store", "--per-address", "--origin", "--tls-cert", "--log-format"):
        assert option in said
    assert "[default: 8765;" in re.sub(r"\s+", " ", said)


@pytest.mark.parametrize("word", ["Tic tac toe", "noughts_and_crosses"])
def test_a_game_is_named_as_people_name_it(word, tmp_path):
    with start_server(word, folder=tmp_path) as server, Telnet(server.port) as ann, Telnet(server.port) as bob:
        assert [player.until("GAME BOARD")[-1] for player in (ann, bob)] == ["GAME BOARD TicTacToeBoard 3 3"] * 2


def test_numbers_are_set_by_file_then_environment_then_option(tmp_path):
    file = tmp_path / "ludus.toml"
    file.write_text("[matches]\nmove_seconds = 10\nillegal_moves = 5\nlisted = 7\n", "utf-8")
    options = ServerOptions(config=file, settings=["matches.listed=9"], patience=4, per_address=12, connections=30)
    policy = policy_of(options, {"LUDUS_MATCHES_MOVE_SECONDS": "20"})
    assert (policy.matches.move_seconds, policy.matches.illegal_moves, policy.matches.listed) == (20, 4, 9)
    assert (policy.connections.per_address, policy.connections.total) == (12, 30)
    assert (policy.accounts.newcomers_at_once, policy.accounts.newcomer_seconds) == (60, 5)
    assert policy_of(ServerOptions(), {}) == Policy()
    assert policy_of(ServerOptions(per_address=200), {}) == Policy()
    assert policy_of(ServerOptions(move_seconds=0), {}).matches.move_seconds == 0


def test_a_setting_that_makes_no_sense_is_one_sentence(tmp_path):
    sentence = fails("--set", "matches.playrs=8", "--store", "memory:", folder=tmp_path)
    assert sentence == "ludus: --set matches.playrs=8: unknown setting 'matches.playrs'. Did you mean matches.players?"
    assert "none.toml cannot be read" in fails("--config", "none.toml", folder=tmp_path)


def test_a_game_that_would_replace_another_is_refused_with_both_paths(tmp_path):
    shipped = find_game("othello").path
    mine = tmp_path / "mine.py"
    mine.write_text(shipped.read_text("utf-8"), "utf-8")
    for arguments in (["mine.py"], ["--game", "mine.py"]):
        sentence = fails(*arguments, "--store", "memory:", folder=tmp_path)
        assert sentence == f"ludus: two games are called Othello: {mine} and {shipped}; give one of them another name"


def test_a_server_that_does_not_speak_grpc_does_not_load_it():
    code = "import sys, ludus.cli.composition.server; sys.exit('grpc' in sys.modules or 'google.protobuf' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
