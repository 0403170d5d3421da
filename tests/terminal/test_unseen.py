"""Games that the terminal client has never seen are played in it, from their files alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.edges.clients import Bot
from tests.server_process import start_server

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"

CUPS = '''
"""Cups: each of three players hides a pebble under a cup; whoever is \\u202e\\x1b[31malone <i>under</i> a cup wins."""

from ludus.rules import DRAW, ONGOING, Game, Piece, State, rule

state = State(chosen=("i1", (3,)), turn="i1")  # chosen: counted from 1


@rule
def legal(state, moves):
    """Any of the three cups."""
    for cup in range(3):
        moves[cup] = cup
    return 3


@rule
def play(state, move):
    """The pebble is hidden, and the next player follows."""
    state.chosen[state.turn] = move + 1
    state.turn = (state.turn + 1) % 3


@rule
def outcome(state):
    """The first who is alone under a cup."""
    if state.chosen[2] == 0:
        return ONGOING
    for seat in range(3):
        if state.chosen[seat] != state.chosen[(seat + 1) % 3] and state.chosen[seat] != state.chosen[(seat + 2) % 3]:
            return seat
    return DRAW


@rule
def squares(state, move, path):
    """One's own row."""
    path[0] = state.turn * 3 + move
    return 1


@rule
def cell(state, square):
    """A pebble that one may see."""
    return 1 + square // 3 if state.chosen[square // 3] == square % 3 + 1 else 0


GAME = Game(
    name="Cups <b>& three",
    board=(3, 3),
    seats=3,
    state=state,
    most_moves=3,
    legal=legal,
    play=play,
    outcome=outcome,
    squares=squares,
    cell=cell,
    private=("chosen",),
    on_board=(),
    pieces={1: Piece("pebble", 1), 2: Piece("pebble", 2), 3: Piece("pebble", 3)},
)
'''


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    own = folder / "cups.py"
    own.write_text(CUPS, "utf-8")
    files = [each for path in (own, *sorted(EXAMPLES.glob("*.py"))) for each in ("--game", str(path))]
    with start_server(*files, folder=folder) as serving:
        yield serving


def test_hidden_pieces_and_three_seats(window, server):  # B2, B18
    with Bot(server.port, seconds=90.0) as ann, Bot(server.port) as bob:
        cups = next(game for game in ann.come_in().ask("games")["games"] if game["name"].startswith("Cups"))
        made = ann.ask("new", game=cups["game"], team=1)
        bob.come_in().ask("join", match=made["match"], team=2)
        person = window().wait_for("Cups <b>& three", "(Q)uit")
        person.press("tab").wait_for(f" {made['match']} ").click(f" {made['match']} ").press("j").wait_for("to move", "(M)ove")
        for bot, row in ((ann, 1), (bob, 2)):
            bot.tell("move", match=made["match"], ref=bot.told("ask")["ref"], squares=[(1, row)])
        person.wait_for("Your move")
        assert "pebble" not in person.text.lower()  # where the others have hidden theirs is not for us to see
        person.press("enter", "right", "enter").wait_for("You have won", "pebble3")
        assert "\u202e".encode() not in person.raw
        assert b"\x1b[31m" not in person.raw


@pytest.mark.slow  # the computer's search is compiled for each
@pytest.mark.parametrize("game", ["EinStein", "Dots and Boxes", "Breakthrough"])
def test_an_example_game_is_played_against_the_computer(window, game):  # B2
    person = window().wait_for(game, "(Q)uit")
    person.click(game).press("c").wait_for("Your move", seconds=60)
    person.press("enter").wait_for(">")
    person.press("m").wait_for("Enter move:").press("x9", "enter").wait_for("is not a move; moves look like")
    example = person.text.partition("moves look like ")[2].splitlines()[0]
    before = person.text.count(". ")
    person.press("m", example, "enter").wait_until(lambda: person.text.count(". ") > before)


def test_a_board_of_points_and_lines(window, server):  # B2
    with Bot(server.port, seconds=90.0) as ann:
        made = ann.come_in().ask("new", game="nine-men's-morris", team=2)
        person = window().wait_for("Nine Men's Morris", "(Q)uit")
        person.press("tab").wait_for(f" {made['match']} ").click(f" {made['match']} ").press("j")
        person.wait_for("Your move", "•──────────────•", "│").press("m", "d6", "enter").wait_for("1. d6", " w ")
