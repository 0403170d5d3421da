"""How much sooner many machines search a position than one, in virtual time.

python -m bench.bench_cluster              four positions a game, at least 10 s each for one worker (hours)
python -m bench.bench_cluster --quick      one position a game, at least 1 s each, up to eight workers (minutes)
python -m bench.bench_cluster --games othello,checkers --workers 2,8 --schemes shared     a slice of it
python -m bench.bench_cluster --mixtures   workers of different speeds
python -m bench.bench_cluster --write      measure nothing: write the tables of all that was measured into bench/results.md

Every cell is kept in a file as soon as it is measured, and not measured again: a run that was stopped goes on where it was. One
core is enough, and since the time is virtual, it does not matter what else the machine does.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import geometric_mean

from bench.cluster_cells import BenchPosition, Cell, CellFile, Setting, version_of_code
from bench.cluster_positions import OPENINGS, SPEED, Positions
from bench.measuring import against_aim, machine, table, write_section
from ludus.cluster.question import Question
from ludus.cluster.scheme import SCHEMES
from ludus.cluster.simulator.simulation import Network, Simulation
from ludus.cluster.simulator.worker import VirtualPlan

RESULTS = Path(__file__).with_name("results.md")

FLOORS = {"2": 1.6, "4": 2.5, "8": 3.8, "16": 5.0, "32": 6.5, "50": 7.5}
AIMS = {"2": 1.7, "4": 2.8, "8": 4.5, "16": 6.5, "32": 9.0, "50": 11.0}
BEFORE = {"2": 1.46, "4": 2.23, "8": 3.06, "16": 3.98, "32": 5.08, "50": 5.55}
"""What the scheme *shared* had when it was first tried, with searches of 1.2 to 3.6 s."""

PUBLISHED = """\
Published, all for chess with long searches: ABDADA on shared memory 1.92, 3.59, 6.44, 10.88 and 16.75 with 2, 4, 8, 16 and 32
processors; young brothers wait, by messages, about 25 with 32 and 34 with 64; APHID 14 with 16."""

MIXTURES = {"8": [1.0] * 8, "4 + 4": [1.0] * 4 + [0.5] * 4, "6 + 2": [1.0] * 6 + [0.5] * 2, "2 + 6": [1.0] * 2 + [0.5] * 6}
"""Workers of full and of half speed."""

BUSY = 0.95
LEAST_OF_EQUAL = 0.9
"""What a mixture must have of the equal workers' speed-up for the sum of the speeds."""

METHOD = """\
Virtual time: each worker is a real search of one thread with a table of {megabytes} MB of its own, {speed:g} million positions a
second, and a message takes {latency:g} ms. One worker needs {least:.1f} to {most:.1f} s for a position ({positions} positions,
random openings, seed {seed}). *Sooner* is one worker's time to the depth over that of all: the geometric mean, with the lowest
and the highest. *More nodes* is how many times as many positions they look at; *useful* the share of received items that told
something new. The same value was found in {equal} of {runs} runs."""


def main() -> None:
    """Measure what is missing, print the tables of all that is known, and write them when asked to."""
    chosen = _parser().parse_args()
    quick = chosen.quick
    setting = Setting(
        chosen.seconds or (1.0 if quick else 10.0), chosen.latency, chosen.table or (16 if quick else 64), chosen.seed
    )
    kept = CellFile(chosen.cells)
    if not chosen.write:
        equal = chosen.workers or ("2,4,8" if quick else "2,4,8,16,32,50")
        groups = MIXTURES if chosen.mixtures else {n: [1.0] * int(n) for n in equal.split(",")}
        count = chosen.positions or (1 if quick else 4)
        measure(kept, setting, chosen, groups, count)
    for heading, text in sections(kept, setting):
        print(f"## {heading}\n\n{text}\n")
        if chosen.write:
            write_section(RESULTS, heading, text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.bench_cluster", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument(
        "--write", action="store_true", help=f"write all that was measured into {RESULTS.name}, and measure nothing"
    )
    parser.add_argument("--games", default=",".join(OPENINGS))
    parser.add_argument("--workers", help="numbers of equal workers: 2,4,8,16,32,50")
    parser.add_argument("--mixtures", action="store_true", help="workers of different speeds instead of different numbers")
    parser.add_argument("--schemes", default=",".join(SCHEMES))
    parser.add_argument("--positions", type=int, help="how many a game")
    parser.add_argument("--repeats", type=int, default=1, help="runs a cell; all but the first let workers come a little later")
    parser.add_argument("--seconds", type=float, help="what one worker needs for a position at least")
    parser.add_argument("--latency", type=float, default=1.0, help="milliseconds")
    parser.add_argument("--table", type=int, help="megabytes of each worker's table")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="measure also what was measured by another version of the code")
    parser.add_argument(
        "--cells", type=Path, default=Path(__file__).with_name("cluster_cells.jsonl"), help="where cells are kept"
    )
    return parser


def measure(kept: CellFile, setting: Setting, chosen: argparse.Namespace, groups: dict[str, list[float]], count: int) -> None:
    """Measure all cells that are missing: of every game the first position before the second, and one scheme after the other."""
    games = {name: Positions(name, setting, kept) for name in chosen.games.split(",")}
    code = version_of_code()
    for scheme in chosen.schemes.split(","):
        for repeat in range(chosen.repeats):
            for index in range(count):
                for name, positions in games.items():
                    position, question = positions.get(index)
                    for group, speeds in groups.items():
                        known = kept.cells.get((setting, name, index, scheme, group, repeat))
                        if known is None or (chosen.again and known.code != code):
                            cell = run(position, question, scheme, group, speeds, repeat, code)
                            kept.keep(cell)
                            tell(cell, position)


def run(
    position: BenchPosition, question: Question, scheme: str, group: str, speeds: Sequence[float], repeat: int, code: str
) -> Cell:
    """Measure one cell."""
    setting, luck = position.setting, random.Random(repeat)
    plans = [VirtualPlan(SPEED * speed, joins=luck.uniform(0.0, 0.002) if repeat else 0.0) for speed in speeds]
    network = Network(setting.latency / 1000)
    found = Simulation(question, plans, scheme=scheme, network=network, megabytes=setting.megabytes).run(20 * position.seconds)
    done = found.report.completed >= 1.0
    return Cell(
        setting=setting,
        game=position.game,
        index=position.index,
        scheme=scheme,
        group=group,
        repeat=repeat,
        speeds=sum(speeds),
        workers=len(speeds),
        sooner=position.seconds / found.seconds,
        more_nodes=found.nodes / position.nodes,
        busy=found.busy,
        items=found.items / found.seconds / len(speeds),
        useful=found.useful,
        equal=done and found.report.value == position.value,
        code=code,
    )


def tell(cell: Cell, position: BenchPosition) -> None:
    """Say to whoever waits what a cell holds."""
    print(
        f"{cell.game} {cell.index}, {position.depth} moves, {position.seconds:.1f} s; {cell.scheme} {cell.group}: "
        f"{cell.sooner:.2f} times as soon, {cell.more_nodes:.2f} nodes, busy {cell.busy:.2f}, useful {cell.useful:.2f}"
        f"{'' if cell.equal else ', ANOTHER VALUE'}",
        file=sys.stderr,
        flush=True,
    )


def sections(kept: CellFile, setting: Setting) -> list[tuple[str, str]]:
    """The headings and texts of all that is known for a setting."""
    cells = kept.of(setting)
    equal = [cell for cell in cells if cell.group.isdigit()]
    games = {cell.game for cell in cells if not cell.group.isdigit()}
    mixed = [cell for cell in cells if cell.group in MIXTURES and cell.game in games]
    found = []
    if equal:
        found.append(("Cluster", "\n\n".join([*introduction(kept, setting, equal), table_of_numbers(equal), PUBLISHED])))
    if mixed:
        found.append(("Cluster: mixtures", "\n\n".join([*introduction(kept, setting, mixed), table_of_mixtures(mixed)])))
    return found


def introduction(kept: CellFile, setting: Setting, cells: Sequence[Cell]) -> list[str]:
    """The machine and how it was measured."""
    used = [kept.positions[key] for key in {(setting, cell.game, cell.index) for cell in cells}]
    facts = {"megabytes": setting.megabytes, "speed": SPEED / 1e6, "latency": setting.latency, "seed": setting.seed}
    facts |= {"least": min(each.seconds for each in used), "most": max(each.seconds for each in used), "positions": len(used)}
    text = METHOD.format(**facts, equal=sum(cell.equal for cell in cells), runs=len(cells))
    versions = len({cell.code for cell in cells})
    return [f"{machine()}.", text + (f" They are of {versions} versions of the code." if versions > 1 else "")]


def table_of_numbers(cells: Sequence[Cell]) -> str:
    """Equal workers, by their number."""
    rows = []
    for scheme, number, group in grouped(cells, lambda cell: cell.workers):
        mean = _mean(group)
        aims = ["", "", ""]
        if scheme == "shared":
            name = str(number)
            first = f"{BEFORE[name]:.2f}" if name in BEFORE else ""
            aims = [first, against_aim(mean, FLOORS.get(name)), against_aim(mean, AIMS.get(name))]
        rows.append([scheme, str(number), *figures(group, games_of(cells)), *aims])
    return table(("scheme", "workers", *heads(cells), "first tried", "floor", "aim"), rows)


def table_of_mixtures(cells: Sequence[Cell]) -> str:
    """Fast and slow workers: what each unit of speed is worth."""
    kinds, rows, equal = list(MIXTURES), [], 0.0
    for scheme, kind, group in grouped(cells, lambda cell: kinds.index(cell.group)):
        worth = geometric_mean(cell.sooner / cell.speeds for cell in group)
        equal = worth if kind == 0 else equal
        busy = sum(cell.busy for cell in group) / len(group)
        name = "8 equal" if kind == 0 else f"{kinds[kind]} of half speed"
        share = [f"{worth / equal:.2f}", against_aim(worth / equal, LEAST_OF_EQUAL)] if equal else ["", ""]
        rows.append([scheme, name, *figures(group, games_of(cells)), f"{worth:.3f}", *share, against_aim(busy, BUSY)])
    return table(("scheme", "workers", *heads(cells), "a unit of speed", "of equal", "aim", "busy, aim"), rows)


def grouped(cells: Sequence[Cell], rank: Callable[[Cell], int]) -> list[tuple[str, int, list[Cell]]]:
    """Cells by scheme and by their rank among the groups of workers, in order."""
    names = [scheme for scheme in SCHEMES if any(cell.scheme == scheme for cell in cells)]
    ranks = sorted({rank(cell) for cell in cells})
    groups = [(name, each, [c for c in cells if c.scheme == name and rank(c) == each]) for name in names for each in ranks]
    return [entry for entry in groups if entry[2]]


def games_of(cells: Sequence[Cell]) -> list[str]:
    """The games in their usual order."""
    return [name for name in OPENINGS if any(cell.game == name for cell in cells)]


def heads(cells: Sequence[Cell]) -> list[str]:
    """The heads of `figures`."""
    names = [name.replace("_", "-") for name in games_of(cells)]
    return ["runs", *names, "sooner", "spread", "more nodes", "busy", "items/s each", "useful"]


def figures(group: Sequence[Cell], games: Sequence[str]) -> list[str]:
    """The figures that every table has."""
    by_game = [[cell for cell in group if cell.game == game] for game in games]
    every = [cell.sooner for cell in group]
    means = [sum(getattr(cell, name) for cell in group) / len(group) for name in ("busy", "items", "useful")]
    return [
        str(len(group)),
        *(f"{_mean(cells):.2f}" if cells else "" for cells in by_game),
        f"**{_mean(group):.2f}**",
        f"{min(every):.2f} to {max(every):.2f}",
        f"{geometric_mean(cell.more_nodes for cell in group):.2f}",
        f"{means[0]:.2f}",
        f"{means[1]:,.0f}",
        f"{means[2]:.2f}",
    ]


def _mean(cells: Sequence[Cell]) -> float:
    return geometric_mean(cell.sooner for cell in cells)


if __name__ == "__main__":
    main()
