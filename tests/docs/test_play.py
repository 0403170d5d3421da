"""The page about the terminal shows the first screens as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests import commands

from ludus.games import all_games

PAGE = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
SCREENS = dict(re.findall(r"^\$ ludus (play [^\n]+)\n(.*?)\n```$", PAGE, re.DOTALL | re.MULTILINE))


def test_every_game_that_ships_is_shown():
    assert [words.split()[1] for words in SCREENS] == [file.game.slug for file in all_games()]


@pytest.mark.parametrize("words", SCREENS)
def test_the_first_screen_is_as_shown_and_fits(words, tmp_path):
    shown = SCREENS[words]
    assert len(shown.splitlines()) <= 24
    assert max(map(len, shown.splitlines())) <= 80
    done = commands.run(*words.split(), folder=tmp_path, typed="")
    assert done.stdout.rstrip() == shown.rstrip()
