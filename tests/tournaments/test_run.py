"""`ludus tournament run`: whole tournaments of real programs, stopped and resumed, and their tables counted again."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from tests import commands
from tests.tournaments.bots import GOOD, write_bot

from ludus.cli.tournament.journal import read_journal
from ludus.games import find_game
from ludus.rules.rulebook import Rulebook
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.tournaments import events
from ludus.server.tournaments.standings import PairingResult, table

COMMAND = [sys.executable, "-m", "ludus", "tournament", "run", "t.toml"]
PATIENCE = 240


def write_plan(folder, head, *players):
    """A tournament file; players are `name command=...`, `name level=1` or `name engine=...`."""
    parts = []
    for player in players:
        name, _, way = player.partition(" ")
        key, _, value = way.partition("=")
        parts.append(f'[[player]]\nname = "{name}"\n{key} = {value if key == "level" else json.dumps(value)}\n')
    (folder / "t.toml").write_text("\n".join([head, *parts]), "utf-8")


def run(folder, *words, patience=PATIENCE):
    return commands.run("tournament", "run", "t.toml", *words, folder=folder, timeout=patience)


def processes_in(folder):
    """The processes that run in a folder or below."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cwd"):
        with suppress(OSError):  # it has just ended
            found += [entry.parent.name] if entry.readlink().is_relative_to(folder) else []
    return found


def result_of(folder):
    return json.loads((folder / "t" / "table.json").read_text("utf-8"))


def told_by_table(folder):
    return {row["player"]: (row["points"], row["sonneborn_berger"]) for row in result_of(folder)["table"]}


def counted_from_records(folder, game):
    """Points and Sonneborn-Berger of a round robin with single games, from nothing but its records, each of which is proven."""
    rulebook, results, players = Rulebook(find_game(game)), [], []
    for path in sorted((folder / "t" / "records").iterdir()):
        record = read_record(path.read_text("utf-8"))
        check_record(rulebook, record)
        (first,), (second,) = record.teams
        players += [player for player in (first, second) if player not in players]
        points = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2": (0.5, 0.5)}[record.result]
        results.append(PairingResult(first, second, *points))
    return {row.player: (row.points, row.sonneborn_berger) for row in table(players, results)}


def test_a_class_with_programs_that_crash_cheat_and_babble(tmp_path):  # T7, T8, T12
    names = ("good", "crash_once", "crash", "illegal", "garbage")
    write_plan(
        tmp_path,
        'game = "tic-tac-toe"\nmove = 60\n',
        *(f"{name} command={write_bot(tmp_path, name)}" for name in names),
        "computer level=1",
    )
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    found = result_of(tmp_path)
    assert found["games"] == 15
    assert told_by_table(tmp_path) == counted_from_records(tmp_path, "tic-tac-toe")
    failed = Counter(
        (game["how"], pairing["first"] if game["winner"] == pairing["second"] else pairing["second"])
        for pairing in found["pairings"]
        for game in pairing["games"]
        if game["winner"]
    )
    assert failed["vanished", "crash_once"] == 1  # it was back in time, and played on
    assert failed["vanished", "crash"] >= 3  # of two that fail, the one that is asked first loses
    assert not any(row["withdrawn"] for row in found["table"])
    assert (tmp_path / "t" / "report.html").is_file()
    assert "ValueError: boom" in (tmp_path / "t" / "logs" / "crash.log").read_text("utf-8")
    assert "won; every game can be replayed in" in done.stdout


def test_whoever_does_not_come_back_is_out_and_forfeits_the_games_left(tmp_path):  # T7
    write_plan(
        tmp_path,
        'game = "tic-tac-toe"\nkind = "knockout"\nbest_of = 3\ngrace = 1\nmove = 60\n',
        f"broken command={write_bot(tmp_path, 'crash_at_start')}",
        f"good command={write_bot(tmp_path, 'good')}",
        "computer level=1",
    )
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    found = result_of(tmp_path)
    assert next(row for row in found["table"] if row["player"] == "broken")["withdrawn"]
    assert "broken" not in found["winners"]
    assert "broken did not come back within 1 seconds" in {pairing["sentence"] for pairing in found["pairings"]}


@pytest.mark.parametrize(
    "sign",
    [
        pytest.param(signal.SIGINT, id="Ctrl-C"),
        pytest.param(signal.SIGTERM, id="asked to end"),
        pytest.param(signal.SIGKILL, id="killed", marks=pytest.mark.slow),
    ],
)
def test_a_tournament_goes_on_where_it_was_stopped(tmp_path, sign):  # T10
    (tmp_path / "slow.py").write_text("import time\n" + GOOD.replace("ref = ", "time.sleep(0.15); ref = "), "utf-8")
    write_plan(
        tmp_path,
        'game = "tic-tac-toe"\ndouble = true\nmove = 60\n',
        *(f"{name} command=python slow.py" for name in ("ann", "bob", "cat")),
    )
    with subprocess.Popen(COMMAND, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: len(records_in(tmp_path)) >= 2)
        process.send_signal(sign)
        _, said = process.communicate(timeout=PATIENCE)
    wait_until(lambda: not processes_in(tmp_path))  # neither ours nor the programs, however we ended
    before = {path.name: path.read_text("utf-8") for path in records_in(tmp_path)}
    assert 2 <= len(before) < 6
    if sign != signal.SIGKILL:
        assert process.returncode == 130
        assert "resource_tracker" not in said
        assert "`ludus tournament run t.toml` goes on where it was left" in said
    again = run(tmp_path)
    assert again.returncode == 0, again.stderr
    assert "going on where it was left" in again.stdout
    after = {path.name: path.read_text("utf-8") for path in records_in(tmp_path)}
    happened = read_journal(tmp_path / "t" / "state" / "events.jsonl")
    ended = [event for event in happened if isinstance(event, events.GameEnded)]
    assert len(after) == len(ended) == 6
    kept = {name for name, text in before.items() if after[name] == text}
    assert len(kept) >= len(before) - 1  # a record may be written whose event was not: then the game is played anew
    assert all(event.how == "played" for event in ended)  # nobody lost anything by it
    assert told_by_table(tmp_path) == counted_from_records(tmp_path, "tic-tac-toe")


def test_a_folder_with_another_tournament_is_not_touched(tmp_path):
    write_plan(tmp_path, 'game = "tic-tac-toe"\n', "ann level=1", "bob level=1")
    assert run(tmp_path, "--games", "1").returncode == 0
    before = (tmp_path / "t" / "state" / "events.jsonl").read_bytes()
    write_plan(tmp_path, 'game = "tic-tac-toe"\nseed = 2\n', "ann level=1", "bob level=1")
    done = run(tmp_path, "--games", "1")
    assert done.returncode == 1
    assert "holds another tournament, or this one before t.toml was changed; give another folder with --out" in done.stderr
    assert (tmp_path / "t" / "state" / "events.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    ("head", "games"),
    [
        ('kind = "knockout"\nbest_of = 3\norder = "random"', range(8, 30)),
        ('kind = "swiss"\nrounds = 3', range(6, 7)),
        ('kind = "arena"\nminutes = 0.05', range(1, 10_000)),
    ],
    ids=["knockout", "swiss", "arena"],
)
def test_every_kind_of_tournament_is_held_and_reported(tmp_path, head, games):
    players = [f"p{number} engine=depth={number % 3 + 1}" for number in range(5)]
    write_plan(tmp_path, f'game = "tic-tac-toe"\n{head}\nopening = 2\n', *players)
    done = run(tmp_path, "--games", "1")
    assert done.returncode == 0, done.stderr
    found = result_of(tmp_path)
    assert found["games"] in games
    assert found["winners"]
    assert len(list((tmp_path / "t" / "records").iterdir())) == found["games"]
    page = (tmp_path / "t" / "report.html").read_text("utf-8")
    outside = set(re.findall(r"(?:https?:)?//[\w.]+", page)) - {"http://www.w3.org"}
    assert not outside  # the page needs nothing but itself
    chromium = shutil.which("chromium")
    if chromium and found["kind"] == "knockout":
        assert f"Won by {found['winners'][0]}" in shown_by(chromium, tmp_path / "t" / "report.html")


def shown_by(chromium, page):
    """What a browser makes of a page."""
    words = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom", page.as_uri()]
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout


def test_what_is_wrong_is_one_sentence(tmp_path):
    write_plan(tmp_path, 'game = "tick-tack-toe"\n', "ann level=1", "bob level=1")
    done = run(tmp_path)
    assert (done.returncode, done.stderr) == (
        1,
        "ludus: t.toml, line 1: unknown game 'tick-tack-toe'; did you mean tic-tac-toe?\n",
    )
    assert not (tmp_path / "t").exists()


def records_in(folder):
    return sorted((folder / "t" / "records").glob("*.txt"))


def wait_until(is_so, patience=PATIENCE):
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.05)
