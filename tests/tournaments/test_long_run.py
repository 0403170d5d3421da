"""A class of sixteen at Yahtzee and one of ten at Santorini, with programs that fail in every way, and us killed three times."""

from __future__ import annotations

import json
import signal
import subprocess
from collections import Counter

import pytest
from tests.tournaments.bots import write_bot
from tests.tournaments.test_run import (
    COMMAND,
    counted_from_records,
    records_in,
    result_of,
    run,
    told_by_table,
    wait_until,
    write_plan,
)

from ludus.games import find_game
from ludus.rules.rulebook import Rulebook
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record

PATIENCE = 1800
"""Seconds: every game starts two programs, and the machine may be busy."""

LATE = """
import os, sys
if os.path.exists("been"):
    raise SystemExit(5)
open("been", "w").close()
sys.stdin.readline()
raise SystemExit(4)
"""


def class_of(folder, count):
    """Players: five that crash once and return, two that return too late, one that cheats, one with stale references."""
    (folder / "late.py").write_text(LATE, "utf-8")
    failing = [write_bot(folder, name) for name in ("illegal", "stale")]
    kinds = [write_bot(folder, "crash_once")] * 5 + ["python late.py"] * 2 + failing
    commands = [*kinds, *[write_bot(folder, "good")] * (count - len(kinds))]
    return [f"p{number} command={command}" for number, command in enumerate(commands)]


def killed_three_times(folder):
    """Run until a few more games are played, kill, and again; then to the end."""
    for _ in range(3):
        before = len(records_in(folder))
        with subprocess.Popen(COMMAND, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            enough = before + 3
            wait_until(lambda: len(records_in(folder)) >= enough or process.poll() is not None, PATIENCE)  # noqa: B023
            process.send_signal(signal.SIGKILL)
    return run(folder, patience=PATIENCE)


@pytest.mark.slow
def test_a_yahtzee_knockout_of_sixteen_best_of_three(tmp_path):
    write_plan(tmp_path, 'game = "yahtzee"\nkind = "knockout"\nbest_of = 3\nmove = 10\ngrace = 4\n', *class_of(tmp_path, 16))
    done = killed_three_times(tmp_path)
    assert done.returncode == 0, done.stderr
    found, rulebook = result_of(tmp_path), Rulebook(find_game("yahtzee"))
    assert len(found["pairings"]) == 15
    wins = Counter()
    for pairing in found["pairings"]:
        for game in pairing["games"]:
            record = read_record((tmp_path / "t" / "records" / f"{game['name']}.txt").read_text("utf-8"))
            check_record(rulebook, record)
            winner = {"1-0": record.teams[0][0], "0-1": record.teams[1][0]}.get(record.result, "")
            assert winner == game["winner"]
            wins[pairing["pairing"], winner] += 1
        if pairing["how"] == "played":
            assert wins[pairing["pairing"], pairing["winner"]] == 2
    assert {row["player"] for row in found["table"] if row["withdrawn"]} <= {"p5", "p6"}  # those who come back too late


@pytest.mark.slow
def test_a_santorini_double_round_robin_of_ten(tmp_path):
    write_plan(tmp_path, 'game = "santorini"\ndouble = true\nmove = 10\ngrace = 4\n', *class_of(tmp_path, 10))
    done = killed_three_times(tmp_path)
    assert done.returncode == 0, done.stderr
    found = result_of(tmp_path)
    assert len(found["pairings"]) == 90
    out = {row["player"] for row in found["table"] if row["withdrawn"]}
    assert out <= {"p5", "p6"}
    played = {pairing["pairing"]: pairing for pairing in found["pairings"] if pairing["games"]}
    forfeited = Counter(pairing["winner"] for pairing in found["pairings"] if not pairing["games"])
    points = {player: numbers[0] for player, numbers in counted_from_records(tmp_path, "santorini").items()}
    assert {player: numbers[0] for player, numbers in told_by_table(tmp_path).items()} == {
        player: points[player] + forfeited[player] for player in points
    }
    assert len(played) == len(records_in(tmp_path))
    assert json.loads((tmp_path / "t" / "table.json").read_text("utf-8"))["standing"] == "over"
