"""How punctual the service for analyses is, also when helpers take work and die, and how good its estimates are.

python -m bench.bench_analysis            a hundred requests of each kind (about seven minutes)
python -m bench.bench_analysis --quick    twenty, in about two minutes
python -m bench.bench_analysis --write    write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.measuring import against_aim, load, machine, table, write_section
from ludus.edges.grpc.channel import Channel
from ludus.games import find_game
from ludus.rules.errors import LudusError
from ludus.rules.play import Play
from ludus.rules.positions import write_position
from ludus.rules.rulebook import Rulebook
from ludus.search.arena.openings import openings

RESULTS = Path(__file__).with_name("results.md")

OPENINGS = {"tic-tac-toe": 2, "connect-four": 8, "othello": 12, "checkers": 10}
"""The games, and how many random moves lead to their positions."""

DEPTHS = {"tic-tac-toe": (3, 9), "connect-four": (6, 13), "othello": (4, 9), "checkers": (6, 11)}

SHORTEST, LONGEST = 0.2, 3.0
TYPICAL, WORST = 50.0, 500.0  # the aims, in milliseconds

METHOD = """\
A server, asked over gRPC, one request after the other, for random positions of {games}; games
loaded beforehand. *Late* is the time from the call to the answer, less the limit, which is random between {shortest:g} and
{longest:g} s; who answers before is not late. *Helpers die*: in each request a helper takes a part of the work and is never
heard of again, while the server itself works on. *Estimates*: half of the requests name a depth, half a limit; what was told over
the time from then to the decision. Every request was answered with a move. **The machine was busy with other work**, load
average {before} before and {after} after."""


@dataclass(frozen=True)
class Asked:
    """What was asked, and how long it took: in all, and from the estimate on."""

    limit: float
    estimate: float
    took: float
    decided: float

    @property
    def late(self) -> float:
        """How many milliseconds after the limit it came."""
        return max(0.0, 1e3 * (self.took - self.limit))


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_analysis", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    chosen = parser.parse_args()
    count, before, luck = 20 if chosen.quick else 100, load(), random.Random(1)
    places = {name: positions(name, moves, luck) for name, moves in OPENINGS.items()}
    with serving() as (users, workers, token), Channel(users) as channel:
        for name in places:
            ask(channel, name, "", seconds=0.2)
        alone = [limited(channel, places, luck) for _ in range(count)]
        mixed = [mixture(channel, places, luck) for _ in range(count)]
        with dying(workers, token):
            dead = [limited(channel, places, luck) for _ in range(count)]
    rows = [_row("this machine alone", alone), _row("helpers die", dead)]
    text = METHOD.format(cores=2, games=", ".join(OPENINGS), shortest=SHORTEST, longest=LONGEST, before=before, after=load())
    head = ("requests with a limit", "requests", "late, ms: median", "worst", "aim")
    told = "\n\n".join([f"{machine()}.", text, table(head, rows), table(ESTIMATES, [_estimates(mixed)])])
    print(told)
    if chosen.write:
        write_section(RESULTS, "Analysis service", told)


def positions(name: str, moves: int, luck: random.Random) -> list[str]:
    """Some positions of a game, none of them over."""
    rulebook = Rulebook(find_game(name))
    plays = [Play.replay(rulebook, steps) for steps in openings(rulebook, 20, moves, luck)]
    return [write_position(rulebook, play.state) for play in plays if play.result is None]


def limited(channel: Channel, places: dict[str, list[str]], luck: random.Random) -> Asked:
    """A request with a random limit."""
    name = luck.choice(list(places))
    return ask(channel, name, luck.choice(places[name]), seconds=round(luck.uniform(SHORTEST, LONGEST), 2))


def mixture(channel: Channel, places: dict[str, list[str]], luck: random.Random) -> Asked:
    """A request with a depth or a limit."""
    if luck.random() < 0.5:
        return limited(channel, places, luck)
    name = luck.choice(list(places))
    return ask(channel, name, luck.choice(places[name]), depth=luck.randint(*DEPTHS[name]))


def ask(channel: Channel, game: str, position: str, **limit: Any) -> Asked:
    """Ask, and wait for the decision."""
    began = time.perf_counter()
    events, times = [], []
    for event in channel.stream("AnalysisService", "Analyse", 60.0, game=game, position=position, **limit):
        events.append(event)
        times.append(time.perf_counter())
    if not events[-1].decision.move:
        raise LudusError(f"no decision for {game} {position!r}: {events[-1]}")
    return Asked(limit.get("seconds", 0.0), events[0].estimate.seconds, times[-1] - began, times[-1] - times[0])


@contextmanager
def serving() -> Iterator[tuple[str, str, str]]:
    """A server; where users and workers reach it, and the workers' token."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludus", "serve", "--port", "0", "--web-port", "0", "--grpc"]
        command += ["--grpc-port", "0", "--worker-port", "0", "--store", f"{folder}/bench.db"]
        command += ["--set", "analysis.lost_seconds=0.5"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
            said = ""
            for line in process.stdout or ():
                said += line
                if "kept in" in line:
                    break
            users, workers = (re.search(pattern, said) for pattern in (r"gRPC +(\S+)", r"--connect (\S+)"))
            assert users  # noqa: S101
            assert workers  # noqa: S101
            yield users[1], workers[1], Path(f"{folder}/bench.db.workers").read_text("utf-8").strip()
            process.terminate()
            process.terminate()


@contextmanager
def dying(address: str, token: str) -> Iterator[None]:
    """While this lasts there is always a helper that takes work and is never heard of again."""
    over = threading.Event()

    def die() -> None:
        number = 0
        while not over.is_set():
            number += 1
            with Channel(address, token=token, ludus_worker=f"mortal-{number}") as helper:
                helper.call("SlaveService", "GetWork", 10)

    helping = threading.Thread(target=die)
    helping.start()
    yield
    over.set()
    helping.join()


ESTIMATES = ("estimates", "requests", "estimate / actual: median", "half of them between", "aim")


def _row(name: str, asked: Sequence[Asked]) -> list[str]:
    late = [each.late for each in asked]
    aims = f"median {against_aim(median(late), TYPICAL, ' ms', at_most=True)}, "
    aims += f"worst {against_aim(max(late), WORST, ' ms', at_most=True)}"
    return [name, str(len(late)), f"{median(late):.1f}", f"{max(late):.1f}", aims]


def _estimates(asked: Sequence[Asked]) -> list[str]:
    ratios = sorted(max(each.estimate, 0.001) / max(each.decided, 0.001) for each in asked)
    middle, quarter = median(ratios), len(ratios) // 4
    met = "met" if 0.67 <= middle <= 1.5 else "**missed**"
    half = f"{ratios[quarter]:.2f} and {ratios[-quarter - 1]:.2f}"
    return ["depths and limits", str(len(ratios)), f"{middle:.2f}", half, f"0.67 to 1.5: {met}"]


if __name__ == "__main__":
    main()
