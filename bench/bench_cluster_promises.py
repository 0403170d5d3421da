"""What a cluster promises, and what comes of it: estimates, shares completed, and time limits while workers die.

python -m bench.bench_cluster_promises            a hundred requests of each kind (about half an hour)
python -m bench.bench_cluster_promises --quick    twelve of each
python -m bench.bench_cluster_promises --parts estimates    only the simulated part; `deaths` is the other, with real workers
python -m bench.bench_cluster_promises --schemes shared    only one scheme
python -m bench.bench_cluster_promises --write    write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.cluster.local_hosts import LocalHosts

from bench.cluster_positions import OPENINGS, SPEED
from bench.measuring import against_aim, load, machine, table, write_section
from ludus.cluster.cluster import Cluster
from ludus.cluster.hosts import Host
from ludus.cluster.performance import Performance, Sizes
from ludus.cluster.question import Question
from ludus.cluster.simulator.simulation import Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.limit import Limit
from ludus.server.analysis.experience import Experience, sort_of

RESULTS = Path(__file__).with_name("results.md")
SCHEMES = ("shared", "jobs")
DEPTHS = {"connect_four": (14, 18), "othello": (9, 12), "checkers": (12, 16), "conquest": (5, 7)}
"""Depths that take from some hundredths of a second to about a second, as those do that somebody waits for."""
WORKERS = (1.0, 1.0, 0.5, 0.5)
"""The speeds of the simulated workers."""

WITHIN = 0.67, 1.5
NEAR = 0.15
"""How far a share completed may be from the truth, for half of the requests."""

TYPICAL, WORST = 50.0, 500.0  # the aims, in milliseconds

METHOD = """\
*Estimates*: {count} requests for random positions of {games}, half with a depth, half with a limit of 0.1 to 1 s, on four
simulated workers, two of them of half speed; told beforehand as the service tells it, from what the searches before it
took, over what it took. The first requests of each game, five (two with `--quick`), are not counted. *Shares*: each search
of a depth that takes at least 20 ms is done to the end, and again with a random part of that time as its limit; its share
completed against that part.
*Deaths*: {deaths} requests with limits of 0.2 to 3 s to three real workers, of which one is killed in each and another
comes for it. Load average {before} before and {after} after."""


SHORTEST = 0.02
"""Searches that take fewer seconds are not cut: a share of what lasts as long as a few messages means nothing."""


class PromiseSet(NamedTuple):
    """What came of many requests: estimate over actual, for those with a depth and those with a limit; and by how much shares
    were too high, for each game.
    """

    by_depth: list[float]
    by_time: list[float]
    errors: dict[str, list[float]]


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_cluster_promises", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    parser.add_argument("--parts", default="estimates,deaths")
    parser.add_argument("--schemes", default=",".join(SCHEMES))
    chosen = parser.parse_args()
    count, before, found, late = 12 if chosen.quick else 100, load(), [], []
    if "estimates" in chosen.parts:
        made = {scheme: promises(scheme, count, 2 if chosen.quick else 5) for scheme in chosen.schemes.split(",")}
        head = ("scheme", "requests", "number", "estimate / actual: median", "half within a factor of", "nine tenths", "aim")
        found.append(table(head, [row for scheme in made for row in estimate_rows(scheme, made[scheme])]))
        shares = ("scheme", "game", "searches", "share: median error", "too high by", "aim")
        found.append(table(shares, [row for scheme in made for row in share_rows(scheme, made[scheme])]))
    if "deaths" in chosen.parts:
        late = deaths(count)
        worst, typical = max(late), median(late)
        row = [str(len(late)), f"{typical:.0f}", f"{worst:.0f}", against_aim(typical, TYPICAL, " ms", at_most=True)]
        kinds = ("requests, a worker killed in each", "late, ms: median", "worst", "aim, median", "aim, worst")
        found.append(table(kinds, [[*row, against_aim(worst, WORST, " ms", at_most=True)]]))
    games = ", ".join(name.replace("_", "-") for name in DEPTHS)
    method = METHOD.format(count=count, games=games, deaths=len(late), before=before, after=load())
    text = "\n\n".join([f"{machine()}.", method, *found])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Cluster: promises", text)


def promises(scheme: str, count: int, first: int) -> PromiseSet:
    """Ask simulated workers, and compare; the first requests of each game are there to learn from."""
    luck, made = random.Random(3), PromiseSet([], [], {})
    books = {name: Rulebook(find_game(name)) for name in DEPTHS}
    known = {name: (Sizes(), Performance()) for name in DEPTHS}
    experience = Experience()
    for number in range(count + first * len(DEPTHS)):
        name = list(DEPTHS)[number % len(DEPTHS)]
        rulebook, (durations, performance) = books[name], known[name]
        state = _position(rulebook, name, luck)
        by_depth = number // len(DEPTHS) % 2 == 0
        limit = Limit(depth=luck.randint(*DEPTHS[name])) if by_depth else Limit(seconds=round(luck.uniform(0.1, 1.0), 2))
        raw = limit.seconds or (durations.expected(limit.depth or 1) if durations.logs else 0.0)
        sort = sort_of(rulebook, state, limit)
        told = experience.expect(sort, raw)
        took, report_depth = asked(scheme, Question(rulebook, state, limit), performance)
        if limit.depth and report_depth == limit.depth:
            durations.note(limit.depth, took)
        if raw:
            experience.note(sort, raw, took)
        if number < first * len(DEPTHS) or not raw:
            continue
        (made.by_depth if limit.depth else made.by_time).append(min(told, limit.seconds or math.inf) / took)
        if limit.depth and took >= SHORTEST and report_depth == limit.depth:
            part = luck.uniform(0.1, 0.9)
            asked_again = Question(rulebook, state, Limit(depth=limit.depth, seconds=part * took))
            cut = Simulation(asked_again, _plans(), scheme=scheme, performance=performance).run()
            made.errors.setdefault(name, []).append(cut.report.completed - part)
            print(f"{scheme} {name}: {cut.report.completed:.2f} at {part:.2f}", file=sys.stderr, flush=True)
        print(
            f"{scheme} {name} {limit.depth or limit.seconds}: told {told:.3f} s, took {took:.3f} s", file=sys.stderr, flush=True
        )
    return made


def asked(scheme: str, question: Question, performance: Performance) -> tuple[float, int]:
    """How long an answer took, and how deep it is."""
    found = Simulation(question, _plans(), scheme=scheme, performance=performance).run()
    return max(found.seconds, 1e-3), found.report.depth


def estimate_rows(scheme: str, made: PromiseSet) -> Iterator[list[str]]:
    """Rows of the table: requests with a depth, with a time limit, and all."""
    for name, ratios in (("depth", made.by_depth), ("time", made.by_time), ("all", made.by_depth + made.by_time)):
        if ratios:
            typical, off = median(ratios), sorted(abs(math.log(each)) for each in ratios)
            aim = f"{WITHIN[0]} to {WITHIN[1]}: {'met' if WITHIN[0] <= typical <= WITHIN[1] else '**missed**'}"
            half, most = math.exp(median(off)), math.exp(off[int(0.9 * len(off))])
            yield [scheme, name, str(len(ratios)), f"{typical:.2f}", f"{half:.1f}", f"{most:.1f}", aim if name == "all" else ""]


def share_rows(scheme: str, made: PromiseSet) -> Iterator[list[str]]:
    """Rows of the table: each game, and all."""
    everything = [each for errors in made.errors.values() for each in errors]
    for name, errors in (*made.errors.items(), ("all", everything)):
        if errors:
            error = median(map(abs, errors))
            aim = against_aim(error, NEAR, at_most=True) if name == "all" else ""
            yield [scheme, name.replace("_", "-"), str(len(errors)), f"{error:.2f}", f"{median(errors):+.2f}", aim]


def _plans() -> list[VirtualPlan]:
    return [VirtualPlan(SPEED * speed) for speed in WORKERS]


def _position(rulebook: Rulebook, name: str, luck: random.Random) -> StateRecord:
    (steps,) = openings(rulebook, 1, OPENINGS[name], luck)
    return Play.replay(rulebook, steps).state


class MortalHosts(LocalHosts):
    """Hosts of which one can be killed; another comes for it."""

    def kill_one(self, luck: random.Random) -> None:
        """Kill a member, and put a new host in place of its own."""
        alive = [name for name, process in self.processes.items() if process.is_alive()]
        if alive:
            name = luck.choice(alive)
            self.processes[name].kill()
            gone = name.rpartition("@")[2]
            self.hosts = [host for host in self.hosts if host.name != gone]
            self.hosts.append(Host(f"host{time.monotonic_ns()}", "127.0.0.1", 1))


def deaths(count: int) -> list[float]:
    """How many milliseconds each answer is late while a worker is killed in each search."""
    luck, rulebook, late = random.Random(5), Rulebook(find_game("connect-four")), []
    hosts = MortalHosts(3)
    cluster = Cluster(hosts, megabytes=8)
    try:
        cluster.prepare(rulebook)
        for _ in range(count):
            state, seconds = _position(rulebook, "connect_four", luck), luck.uniform(0.2, 3.0)
            timer = threading.Timer(luck.uniform(0.0, seconds), hosts.kill_one, [luck])
            timer.start()
            begun = time.monotonic()
            report = cluster.search(rulebook, state, Limit(seconds=seconds))
            late.append(max(0.0, 1e3 * (time.monotonic() - begun - seconds)))
            if report.move not in rulebook.moves(state):
                raise SystemExit(f"{report.move} is no legal move")
            timer.join()
            print(f"limit {seconds:.2f} s, late {late[-1]:.1f} ms", file=sys.stderr, flush=True)
            cluster.prepare(rulebook)
    finally:
        cluster.close()
    return late


if __name__ == "__main__":
    main()
