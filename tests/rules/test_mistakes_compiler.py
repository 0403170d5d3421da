"""Mistakes that only the compiler finds. Each is told once, and then nothing else is checked."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.rules.mistakes import PLAY, Mistake, named

from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import CheckReport, Sample, examine
from ludus.rules.rulebook import Rulebook
from ludus.rules.trial import try_out

LINES = ("# The state holds", "LINES = ((0, 1, 2), (3, 4))\n# The state holds")
UNEQUAL = "the entries of LINES (lengths 2, 3) are not all alike; let them have the same length, or use a NumPy array"

INSTEAD = "use numbers, tuples of numbers, or a table at the top level"

MISTAKES = (
    Mistake(
        "a helper without @rule",
        (
            (PLAY, "    start, end = split(move)\n    state"),
            ("GAME = Game(", "def split(move):\n    return move // 9, move % 9\n\n\nGAME = Game("),
        ),
        "split is called from a rule, so it needs @rule above it, in this file",
        "    start, end = split",
        compiled=True,
    ),
    Mistake(
        "unequal tuples in a loop",
        (
            LINES,
            (
                "    return ONGOING\n",
                "    for line in LINES:\n        if line[0] < 0:\n            return 0\n    return ONGOING\n",
            ),
        ),
        UNEQUAL,
        "    for line in LINES",
        compiled=True,
    ),
    Mistake(
        "unequal tuples by their number",
        (LINES, ("    return ONGOING\n", "    return ONGOING if LINES[state.turn][0] < 9 else 0\n")),
        UNEQUAL,
        "    return ONGOING if LINES",
        compiled=True,
    ),
    Mistake(
        "a loop through nothing",
        (("    return ONGOING\n", "    for line in ():\n        if line < 0:\n            return 0\n    return ONGOING\n"),),
        "this loop goes through something that is always empty",
        "    for line in ()",
        compiled=True,
    ),
    Mistake(
        "an empty list",
        ((PLAY, f"    there = [] if move < 0 else [move]\n{PLAY}"),),
        f"compiled rules cannot use this list; {INSTEAD}",
        "    there = []",
        compiled=True,
    ),
    Mistake(
        "a list whose entries change their kind",
        ((PLAY, f"    there = [None] * 3\n    there[0] = move\n{PLAY}"),),
        f"compiled rules cannot use this list; {INSTEAD}",
        "    there[0] = move",
        compiled=True,
    ),
    Mistake(
        "a list as a field of the state",
        ((PLAY, f"    state.cells = [0, 0, 0, 0, 0, 0, 0, 0, 0]\n{PLAY}"),),
        "this list cannot become a field of the state; write its numbers one by one, as in state.cells[0] = 1",
        "    state.cells = [",
        compiled=True,
    ),
    Mistake(
        "an empty dictionary",
        ((PLAY, f"    seen = {{}}\n{PLAY}"),),
        f"compiled rules cannot use this dictionary; {INSTEAD}",
        "    seen = {}",
        compiled=True,
    ),
    Mistake(
        "lists in a dictionary",
        ((PLAY, f"    ways = {{1: [2, 3], 2: []}}\n{PLAY}"),),
        f"compiled rules cannot use this dictionary; {INSTEAD}",
        "    ways = {1:",
        compiled=True,
    ),
    Mistake(
        "unequal tuples in a dictionary",
        ((PLAY, f"    ways = {{1: (2, 3), 2: (3,)}}\n    move += 0 * ways[1][0]\n{PLAY}"),),
        f"compiled rules cannot use this dictionary; {INSTEAD}",
        "    ways = {1:",
        compiled=True,
    ),
)


def test_an_import_in_a_rule_is_told_with_its_line_even_where_nothing_was_checked(tmp_path):
    mistake = Mistake(
        "", ((PLAY, f"    import random\n{PLAY}"),), "a rule cannot import; import at the top of the file", "    import"
    )
    path = mistake.write(tmp_path)
    with pytest.raises(GameFileError) as caught:
        try_out(Rulebook(read_game_file(path)))
    assert mistake.expected(path).fullmatch(str(caught.value))


@named(MISTAKES)
def test_a_compile_error_is_told_once(mistake, tmp_path):
    path = mistake.write(tmp_path)
    reports = [event for event in examine(Sample(read_game_file(path), positions=60)) if isinstance(event, CheckReport)]
    assert [report.name for report in reports if report.problems] == ["the rules compile"]
    (sentence,) = reports[-1].problems
    assert mistake.expected(path).fullmatch(sentence), sentence


# Compiled code that never comes back leaves a busy thread behind, so it runs in a process of its own.
CHECK = """
import sys
from pathlib import Path
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import CheckReport, Sample, examine
for event in examine(Sample(read_game_file(Path(sys.argv[1])), positions=60), 2.0):
    if isinstance(event, CheckReport):
        print(event.name, *event.problems, sep=": ")
"""


def test_compiled_code_without_end_is_named(tmp_path):
    """In compiled code 1 << 63 is below 0, so this loop goes on; in plain Python it ends there."""
    loop = "    places = 60\n    while (1 << places) <= (1 << 62):\n        places = (places + 1) % 64\n"
    path = Mistake("", ((PLAY, f"{loop}    move += places - 63\n{PLAY}"),), "").write(tmp_path)
    ran = subprocess.run([sys.executable, "-c", CHECK, path], capture_output=True, text=True, timeout=120, check=False)
    sentence = f"{path}: play, compiled, is still running after 2 seconds; does its loop ever end? It was asked about cells"
    assert ran.stdout.splitlines()[-1].startswith(f"the rules compile: {sentence}"), ran.stdout + ran.stderr
