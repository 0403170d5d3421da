"""The programs whose search is compared: our kernel, the same by hand in C++, and OpenSpiel's alpha-beta."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bench.contenders import installed
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.compilation import compile_search
from ludus.search.constants import AGES, WIN
from ludus.search.limit import NO_END
from ludus.search.worker import SharedMemory, Worker

SOURCE = Path(__file__).with_name("connect_four_kernel.cpp")


@dataclass(frozen=True)
class Searched:
    """What a program found, and how many positions it looked at."""

    values: list[int]
    nodes: int


@dataclass(frozen=True)
class Kernel:
    """A program that searches Connect Four positions, all to a depth, or with depth 0 until their values are proved."""

    name: str
    run: Callable[[Sequence[StateRecord], int], Searched]


def generated(rulebook: Rulebook, shared: SharedMemory) -> Kernel:
    """Our kernel, without the engine around it."""
    compiled = compile_search(rulebook)

    def run(states: Sequence[StateRecord], depth: int) -> Searched:
        worker = Worker(rulebook, compiled, shared)
        worker.forget()
        values, nodes = [], 0
        for number, state in enumerate(states, 1):
            worker.prepare(state, number % AGES)
            if depth:
                worker.search(depth, -WIN, WIN, NO_END)
            else:
                worker.prove(NO_END)
            values.append(worker.value)
            nodes += int(worker.context["nodes"])
        return Searched(values, nodes)

    return Kernel("Ludus, generated", run)


def by_hand(shared: SharedMemory) -> Kernel | None:
    """The C++ program, compiled now and loaded into this process, or None where there is no compiler."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        built = Path(folder) / "connect_four_kernel.so"
        options = ["-std=c++17", "-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra"]
        subprocess.run([compiler, *options, "-o", str(built), str(SOURCE)], check=True)
        library = ctypes.CDLL(str(built))
    word = ctypes.c_int64
    library.run.restype = word

    def run(states: Sequence[StateRecord], depth: int) -> Searched:
        columns = [np.array([state[name] for state in states], np.int64) for name in ("mine", "all", "turn")]
        values = np.zeros(len(states), np.int64)
        places = [ctypes.c_void_p(column.ctypes.data) for column in (*columns, values)]
        table = ctypes.c_void_p(shared.table.address)
        nodes = library.run(table, word(shared.table.mask), *places[:3], word(len(states)), word(depth), places[3])
        return Searched(values.tolist(), int(nodes))

    return Kernel(f"C++, {Path(compiler).name} -O3 -march=native", run)


# OpenSpiel


@dataclass(frozen=True)
class Match:
    """Positions that OpenSpiel has too, as moves from the start, and how many moves ahead to look."""

    depth: int
    openings: tuple[tuple[int, ...], ...] = ((),)
    action: Callable[[int], int] = int
    """OpenSpiel's number for a move."""
    worth: Callable[[str], float] = lambda _: 0.0
    """What a position is worth to the player who began, told from OpenSpiel's drawing of it: a small part of a win."""


def middle(drawing: str) -> float:
    """Discs in the middle column."""
    column = "".join(row[3] for row in drawing.split())
    return (column.count("x") - column.count("o")) / 100


def material(drawing: str) -> float:
    """Men, and kings twice; the `8` beside the highest row is always there."""
    mine, theirs = drawing.count("o") + 2 * drawing.count("8"), drawing.count("+") + 2 * drawing.count("*")
    return (mine - theirs) / 100


def discs(drawing: str) -> float:
    """Discs, without those in the line that says who is to play."""
    board = drawing.partition("\n")[2]
    return (board.count("x") - board.count("o")) / 100


OPEN_SPIEL = {
    "tic_tac_toe": Match(9, ((), (4,), (0, 8)), lambda move: (2 - move // 3) * 3 + move % 3),
    "connect_four": Match(7, ((), (3, 3, 3), (2, 3, 4, 3)), worth=middle),
    "checkers": Match(9, worth=material),
    "othello": Match(8, worth=discs),
}
"""The numbers that OpenSpiel gives to moves are easily told in two games; in the others the start must do."""


def open_spiel(name: str, match: Match) -> Callable[[], None] | None:
    """OpenSpiel's alpha-beta on the positions of a match, or None where it is not installed."""
    minimax, spiel = installed("open_spiel.python.algorithms.minimax"), installed("pyspiel")
    if minimax is None or spiel is None:
        return None
    game = spiel.load_game(name)
    states = []
    for opening in match.openings:
        states.append(game.new_initial_state())
        for move in opening:
            states[-1].apply_action(match.action(move))

    def value(side: int, state: Any) -> float:
        return side * match.worth(str(state))

    def run() -> None:
        for state in states:
            side = 1 if state.current_player() == 0 else -1
            minimax.alpha_beta_search(game, state=state, value_function=partial(value, side), maximum_depth=match.depth)

    return run


def open_spiel_nodes(run: Callable[[], None]) -> int:
    """How many positions OpenSpiel looks at in such a run."""
    minimax: Any = installed("open_spiel.python.algorithms.minimax")
    plain, count = minimax._alpha_beta, 0

    def counting(*arguments: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return plain(*arguments, **named)

    minimax._alpha_beta = counting
    try:
        run()
    finally:
        minimax._alpha_beta = plain
    return count
