"""How fast Connect Four is solved, beside the best C++ solver.

python -m bench.bench_connect_four            the golden positions (about a minute)
python -m bench.bench_connect_four --quick    roughly, in some seconds
python -m bench.bench_connect_four --long     the position after 4444 and the empty board, too (minutes each)
python -m bench.bench_connect_four --write    write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.measuring import against_aim, load, machine, rounded, table, write_section
from ludus.games import find_game
from ludus.rules.positions import read_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.engine import Engine
from ludus.search.limit import Limit
from ludus.search.report import Report

RESULTS = Path(__file__).with_name("results.md")
GOLDEN = Path(__file__).parent.parent / "tests" / "golden"

BEST_SOLVER = {"end": 0.05, "middle": 0.08, "begin": 0.5}
"""Milliseconds a position of the best C++ solver, on one core of such a machine."""

BEST_SOLVER_4444 = 80.0
"""Seconds of that solver for the position after 4444."""

COLUMNS = (-2, -1, 0, 1, 0, -1, -2)
"""What the columns of the empty board are worth for the player who begins."""

MOST_SECONDS = 180.0
"""The aim for the empty board, on two cores."""

METHOD = """\
Golden positions: one thread, medians over {rounds} rounds; the table is cleared before each file, not between its positions. The
time is the processor's and holds all of `Engine.search`, the part in Python included. A value is wrong when it is not the golden
one, which counts the winner's stones. Load average {before} before and {after} after, this measurement included."""

LONG = """\
The long ones are timed on the wall, with a table of {megabytes} MB that is empty at first. The columns of the empty board are
solved after it, one after the other as positions of their own, with what is then in the table."""


@dataclass(frozen=True)
class Position:
    """A position and its golden value."""

    columns: str
    state: StateRecord
    worth: int


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_connect_four", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--long", action="store_true", help="solve the position after 4444 and the empty board, too")
    parser.add_argument("--megabytes", type=int, default=512, help="memory for the table of the long ones")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    chosen = parser.parse_args()
    rounds, before = 3 if chosen.quick else 15, load()

    rulebook = Rulebook(find_game("connect_four"))
    rows = golden_rows(rulebook, rounds)
    parts = [
        f"{machine()}.",
        METHOD.format(rounds=rounds, before=before, after=load()),
        table(("positions", "number", "wrong", "ms each", "best in C++", "within twice", "nodes each", "million nodes/s"), rows),
    ]
    if chosen.long:
        parts += [LONG.format(megabytes=chosen.megabytes), long_table(rulebook, chosen.megabytes)]
    text = "\n\n".join(parts)
    print(text)
    if chosen.write:
        write_section(RESULTS, "Connect Four", text)


def say(text: str) -> None:
    """Tell whoever waits."""
    print(text, file=sys.stderr, flush=True)


def golden_rows(rulebook: Rulebook, rounds: int) -> list[list[str]]:
    """Each golden file: right or wrong, and how fast."""
    engine = Engine(rulebook, threads=1)
    rows = []
    for name, best in BEST_SOLVER.items():
        say(name)
        positions = golden_positions(rulebook, name)
        seconds, speeds = [], []
        for _ in range(rounds):
            engine.forget()
            begin = time.process_time()
            reports = [engine.search(position.state, Limit()) for position in positions]
            seconds.append((time.process_time() - begin) / len(positions))
            nodes = sum(report.nodes for report in reports) / len(positions)
            speeds.append(nodes / seconds[-1])
        each = 1e3 * median(seconds)
        rows.append(
            [
                name,
                str(len(positions)),
                str(wrong_values(positions, reports)),
                f"{each:.3f}",
                f"{best:g}",
                against_aim(each, 2 * best, " ms", at_most=True),
                rounded(nodes),
                rounded(median(speeds) / 1e6),
            ]
        )
    engine.close()
    return rows


def golden_positions(rulebook: Rulebook, name: str) -> list[Position]:
    """The positions of a golden file."""
    lines = (line.split() for line in (GOLDEN / f"connect_four_{name}.txt").read_text("utf-8").splitlines())
    return [Position(columns, read_position(rulebook, columns), int(worth)) for columns, worth in lines]


def wrong_values(positions: Sequence[Position], reports: Sequence[Report]) -> int:
    """How many reports do not give the golden value, or do not call it exact."""
    pairs = zip(positions, reports, strict=True)
    return sum(not report.exact or golden_value(report, len(position.columns)) != position.worth for position, report in pairs)


def golden_value(report: Report, stones: int) -> int:
    """A value counted as in the golden files: 22 minus the winner's stones at the end, negative for a loss."""
    if report.ends_in is None:
        return 0
    worth = 22 - (stones + report.ends_in + 1) // 2
    return worth if report.value > 0 else -worth


def long_table(rulebook: Rulebook, megabytes: int) -> str:
    """The position after 4444 on one thread, the empty board on two, and the worth of its columns."""
    alone = Engine(rulebook, threads=1, megabytes=megabytes)
    rows = [_solved(alone, "4444", 2 * BEST_SOLVER_4444)]
    alone.close()
    engine = Engine(rulebook, threads=2, megabytes=megabytes)
    rows.append(_solved(engine, "", MOST_SECONDS))
    columns = [_solved(engine, str(column), None) for column in range(1, 8)]
    engine.close()
    found = tuple(-int(row[2]) for row in columns)
    said = (
        f"Columns of the empty board: {' '.join(map(str, found))}, {'as' if found == COLUMNS else '**not as**'} they should be."
    )
    names = ("after", "threads", "value", "seconds", "cores had", "million nodes", "million nodes/s", "aim")
    return table(names, rows + columns) + "\n\n" + said


def _solved(engine: Engine, columns: str, aim: float | None) -> list[str]:
    say(f"solving {columns or 'the empty board'}")
    begin, worked = time.perf_counter(), time.process_time()
    report = engine.search(read_position(engine.rulebook, columns or "-"), Limit())
    seconds, worked = time.perf_counter() - begin, time.process_time() - worked
    worth = str(golden_value(report, len(columns)))
    speed = [rounded(report.nodes / 1e6), rounded(report.nodes / seconds / 1e6)]
    say(f"  worth {worth}, {seconds:.1f} s")
    met = against_aim(seconds, aim, " s", at_most=True)
    return [columns or "nothing", str(engine.threads), worth, rounded(seconds), f"{worked / seconds:.2f}", *speed, met]


if __name__ == "__main__":
    main()
