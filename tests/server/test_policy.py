"""The policy: what an operator may change, from a file, the environment and options, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.rules.errors import LudusError
from ludus.server.policy import Policy
from ludus.server.policy_reader import all_settings, policy_table, read_policy


def test_without_a_word_the_defaults_hold():
    assert read_policy(None, {"HOME": "/root", "LUDUS_CACHE": "here"}, []) == Policy()


def test_every_setting_has_a_default_in_its_range_and_a_sentence():
    for setting in all_settings():
        assert setting.value(setting.field.default, "default") == setting.field.default
        assert setting.says.endswith(".")
        assert len(setting.says) > 20


def test_a_number_is_set_by_file_then_environment_then_option(tmp_path: Path):
    file = tmp_path / "ludus.toml"
    file.write_text("[matches]\nplayers = 4\nfinished_seconds = 1.5\nlisted = 5\n[connections]\ntotal = 7\n")
    policy = read_policy(file, {"LUDUS_MATCHES_PLAYERS": "5", "LUDUS_MATCHES_LISTED": "6"}, ["matches.listed=9"])
    assert (policy.matches.players, policy.matches.listed, policy.matches.finished_seconds) == (5, 9, 1.5)
    assert policy.connections.total == 7
    assert isinstance(policy.matches.players, int)


MISTAKES = {
    "[matches]\nplayers = 0\n": "line 2: matches.players is 0, but should be a whole number from 2 to 1,000,000,000",
    "[matches]\n\nplayers = 2.5\n": "line 3: matches.players is 2.5, but should be a whole number",
    "[matches]\nplayers = true\n": "line 2: matches.players is True, but should be a whole number",
    "[store]\n[matches]\nplayrs = 3\n": "line 3: unknown setting 'matches.playrs'. Did you mean matches.players?",
    "[match]\nplayers = 3\n": "line 2: unknown setting 'match.players'. Did you mean matches.players?",
    "players = 3\n": "line 1: players stands outside a section; write it below one, such as [matches]",
    "[matches\n": "is not TOML",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_the_file_is_told_with_its_line(tmp_path: Path, text: str):
    file = tmp_path / "ludus.toml"
    file.write_text(text)
    with pytest.raises(LudusError) as caught:
        read_policy(file, {}, [])
    assert MISTAKES[text] in str(caught.value)
    assert str(file) in str(caught.value)


def test_mistakes_in_the_environment_and_in_options_are_told(tmp_path: Path):
    with pytest.raises(
        LudusError, match=r"Unknown environment variable LUDUS_MATCHES_PLAYRS\. Did you mean LUDUS_MATCHES_PLAYERS\?"
    ):
        read_policy(None, {"LUDUS_MATCHES_PLAYRS": "3"}, [])
    with pytest.raises(LudusError, match=r"--set matches\.players: write a name and a number"):
        read_policy(None, {}, ["matches.players"])
    with pytest.raises(LudusError, match=r"--set store\.commit_gap_seconds=soon: store\.commit_gap_seconds is 'soon'"):
        read_policy(None, {}, ["store.commit_gap_seconds=soon"])
    with pytest.raises(LudusError, match="cannot be read: No such file"):
        read_policy(tmp_path / "none.toml", {}, [])


def test_the_handbook_lists_every_setting():
    handbook = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    assert policy_table() in handbook
