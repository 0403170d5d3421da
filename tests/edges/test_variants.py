"""A stranger who asks for one variant after the other: nobody else waits for the compiler, and it keeps within its limits."""

from __future__ import annotations

import re
import urllib.request

from tests.edges.clients import Bot
from tests.server_process import start_server

from ludus.games import find_game
from ludus.search.precompilation import RULES, Precompilation, is_compiled

ENDLESS = '''"""Endless: a row of squares, which takes a minute to compile with unusual options."""

import time

from ludus.rules import ONGOING, Game, Piece, State, bits, option, rule

SIZE = option("size", 3, choices=range(3, 60), says="squares")
if SIZE > 3 and not isinstance(bits(1), int):  # being compiled
    time.sleep(60)
state = State(cells=("i1", SIZE), turn="i1")


@rule
def legal(state, moves):
    """Any empty square."""
    count = 0
    for square in range(SIZE):
        if state.cells[square] == 0:
            moves[count] = square
            count += 1
    return count


@rule
def play(state, move):
    """Fill it."""
    state.cells[move] = state.turn + 1
    state.turn = 1 - state.turn


@rule
def outcome(state):
    """Nobody wins."""
    return ONGOING


PIECES = {1: Piece("cross", 1, "x"), 2: Piece("nought", 2, "o")}
GAME = Game(name="Endless", board=(SIZE, 1), state=state, most_moves=SIZE, legal=legal, play=play, outcome=outcome, pieces=PIECES)
'''


def compile_usual(game: str) -> None:
    """Have a shipped game on disk, as after `make setup`."""
    file = find_game(game)
    if not is_compiled(file, RULES):
        Precompilation(file, (RULES,)).wait()


def failed(server) -> float:
    """How many games could not be compiled."""
    with urllib.request.urlopen(f"http://127.0.0.1:{server.web_port}/metrics") as answer:
        return float(re.search(r'ludus_compilations_total\{outcome="failed"\} (\S+)', answer.read().decode())[1])


def test_a_stranger_who_asks_for_many_variants_holds_up_nobody(tmp_path):  # security
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS, "utf-8")
    compile_usual("tic-tac-toe")
    limits = ("--set", "compilation.seconds=1.5", "--set", "connections.metrics_seconds=0")
    with (
        start_server("--game", str(path), *limits, folder=tmp_path) as server,
        Bot(server.port) as mallory,
        Bot(server.port) as mallet,
        Bot(server.port) as ann,
    ):
        for guest in (mallory, mallet, ann):
            guest.come_in()
        for size in range(10, 41):
            (mallory if size % 2 else mallet).tell("new", game="endless", options={"size": size})
        assert ann.ask("new", game="tic-tac-toe")["type"] == "seated"  # a shipped game, as it is usually played
        assert failed(server) == 0  # the first variant is still being compiled
        assert mallet.told("notice")["text"].startswith("Endless is being made ready.")
        assert "compiling Endless took longer than 1.5 seconds" in mallet.told("problem")["sentence"]
        assert failed(server) > 0
    assert "not compiled" in server.log
    assert "{'size': 10}" in server.log
