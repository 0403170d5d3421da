"""How well the time for a depth is known before it is searched: the formula beside what is learned from the depths before.

python -m bench.bench_estimate            print the table (about two minutes)
python -m bench.bench_estimate --quick    roughly, in half a minute
python -m bench.bench_estimate --write    write it into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.measuring import load, machine, table, write_section
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.estimate import MEASURABLE, Formula, Growth, off_by, typical
from ludus.search.limit import Limit
from ludus.search.report import Report

RESULTS = Path(__file__).with_name("results.md")
NAMES = ("conquest", "santorini", "othello", "checkers", "connect_four")

METHOD = """\
One thread, {seconds:g} s for each of {positions} positions, random openings of six moves. Before a depth is searched, each
predictor says how long it will take; afterwards it learns. An error is the factor between that and the time it took, in either
direction: the first figure is one that half of the forecasts stay below, the second one that nine tenths do. Depths that take
less than {least:g} ms are not counted. *Formula, at first* is the formula before anything was searched; *used* is what
`ludus analyse` says. In Connect Four a proof is tried first, and helps the depths after it. Load average {before} before and
{after} after, this measurement included."""


@dataclass
class Errors:
    """By what factors the predictors were off."""

    first: list[float] = field(default_factory=list)
    formula: list[float] = field(default_factory=list)
    growth: list[float] = field(default_factory=list)
    used: list[float] = field(default_factory=list)

    def shown(self) -> list[str]:
        """A column for each predictor."""
        return [_shown(errors) for errors in (self.first, self.formula, self.growth, self.used)]


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_estimate", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    positions, seconds, before = (3, 1.0, load()) if chosen.quick else (10, 2.0, load())
    everything, rows = Errors(), []
    for name in NAMES:
        print(name, file=sys.stderr, flush=True)
        errors = measured(Rulebook(find_game(name)), positions, seconds)
        rows.append([name.replace("_", "-"), str(len(errors.used)), *errors.shown()])
        for mine, theirs in zip(vars(everything).values(), vars(errors).values(), strict=True):
            mine.extend(theirs)
    rows.append(["all", str(len(everything.used)), *everything.shown()])
    said = METHOD.format(seconds=seconds, positions=positions, least=1e3 * MEASURABLE, before=before, after=load())
    shown = table(("game", "depths", "formula, at first", "formula", "growth", "used"), rows)
    text = "\n\n".join([f"{machine()}.", said, shown])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Estimates", text)


def measured(rulebook: Rulebook, positions: int, seconds: float) -> Errors:
    """The errors of the predictors over some positions of a game."""
    states = [Play.replay(rulebook, steps).state for steps in openings(rulebook, positions, 6, random.Random(2))]
    engine = Engine(rulebook, threads=1, megabytes=64)
    errors = Errors()
    first, formula = Formula(engine.forecast.formula.costs), Formula(engine.forecast.formula.costs)
    for state in states:
        engine.forget()
        watched(engine, state, Limit(seconds=seconds), first, formula, errors)
    engine.close()
    return errors


def watched(engine: Engine, state: StateRecord, limit: Limit, first: Formula, formula: Formula, errors: Errors) -> None:
    """Search a position, and note what was said about each depth before it was searched."""
    growth, seen = Growth(factor=engine.forecast.growth.factor), list[Report]()

    def judge(report: Report) -> None:
        took = engine.forecast.growth.seconds.get(report.depth)
        last = seen[-1] if seen else None
        if took is not None and (last is None or report.depth > last.depth):
            helped = last is not None and engine.forecast.growth.unhelped < report.depth
            grown = growth.seconds_for(report.depth)
            if took > MEASURABLE and grown is not None and last is not None and last.estimate is not None:
                errors.first.append(off_by(first.seconds_for(report.depth), took))
                errors.formula.append(off_by(formula.seconds_for(report.depth), took))
                errors.growth.append(off_by(grown, took))
                errors.used.append(off_by(last.estimate, took))
            growth.note(report.depth, took, helped=helped)
            formula.note(report.depth, took)
            seen.append(report)

    engine.search(state, limit, progress=judge)


def _shown(errors: Sequence[float]) -> str:
    """The median and the ninth decile."""
    usual = typical(errors)
    return "-" if usual is None else f"{usual:.2f} / {sorted(errors)[int(0.9 * (len(errors) - 1))]:.1f}"


if __name__ == "__main__":
    main()
