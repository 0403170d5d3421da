"""Compiled rules are kept on disk: what was compiled is loaded again, and what has changed is compiled again."""

from __future__ import annotations

import json
import operator
import subprocess
import sys
from pathlib import Path

import pytest

import ludus.rules
from ludus.games import find_game
from ludus.rules.compiled.loader import QUESTIONS
from ludus.rules.gamefile import read_game_file
from ludus.rules.perft import perft
from ludus.rules.rulebook import Rulebook

STARTER = (Path(ludus.rules.__file__).parent / "starter.py").read_text("utf-8")

COUNT = """
import json, sys
from pathlib import Path
from ludus.rules.perft import perft
from ludus.rules.gamefile import read_game_file
from ludus.rules.compiled.loader import KERNELS
from ludus.rules.rulebook import Rulebook
options = json.loads(sys.argv[2])
rulebook = Rulebook(read_game_file(Path(sys.argv[1]), options))
counted = perft(rulebook, rulebook.start(), 3)
kernel = rulebook.loaded.kernel(KERNELS / "perft.py")["perft"]
print(json.dumps([counted, sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values())]))
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    """Where the tests of this file keep what they compile: empty at first, and theirs alone."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def count(tmp_path, cache):
    """In a process of its own: how many sequences, and how often the compiled kernel was found on disk or not."""

    def count(source: str, **options: int) -> tuple[int, int, int]:
        path = tmp_path / "mine.py"
        path.write_text(source, "utf-8")
        environment = {"LUDUS_CACHE": str(cache), "PYTHONPATH": str(tmp_path), "SYSTEMROOT": "C:\\Windows"}
        command = [sys.executable, "-c", COUNT, str(path), json.dumps(options)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return tuple(json.loads(done.stdout))

    return count


def test_what_was_compiled_is_loaded_again_and_a_changed_rule_is_compiled_again(count):
    assert count(STARTER) == (28, 0, 1)
    only_steps = STARTER.replace(" or (side != 0 and enemy)", "")
    assert count(only_steps)[0] != 28
    assert count(STARTER) == (28, 1, 0)


def test_each_choice_of_an_option_has_code_of_its_own(count):
    source = STARTER.replace("WIDTH, HEIGHT = 3, 3", 'HEIGHT = 3\nWIDTH = option("width", 3, choices=(3, 2), says="columns")')
    source = source.replace("State, rule", "State, option, rule")
    wide, narrow = count(source)[0], count(source, width=2)[0]
    assert wide == 28
    assert narrow < wide
    assert count(source) == (wide, 1, 0)
    assert count(source, width=2) == (narrow, 1, 0)


def test_choosing_the_default_of_an_option_is_no_choice():
    unchosen, chosen, other = (find_game("santorini", options).built_in for options in ({}, {"size": 6}, {"size": 5}))
    assert unchosen == chosen != other


def test_an_inner_function_of_a_kernel_cannot_be_called_from_python(rulebook):
    rules = rulebook("tic-tac-toe")
    assert rules.moves(rules.start())
    for _ in range(2):
        with pytest.raises(TypeError, match="only compiled functions can call an inner function of a kernel"):
            rules.loaded.kernel(QUESTIONS)["next_random"](1)


def test_what_is_remembered_about_an_operator_is_what_the_compiler_finds_out():
    from numba import types
    from numba.core.registry import cpu_target

    from ludus.rules.compiled.operator_types import find_out, recall

    context, numbers = cpu_target.typing_context, (types.int64, types.uint64, types.int8, types.boolean, types.literal(3))
    context.refresh()
    for asked in (operator.add, operator.floordiv, operator.lshift, operator.lt, operator.and_, min):
        function = context.resolve_value_type(asked)
        for pair in ((one, other) for one in numbers for other in numbers):
            for _ in range(2):
                assert recall(function, context, pair, {}) == find_out(function, context, pair, {})


def test_a_constant_that_comes_from_another_file_counts(count, tmp_path):
    source = STARTER.replace("WIDTH, HEIGHT = 3, 3", "from sizes import WIDTH\nHEIGHT = 3")
    (tmp_path / "sizes.py").write_text("WIDTH = 3\n")
    assert count(source)[0] == 28
    (tmp_path / "sizes.py").write_text("WIDTH = 2\n")
    assert count(source)[0] < 28


def test_a_board_of_a_hundred_by_a_hundred_compiles_and_plays(tmp_path):  # B4
    path = tmp_path / "big.py"
    source = STARTER.replace("WIDTH, HEIGHT = 3, 3", "WIDTH, HEIGHT = 100, 100").replace("most_moves=9", "most_moves=300")
    path.write_text(source.replace("* 9", "* 10000").replace("// 9", "// 10000").replace("% 9", "% 10000"), "utf-8")
    rulebook = Rulebook(read_game_file(path))
    state = rulebook.start()
    assert len(rulebook.moves(state)) == 100
    assert perft(rulebook, state, 2) == 10_000
    after = rulebook.play(state, rulebook.moves(state)[99])
    assert rulebook.board(after).at(100, 2).piece.word == "pawn"
    assert rulebook.board(after).at(100, 1).piece is None
