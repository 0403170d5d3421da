"""How fast the rules run, beside the peers, and how soon a command answers.

python -m bench.bench_rules            print the tables (about five minutes)
python -m bench.bench_rules --quick    roughly, in one minute
python -m bench.bench_rules --write    write them into bench/results.md, too
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median

from bench.contenders import Contender, ludus, peer_versions, peers
from bench.measuring import Work, against_aim, alternate, load, machine, rounded, table, times_as_fast, write_section
from ludus.games import GAMES
from ludus.rules.errors import LudusError

RESULTS = Path(__file__).with_name("results.md")
FACING = "6 1 b2,e5 b5,e2 000000/000000/000000/000000/000000/000000"  # Santorini with the workers placed


@dataclass(frozen=True)
class Trial:
    """What is counted of a game: how many moves ahead, from a position or after a chance; the aim in millions a second."""

    depth: int
    aim: float | None = None
    position: str = ""
    chance: int | None = None

    @property
    def place(self) -> str:
        """Where counting begins, in words."""
        return "workers placed" if self.position else "after the first dice" if self.chance else "the start"


TRIALS = {
    "tic_tac_toe": Trial(8),
    "connect_four": Trial(10, aim=100),
    "checkers": Trial(11, aim=30),
    "othello": Trial(10, aim=20),
    "santorini": Trial(4, aim=100, position=FACING),
    "conquest": Trial(5, aim=20),
    "yahtzee": Trial(4, chance=123_456_789),
}

COMMANDS = (  # what is typed, whether compiled games are kept from before, and the aim in seconds
    ("perft connect-four 6", False, 20.0),
    ("perft connect-four 6", True, 1.5),
    ("games", True, 0.4),
    ("--help", True, 0.4),
)

METHOD = """\
One thread. Speeds are per second of processor time, and medians over {rounds} rounds in which the programs took turns; a ratio
is the median of the rounds' ratios. Commands are timed on the wall, so a busy machine makes them slower; the processor time
beside that is theirs alone. Load average {before} before and {after} after, this measurement included."""

FOOTNOTES = """\
- Random games: every move is drawn evenly from the legal ones. *OpenSpiel, from Python* is `legal_actions`, `random.choice` and
  `apply_action` in a Python loop, as its users write it; *OpenSpiel, in C++* is `RandomRolloutEvaluator`, the stricter
  comparison: like ours, it never leaves compiled code (it does not say how many moves it made).
- Checkers is not quite the same game everywhere. In OpenSpiel each jump of a multiple jump is a move of its own, and 40 moves
  without a capture are a draw (80 without a capture or a man's move in Ludus); pydraughts draws at the third repetition, too,
  which random games in Ludus do not look for. Hence the lengths, and counts that may differ from some depth on.
- Counting (perft): sequences of exactly that many moves, where the last level is counted by generating its moves. The peers
  count less far, being slower; *same count* says whether Ludus comes to the same number at their depth.
- Yahtzee draws fifteen dice at once, 470,184,984,576 ways, so it is counted after one such draw, and not as far as the next,
  which can come after four moves: both players keep all five dice, and both fill a box."""


@dataclass(frozen=True)
class Patience:
    """How long to measure."""

    seconds: float
    rounds: int
    shallower: int


FULL, QUICK = Patience(1.0, 5, 0), Patience(0.1, 3, 1)


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_rules", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the tables into {RESULTS.name}")
    chosen = parser.parse_args()
    patience = QUICK if chosen.quick else FULL

    before, games, counts, missing = load(), [], [], []
    for name in GAMES:
        trial = TRIALS.get(name, Trial(1))
        try:
            field = [ludus(name, trial.depth, trial.position, trial.chance), *peers(name)]
            games += random_game_rows(name, field, patience)
            counts += counting_rows(name, field, trial, patience)
        except LudusError as error:
            missing.append(f"- {name} was not measured to the end: {error}")
            say(missing[-1])
    commands = command_rows(patience)

    method = METHOD.format(rounds=patience.rounds, before=before, after=load())
    parts = [
        f"{machine()}; {', '.join(peer_versions())}.",
        method + (" A quick run: read it as a rough one." if chosen.quick else ""),
        table(("random games", "program", "games/s", "moves a game", "Ludus / it", "aim"), games),
        table(("counting", "program", "moves ahead", "million/s", "Ludus / it", "same count", "aim"), counts),
        table(("command", "compiled games", "seconds", "of processor", "aim"), commands),
        "\n".join([FOOTNOTES, *missing]),
    ]
    text = "\n\n".join(parts)
    print(text)
    if chosen.write:
        write_section(RESULTS, "Rules", text)


def say(text: str) -> None:
    """Tell whoever waits."""
    print(text, file=sys.stderr, flush=True)


def random_game_rows(name: str, field: Sequence[Contender], patience: Patience) -> list[list[str]]:
    """Random games a second by each program."""
    say(f"{name}: random games")
    lengths: list[list[float]] = [[] for _ in field]

    def playing(index: int) -> Work:
        def play(games: int) -> int:
            played = field[index].play(games)
            if played.moves is not None:
                lengths[index].append(played.moves / played.games)
            return played.games

        return play

    speeds = alternate([playing(index) for index in range(len(field))], patience.seconds, patience.rounds)
    rows = []
    for contender, theirs, moves in zip(field, speeds, lengths, strict=True):
        ratio = times_as_fast(speeds[0], theirs)
        rows.append(
            [
                name.replace("_", "-") if contender is field[0] else "",
                contender.name,
                rounded(median(theirs)),
                f"{mean(moves[-patience.rounds :]):.1f}" if moves else "",
                "" if contender is field[0] else rounded(ratio),
                against_aim(ratio, contender.least_ratio, " times"),
            ]
        )
    return rows


def counting_rows(name: str, field: Sequence[Contender], trial: Trial, patience: Patience) -> list[list[str]]:
    """Move sequences counted a second by each program, and whether they agree on a number."""
    say(f"{name}: counting")
    counting = [contender for contender in field if contender.count]
    depths = [contender.depth - patience.shallower for contender in counting]

    def sequences(index: int, depth: int) -> int:
        count = counting[index].count
        return count(depth) if count else 0

    def work(index: int) -> Work:
        return lambda times: sum(sequences(index, depths[index]) for _ in range(times))

    speeds = alternate([work(index) for index in range(len(counting))], patience.seconds, patience.rounds)
    rows = []
    for index, (contender, theirs) in enumerate(zip(counting, speeds, strict=True)):
        millions, ahead = median(theirs) / 1e6, f"{depths[index]}"
        if index == 0:
            aim = against_aim(millions, trial.aim, " million")
            rows.append([f"{name.replace('_', '-')}, {trial.place}", contender.name, ahead, rounded(millions), "", "", aim])
        else:
            agreed = "yes" if sequences(0, depths[index]) == sequences(index, depths[index]) else "no: other rules"
            rows.append(["", contender.name, ahead, rounded(millions), rounded(times_as_fast(speeds[0], theirs)), agreed, ""])
    return rows


def command_rows(patience: Patience) -> list[list[str]]:
    """How soon commands answer, as processes of their own, on the wall and in processor time."""
    command = shutil.which("ludus", path=str(Path(sys.executable).parent))
    if command is None:
        say("the command ludus is not installed beside this Python; its times are skipped")
        return [["ludus", "not installed", "", "", ""]]
    rows = []
    with tempfile.TemporaryDirectory() as kept:
        for words, is_warm, aim in COMMANDS:
            kind = "kept from before" if is_warm else "none yet"
            say(f"ludus {words}, compiled games {kind}")
            try:
                wall, processor = seconds_to_answer([command, *words.split()], kept if is_warm else None, patience.rounds)
                seen = [rounded(wall), rounded(processor), against_aim(wall, aim, " s", at_most=True)]
            except LudusError as error:
                say(str(error))
                seen = ["", "", "failed"]
            rows.append([f"`ludus {words}`", kind, *seen])
    return rows


def seconds_to_answer(command: Sequence[str], kept: str | None, rounds: int) -> tuple[float, float]:
    """The medians on the wall and of the processor; with compiled games kept in a folder, or none in each round."""
    if kept:
        seconds_of(command, kept)
    walls, processors = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as empty:
            wall, processor = seconds_of(command, kept or empty)
        walls.append(wall)
        processors.append(processor)
    return median(walls), median(processors)


def seconds_of(command: Sequence[str], cache: str) -> tuple[float, float]:
    """How long a command takes on the wall, and of the processor (0 where the system does not say)."""
    environment = {**os.environ, "LUDUS_CACHE": cache}
    before, begin = os.times(), time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    wall, after = time.perf_counter() - begin, os.times()
    if done.returncode:
        raise LudusError(f"{' '.join(command)} failed: {done.stderr.strip()}")
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    main()
