"""The page about tournaments: its program, its file and its commands, run in the order in which they stand there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from tests import commands

PAGE = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text("utf-8")
FILES = re.findall(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^```console\n\$ ludus (.*?)\n```$", PAGE, re.MULTILINE)


def test_the_page_leads_to_a_finished_tournament(tmp_path):
    assert [name for name, _ in FILES] == ["random_bot.py", "class.toml"]
    for name, text in FILES:
        (tmp_path / name).write_text(text, "utf-8")
    for command in COMMANDS:
        done = commands.run(*shlex.split(command), folder=tmp_path, timeout=400)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        if "check" in command:
            assert done.stdout.endswith("It plays by the protocol.\n")
    found = json.loads((tmp_path / "class" / "table.json").read_text("utf-8"))
    assert (found["standing"], found["games"]) == ("over", 6)
    for name in re.findall(r"^\| `([\w./]+)` \|", PAGE.partition("What the file may say")[0], re.MULTILINE):
        assert (tmp_path / "class" / name).exists(), name


def test_every_setting_is_explained():
    from ludus.cli.tournament.plan_reader import KEYS, PLAYER_KEYS

    for name in {*KEYS, *PLAYER_KEYS} - {"player"}:
        assert f"`{name}`" in PAGE, name
