"""What players see: colours, and the last move marked."""

from __future__ import annotations

import os

import pytest

from ludus.cli.play.screen import PlayScreen
from ludus.rules.play import Play
from ludus.rules.positions import read_position


@pytest.fixture
def screen():
    """A screen in colours, whatever the terminal."""
    screen = PlayScreen()
    screen.coloured = True
    return screen


def test_teams_have_their_colours_and_the_last_move_is_reversed(screen, rulebook, capsys):
    rules = rulebook("connect-four", compiled=False)
    screen.board(Play(rules, read_position(rules, "45")), 0, last=[4])
    drawn = capsys.readouterr().out
    assert "\033[91mx\033[0m" in drawn  # Red is red
    assert "\033[93;7mo\033[0m" in drawn  # Yellow has just moved
    assert drawn.count("\033[2m.\033[0m") == 40
    assert drawn.count(";7m") == 1


def test_without_colours_nothing_but_letters_is_drawn(rulebook, capsys):
    rules = rulebook("santorini", compiled=False)
    screen = PlayScreen()
    screen.coloured = False
    screen.board(Play(rules, rules.happen(rules.start(), 0)), 0, last=[4])
    assert "\033" not in capsys.readouterr().out


def test_a_long_text_is_shown_a_screenful_at_a_time(screen, capsys, monkeypatch):
    text = "\n".join(f"line {number}" for number in range(50))
    monkeypatch.setattr("shutil.get_terminal_size", lambda *_, **__: os.terminal_size((80, 24)))
    screen.terminal = False
    screen.page(text)
    assert capsys.readouterr().out == text + "\n"
    asked, answers = [], iter(["", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or next(answers))
    screen.terminal = True
    screen.page(text)
    assert capsys.readouterr().out.splitlines()[-1] == "line 43"
    assert asked == [f"Enter for more ({left} lines), q to go on playing: " for left in (28, 6)]


def test_texts_wrap_between_words_and_keep_their_indent(screen, capsys):
    screen.say("  " + "word " * 40)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 2
    assert all(line.startswith("  word") and len(line) < 80 for line in lines)
