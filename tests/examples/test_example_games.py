"""The example games: every promise of the contract kept, in as few lines as the tutorial promises."""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path

import pytest

from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import check_game
from ludus.rules.perft import perft
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.search.limit import Limit
from ludus.search.montecarlo import MonteCarlo

GAMES = Path(__file__).parents[2] / "examples" / "games"

MOST_LINES = {"breakthrough": 90, "nine_mens_morris": 170, "einstein": 150, "dots_and_boxes": 110}


@cache
def rulebook(name: str) -> Rulebook:
    return Rulebook(read_game_file(GAMES / f"{name}.py"))


def play_through(name: str, *moves: list[tuple[int, int]]) -> tuple[Play, list[str]]:
    """A game after these moves, and what was said about those that were refused."""
    play, refusals = Play(rulebook(name)), []
    for path in moves:
        answer = play.move(int(play.state["turn"]), path)
        refusals += [answer.sentence] if hasattr(answer, "sentence") else []
    return play, refusals


def test_every_example_is_listed():
    assert {path.stem for path in GAMES.glob("*.py")} == set(MOST_LINES)


SLOWEST = {"nine_mens_morris"}
"""Half a minute, because of its thousands of moves; `make slow` does it."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOWEST)) for name in MOST_LINES])
def test_an_example_keeps_every_promise(name):
    assert {each.name: each.problems for each in check_game(rulebook(name).file, positions=100) if each.problems} == {}


@pytest.mark.parametrize("name", MOST_LINES)
def test_an_example_is_short(name):
    source = (GAMES / f"{name}.py").read_text("utf-8")
    documented = (ast.Module, ast.FunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and (said := ast.get_docstring(node, clean=False)):
            source = source.replace(f'"""{said}"""', "")
    assert sum(bool(line.strip()) for line in source.splitlines()) < MOST_LINES[name]


def test_breakthrough_has_its_published_number_of_games():
    counts = [perft(rulebook("breakthrough"), rulebook("breakthrough").start(), depth) for depth in range(1, 6)]
    assert counts == [22, 484, 11_132, 256_036, 6_182_818]


def test_three_players_are_ranked_by_their_points():
    rules = Rulebook(read_game_file(GAMES / "dots_and_boxes.py", {"size": 2}), compiled=False)
    play = Play(rules)
    while not play.result:
        play.play(play.acting[0], rules.moves(play.state)[0])
    scores = rules.scores(play.state)
    assert sum(scores) == 4
    assert play.result.winner == (scores.index(max(scores)) if scores.count(max(scores)) == 1 else None)


@pytest.mark.slow  # compiling the player takes longer than all the rest
def test_the_computer_plays_with_three_players_too():
    rules = rulebook("dots_and_boxes")
    play, _ = play_through("dots_and_boxes", [(2, 1)], [(1, 2)], [(4, 5)], [(2, 3)])  # three sides of the lower left box
    player = MonteCarlo(rules, threads=1, luck=random.Random(1))
    chosen = player.choose(play.state, play.acting[0], Limit(nodes=100_000)).move
    player.close()
    assert rules.squares(play.state, chosen) == (rules.square(3, 2),)


def test_breakthrough_says_why_a_move_is_refused():
    _, refusals = play_through("breakthrough", [(1, 7), (1, 6)], [(1, 2), (3, 3)], [(1, 1), (1, 2)], [(1, 2)])
    assert refusals == [
        "You do not own that piece",
        "A piece moves one square forward, straight or diagonally",
        "That square is occupied; enemies are captured diagonally",
        "Name the square your piece stands on and the square it goes to",
    ]


def test_a_mill_captures_and_protects():
    white = [[(1, 7)], [(4, 7)], [(7, 7)]]
    black = [[(1, 1)], [(4, 1)]]
    play, refusals = play_through(
        "nine_mens_morris", white[0], black[0], white[1], black[1], white[2], [(7, 7), (2, 1)], [(7, 7), (1, 1)]
    )
    assert refusals == ["Your move completes a mill, so name the enemy man you capture, too", "Men stand only where lines meet"]
    assert play.state["left"].tolist() == [9, 8]


def test_the_die_names_the_stone_that_moves():
    play = Play(rulebook("einstein"))
    play.happen(5)
    assert (
        play.move(0, [(1, 5), (2, 4)]).sentence
        == "The die names another stone; if that one is gone, the next higher or lower one moves"
    )
    assert play.move(0, [(1, 3), (2, 2)])
    assert play.chances == 6
