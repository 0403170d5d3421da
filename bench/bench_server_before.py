"""The server of this tree in turns with that of an earlier commit: processor time a move, with the same load.

python -m bench.bench_server_before                    beside 0d499e9, before matches were rated, logged and held in tournaments
python -m bench.bench_server_before --commit HEAD~20   beside another commit
python -m bench.bench_server_before --rounds 3         roughly

Games are compiled before anything is measured: a server would do that meanwhile. The earlier tree runs with this one's packages.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench.measuring import load, machine, table

ROOT = Path(__file__).parents[1]

ONCE = """
from bench.bench_server import ludus, measured
with ludus() as server:
    print(measured(server, 100, 4.0, 0.0).per_core)
"""
"""What each tree runs with its own bench: a hundred games whose programs answer at once; moves for a second of processor time."""

WARM_UP = "import sys; from ludus.__main__ import main; sys.argv = ['ludus', 'games', '--compile']; main()"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_server_before", description=str(__doc__).splitlines()[0])
    parser.add_argument("--commit", default="0d499e9")
    parser.add_argument("--rounds", type=int, default=6)
    chosen = parser.parse_args()
    before = load()
    with tempfile.TemporaryDirectory() as folder:
        earlier = Path(folder) / "tree"
        subprocess.run(["git", "clone", "-q", str(ROOT), str(earlier)], check=True)
        subprocess.run(["git", "-C", str(earlier), "checkout", "-q", chosen.commit], check=True)
        trees = {chosen.commit: earlier, "now": ROOT}
        for tree in trees.values():
            _run(tree, Path(folder), WARM_UP)  # what a tree from before this command would compile, it compiles when it is played
        found: dict[str, list[float]] = {name: [] for name in trees}
        for _ in range(chosen.rounds):
            for name, tree in trees.items():
                found[name].append(1e6 / float(_run(tree, Path(folder), ONCE)))
    usual = {name: median(times) for name, times in found.items()}
    rows = [
        (name, f"{usual[name]:.0f}", f"{min(times):.0f} to {max(times):.0f}", f"{usual[name] / usual[chosen.commit]:.2f}")
        for name, times in found.items()
    ]
    print(f"{machine()}; {chosen.rounds} rounds in turns, load average {before} before and {load()} after.\n")
    print(table(("commit", "µs a move", "spread", "of the earlier"), rows))


def _run(tree: Path, folder: Path, words: str) -> str:
    """Run something in a tree, with a cache that only this measurement uses; the last line it prints."""
    paths = f"{tree / 'src'}{os.pathsep}{tree}"
    environment = {**os.environ, "PYTHONPATH": paths, "XDG_CACHE_HOME": str(folder / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", words], cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    if words == ONCE and done.returncode:
        raise SystemExit(f"the server in {tree} could not be measured; run python -m bench.bench_server --quick there")
    return done.stdout.strip().rpartition("\n")[2]


if __name__ == "__main__":
    main()
