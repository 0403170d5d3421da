"""How soon the first board of `ludus play` is there, with an empty cache and with a full one, in a pseudo-terminal.

python -m bench.bench_play             every game that ships, three runs with a full cache
python -m bench.bench_play --quick     one run
python -m bench.bench_play --write     write the table into bench/results.md, too

A board counts as there when what is written below it is: the prompt or, where the computer begins, that it thinks or is still
being compiled.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import signal
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from bench.measuring import against_aim, load, machine, table, write_section
from ludus.games.finder import GameFinder

RESULTS = Path(__file__).with_name("results.md")
LUDUS = [sys.executable, "-m", "ludus"]
MOST = 60.0
"""Seconds after which nothing more is waited for."""

THERE = (b"to move", b"thinking", b"Compiling ")
SIGN, COLD, WARM = 0.5, 3.0, 1.0
"""The aims, in seconds: a first sign, the board with an empty cache, and with a full one."""

METHOD = """\
A pseudo-terminal of 80 x 24, `ludus play GAME --level 3`, seconds from the start of the program. Cold is with an empty cache, one
run; warm is the median of {runs}. Boards are drawn by the plain rules; the computer player is compiled in a process of its own
meanwhile. Load average {before} before and {after} after."""


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_play", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    before, runs, rows = load(), 1 if chosen.quick else 3, []
    worst = [0.0, 0.0, 0.0]
    for game in GameFinder(()).games:
        with tempfile.TemporaryDirectory() as empty:
            sign, cold = first_board(game, {"LUDUS_CACHE": empty})
        warm = median(first_board(game, {})[1] for _ in range(runs))
        worst = [max(pair) for pair in zip(worst, (sign, cold, warm), strict=True)]
        rows.append([game, f"{sign:.2f}", f"{cold:.2f}", f"{warm:.2f}"])
        print(*rows[-1], file=sys.stderr, flush=True)
    aims = [against_aim(value, aim, " s", at_most=True) for value, aim in zip(worst, (SIGN, COLD, WARM), strict=True)]
    rows.append(["**slowest**", *aims])
    shown = table(("game", "cold, first sign", "cold, board", "warm, board"), rows)
    text = "\n\n".join([f"{machine()}.", METHOD.format(runs=runs, before=before, after=load()), shown])
    print(text)
    if chosen.write:
        write_section(RESULTS, "First board of `ludus play`", text)


def first_board(game: str, more: dict[str, str]) -> tuple[float, float]:
    """The seconds until anything is written, and until the board is there."""
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **more}
    begun = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.execve(LUDUS[0], [*LUDUS, "play", game, "--level", "3"], environment)  # noqa: S606
    written, sign = b"", 0.0
    try:
        while time.perf_counter() - begun < MOST:
            if not select.select([terminal], [], [], 0.05)[0]:
                continue
            written += os.read(terminal, 65536)
            sign = sign or time.perf_counter() - begun
            if any(word in written for word in THERE):
                return sign, time.perf_counter() - begun
    finally:
        os.kill(process, signal.SIGHUP)  # as when a window is closed: what it has started ends with it
        os.waitpid(process, 0)
        os.close(terminal)
    sys.exit(f"{game}: no board after {MOST:g} s")


if __name__ == "__main__":
    main()
