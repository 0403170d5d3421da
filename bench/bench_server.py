"""Moves a second, latency, memory and start of the server, beside boardgame.io where Node is there.

python -m bench.bench_server            100, 500 and 1,000 games, 5,000 idle connections (about eight minutes)
python -m bench.bench_server --quick    100 games and 500 connections, roughly
python -m bench.bench_server --write    write the tables into bench/results.md, too
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median

from bench.measuring import against_aim, load, machine, rounded, table, write_section

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
PEER = HERE / "boardgame_io"

MOVES, LATE, IDLE, READY, TIMES = 5_000, 50.0, 60.0, 2.0, 3.0
"""The aims: durable moves a second, ms at the 99th percentile, KB a connection, seconds to start, times the peer a core."""

ROUNDS, SECONDS = 3, 4.0
"""How often the programs take turns, and for how many seconds each load is counted."""

THINK = 0.4
"""In the runs that measure latency, the average number of seconds a program thinks before a move."""

METHOD = """\
Server and load run in processes of their own. Every acknowledged move of Ludus is on disk (SQLite, `synchronous=FULL`); those of
boardgame.io are in memory. All games are tic-tac-toe between programs that choose at random, over JSON lines and, for
boardgame.io, over its own WebSocket protocol. *Saturated*: programs answer at once. *Paced*: they think {think} s on average.
Latency is from sending a move to its acknowledgement, as the program sees it; *a core* counts moves for each second of the
server's processor time. Medians of {rounds} rounds in which the programs take turns, {seconds:g} s each; a ratio is the median
of the rounds' ratios. Load average {before} before and {after} after, this measurement included."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that is being measured."""

    name: str
    port: int
    pid: int
    load: tuple[str, ...]
    ready: float = 0.0

    def processor(self) -> float:
        """The processor time it has used, in seconds."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kilobytes(self) -> float:
        """The memory it has, in KB."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


@dataclass(frozen=True, slots=True)
class Figures:
    """What a load has measured."""

    per_second: float
    per_core: float
    p50: float
    p99: float


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_server", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    chosen = parser.parse_args()
    before = load()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    counts, rounds, idle = ((100,), 1, 500) if chosen.quick else ((100, 500, 1_000), ROUNDS, 5_000)

    subprocess.run([sys.executable, "-m", "ludus", "games", "--compile"], check=True)  # a server would do that meanwhile
    rows: list[tuple[str, ...]] = []
    for games in counts:
        ours: dict[float, list[Figures]] = {0.0: [], THINK: []}
        theirs: dict[float, list[Figures]] = {0.0: [], THINK: []}
        for _ in range(rounds):
            with ludus() as server:
                for think, figures in ours.items():
                    figures.append(measured(server, games, SECONDS, think))
            with boardgame_io() as peer:
                for think, figures in theirs.items():
                    figures += [measured(peer, games, SECONDS, think)] if peer else []
        rows += [row for think in ours for row in lines(games, think, ours[think], theirs[think])]
    with ludus() as server:
        each, ready = idle_memory(server, idle), server.ready
    small = [
        (f"memory a connection, {idle:,} idle", f"{each:.1f} KB", against_aim(each, IDLE, " KB", at_most=True)),
        ("from start to ready", f"{ready:.2f} s", against_aim(ready, READY, " s", at_most=True)),
    ]
    heads = ("games", "load", "program", "moves/s", "a core", "p50 ms", "p99 ms", "aim")
    text = "\n\n".join(
        [
            f"{machine()}; boardgame.io 0.50.2.",
            METHOD.format(think=THINK, rounds=rounds, seconds=SECONDS, before=before, after=load()),
            table(heads, rows),
            table(("", "measured", "aim"), small),
        ]
    )
    print(text)
    if chosen.write:
        write_section(RESULTS, "Server", text)


def lines(games: int, think: float, ours: list[Figures], theirs: list[Figures]) -> Iterator[tuple[str, ...]]:
    """The rows of the table for one load, from all its rounds."""
    saturated, usual = not think, middle(ours)
    aim = against_aim(usual.per_second, MOVES, " moves/s") if saturated else against_aim(usual.p99, LATE, " ms", at_most=True)
    yield (f"{games:,}", "saturated" if saturated else "paced", "Ludus", *_numbers(usual), aim)
    if theirs:
        ratio = median(mine.per_core / other.per_core for mine, other in zip(ours, theirs, strict=True))
        yield ("", "", "boardgame.io", *_numbers(middle(theirs)), f"{ratio:.1f} times a core, {against_aim(ratio, TIMES)}")


def middle(rounds: list[Figures]) -> Figures:
    """The median of every figure."""
    return Figures(*(median(getattr(figures, field.name) for figures in rounds) for field in fields(Figures)))


def _numbers(figures: Figures) -> tuple[str, ...]:
    return rounded(figures.per_second), rounded(figures.per_core), f"{figures.p50:.1f}", f"{figures.p99:.1f}"


def measured(server: Running, games: int, seconds: float, think: float) -> Figures:
    """Let a load run against a server. It says when everybody has come in and counting begins: from there on, time is taken."""
    with subprocess.Popen([*server.load, *map(str, (games, seconds, think))], stdout=subprocess.PIPE, text=True) as run:
        lines = iter(run.stdout or ())
        if next(lines, "").strip() != "counting":
            raise SystemExit(f"the load against {server.name} failed")
        used = server.processor()
        said = json.loads(next(lines, "{}"))
        spent = server.processor() - used
    return Figures(said["per_second"], said["moves"] / spent, said["p50_ms"], said["p99_ms"])


@contextmanager
def ludus() -> Iterator[Running]:
    """Our server, with its store in a file."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ludus", "serve", "--port", "0", "--web-port", "0", "--per-address", "100000"]
        began = time.perf_counter()
        with subprocess.Popen([*command, "--store", f"{folder}/bench.db"], stdout=subprocess.PIPE, text=True) as process:
            try:
                port = next(int(line.split()[-1]) for line in process.stdout or () if "telnet" in line)
                ready = time.perf_counter() - began
                here = (sys.executable, "-m", "bench.server_load", "127.0.0.1", str(port))
                yield Running("Ludus", port, process.pid, here, ready)
            finally:
                process.kill()


@contextmanager
def boardgame_io() -> Iterator[Running | None]:
    """The peer's own server, installed for this measurement; None without Node."""
    if not (shutil.which("node") and shutil.which("npm")):
        print("Node and npm are not here; boardgame.io is left out.", file=sys.stderr)
        yield None
        return
    place = Path(tempfile.gettempdir()) / "ludus-bench-boardgame-io"
    shutil.copytree(PEER, place, dirs_exist_ok=True)
    if not (place / "node_modules").is_dir():
        subprocess.run(["npm", "install", "--silent", "--no-fund", "--no-audit"], cwd=place, check=True)
    port = free_port()
    with subprocess.Popen(["node", "server.js", str(port)], cwd=place, stdout=subprocess.PIPE, text=True) as process:
        try:
            next(line for line in process.stdout or () if "ready" in line)
            yield Running("boardgame.io", port, process.pid, ("node", str(place / "load.js"), str(port)))
        finally:
            process.kill()


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def idle_memory(server: Running, connections: int) -> float:
    """How many KB an idle connection costs the server."""
    warm = [visit(server.port) for _ in range(50)]
    before = server.kilobytes()
    sockets = [visit(server.port) for _ in range(connections)]
    after = server.kilobytes()
    for each in [*warm, *sockets]:
        each.close()
    return (after - before) / connections


def visit(port: int) -> socket.socket:
    """Come in as a guest, over JSON, and wait for the answer."""
    connection = socket.create_connection(("127.0.0.1", port))
    connection.sendall(b'{"type":"guest"}\n')
    while b"logged in" not in connection.recv(4096):
        pass
    return connection


if __name__ == "__main__":
    main()
