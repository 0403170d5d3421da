"""Teams of `ludus tournament run`: programs and the computer take turns making a team's moves (B5)."""

from __future__ import annotations

import re
import shlex
import shutil

import pytest
from tests.tournaments.bots import GOOD, write_bot
from tests.tournaments.test_run import processes_in, result_of, run, shown_by, wait_until

from ludus.cli.tournament.places import Places, bring_along
from ludus.cli.tournament.plan import Entry, Plan
from ludus.cli.tournament.sandbox import supports_namespaces
from ludus.cli.tournament.worker import GamePlayer
from ludus.server.records.check import check_record
from ludus.server.records.reader import read_record
from ludus.server.tournaments.offline.game import GameTask
from ludus.server.tournaments.terms import TournamentTerms

SECONDS = 20.0
"""For a move; the machine may be busy."""

PLAYED = re.compile(r"  said    .*\"type\": \"move\"")


@pytest.fixture
def play(tmp_path, rulebook):
    """`play("good", "crash")`: the report of a game in which a team of such programs moves first, and their logs."""

    def play_game(*names: str):
        members = tuple(Entry(f"m{place}", tuple(shlex.split(write_bot(tmp_path, name)))) for place, name in enumerate(names))
        plan = Plan(
            tmp_path / "t.toml",
            TournamentTerms(game="tic-tac-toe", kind="round-robin"),
            (Entry("reds", members=members), Entry("computer", level=1)),
            move=SECONDS,
        )
        places = Places(tmp_path / "out")
        places.make()
        for member in plan.programs:
            bring_along(plan, member, places)
        places = Places(tmp_path / "out", supports_namespaces(places.program("m0")))
        team = tuple(member.name for member in members)
        task = GameTask(1, 1, 1, ("reds", "computer"), "seed", 1, (0, 0), teams=(team, ()))
        report = GamePlayer(plan, places).play(task)
        record = read_record(report.record)
        check_record(rulebook("tic-tac-toe"), record)
        assert record.teams == [list(team), ["computer"]]
        return report, [places.log(member.name).read_text("utf-8") for member in members]

    return play_game


def moves_in(log):
    return len(PLAYED.findall(log))


def test_the_members_take_turns(play):
    report, logs = play("good", "good")
    assert report.how == "played"
    first, second = map(moves_in, logs)
    assert first - second in (0, 1)
    assert first + second == (report.moves + 1) // 2


def test_when_one_is_gone_the_others_make_its_moves(play):
    report, logs = play("crash", "good", "good")
    assert (report.how, report.vanished) == ("played", "")
    assert moves_in(logs[0]) == 0
    assert moves_in(logs[1]) + moves_in(logs[2]) == (report.moves + 1) // 2
    assert logs[0].count("  failed  ended with exit code 1") == 1  # it was asked once, and then left alone


def test_with_the_last_of_its_members_the_team_has_vanished(play):
    report, _ = play("crash", "crash")
    assert (report.how, report.vanished, report.winner) == ("vanished", "reds", "computer")
    assert report.sentence == "m1 of reds ended with exit code 1"


def test_whoever_cheats_loses_the_game_for_the_team(play):
    report, logs = play("illegal", "good")
    assert (report.how, report.winner, report.vanished) == ("forfeit", "computer", "")
    assert moves_in(logs[1]) == 0


def test_a_tournament_of_teams_programs_and_the_computer(tmp_path):
    (tmp_path / "good.py").write_text(GOOD, "utf-8")
    write_bot(tmp_path, "crash")
    (tmp_path / "t.toml").write_text(
        """game = "tic-tac-toe"
double = true
move = 60

[[player]]
name = "reds"

[[player.member]]
name = "ann"
command = "python good.py"

[[player.member]]
name = "bob"
command = "python crash.py"

[[player]]
name = "blues"
member = [{ name = "cat", level = 1 }, { name = "dan", engine = "depth=2" }]

[[player]]
name = "eve"
command = "python good.py"

[[player]]
name = "computer"
level = 2
""",
        "utf-8",
    )
    done = run(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "reds: ann, bob\nblues: cat, dan\n" in done.stdout
    found = result_of(tmp_path)
    assert found["games"] == 12
    assert found["members"] == {"reds": ["ann", "bob"], "blues": ["cat", "dan"]}
    assert [game["how"] for pairing in found["pairings"] for game in pairing["games"]] == ["played"] * 12
    assert {row["player"] for row in found["table"]} == {"reds", "blues", "eve", "computer"}
    records = {path.name: read_record(path.read_text("utf-8")).teams for path in (tmp_path / "t" / "records").iterdir()}
    assert records["r01-p0001-g1-reds-computer.txt"] == [["ann", "bob"], ["computer"]]
    assert ["cat", "dan"] in [side for teams in records.values() for side in teams]
    assert {path.stem for path in (tmp_path / "t" / "logs").iterdir()} == {"ann", "bob", "eve"}
    chromium = shutil.which("chromium")
    if chromium:
        page = shown_by(chromium, tmp_path / "t" / "report.html")
        assert "reds (ann, bob)" in page
        assert "blues (cat, dan)" in page
    wait_until(lambda: not processes_in(tmp_path))  # Python's own, which looks after semaphores, ends a moment after ours
