"""How many positions a second the search looks at: beside the same search by hand in C++, for every game, and beside OpenSpiel.

python -m bench.bench_kernel            print the tables (about three minutes)
python -m bench.bench_kernel --quick    roughly, in half a minute
python -m bench.bench_kernel --write    write them into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.bench_connect_four import golden_positions
from bench.measuring import against_aim, load, machine, rounded, table, times_as_fast, write_section
from bench.search_contenders import OPEN_SPIEL, Kernel, Match, Searched, by_hand, generated, open_spiel, open_spiel_nodes
from ludus.games import GAMES, find_game
from ludus.rules.errors import LudusError
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.search.worker import SharedMemory

RESULTS = Path(__file__).with_name("results.md")

LEAST_RATIO = 0.8
"""The aim: positions the generated kernel looks at while the C++ program looks at one."""

DEPTHS = {"tic_tac_toe": 9, "connect_four": 15, "checkers": 11, "othello": 8, "santorini": 4, "conquest": 4}
"""How far to look in each game, so that a position takes a fraction of a second."""

POSITIONS = 5
"""Positions of each game: random openings of six moves."""

METHOD = """\
One thread, processor time, medians over {rounds} rounds in which the programs took turns; every run begins with an empty table.
The C++ program is `connect_four_kernel.cpp`: the same search step by step, with the same table in the same memory, so that it
must look at exactly as many positions. Load average {before} before and {after} after, this measurement included."""

OPEN_SPIEL_SAYS = """\
OpenSpiel's is `open_spiel.python.algorithms.minimax.alpha_beta_search`: a loop in Python over its states in C++ (its alpha-beta
in C++ cannot be called from Python), without a table or an order of moves. It counts discs of the middle column, men and
kings, or discs; Ludus uses the value of its game file. *Sooner* compares the times to look as far from the same positions."""


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_kernel", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    chosen = parser.parse_args()
    rounds, seconds, before = (3, 0.2, load()) if chosen.quick else (9, 1.0, load())

    kernels = kernel_table(rounds, seconds)
    games = [game_row(name, rounds) for name in GAMES if name in DEPTHS]
    peers = [row for name, match in OPEN_SPIEL.items() for row in peer_rows(name, match, rounds)]
    parts = [
        f"{machine()}.",
        METHOD.format(rounds=rounds, before=before, after=load())
        + (" A quick run: read it as a rough one." if chosen.quick else ""),
        kernels,
        table(("game", "positions", "moves ahead", "thousand nodes", "million nodes/s"), games),
        OPEN_SPIEL_SAYS if peers else "OpenSpiel is not installed, and skipped (`make bench` installs it).",
    ]
    if peers:
        parts.append(table(("alpha-beta", "positions", "moves ahead", "program", "nodes", "million nodes/s", "sooner"), peers))
    text = "\n\n".join(parts)
    print(text)
    if chosen.write:
        write_section(RESULTS, "Search kernel", text)


def say(text: str) -> None:
    """Tell whoever waits."""
    print(text, file=sys.stderr, flush=True)


# Beside C++


@dataclass(frozen=True)
class Task:
    """Positions to search, all to a depth, or with depth 0 until they are solved."""

    says: str
    states: Sequence[StateRecord]
    depth: int = 0


def kernel_table(rounds: int, seconds: float) -> str:
    """The generated kernel and the C++ program on the same tasks."""
    rulebook, shared = Rulebook(find_game("connect_four")), SharedMemory.with_table(64)
    native = by_hand(shared)
    kernels = [generated(rulebook, shared), *([native] if native else [])]
    begin = [position.state for position in golden_positions(rulebook, "begin")]
    tasks = (
        Task("solving the golden begin positions", begin),
        Task("looking 12 moves ahead from them", begin, 12),
        Task("looking 16 moves ahead from the start", [rulebook.start()], 16),
    )
    rows = [row for task in tasks for row in _kernel_rows(task, kernels, shared, rounds, seconds)]
    shown = table(("connect-four", "program", "nodes", "same nodes", "million nodes/s", "ratio", "aim"), rows)
    return shown if native else shown + "\n\nThere is no C++ compiler here, so there is nothing to compare with."


def _kernel_rows(task: Task, kernels: Sequence[Kernel], shared: SharedMemory, rounds: int, seconds: float) -> Iterator[list[str]]:
    say(task.says)
    found = [_run(kernel, task, shared)[0] for kernel in kernels]
    speeds: list[list[float]] = [[] for _ in kernels]
    for _ in range(rounds):
        for kernel, theirs in zip(kernels, speeds, strict=True):
            nodes, spent = 0, 0.0
            while spent < seconds:
                searched, took = _run(kernel, task, shared)
                nodes, spent = nodes + searched.nodes, spent + took
            theirs.append(nodes / spent)
    for index, kernel in enumerate(kernels):
        speed = rounded(median(speeds[index]) / 1e6)
        row = [task.says if index == 0 else "", kernel.name, f"{found[index].nodes:,}", "", speed, "", ""]
        if index:
            ratio = times_as_fast(speeds[0], speeds[index])
            row[3] = "yes" if found[index] == found[0] else "**no**"
            row[5:] = [f"{ratio:.2f}", against_aim(ratio, LEAST_RATIO)]
        yield row


def _run(kernel: Kernel, task: Task, shared: SharedMemory) -> tuple[Searched, float]:
    shared.table.clear()
    begin = time.process_time()
    searched = kernel.run(task.states, task.depth)
    return searched, time.process_time() - begin


# Every game


def game_row(name: str, rounds: int) -> list[str]:
    """Nodes a second of a game, over a few positions."""
    say(name)
    rulebook = Rulebook(find_game(name))
    moves = 2 if name == "tic_tac_toe" else 6
    states = [Play.replay(rulebook, steps).state for steps in openings(rulebook, POSITIONS, moves, random.Random(1))]
    try:
        nodes, seconds = _searched(rulebook, states, DEPTHS[name], rounds)
    except LudusError as error:
        return [f"{name.replace('_', '-')}: {error}", "", "", "", ""]
    shown = [str(len(states)), str(DEPTHS[name]), rounded(nodes / 1e3), rounded(nodes / seconds / 1e6)]
    return [name.replace("_", "-"), *shown]


def _searched(rulebook: Rulebook, states: Sequence[StateRecord], depth: int, rounds: int) -> tuple[int, float]:
    """The nodes, and the median of the time, that it takes to search some positions to a depth."""
    engine = Engine(rulebook, threads=1, megabytes=16)

    def once() -> tuple[int, float]:
        nodes, spent = 0, 0.0
        for state in states:
            engine.forget()
            begin = time.process_time()
            nodes += engine.search(state, Limit(depth=depth)).nodes
            spent += time.process_time() - begin
        return nodes, spent

    nodes, _ = once()
    seconds = median(once()[1] for _ in range(rounds))
    engine.close()
    return nodes, seconds


# Beside OpenSpiel


def peer_rows(name: str, match: Match, rounds: int) -> list[list[str]]:
    """Ludus and OpenSpiel on the same positions and depth; nothing where it is not installed."""
    theirs = open_spiel(name, match)
    if theirs is None:
        return []
    say(f"{name}, beside OpenSpiel")
    rulebook = Rulebook(find_game(name))
    states = []
    for moves in match.openings:
        states.append(rulebook.start())
        for move in moves:
            states[-1] = rulebook.play(states[-1], move)
    nodes, seconds = _searched(rulebook, states, match.depth, rounds)
    their_nodes, their_seconds = open_spiel_nodes(theirs), median(_seconds(theirs) for _ in range(min(3, rounds)))
    place = [name.replace("_", "-"), str(len(states)), str(match.depth)]
    return [
        [*place, "Ludus", f"{nodes:,}", rounded(nodes / seconds / 1e6), ""],
        [
            "",
            "",
            "",
            "OpenSpiel",
            f"{their_nodes:,}",
            rounded(their_nodes / their_seconds / 1e6),
            rounded(their_seconds / seconds),
        ],
    ]


def _seconds(work: Callable[[], None]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


if __name__ == "__main__":
    main()
