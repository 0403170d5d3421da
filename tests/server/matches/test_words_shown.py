"""The line below the board and words for chance reach everybody who plays: with the board, with what changes, and in SHOW."""

from __future__ import annotations

import random
import re
from pathlib import Path

from tests.server.playhouse import Playhouse, a_random_move

from ludus.server.catalogue import Catalogue
from ludus.wire import line
from ludus.wire.messages import Ask, Changed, New, Record, Recorded, Resign, Show, Shown

EINSTEIN = Path(__file__).parents[3] / "examples" / "games" / "einstein.py"


def test_a_roll_is_told_in_words_and_the_line_below_the_board_with_it():  # T14
    ann, bob = Playhouse(games=Catalogue([EINSTEIN])).begin(New("einstein"), "ann", "bob")
    question = ann.last(Ask).board
    rolled = re.fullmatch(r"Red rolls a ([1-6])", question.chances[0])[1]
    assert question.status == f"The die shows {rolled}"
    a_random_move(ann, random.Random(1))
    for person in (ann, bob):
        change = person.last(Changed)
        rolled = re.fullmatch(r"Blue rolls a ([1-6])", change.words)[1]
        assert (change.what, change.status) == ("chance", f"The die shows {rolled}")
    bob.say(Show("m1"))
    shown = line.write(bob.last(Shown)).decode()
    assert f"\nSTATUS The die shows {rolled}\n" in shown
    assert f"\nWORDS 2 Blue rolls a {rolled}\n" in shown
    bob.say(Resign())
    ann.say(Record("m1"))
    assert f"{{Blue rolls a {rolled}}}" in "\n".join(ann.last(Recorded).lines)
