"""Arguments read without typer: the same as typer reads, or none."""

from __future__ import annotations

import inspect

import pytest
import typer
from typer.testing import CliRunner

from ludus.cli.play.command import play
from ludus.cli.terminal.quick_arguments import read_quickly

WORDS = (
    "othello",
    "othello --level 3",
    "--level=3 othello -c White",
    "othello -c 1 --computer 2 --seconds 0.5",
    "santorini -o size=5 --option=size=6 --seed 7 -p @x",
    "x.py --position abc",
    "othello -s 2 -l 3",
)
UNUSUAL = ("", "othello chess", "othello --level 11", "othello --level x", "othello --level", "--what othello", "othello -l -3")


def by_typer(words: str):
    """What typer would call the command with; None if it refuses."""
    found = []

    def noted(**given):
        found.append(given)

    noted.__signature__ = inspect.signature(play, eval_str=True)
    noted.__annotations__ = {name: each.annotation for name, each in noted.__signature__.parameters.items()}
    app = typer.Typer()
    app.command()(noted)
    CliRunner().invoke(app, words.split())
    return found[0] if found else None


@pytest.mark.parametrize("words", WORDS)
def test_usual_words_mean_what_typer_reads(words):
    read = read_quickly(play, words.split())
    assert read is not None
    assert read == by_typer(words)


@pytest.mark.parametrize("words", UNUSUAL)
def test_everything_else_is_left_to_typer(words):
    assert read_quickly(play, words.split()) is None
