"""`ludus games`."""

from __future__ import annotations

import re

from ludus.games.finder import GAMES


def test_games_lists_every_game_in_one_line_with_its_options(ludus):
    ran = ludus("games")
    named = [line.split()[0] for line in ran.out.splitlines() if not line.startswith(" ")]
    assert named == [name.replace("_", "-") for name in GAMES]
    assert "--option size=6: squares a side, 5 or 6" in ran.out
    assert "\n    also called Reversi\n" in re.sub(" +also", "    also", ran.out)
