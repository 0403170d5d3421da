"""How much sooner two machines of one core search a position than one, with Ray and real sockets, all on this machine.

python -m bench.bench_ray             three positions of four games, 10 s and more for one worker; and eight workers
python -m bench.bench_ray --quick     one position a game, 2 s
python -m bench.bench_ray --two       only one and two workers, without the simulator: a quarter of an hour
python -m bench.bench_ray --write     write the tables into bench/results.md, too

It needs two idle cores. At the end it asks the simulator about two workers with the same speed at the latency of a millisecond,
which takes longer than all the rest, and during which others may use the machine.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from statistics import geometric_mean
from typing import TypeAlias

from bench.cluster_positions import OPENINGS
from bench.measuring import against_aim, load, machine, table, write_section
from ludus.cluster.cluster import Cluster
from ludus.cluster.question import Question
from ludus.cluster.ray_hosts import RayHosts, offer, start_head
from ludus.cluster.simulator.simulation import Network, Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

RESULTS = Path(__file__).with_name("results.md")
GAMES = ("othello", "checkers", "connect_four", "santorini")
FLOOR = 1.5
MEGABYTES = 64
EIGHT = 8

Task: TypeAlias = tuple[str, StateRecord, int, float]
"""A game, a position, how far to look, and how fast one worker is."""

METHOD = """\
Ray on this machine, each worker a process with one thread and a table of {megabytes} MB, entries over ZeroMQ. {count}
positions (random openings, seed {seed}), to the depth for which one worker needs at least {seconds:g} s; one run each, with fresh
tables. *Eight* is eight workers on {cores} cores. *Simulated* is two virtual workers with the speed of one here. The same
value was found in {equal} of {runs} runs. Load average {before} before and {after} after."""


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_ray", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--two", action="store_true", help="measure only one and two workers, and simulate nothing")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--seed", type=int, default=3)
    chosen = parser.parse_args()
    count, seconds, before = (1, 2.0, load()) if chosen.quick else (3, 10.0, load())
    books = {name: Rulebook(find_game(name)) for name in chosen.games.split(",")}
    tasks = [(name, *each) for name, rules in books.items() for each in positions_of(rules, name, count, seconds, chosen.seed)]
    times: dict[int, list[float]] = {}
    values: dict[int, list[int]] = {}
    with tempfile.TemporaryDirectory(prefix="lr", dir="/tmp") as place:  # the paths of Ray's sockets must be short
        os.environ.update(RAY_AUTH_TOKEN_PATH=f"{place}/token", RAY_TMPDIR=place)
        port = free_port()
        processes = [start_head(port, 1)]
        try:
            for workers in (1, 2) if chosen.two else (1, 2, EIGHT):
                while len(processes) < workers:  # one after the other: many at once make Ray on two cores lose its head
                    node = offer(f"127.0.0.1:{port}", 1)
                    processes.append(node.process)
                    while not node.has_begun and node.process.poll() is None:
                        time.sleep(0.2)
                times[workers], values[workers] = measure(f"127.0.0.1:{port}", books, tasks, workers)
        finally:
            for process in reversed(processes):
                process.send_signal(signal.SIGTERM)
                process.wait(60)
    after = load()
    simulated = [] if chosen.two else [simulate(books[name], state, depth, speed) for name, state, depth, speed in tasks]
    equal = sum(value == first for each in values.values() for value, first in zip(each, values[1], strict=True))
    rows = rows_of(tasks, times, simulated)
    facts = {"megabytes": MEGABYTES, "count": len(tasks), "seed": chosen.seed, "seconds": seconds, "cores": os.cpu_count()}
    method = METHOD.format(**facts, equal=equal, runs=sum(map(len, values.values())), before=before, after=after)
    head = ("game", "depth", "one, s", "two, s", "sooner", "simulated", "eight, s", "eight / two")
    text = "\n\n".join([f"{machine()}.", method, table(head, rows)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Cluster: Ray for real", text)


def rows_of(tasks: Sequence[Task], times: dict[int, list[float]], simulated: list[float]) -> list[list[str]]:
    """A row for each position, and one for all; what was not measured stays empty."""
    ones, twos, eights = times[1], times[2], times.get(EIGHT, [])
    sooner = [one / two for one, two in zip(ones, twos, strict=True)]
    crowded = [eight / two for eight, two in zip(eights, twos, strict=False)]
    columns = [[f"{each:.2f}" for each in column] for column in (ones, twos, sooner, simulated, eights, crowded)]
    named = [[name.replace("_", "-"), str(depth)] for name, _, depth, _ in tasks]
    rows = [[*named[at], *(column[at] if column else "" for column in columns)] for at in range(len(tasks))]
    mean, virtual, slower = (f"{geometric_mean(each):.2f}" if each else "" for each in (sooner, simulated, crowded))
    rows.append(["**all**", "", "", "", f"**{mean}** {against_aim(float(mean), FLOOR)}", virtual, "", slower])
    return rows


def measure(address: str, books: dict[str, Rulebook], tasks: Sequence[Task], workers: int) -> tuple[list[float], list[int]]:
    """The seconds that each position takes, and its value; the machines know only the game that is measured."""
    spent, values = [], []
    for game, rules in books.items():
        with closing(Cluster(RayHosts(address), megabytes=MEGABYTES)) as cluster:
            wait_for_workers(cluster, rules, workers)
            for name, state, depth, _ in tasks:
                if name != game:
                    continue
                begun = time.monotonic()
                values.append(cluster.search(rules, state, Limit(depth=depth)).value)
                spent.append(time.monotonic() - begun)
                print(f"{workers} workers, {name}, {depth} moves: {spent[-1]:.2f} s", file=sys.stderr, flush=True)
    return spent, values


def wait_for_workers(cluster: Cluster, rules: Rulebook, workers: int) -> None:
    """Go on when all of them know the game."""
    end = time.monotonic() + 180
    while cluster.prepare(rules) < workers:
        if time.monotonic() > end:
            sys.exit(f"only {cluster.prepare(rules)} of {workers} workers have come")
        time.sleep(0.2)


def positions_of(rules: Rulebook, name: str, count: int, seconds: float, seed: int) -> Iterator[tuple[StateRecord, int, float]]:
    """Positions, how far to look so that one thread takes at least so many seconds, and how fast it is."""
    engine = Engine(rules, threads=1, megabytes=MEGABYTES)
    for steps in openings(rules, 20 * count, OPENINGS[name], random.Random(seed)):
        state = Play.replay(rules, steps).state
        engine.forget()
        begun = time.monotonic()
        for depth in range(1, 60):
            report = engine.search(state, Limit(depth=depth))
            spent = time.monotonic() - begun
            if report.exact or spent > seconds:
                break
        if not report.exact and spent < 6 * seconds:
            yield state, depth, report.nodes / max(report.seconds, 1e-3)
            count -= 1
        if count == 0:
            break
    engine.close()


def simulate(rules: Rulebook, state: StateRecord, depth: int, speed: float) -> float:
    """How much sooner two virtual workers are than one."""
    question, network = Question(rules, state, Limit(depth=depth)), Network(0.001)
    one, two = (
        Simulation(question, [VirtualPlan(speed)] * workers, network=network, megabytes=MEGABYTES).run() for workers in (1, 2)
    )
    print(
        f"simulated, {rules.game.name}, {depth} moves: {one.seconds / two.seconds:.2f} times as soon", file=sys.stderr, flush=True
    )
    return one.seconds / two.seconds


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
