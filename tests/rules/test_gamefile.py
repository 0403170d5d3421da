"""Game files that cannot be used are explained in the author's words, with the line."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludus.rules
from ludus.rules.errors import GameFileError, LudusError
from ludus.rules.gamefile import read_game_file
from ludus.rules.rulebook import Rulebook

STARTER = (Path(ludus.rules.__file__).parent / "starter.py").read_text("utf-8")


def line_of(source: str, words: str) -> int:
    return source[: source.index(words)].count("\n") + 1


@pytest.fixture
def write(tmp_path):
    """Write a game file: the starter with some words exchanged."""

    def write(words: str = "", instead: str = "") -> Path:
        assert words in STARTER
        path = tmp_path / "mine.py"
        path.write_text(STARTER.replace(words, instead) if words else instead, "utf-8")
        return path

    return write


def use(path: Path) -> None:
    """Ask the game in a file everything that compiles its rules."""
    rulebook = Rulebook(read_game_file(path))
    state = rulebook.play(rulebook.start(), 3)
    rulebook.moves(state)
    rulebook.outcome(state)


def complaint(path: Path) -> str:
    with pytest.raises(LudusError) as caught:
        use(path)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_file_that_is_not_there(tmp_path):
    assert complaint(tmp_path / "none.py") == f"{tmp_path / 'none.py'}: the file cannot be read: No such file or directory"


def test_a_file_that_is_not_python(write):
    path = write(instead="state = State(\n  turn='i1'\nGAME = 3 3\n")
    assert complaint(path).startswith(f"{path}, line 1: Python cannot read this: '(' was never closed")


def test_a_file_that_does_not_import(write):
    path = write("from ludus.rules import LOSES", "from ludus.ruls import LOSES")
    assert complaint(path) == f"{path}, line 3: the file does not load: ModuleNotFoundError: No module named 'ludus.ruls'"


def test_a_file_without_a_game(write):
    assert complaint(write("GAME = Game(", "MY = Game(")).endswith(
        "mine.py: the file defines no GAME; its last statement should be GAME = Game(...)"
    )


@pytest.mark.parametrize("part", ["name", "board", "state", "most_moves", "legal", "play", "outcome"])
def test_a_required_part_that_is_missing_is_named_and_explained(write, part):
    line = next(line for line in STARTER.splitlines() if line.startswith(f"    {part}="))
    message = complaint(write(line + "\n", ""))
    assert f"line {line_of(STARTER, 'GAME = Game(')}: Game(...) needs {part}=: " in message


def test_a_part_that_does_not_exist(write):
    path = write("    pieces=PIECES,", "    peices=PIECES,")
    assert "Game(...) has no part 'peices'" in complaint(path)


def test_a_rule_without_its_mark(write):
    path = write("@rule\ndef outcome", "def outcome")
    assert complaint(path).endswith("outcome=outcome: put @rule above that function, so that it can be compiled")


def test_a_state_without_turn(write):
    path = write('turn="i1")', 'whose="i1")')
    line = line_of(STARTER, "state = State(")
    assert complaint(path) == f'{path}, line {line}: State(...) needs the field turn="i1": the seat to move, counted from 0'


def test_a_field_type_that_does_not_exist(write):
    assert "turn='int' is not a field" in complaint(write('turn="i1")', 'turn="int")'))


def test_a_field_that_the_state_does_not_have(write):
    words = "    state.turn = 1 - state.turn"
    path = write(words, "    state.trun = 1 - state.turn")
    assert complaint(path) == f"{path}, line {line_of(STARTER, words)}: the state has no field trun; its fields are cells, turn"


def test_a_name_that_does_not_exist(write):
    words = "    start, end = move // 9, move % 9\n    state"
    path = write(words, "    start, end = mvoe // 9, move % 9\n    state")
    assert complaint(path) == f"{path}, line {line_of(STARTER, words)}: mvoe is not defined"


def test_a_helper_without_its_mark(write):
    words = "    start, end = move // 9, move % 9\n    state"
    path = write(words, "    start, end = split(move)\n    state")
    path.write_text(path.read_text().replace("GAME = Game", "def split(move):\n    return move // 9, move % 9\n\n\nGAME = Game"))
    assert "split is called from a rule, so it needs @rule above it, in this file" in complaint(path)
    assert f"line {line_of(STARTER, words)}" in complaint(path)


def test_a_dictionary_in_a_rule(write):
    path = write("    forward = WIDTH if state.turn == 0 else -WIDTH\n    for", "    forward = AHEAD[state.turn]\n    for")
    path.write_text(path.read_text().replace("# The state holds", "AHEAD = {0: WIDTH, 1: -WIDTH}\n# The state holds"))
    assert "compiled rules cannot use AHEAD" in complaint(path)


def test_a_rule_that_sometimes_returns_nothing(write):
    path = write("    return ONGOING\n", "    if state.turn == 0:\n        return ONGOING\n")
    assert complaint(path) == (
        f"{path}, line {line_of(STARTER, 'def outcome')}: the rule outcome sometimes returns nothing; "
        "every path must return a number"
    )


def test_a_rule_that_returns_different_kinds_of_value(write):
    path = write("    return ONGOING\n", '    return "nobody"\n')
    assert "the rule returns different kinds of value" in complaint(path)


def test_a_construct_that_cannot_be_compiled(write):
    path = write(
        "    start, end = move // 9, move % 9\n    state", "    start, end = sorted([move // 9, move % 9], key=str)\n    state"
    )
    assert complaint(path).startswith(f"{path}")


def test_rules_from_another_file_are_refused(write, tmp_path, monkeypatch):
    (tmp_path / "shared_rules.py").write_text("from ludus.rules import rule\n@rule\ndef helper(move):\n    return move\n")
    monkeypatch.syspath_prepend(tmp_path)
    path = write("from ludus.rules import LOSES", "from shared_rules import helper\nfrom ludus.rules import LOSES")
    assert "the rule helper comes from shared_rules; all rules of a game must be in one file" in complaint(path)


@pytest.mark.parametrize(
    ("words", "instead", "says"),
    [
        ("board=(WIDTH, HEIGHT)", "board=(0, 3)", "width and height must be at least 1"),
        ("stuck=LOSES", 'stuck="wins"', "write LOSES or DRAWS"),
        ("stuck=LOSES", "stuck=LOSES, seats=3", "works only with two seats"),
        ("stuck=LOSES", 'teams=("White",)', "names 1 teams, but seats=2"),
        ("stuck=LOSES", 'apart=("quiet",)', "apart= names 'quiet'; the state's fields are cells, turn"),
        ("stuck=LOSES", 'private=("cells",)', "must have a row for each of the 2 seats"),
        ("stuck=LOSES", "chances=outcome", "needs both chances= and happen="),
    ],
)
def test_facts_that_contradict_each_other(write, words, instead, says):
    assert says in complaint(write(words, instead))


def test_the_compilers_own_words_are_kept_for_those_who_ask(write):
    path = write("    state.turn = 1 - state.turn", "    state.trun = 1")
    rulebook = Rulebook(read_game_file(path))
    with pytest.raises(GameFileError) as caught:
        rulebook.play(rulebook.start(), 3)
    assert caught.value.__cause__ is not None
