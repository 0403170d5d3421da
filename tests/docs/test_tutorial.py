"""The tutorial does what it says: its code blocks make the game, and its commands answer as shown.

The first line of a code block says where its code goes:

    # clobber.py                                  the file begins anew with this block
    # clobber.py, go on                           at the end of the file
    # clobber.py, above GAME                      above what defines that name
    # clobber.py, instead of WIDTH                in place of what defines that name; `the imports` are named so
    # clobber.py, inside GAME                     at the end of the call that makes it
    # clobber.py, inside GAME, instead of NAME    in place of that argument
    # clobber.py, the whole file                  nowhere: it is what all of this leads to

In a console block `$` begins a command, what is typed at a prompt follows the prompt, and `...` stands for any lines.
"""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from tests import commands

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text("utf-8")
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"# clobber\.py(?:, (go on|above|instead of|inside))?(?: (\w[\w ]*))?(?:, instead of (\w+))?")
FINISHED = "# clobber.py, the whole file"
PROMPT = re.compile(r"^(.* to move: )(.*)$", re.MULTILINE)


def lines_of(source: str, name: str) -> tuple[int, int]:
    """The lines of a file that define a name, from the first, counted from 0, to the one after the last."""
    for statement in ast.parse(source).body:
        names = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        decorators = getattr(statement, "decorator_list", [])
        if name == getattr(statement, "name", None) or (name in names and isinstance(statement, ast.Assign)):
            return min(node.lineno for node in [statement, *decorators]) - 1, statement.end_lineno
    imports = [statement for statement in ast.parse(source).body if isinstance(statement, ast.ImportFrom)]
    assert name == "the imports", f"the tutorial changes {name}, which is not there"
    return imports[0].lineno - 1, imports[-1].end_lineno


def changed(source: str, place: str, code: str) -> str:
    """The file after one code block."""
    found = PLACE.fullmatch(place)
    assert found, f"where does this go: {place!r}?"
    how, name, argument = found.groups()
    if how is None:
        return code
    if how == "go on":
        return f"{source}\n\n{code}"
    lines = source.splitlines(keepends=True)
    first, last = lines_of(source, name)
    if how == "above":
        lines[first:first] = [code, "\n\n"]
    elif how == "instead of":
        lines[first:last] = [code]
    elif argument:
        at = next(number for number in range(first, last) if lines[number].strip().startswith(f"{argument}="))
        lines[at] = code
    else:
        lines[last - 1 : last - 1] = [code]
    return "".join(lines)


def steps() -> Iterator[tuple[str, str]]:
    """Every console block and the finished file, each with the game file as it is by then."""
    source = ""
    for kind, text in BLOCK.findall(PAGE):
        place, _, code = text.partition("\n")
        if kind == "console" or place == FINISHED:
            yield source, text
        else:
            source = changed(source, place, code)


*STEPS, (MADE, SHOWN) = steps()


def test_the_steps_lead_to_the_finished_file():
    assert f"{FINISHED}\n{MADE}" == SHOWN


@pytest.mark.parametrize(("source", "block"), STEPS, ids=[block.splitlines()[0][2:] for _, block in STEPS])
def test_each_command_answers_as_the_tutorial_shows(tmp_path, source, block):  # B1
    if source:
        (tmp_path / "clobber.py").write_text(source, "utf-8")
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        assert_shown(answer(command, expected, tmp_path), expected)


def answer(command: str, expected: str, folder: Path) -> str:
    """What a command prints, with what was typed at its prompts."""
    program, *arguments = shlex.split(command)
    if program == "python":
        return subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=True).stdout
    typed = [said for _, said in PROMPT.findall(expected)]
    done = commands.run(*arguments, folder=folder, typed="".join(f"{said}\n" for said in typed), merged=True)
    said = iter(typed)
    return re.sub(r" to move: ", lambda prompt: f"{prompt[0]}{next(said, '?')}\n", done.stdout)


def assert_shown(answered: str, expected: str) -> None:
    """The answer is what the page shows, where `...` stands for any lines."""
    lines = expected.splitlines(keepends=True)
    pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) for line in lines)
    if not re.fullmatch(pattern, answered):
        assert answered == expected


def test_a_slow_count_agrees():
    """The numbers shown for `ludus perft`, counted again in another way."""
    shown = {int(depth): int(count) for depth, count in re.findall(r"perft ./clobber.py (\d)\n(\d+)\n", PAGE)}
    start = {(x, y): (x + y) % 2 for x, y in product(range(5), range(6))}
    assert {depth: sequences(start, 0, depth) for depth in shown} == shown


def sequences(stones: dict[tuple[int, int], int], team: int, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for (x, y), owner in stones.items():
        for end in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if owner == team and stones.get(end) == 1 - team:
                rest = {place: stone for place, stone in stones.items() if place != (x, y)}
                count += sequences({**rest, end: team}, 1 - team, depth - 1)
    return count
