"""One rule at a time, compiled and as plain Python."""

from __future__ import annotations

import io
import sys

import pytest

import ludus


@pytest.fixture(scope="module")
def four():
    return ludus.load("connect-four")


@pytest.mark.parametrize("plain", [False, True])
def test_a_rule_is_asked_in_a_position(four, plain):
    assert four.ask("outcome", "1212121", plain=plain) == 0
    assert four.ask("height", "4453", 3, plain=plain) == 2
    assert four.ask("legal", four.start("444444"), plain=plain) == [0, 1, 2, 4, 5, 6]
    assert four.ask("squares", "44", 3, plain=plain) == [17]
    assert four.ask("play", "44", 3, plain=plain).turn == 1


def test_what_cannot_be_asked_is_answered_with_what_can(four):
    with pytest.raises(ludus.GameFileError, match="there is no rule 'heigth'; did you mean height"):
        four.ask("heigth")
    with pytest.raises(ludus.LudusError, match="the rule height needs a number for column"):
        four.ask("height")
    with pytest.raises(ludus.LudusError, match="the rule outcome takes 0 numbers after the position, not 1"):
        four.ask("outcome", None, 3)


def test_a_rule_can_be_stepped_through(four, monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("list\ncontinue\n"))
    assert four.debug("height", "44", 3) == 2
    assert "count_bits(state.all" in capsys.readouterr().out
