"""A recorded game of every game that ships, replayed line by line; `make golden` writes the records anew.

A line is what happened, as a step and as text, and the position after it. A change of rules, numbering or notation shows here.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludus.games import GAMES
from ludus.rules.kit.sample import walk_at_random
from ludus.rules.movetext import move_text
from ludus.rules.play import Happened, Play
from ludus.rules.positions import write_position

RECORDS = Path(__file__).parents[1] / "golden" / "playthroughs"


def recorded(rules) -> str:
    """A random game as text; the first of at most 60 steps."""
    steps = walk_at_random(rules, random.Random(2026), most=60).steps
    play = Play(rules)
    lines = [f"start: {write_position(rules, play.state)}"]
    for step in steps:
        if play.result:
            break
        if isinstance(step, Happened):
            said = f"chance {step.chance}"
            play.happen(step.chance)
        else:
            said = f"{rules.game.team(step.seat)} {step.move} {move_text(rules, play.state, step.move, step.seat)}"
            play.play(step.seat, step.move)
        lines.append(f"{said}: {write_position(rules, play.state)}")
    if play.result:
        lines.append(play.result.sentence)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_goes_the_same_way_again(rulebook, name, rewrite_golden):
    text = recorded(rulebook(name))
    path = RECORDS / f"{name}.txt"
    if rewrite_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8").splitlines() == text.splitlines()
