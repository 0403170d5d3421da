"""How much sooner many machines search a position than one, in virtual time.

python -m bench.bench_cluster              four positions a game, 10 s each for one worker (hours)
python -m bench.bench_cluster --quick      one position a game, 4 s each (minutes)
python -m bench.bench_cluster --games othello,checkers --workers 2,8 --positions 2 --seconds 5 --schemes shared
python -m bench.bench_cluster --write      write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean

from bench.measuring import against_aim, load, machine, table, write_section
from ludus.cluster.question import Question
from ludus.cluster.simulator.simulation import Network, Simulated, Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

RESULTS = Path(__file__).with_name("results.md")

OPENINGS = {"connect_four": 8, "othello": 12, "checkers": 12, "conquest": 8, "santorini": 6}
"""The games, and how many random moves lead to their positions."""

SPEED = 2e6
"""Positions a second of a virtual worker."""

FLOORS = {2: 1.6, 4: 2.5, 8: 3.8, 16: 5.0, 32: 6.5, 50: 7.5}
BEFORE = {2: 1.46, 4: 2.23, 8: 3.06, 16: 3.98, 32: 5.08, 50: 5.55}
"""What the scheme had when it was first tried, with searches of 1.2 to 3.6 s."""

MIXTURES = {"8 equal": [1.0] * 8, "4 + 4": [1.0] * 4 + [0.5] * 4, "6 + 2": [1.0] * 6 + [0.5] * 2, "2 + 6": [1.0] * 2 + [0.5] * 6}
"""Workers of full and of half speed."""

METHOD = """\
Virtual time: each worker is a real search of one thread with a table of its own, {speed:g} million positions a second, and a
message takes {latency:g} ms. One worker needs about {seconds:g} s for a position ({nodes} positions, random openings, seed
{seed}); one run a cell. *Sooner* is one worker's time to the depth over that of all: the geometric mean, with the lowest and the
highest. *More nodes* is how many times as many positions they look at. The same value was found in {equal} of {runs} runs. Load
average {before} before and {after} after; virtual time does not depend on it."""


@dataclass(frozen=True)
class Cell:
    """One position with one number of workers."""

    game: str
    scheme: str
    workers: int
    sooner: float
    more_nodes: float
    busy: float
    equal: bool
    items: float
    """Entries and marks that a worker sends in a second."""


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_cluster", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    parser.add_argument("--games", default=",".join(OPENINGS))
    parser.add_argument("--workers", default="2,4,8,16,32,50")
    parser.add_argument("--schemes", default="shared,jobs")
    parser.add_argument("--positions", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--latency", type=float, default=1.0, help="milliseconds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixtures", action="store_true", help="workers of different speeds instead of different numbers")
    chosen = parser.parse_args()
    positions = chosen.positions or (1 if chosen.quick else 4)
    seconds, before = chosen.seconds or (4.0 if chosen.quick else 10.0), load()
    cells: list[Cell] = []
    for name in chosen.games.split(","):
        cells += measure(name, positions, seconds, chosen)
    number, equal = positions * len(chosen.games.split(",")), sum(cell.equal for cell in cells)
    facts = {"speed": SPEED / 1e6, "latency": chosen.latency, "seconds": seconds, "nodes": number, "seed": chosen.seed}
    method = METHOD.format(**facts, equal=equal, runs=len(cells), before=before, after=load())
    text = "\n\n".join([f"{machine()}.", method, *tables(cells, mixtures=chosen.mixtures)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Cluster: mixtures" if chosen.mixtures else "Cluster", text)


def measure(name: str, count: int, seconds: float, chosen: argparse.Namespace) -> Iterator[Cell]:
    """All cells of a game."""
    rulebook = Rulebook(find_game(name))
    network = Network(chosen.latency / 1000)
    for state, depth in positions_of(rulebook, name, count, seconds, chosen.seed):
        question = Question(rulebook, state, Limit(depth=depth))
        alone = Simulation(question, [VirtualPlan(SPEED)], network=network).run()
        groups = list(MIXTURES.values()) if chosen.mixtures else [[1.0] * int(n) for n in chosen.workers.split(",")]
        for scheme in chosen.schemes.split(","):
            for speeds in groups:
                found = Simulation(question, [VirtualPlan(SPEED * s) for s in speeds], scheme=scheme, network=network).run()
                yield told(name, scheme, speeds, depth, alone, found)


def told(name: str, scheme: str, speeds: Sequence[float], depth: int, alone: Simulated, found: Simulated) -> Cell:
    """One cell, said to whoever waits."""
    equal = found.report.value == alone.report.value
    sooner, more = alone.seconds / found.seconds, found.nodes / alone.nodes
    print(
        f"{name} {scheme} {len(speeds)} of {sum(speeds):g}, {depth} moves: {alone.seconds:.2f} s, {sooner:.2f} times as soon, "
        f"{more:.2f} nodes, busy {found.busy:.2f}, useful {found.useful:.2f}{'' if equal else ', ANOTHER VALUE'}",
        file=sys.stderr,
        flush=True,
    )
    total = sum(speeds)
    group = next((n for n, (_, each) in enumerate(MIXTURES.items()) if each == list(speeds)), 0) if total != len(speeds) else 0
    workers = len(speeds) if total == len(speeds) else -group
    rate = found.items / found.seconds / len(speeds)
    return Cell(name, scheme, workers, sooner / total if workers <= 0 else sooner, more, found.busy, equal, rate)


def positions_of(rulebook: Rulebook, name: str, count: int, seconds: float, seed: int) -> Iterator[tuple[StateRecord, int]]:
    """Positions, and how far to look so that one worker takes about so many seconds, but not half as many."""
    engine, wanted = Engine(rulebook, threads=1, megabytes=16), int(seconds * SPEED * 1.5)
    found = 0
    for steps in openings(rulebook, 50 * count, OPENINGS[name], random.Random(seed)):
        state = Play.replay(rulebook, steps).state
        engine.forget()
        nodes: dict[int, int] = {}
        for depth in range(1, 60):  # a depth that is asked for is not proved instead
            nodes[depth] = engine.search(state, Limit(depth=depth)).nodes + nodes.get(depth - 1, 0)
            if nodes[depth] > wanted:
                break
        deep = [depth for depth, taken in nodes.items() if seconds * SPEED * 0.5 <= taken <= 2 * wanted]
        if deep and not engine.search(state, Limit(depth=min(deep))).exact:
            yield state, min(deep)
            found += 1
        if found == count:
            break
    engine.close()


def tables(cells: Sequence[Cell], *, mixtures: bool) -> list[str]:
    """A table for each scheme."""
    groups: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        groups[cell.scheme, cell.workers].append(cell)
    games = list(dict.fromkeys(cell.game for cell in cells))
    rows = []
    for (scheme, workers), group in groups.items():
        means = [geometric_mean(cell.sooner for cell in group if cell.game == game) for game in games]
        mean = geometric_mean(cell.sooner for cell in group)
        spread = f"{min(cell.sooner for cell in group):.2f} to {max(cell.sooner for cell in group):.2f}"
        more = geometric_mean(cell.more_nodes for cell in group)
        busy = sum(cell.busy for cell in group) / len(group)
        items = sum(cell.items for cell in group) / len(group)
        aim = against_aim(mean, FLOORS.get(workers)) if scheme == "shared" and not mixtures else ""
        kind = list(MIXTURES)[-workers if workers <= 0 else 0] if mixtures else str(workers)
        first = f"{BEFORE[workers]:.2f}" if scheme == "shared" and workers in BEFORE and not mixtures else ""
        figures = [*(f"{each:.2f}" for each in means), f"**{mean:.2f}**", spread, f"{more:.2f}", f"{busy:.2f}", f"{items:,.0f}"]
        rows.append([scheme, kind, *figures, first, aim])
    sooner = "sooner / sum of speeds" if mixtures else "sooner"
    names = [game.replace("_", "-") for game in games]
    head = ("scheme", "workers", *names, sooner, "spread", "more nodes", "busy", "items/s each", "first tried", "floor")
    return [table(head, rows)]


if __name__ == "__main__":
    main()
