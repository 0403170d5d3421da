"""Many tournaments at once on one server, and `ludus tournament run` on all cores.

python -m bench.bench_tournaments            3 rounds of 200 tournaments with 2,000 programs; about 1,000 games of Connect Four
python -m bench.bench_tournaments --quick    40 tournaments with 400 programs, and about 200 games
python -m bench.bench_tournaments --write    write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import structlog

from bench.measuring import against_aim, load, machine, rounded, table, write_section
from ludus.server.accounts.accounts import Accounts
from ludus.server.catalogue import Catalogue
from ludus.server.core import Core
from ludus.server.policy import AccountPolicy, Policy
from ludus.server.settings import Settings
from ludus.server.store.address import open_store
from ludus.wire.messages import AnyRequest, Ask, Guest, Move, Operator, TournamentNew, TournamentOver, TournamentStart

RESULTS = Path(__file__).parent / "results.md"

PLAYERS = 10
"""In each tournament: a round robin of 45 games of tic-tac-toe."""

AIM = 0.95
"""The share of all cores that `tournament run` is to use."""

ROUNDS = 3
FLAT = 1.1
"""How many times as much memory the last round may leave as the first one: the same tournaments again should need no more."""

METHOD = """\
*Many at once*: every tournament is a round robin of {players} programs at tic-tac-toe, which choose at random; all of them play
at once, in {rounds} rounds one after the other. Programs run in the same process as the server, without sockets and without a
log; every move is on disk (SQLite, `synchronous=FULL`) before it is acknowledged. Memory is that of the whole process, programs
included. *On all cores*: `ludus tournament run`, eight settings of the computer player (depth 1 to 8) at Connect Four, everybody
against everybody twice, with four random moves at the beginning. {quick}Load average {before} before and {after} after, this
measurement included. Speeds of the server are for each second of processor time, since other work may run on the machine; the
share of all cores means nothing if there is much of it."""


@dataclass(frozen=True, slots=True)
class Round:
    """What one round of tournaments took."""

    tournaments: int
    finished: int
    games: int
    moves: int
    seconds: float
    processor: float
    megabytes: float


class Crowd:
    """A server in this process, with programs that answer every question."""

    def __init__(self, folder: Path, programs: int) -> None:
        self.luck, self.asks, self.over, self.moves = random.Random(0), deque[tuple[int, Ask]](), 0, 0
        self.store = open_store(str(folder / "bench.db"))
        kept = self.store.load()
        policy = AccountPolicy(newcomers_at_once=1_000_000)
        accounts = Accounts(kept.accounts, kept.sessions, self.luck.randbytes, operator="key", policy=policy)
        self.core = Core(kept, self.store, Catalogue(), Settings(policy=Policy()), accounts, self.luck.randbytes)
        self.names = [f"p{number}" for number in range(programs)]
        self._connect(0, Operator("key"))
        for number, name in enumerate(self.names, 1):
            self._connect(number, Guest(name))
        self.settle()

    def _connect(self, number: int, request: AnyRequest) -> None:
        self.core.connect(number, "127.0.0.1", time.time(), line=False, program=True)
        self.core.receive(number, request, time.time())

    def settle(self) -> None:
        """Keep what has changed, hear what is said, do the jobs that wait."""
        while group := self.core.take(time.time()):
            if group.changes:
                self.store.commit(group.changes, time.time())
            for delivery in group.deliveries:
                if isinstance(delivery.reply, Ask):
                    self.asks.extend((number, delivery.reply) for number in delivery.connections)
                elif isinstance(delivery.reply, TournamentOver):
                    self.over += 0 in delivery.connections
            for task in group.tasks:
                self.core.resume(task, time.time(), task.job.work())

    def hold(self, tournaments: int) -> Round:
        """Hold so many tournaments at once, each with players of its own."""
        before, moves, begin, used = self.over, self.moves, time.perf_counter(), time.process_time()
        last, matches = self.core.context.tournaments.last, self.core.lobby.last_match
        for number in range(tournaments):
            players = " ".join(self.names[number * PLAYERS : (number + 1) * PLAYERS])
            self.core.receive(0, TournamentNew("tic-tac-toe", kind="round-robin", players=players), time.time())
            self.settle()
        for number in range(tournaments):
            self.core.receive(0, TournamentStart(f"t{last + number + 1}"), time.time())
        self.settle()
        while self.asks:
            for _ in range(min(len(self.asks), 500)):  # so many share a commit
                self._answer(*self.asks.popleft())
            self.core.tick(time.time())
            self.settle()
        games = self.core.lobby.last_match - matches
        seconds, used = time.perf_counter() - begin, time.process_time() - used
        return Round(tournaments, self.over - before, games, self.moves - moves, seconds, used, megabytes())

    def _answer(self, number: int, ask: Ask) -> None:
        free = [(square.x, square.y) for square in ask.board.squares if not square.piece]
        self.core.receive(number, Move([self.luck.choice(free)], match=ask.match, ref=ask.ref), time.time())
        self.moves += 1


def megabytes() -> float:
    """The memory of this process."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * resource.getpagesize() / 2**20


def many_at_once(tournaments: int) -> str:
    """Two rounds of tournaments, as a table."""
    with tempfile.TemporaryDirectory() as folder:
        crowd = Crowd(Path(folder), tournaments * PLAYERS)
        rounds = [crowd.hold(tournaments) for _ in range(ROUNDS)]
        crowd.store.close()
    growth = rounds[-1].megabytes / rounds[0].megabytes
    stuck = sum(each.tournaments - each.finished for each in rounds)
    rows = [
        [
            str(number),
            f"{each.tournaments * PLAYERS:,}",
            f"{each.tournaments}",
            f"{each.finished}",
            f"{each.games:,}",
            rounded(each.seconds),
            rounded(each.games / each.processor),
            rounded(each.moves / each.processor),
            rounded(each.megabytes),
        ]
        for number, each in enumerate(rounds, 1)
    ]
    heads = [
        "round",
        "programs",
        "tournaments",
        "finished",
        "games",
        "seconds",
        "games/s a core",
        "moves/s a core",
        "MB at the end",
    ]
    verdict = f"at most {FLAT:g}: {'met' if growth <= FLAT else '**missed**'}"
    ends = f"Stuck: {stuck}. Memory after the last round: {growth:.2f} times that after the first ({verdict})."
    return f"{table(heads, rows)}\n\n{ends}"


def on_all_cores(best_of: int) -> str:
    """`ludus tournament run` with eight settings, as a table."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "t.toml"
        head = f'game = "connect-four"\nkind = "round-robin"\ndouble = true\nbest_of = {best_of}\nopening = 4\nmove = 60\n'
        players = "".join(f'\n[[player]]\nname = "d{depth}"\nengine = "depth={depth}"\n' for depth in range(1, 9))
        file.write_text(head + players, "utf-8")
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        run = [sys.executable, "-m", "ludus", "tournament", "run", str(file)]
        said = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        seconds, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        games = len(list((Path(folder) / "t" / "records").iterdir()))
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    busy = processor / seconds / (os.cpu_count() or 1)
    winner = re.findall(r"(\w+) won;", said)
    row = [
        f"{games:,}",
        rounded(seconds),
        rounded(processor),
        rounded(games / processor),
        f"{busy:.0%}",
        against_aim(busy, AIM),
        "".join(winner),
    ]
    return table(["games", "seconds", "processor s", "games/s a core", "share of all cores", "aim", "won by"], [row])


def main() -> None:
    """Measure, print, and write if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    wanted = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    before = load()
    crowd, cores = many_at_once(40 if wanted.quick else 200), on_all_cores(5 if wanted.quick else 25)
    quick = "Measured with `--quick`. " if wanted.quick else ""
    method = METHOD.format(players=PLAYERS, rounds=ROUNDS, quick=quick, before=before, after=load())
    text = f"{machine()}.\n\n{method}\n\nMany at once:\n\n{crowd}\n\nOn all cores:\n\n{cores}"
    print(text)
    if wanted.write:
        write_section(RESULTS, "Tournaments", text)


if __name__ == "__main__":
    main()
