"""Many positions or games on a cluster: how much of the speed of its workers arrives.

python -m bench.bench_batch            about two minutes, on an otherwise quiet machine with two cores
python -m bench.bench_batch --quick    one round
python -m bench.bench_batch --write    write the table into bench/results.md, too

Each worker is a process with one thread. *Two alone* are two processes that know nothing of each other or of a cluster, each with
half of the positions: what the machine gives to two at a time, which share its caches and memory.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.cluster.local_hosts import LocalHosts

from bench.measuring import against_aim, load, machine, rounded, table, write_section
from ludus.cluster.cluster import Cluster
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.contest import PairPlayer, pairs
from ludus.search.arena.openings import openings
from ludus.search.arena.settings import Setting
from ludus.search.engine import Engine
from ludus.search.limit import Limit

RESULTS = Path(__file__).with_name("results.md")
AIM = 0.95
"""Of the sum of the speeds."""

MEGABYTES = 16
A, B = Setting(nodes=20_000, megabytes=4), Setting(nodes=10_000, megabytes=4)
SEED, OPENING = 1, 6


class Work(NamedTuple):
    """Something that there is much of."""

    name: str
    game: str
    amount: int
    limit: Limit | None
    """How far each position is searched; None for pairs of games."""


WORKS = (
    Work("positions, 300,000 nodes each", "connect-four", 60, Limit(nodes=300_000)),
    Work("positions, 100,000 nodes each", "othello", 60, Limit(nodes=100_000)),
    Work("positions, 10,000 nodes each", "connect-four", 1200, Limit(nodes=10_000)),
    Work("pairs of games, 10,000 and 20,000 nodes a move", "connect-four", 24, None),
)

METHOD = """\
Workers are processes of one thread on this machine, `python -m bench.bench_batch`; the median of {rounds} rounds, in each
of which one worker, two workers and two processes without a cluster take turns. Load average {before} before, {after} after."""


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_batch", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one round")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    rounds, before = 1 if chosen.quick else 3, load()
    rows = [row_of(work, rounds) for work in WORKS]
    head = ("what", "game", "one worker, a second", "two workers", "two alone", "two / twice one", "aim", "two / two alone")
    method = METHOD.format(rounds=rounds, before=before, after=load())
    text = "\n\n".join([f"{machine()}.", method, table(head, rows)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Cluster: many positions", text)


def row_of(work: Work, rounds: int) -> list[str]:
    """Measure one kind of work."""
    rulebook = Rulebook(find_game(work.game))
    states = states_of(work, rulebook)
    with ExitStack() as stack:
        one, two = (stack.enter_context(closing(Cluster(LocalHosts(count), megabytes=MEGABYTES))) for count in (1, 2))
        alone = stack.enter_context(closing(Alone(work)))
        for cluster in (one, two):
            cluster.prepare(rulebook)
            done(work, rulebook, states, cluster)  # warms up
        speeds: list[tuple[float, ...]] = []
        for _ in range(rounds):
            times = *(seconds(partial(done, work, rulebook, states, cluster)) for cluster in (one, two)), seconds(alone.run)
            speeds.append(tuple(work.amount / each for each in times))
            print(work.name, *(f"{speed:.2f}" for speed in speeds[-1]), file=sys.stderr, flush=True)
    single, both, apart = (median(column) for column in zip(*speeds, strict=True))
    share = median(each[1] / each[0] / 2 for each in speeds)
    beside = median(each[1] / each[2] for each in speeds)
    figures = [rounded(single), rounded(both), rounded(apart), f"{share:.2f}", against_aim(share, AIM), f"{beside:.2f}"]
    return [work.name, work.game, *figures]


def done(work: Work, rulebook: Rulebook, states: list[StateRecord], cluster: Cluster) -> None:
    """Have a cluster do all of it."""
    if work.limit is not None:
        found = sum(not each.wrong for each in cluster.solve(rulebook, states, work.limit))
    else:
        played = cluster.play(rulebook, A, B, games=2 * work.amount, seed=SEED, opening=OPENING)
        found = sum(not each.wrong for each in played)
    if found != work.amount:
        raise SystemExit(f"{work.amount - found} of {work.amount} failed")


def states_of(work: Work, rulebook: Rulebook) -> list[StateRecord]:
    """The positions."""
    return [Play.replay(rulebook, steps).state for steps in openings(rulebook, work.amount, 8, random.Random(SEED))]


class Alone:
    """Two processes without a cluster."""

    def __init__(self, work: Work) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._pipes: list[Connection] = []
        for half in range(2):
            ours, theirs = spawning.Pipe()
            spawning.Process(target=_work_alone, args=(theirs, work, half), daemon=True).start()
            theirs.close()
            self._pipes.append(ours)
        self.run()

    def run(self) -> None:
        """Let each do its half."""
        for pipe in self._pipes:
            pipe.send(True)
        for pipe in self._pipes:
            pipe.recv()

    def close(self) -> None:
        """Let them end."""
        for pipe in self._pipes:
            pipe.close()


def _work_alone(pipe: Connection, work: Work, half: int) -> None:
    rulebook = Rulebook(find_game(work.game))
    states = states_of(work, rulebook)
    engine, player = Engine(rulebook, threads=1, megabytes=MEGABYTES), PairPlayer(rulebook, A, B, SEED)
    tasks = pairs(rulebook, 2 * work.amount, SEED, OPENING)
    while True:
        try:
            pipe.recv()
        except EOFError:
            engine.close()
            return
        for number in range(half, work.amount, 2):
            if work.limit is not None:
                engine.search(states[number], work.limit)
            else:
                player(tasks[number])
        pipe.send(True)


def seconds(way: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    way()
    return time.perf_counter() - begun


if __name__ == "__main__":
    main()
