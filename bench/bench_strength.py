"""Whether the computer player plays well: against a shallow search, and against itself with half the time.

python -m bench.bench_strength            100 and 60 games of four games (about half an hour on two cores)
python -m bench.bench_strength --quick    10 games of each
python -m bench.bench_strength --write    write the table into bench/results.md, too
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from bench.measuring import against_aim, load, machine, table, write_section

RESULTS = Path(__file__).with_name("results.md")

GAMES = ("othello", "santorini", "checkers", "conquest")
SHALLOW = ("seconds=0.2,threads=1", "depth=2", 100)
DOUBLED = ("seconds=0.1,threads=1", "seconds=0.05,threads=1", 60)
SHARE = 95.0
"""The aim against the shallow search, in points of a hundred games."""

METHOD = """\
`ludus arena GAME --a ... --b ... --games N`: pairs of games from four random moves, sides swapped; a draw counts half. Twice the
time has lost ground only if the whole range of its Elo lies below 0. Load average {before} before and {after} after, this
measurement included."""


def main() -> None:
    """Let them play, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_strength", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="ten games each")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    before = load()
    rows = [row(game, *setting, quick=chosen.quick) for setting in (SHALLOW, DOUBLED) for game in GAMES]
    heads = ("game", "A", "B", "won", "drawn", "lost", "points of 100", "Elo", "aim")
    text = "\n\n".join([f"{machine()}.", METHOD.format(before=before, after=load()), table(heads, rows)])
    print(text)
    if chosen.write:
        write_section(RESULTS, "Strength", text)


def row(game: str, a: str, b: str, games: int, *, quick: bool) -> tuple[str, ...]:
    """Let two settings meet in a game."""
    command = [sys.executable, "-m", "ludus", "arena", game, "--a", a, "--b", b, "--games", str(10 if quick else games), "--json"]
    said = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    points = 100 * said["share"]
    low, high = said["low"], said["high"]
    elo = f"{'-' if low is None else f'{low:.0f}'} to {'-' if high is None else f'{high:.0f}'}"
    aim = against_aim(points, SHARE) if b == SHALLOW[1] else against_aim(high if high is not None else 0.0, 0.0)
    return game, a, b, f"{said['wins']}", f"{said['draws']}", f"{said['losses']}", f"{points:.1f}", elo, aim


if __name__ == "__main__":
    main()
