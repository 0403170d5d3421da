"""A soak: a hundred honest games, and all attacks in turn. How late are moves, how much memory is held, what is lost?

python -m bench.soak                     an hour
python -m bench.soak --minutes 5         less
python -m bench.soak --minutes 5 --write write the table into bench/results.md, too
python -m bench.soak --attacks crowd     only some of them
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.attacks import ATTACKS
from bench.measuring import against_aim, load, machine, table, write_section
from bench.server_load import Load, Player
from ludus.cli.composition.process import quick_loop

RESULTS = Path(__file__).parent / "results.md"
GAMES, THINK, LATE = 100, 0.5, 100.0
"""Honest games, seconds a program thinks before a move, and the aim: ms at the 99th percentile, throughout."""

WARM_UP = 60.0
"""Seconds before the first attack: by then the server holds what it always holds, a thousand finished matches above all."""

REST = 60.0
"""Seconds after the last attack in which the memory has to come back."""

GROWTH = 1.25
"""The aim: how many times the memory of the beginning, at most."""


class Soaked:
    """The server under test, as it is seen from outside."""

    def __init__(self, process: subprocess.Popen[str], port: int, web_port: int, folder: Path) -> None:
        self.process, self.port, self.web_port, self.folder = process, port, web_port, folder

    def megabytes(self) -> float:
        """The memory it has."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def log(self) -> str:
        """What it has logged."""
        return (self.folder / "log").read_text("utf-8")

    def moves_kept(self) -> int:
        """The moves in its store, as they are after the power is lost."""
        self.process.kill()
        self.process.wait()
        with sqlite3.connect(self.folder / "x.db") as store:
            return int(store.execute("""SELECT count(*) FROM events WHERE body LIKE '{"event":"played"%'""").fetchone()[0])


@contextmanager
def server() -> Iterator[Soaked]:
    """A server with the limits as shipped."""
    with tempfile.TemporaryDirectory() as name, (Path(name) / "log").open("w") as log:
        command = [sys.executable, "-m", "ludus", "serve", "--port", "0", "--web-port", "0", "--store", f"{name}/x.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process:
            said: list[str] = []
            for line in process.stdout or ():
                said.append(line)
                if "kept in" in line:
                    break
            text = "".join(said)
            ports = [int(found[1]) for found in re.finditer(r"localhost[: ](\d+)", text)]
            try:
                yield Soaked(process, ports[1], ports[0], Path(name))
            finally:
                process.kill()


class Surroundings:
    """What the machine itself makes everybody wait for, whatever the server does: its disk and its processors, in ms."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "control"
        self._disk: list[float] = []
        self._processor: list[float] = []
        threading.Thread(target=self._write, daemon=True).start()
        threading.Thread(target=self._wake, daemon=True).start()

    def take(self) -> tuple[str, str]:
        """The 99th percentiles since this was asked last: of writing 4 KB to the disk, and of waking up late."""
        disk, self._disk = self._disk, []
        processor, self._processor = self._processor, []
        return _p99(disk), _p99(processor)

    def _write(self) -> None:
        with self._file.open("wb", buffering=0) as file:
            while True:
                began = time.perf_counter()
                file.write(bytes(4096))
                os.fsync(file.fileno())
                self._disk.append(1000 * (time.perf_counter() - began))
                time.sleep(0.1)

    def _wake(self) -> None:
        while True:
            began = time.perf_counter()
            time.sleep(0.01)
            self._processor.append(1000 * (time.perf_counter() - began) - 10)


def _p99(times: list[float]) -> str:
    return f"{sorted(times)[len(times) * 99 // 100]:.1f}" if times else ""


class Measured(Load):
    """The load, and every acknowledgement since the beginning."""

    def __init__(self) -> None:
        super().__init__(THINK)
        self.acknowledged = 0

    def take(self) -> list[float]:
        """The latencies since this was asked last, in ms and in order."""
        taken, self.latencies = sorted(1000 * each for each in self.latencies), []
        self.acknowledged += len(taken)
        return taken


async def soak(target: Soaked, attacks: list[str], seconds: float) -> tuple[list[tuple[str, ...]], int, tuple[float, float]]:
    """Let attacks come in turn: a row for each, the moves that were acknowledged, the memory before and after."""
    honest, around, loop = Measured(), Surroundings(target.folder), asyncio.get_running_loop()
    honest.counting = True
    for begun in range(0, 2 * GAMES, 20):
        await asyncio.gather(
            *(
                loop.create_connection(lambda: Player(honest), "127.0.0.1", target.port, local_addr=("127.0.0.2", 0))
                for _ in range(begun, begun + 20)
            )
        )
    await asyncio.sleep(WARM_UP)
    before, rows = target.megabytes(), [figures("(none)", honest.take(), target, around)]
    for kind in attacks:
        where = [str(target.port), str(target.web_port), str(seconds)]
        attack = subprocess.Popen(["nice", "-n", "19", sys.executable, "-m", "bench.attacks", kind, *where])
        await asyncio.sleep(seconds)
        attack.kill()
        attack.wait()
        rows.append(figures(kind, honest.take(), target, around))
        print(" ".join(rows[-1]), flush=True)
    await asyncio.sleep(REST)
    rows.append(figures("(none)", honest.take(), target, around))
    print(f"honest programs: {len(honest.problems)} problems {honest.problems[:2]}, {honest.lost} connections lost", flush=True)
    return rows, honest.acknowledged, (before, target.megabytes())


def figures(kind: str, times: list[float], target: Soaked, around: Surroundings) -> tuple[str, ...]:
    """A row of the table."""
    disk, processor = around.take()
    if not times:
        return (kind, "0", "", "", "no move: **missed**", disk, processor, f"{target.megabytes():.0f}")
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    late = against_aim(p99, LATE, " ms", at_most=True)
    return (kind, f"{len(times):,}", f"{p50:.1f}", f"{p99:.1f}", late, disk, processor, f"{target.megabytes():.0f}")


def main() -> None:
    """Soak, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=str(__doc__).splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="how long it takes in all")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    parser.add_argument("--attacks", default=",".join(ATTACKS), help="which ones, in turn")
    chosen = parser.parse_args()
    attacks = chosen.attacks.split(",")
    if unknown := set(attacks) - set(ATTACKS):
        parser.error(f"there is no attack {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    busy, began = load(), time.monotonic()
    seconds = max(5.0, (chosen.minutes * 60 - WARM_UP - REST) / len(attacks))
    with server() as target, asyncio.Runner(loop_factory=quick_loop()) as runner:
        rows, acknowledged, (before, after) = runner.run(soak(target, attacks, seconds))
        alive, log = target.process.poll() is None, target.log
        kept = target.moves_kept()
    grown = against_aim(after / before, GROWTH, " times", at_most=True)
    lost = "Nothing was lost" if kept >= acknowledged else "**Moves were lost**"
    text = "\n\n".join(
        [
            f"{machine()}.",
            f"{GAMES} games between programs that think {THINK:g} s on average, from one address, with the limits as shipped. "
            f"Each attack lasts {seconds:.0f} s, from other addresses of the same machine, in a process of the lowest priority. "
            f"{(time.monotonic() - began) / 60:.0f} minutes in all; load average {busy} before, {load()} after, this included.",
            table(("attack", "honest moves", "p50 ms", "p99 ms", "aim", "disk p99 ms", "wake-up p99 ms", "MB"), rows),
            "Disk and wake-up are what a program that has nothing to do with the server waits for meanwhile on the same machine: "
            "to have 4 KB on disk, and to go on after a pause.",
            f"Memory: {before:.0f} MB before, {after:.0f} MB a minute after the last attack ({grown}). Acknowledged moves: "
            f"{acknowledged:,}; on disk after SIGKILL: {kept:,}. {lost}; "
            f"the server {'lived' if alive else '**died**'}, tracebacks in its log: {log.count('Traceback')}.",
        ]
    )
    print(text)
    if chosen.write:
        write_section(RESULTS, "Soak", text)
    if kept < acknowledged or not alive or "Traceback" in log:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
