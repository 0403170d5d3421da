"""How punctually a search with a time limit answers while other programs keep every core busy.

python -m bench.bench_time_limit            a hundred searches (about two minutes)
python -m bench.bench_time_limit --quick    thirty, in half a minute
python -m bench.bench_time_limit --write    write the table into bench/results.md, too
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.measuring import against_aim, load, machine, table, write_section
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

RESULTS = Path(__file__).with_name("results.md")

OPENINGS = {"connect_four": 2, "checkers": 10, "othello": 12, "santorini": 10, "conquest": 8}
"""The games, and how many random moves lead to their positions."""

LIMITS = (0.1, 0.5, 2.0)
WORST, MOST = 50.0, 15.0  # the aims, in milliseconds: for every search, and for 99 of 100

METHOD = """\
Searches with all cores, while {cores} other processes keep these busy, on random positions of {games}
in turn; compiled beforehand. *Late* is the time on the wall from the call to the answer, less the limit; a search that solves its
position sooner is not late. Load average {before} before and {after} after, this measurement included."""

BURNER = "while True: pass"


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_time_limit", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    searches, before, cores = 30 if chosen.quick else 100, load(), os.cpu_count() or 1

    tables = [ready(name, moves) for name, moves in OPENINGS.items()]
    late: dict[float, list[float]] = {limit: [] for limit in LIMITS}
    with burning(cores):
        for number in range(searches):
            limit = LIMITS[number % len(LIMITS)]
            engine, states = tables[number // len(LIMITS) % len(tables)]
            late[limit].append(lateness(engine, states[number % len(states)], limit))
    for engine, _ in tables:
        engine.close()

    together = [each for some in late.values() for each in some]
    rows = [_row(f"{limit:g} s", some) for limit, some in late.items()]
    worst, most = max(together), centile(together, 99)
    aims = f"worst {against_aim(worst, WORST, ' ms', at_most=True)}, p99 {against_aim(most, MOST, ' ms', at_most=True)}"
    rows.append([*_row("all", together)[:-1], aims])
    names = ", ".join(name.replace("_", "-") for name in OPENINGS)
    method = METHOD.format(cores=cores, games=names, before=before, after=load())
    head = ("limit", "searches", "late, ms: median", "p99", "worst", "aim")
    text = "\n\n".join([f"{machine()}.", method, table(head, rows)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Time limits", text)


def ready(name: str, moves: int) -> tuple[Engine, list[StateRecord]]:
    """A game compiled and warm, and some positions of it."""
    print(name, file=sys.stderr, flush=True)
    rulebook = Rulebook(find_game(name))
    engine = Engine(rulebook)
    states = [Play.replay(rulebook, steps).state for steps in openings(rulebook, 20, moves, random.Random(1))]
    engine.search(states[0], Limit(seconds=0.3))
    engine.forget()
    return engine, states


@contextmanager
def burning(count: int) -> Iterator[None]:
    """While this lasts, other processes do nothing as hard as they can."""
    processes = [subprocess.Popen([sys.executable, "-c", BURNER]) for _ in range(count)]
    try:
        time.sleep(0.5)  # they have to start first
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def lateness(engine: Engine, state: StateRecord, limit: float) -> float:
    """How many milliseconds after the limit a search answers; 0 for one that answers before."""
    begin = time.perf_counter()
    engine.search(state, Limit(seconds=limit))
    return max(0.0, 1e3 * (time.perf_counter() - begin - limit))


def centile(values: Sequence[float], share: float) -> float:
    """A percentile: the value that this many of a hundred do not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, max(0, -int(-len(ranked) * share // 100) - 1))]


def _row(name: str, late: Sequence[float]) -> list[str]:
    return [name, str(len(late)), f"{median(late):.1f}", f"{centile(late, 99):.1f}", f"{max(late):.1f}", ""]


if __name__ == "__main__":
    main()
