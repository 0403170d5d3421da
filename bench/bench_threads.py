"""How much sooner two threads look as many moves ahead as one.

python -m bench.bench_threads            twenty positions (about four minutes)
python -m bench.bench_threads --quick    roughly, in one minute
python -m bench.bench_threads --write    write the table into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, median

from bench.measuring import against_aim, load, machine, rounded, table, write_section
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

RESULTS = Path(__file__).with_name("results.md")

OPENINGS = {"connect_four": 8, "checkers": 12, "othello": 12, "conquest": 8}
"""The games, and how many random moves lead to their positions."""

POSITIONS = 5
"""Positions of each game."""

AIM = 1.6

METHOD = """\
Time on the wall until a depth is searched, which is the one that a thread alone reaches in {seconds:g} s; positions solved by
then are left out. Before each search the table and what was learned about moves are forgotten. Each number of threads has its
median over {rounds} rounds, in which they took turns. *Sooner* is one thread's time over that of two, below the positions of a
game their geometric mean, in the last row that of all {number}; *more nodes* is how many times as many positions two threads look
at, and *cores had* how much of two cores they were given: where that is far from 2, other programs were running, and the ratio
says little. Load average {before} before and {after} after, this measurement included."""


@dataclass(frozen=True)
class Taken:
    """What one search took: seconds on the wall, positions, and how many cores it had on average."""

    seconds: float
    nodes: int
    cores: float


@dataclass(frozen=True)
class Compared:
    """One position: medians of the seconds and nodes of one thread, and of two, and how much of two cores these two had."""

    depth: int
    seconds: tuple[float, float]
    nodes: tuple[float, float]
    cores: float

    @property
    def sooner(self) -> float:
        """How many times as soon two threads are done."""
        return self.seconds[0] / self.seconds[1]

    @property
    def more_nodes(self) -> float:
        """How many times as many positions they look at."""
        return self.nodes[1] / self.nodes[0]


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_threads", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    rounds, seconds, before = (1, 0.5, load()) if chosen.quick else (3, 2.0, load())

    rows, found = [], []
    for name, moves in OPENINGS.items():
        ours = list(compare(name, moves, seconds, rounds))
        rows += [_row(name if index == 0 else "", each) for index, each in enumerate(ours)]
        rows.append(_summary("", ours, None))
        found += ours
    rows.append(_summary("all", found, AIM))
    method = METHOD.format(seconds=seconds, rounds=rounds, number=len(found), before=before, after=load())
    head = ("game", "moves ahead", "one thread, s", "two threads, s", "cores had", "more nodes", "sooner", "aim")
    text = "\n\n".join([f"{machine()}.", method, table(head, rows)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Threads", text)


def compare(name: str, moves: int, seconds: float, rounds: int) -> Iterator[Compared]:
    """One thread and two on the positions of a game."""
    print(name, file=sys.stderr, flush=True)
    rulebook = Rulebook(find_game(name))
    engines = [Engine(rulebook, threads=threads) for threads in (1, 2)]
    compared = 0
    for steps in openings(rulebook, 20 * POSITIONS, moves, random.Random(1)):
        state = Play.replay(rulebook, steps).state
        engines[0].forget()
        reached = engines[0].search(state, Limit(seconds=seconds))
        if reached.exact or reached.depth < 3:
            continue
        taken = [[_search(engine, state, reached.depth) for engine in engines] for _ in range(rounds)]
        one, two = zip(*taken, strict=True)
        spent = (median(each.seconds for each in one), median(each.seconds for each in two))
        nodes = (median(each.nodes for each in one), median(each.nodes for each in two))
        yield Compared(reached.depth, spent, nodes, median(each.cores for each in two))
        compared += 1
        if compared == POSITIONS:
            break
    for engine in engines:
        engine.close()


def _search(engine: Engine, state: StateRecord, depth: int) -> Taken:
    engine.forget()
    begin, busy = time.perf_counter(), time.process_time()
    nodes = engine.search(state, Limit(depth=depth)).nodes
    seconds = time.perf_counter() - begin
    return Taken(seconds, nodes, (time.process_time() - busy) / seconds)


def _row(name: str, each: Compared) -> list[str]:
    seconds = [rounded(spent) for spent in each.seconds]
    figures = [f"{figure:.2f}" for figure in (each.cores, each.more_nodes, each.sooner)]
    return [name.replace("_", "-"), str(each.depth), *seconds, *figures, ""]


def _summary(name: str, found: Sequence[Compared], aim: float | None) -> list[str]:
    """The geometric means of some positions."""
    sooner = geometric_mean(each.sooner for each in found)
    more = geometric_mean(each.more_nodes for each in found)
    cores = geometric_mean(each.cores for each in found)
    return [name, "", "", "", f"{cores:.2f}", f"{more:.2f}", f"**{sooner:.2f}**", against_aim(sooner, aim)]


if __name__ == "__main__":
    main()
