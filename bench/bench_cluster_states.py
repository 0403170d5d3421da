"""How many states a cluster analyses: ten workers against one, fast and slow ones mixed, and real workers on this machine.

python -m bench.bench_cluster_states                    all of it (about half an hour, mostly one core)
python -m bench.bench_cluster_states --quick            a tenth of the time for each search
python -m bench.bench_cluster_states --parts ten,mixtures    only what is simulated; `real` is the rest
python -m bench.bench_cluster_states --write            write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

from tests.cluster.local_hosts import LocalHosts

from bench.bench_cluster import MIXTURES
from bench.cluster_positions import SPEED
from bench.measuring import load, machine, rounded, table, write_section
from ludus.cluster.cluster import Cluster
from ludus.cluster.question import Question
from ludus.cluster.simulator.simulation import Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.limit import Limit

RESULTS = Path(__file__).with_name("results.md")
SCHEMES = ("shared", "jobs")
PARTS = ("ten", "mixtures", "real")
STATES = 5
"""Checkers states that the mixtures are tried on."""

METHOD = """\
States analysed within a time limit. *Ten workers against one* and the mixtures are in virtual time, {speed:g} million
states a second for a worker, half of that for a slow one, 1 ms for a message; N is the mean over {states} checkers
states, M the mean of the four N. *Real workers* are processes of one thread each on this machine, tables of 8 MB. Load
average {before} before and {after} after."""


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_cluster_states", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    parser.add_argument("--parts", default=",".join(PARTS))
    chosen = parser.parse_args()
    scale, before, parts = 0.1 if chosen.quick else 1.0, load(), chosen.parts.split(",")
    found: list[str] = []
    if "ten" in parts:
        head = ("game", "limit, s", "scheme", "one worker", "ten workers", "times as many", "depth, one", "ten")
        found.append(table(head, list(ten_against_one(scale))))
    if "mixtures" in parts:
        found.append(table(("scheme", "N1: 8 equal", "N2: 4 + 4", "N3: 6 + 2", "N4: 2 + 6", "M"), list(mixtures(3.0 * scale))))
    if "real" in parts:
        found.append(table(("real workers", "limit, s", "states", "a second", "depth", "took, s"), list(real(scale))))
    method = METHOD.format(speed=SPEED / 1e6, states=STATES, before=before, after=load())
    text = "\n\n".join([f"{machine()}.", method, *found])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Cluster: states analysed", text)


def ten_against_one(scale: float) -> Iterator[list[str]]:
    """Ten workers against one at 3 s and 10 s."""
    for name in ("connect_four", "checkers"):
        rulebook, (state,) = states_of(name, 1)
        for seconds in (3.0 * scale, 10.0 * scale):
            for scheme in SCHEMES:
                one, ten = (simulated(rulebook, state, seconds, [1.0] * count, scheme) for count in (1, 10))
                figures = [rounded(one[0]), rounded(ten[0]), f"{ten[0] / one[0]:.2f}", str(one[1]), str(ten[1])]
                yield _told([name.replace("_", "-"), f"{seconds:g}", scheme, *figures])


def mixtures(seconds: float) -> Iterator[list[str]]:
    """Five states of checkers on four clusters."""
    rulebook, states = states_of("checkers", STATES)
    for scheme in SCHEMES:
        counts = [
            mean(simulated(rulebook, state, seconds, speeds, scheme)[0] for state in states) for speeds in MIXTURES.values()
        ]
        yield _told([scheme, *(rounded(each) for each in counts), rounded(mean(counts))])


def simulated(rulebook: Rulebook, state: StateRecord, seconds: float, speeds: Sequence[float], scheme: str) -> tuple[int, int]:
    """States analysed and the depth reached by workers of these speeds."""
    question = Question(rulebook, state, Limit(seconds=seconds))
    found = Simulation(question, [VirtualPlan(SPEED * speed) for speed in speeds], scheme=scheme).run()
    return found.nodes, found.report.depth


def real(scale: float) -> Iterator[list[str]]:
    """Ten workers on Connect Four and checkers, fifty on tic-tac-toe, all of them processes."""
    for name, workers, limits in (
        ("connect_four", 10, (3.0, 10.0, 30.0)),
        ("checkers", 10, (3.0, 10.0, 30.0)),
        ("tic_tac_toe", 50, (3.0,)),
    ):
        rulebook, (state,) = states_of(name, 1)
        cluster = Cluster(LocalHosts(workers), megabytes=8)
        try:
            present = cluster.prepare(rulebook)
            for seconds in limits:
                report = cluster.search(rulebook, state, Limit(seconds=seconds * scale))
                speed = report.nodes / max(report.seconds, 1e-6)
                figures = [
                    f"{seconds * scale:g}",
                    rounded(report.nodes),
                    rounded(speed),
                    str(report.depth),
                    f"{report.seconds:.2f}",
                ]
                yield _told([f"{present} on {name.replace('_', '-')}", *figures])
        finally:
            cluster.close()


def states_of(name: str, count: int) -> tuple[Rulebook, list[StateRecord]]:
    """A game and some of its positions, after a few random moves."""
    rulebook = Rulebook(find_game(name))
    moves = {"tic_tac_toe": 0, "connect_four": 2}.get(name, 10)  # few enough for the game to be open
    return rulebook, [Play.replay(rulebook, steps).state for steps in openings(rulebook, count, moves, random.Random(11))]


def _told(row: list[str]) -> list[str]:
    print(" ".join(row), file=sys.stderr, flush=True)
    return row


if __name__ == "__main__":
    main()
