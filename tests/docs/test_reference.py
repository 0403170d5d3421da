"""The reference is what the code says about itself, and what it says about compiled rules is true."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs.make_reference import FILE, PAGE, REFUSED, USABLE, page, sections_of_game

import ludus.rules
from ludus.rules.errors import GameFileError
from ludus.rules.game import part_docs
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import CHECKS
from ludus.rules.rulebook import Rulebook


def test_the_page_is_what_the_script_writes():
    assert PAGE.read_text("utf-8") == page(), "run: python docs/make_reference.py"


@pytest.mark.parametrize("name", ludus.rules.__all__)
def test_every_name_that_authors_import_is_explained(name):
    places = (f"| `{name}` |", f"**`{name}(", f"## {name}\n", f"`{name}(")
    assert any(place in page() for place in places)


def test_every_part_of_a_game_stands_under_a_heading():
    listed = [name for _, names in sections_of_game() for name in names]
    assert listed == list(part_docs())


def test_every_promise_is_listed():
    assert all(f"| {promise} |" in page() for promise, _ in CHECKS)


def rules_with(tmp_path: Path, *examples: str) -> tuple[Rulebook, Rulebook]:
    """A game that runs these examples when it is asked for its moves, compiled and plain."""
    rules = "".join(
        f"\n\n@rule\ndef example_{at}(state, number):\n    {example}\n    return number\n" for at, example in enumerate(examples)
    )
    asked = "".join(f"    moves[{at}] = example_{at}(state, 3)\n" for at in range(len(examples)))
    path = tmp_path / "example.py"
    path.write_text(
        f"import numpy as np\n\nfrom ludus.rules import *\n\n{FILE}{rules}"
        f"\n\n@rule\ndef legal(state, moves):\n{asked}    return {len(examples)}\n"
        "\n\n@rule\ndef play(state, move):\n    state.turn = 1 - state.turn\n"
        "\n\n@rule\ndef outcome(state):\n    return ONGOING\n"
        f'\n\nGAME = Game(name="Example", board=(3, 3), state=state, most_moves={len(examples)},'
        " pieces=PIECES, legal=legal, play=play, outcome=outcome)\n",
        "utf-8",
    )
    file = read_game_file(path)
    return Rulebook(file), Rulebook(file, compiled=False)


def test_what_rules_may_use_means_the_same_compiled_and_plain(tmp_path):
    compiled, plain = rules_with(tmp_path, *(example for _, example in USABLE))
    states = compiled.start(), plain.start()
    assert compiled.moves(states[0]) == plain.moves(states[1])
    assert states[0].tobytes() == states[1].tobytes()


@pytest.mark.parametrize(("what", "example", "_instead"), REFUSED, ids=[what for what, _, _ in REFUSED])
def test_what_rules_may_not_use_is_refused(tmp_path, what, example, _instead):
    compiled, _ = rules_with(tmp_path, example)
    with pytest.raises(GameFileError, match=r"example\.py"):
        compiled.moves(compiled.start())
