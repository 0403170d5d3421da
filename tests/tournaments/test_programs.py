"""Programs that crash, cheat, babble or stay silent, each in a real process, in a game against the computer (T3, T4, T7, T8)."""

from __future__ import annotations

import ast
import json
import shlex
import socket
import sys

import pytest
from tests.tournaments.bots import write_bot

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


@pytest.fixture
def play(tmp_path, rulebook):
    """`play("crash")`: the report of a game in which that program moves first, against the computer."""

    def play_game(name: str, *, task: GameTask | None = None, **changes: object):
        words = {word: changes.pop(word) for word in ("SECRET", "PORT") if word in changes}
        command = write_bot(tmp_path, name, **words)
        entries = (Entry("bot", tuple(shlex.split(command))), Entry("computer", level=1))
        terms = TournamentTerms(game="tic-tac-toe", kind="round-robin")
        plan = Plan(tmp_path / "t.toml", terms, entries, **{"move": SECONDS, **changes})
        places = Places(tmp_path / "out")
        places.make()
        bring_along(plan, entries[0], places)
        places = Places(tmp_path / "out", supports_namespaces(places.program("bot")))
        report = GamePlayer(plan, places).play(task or GameTask(1, 1, 1, ("bot", "computer"), "seed", 1, (0, 0)))
        check_record(rulebook("tic-tac-toe"), read_record(report.record))
        return report, places.log("bot").read_text("utf-8")

    return play_game


def test_a_good_program_plays_to_the_end(play):
    report, log = play("good")
    assert report.how == "played"
    assert not report.vanished
    assert '"type": "move"' in log


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("crash", "bot ended with exit code 1"),
        ("crash_at_start", "bot ended with exit code 3"),
        ("gigabyte", "bot printed more than 1,048,576 bytes in a game"),
    ],
)
def test_a_program_that_ends_has_vanished_and_loses_the_game_at_once(play, name, why):
    report, log = play(name)
    assert (report.how, report.winner, report.vanished, report.sentence) == ("vanished", "computer", "bot", why)
    assert f"failed  {why}" in log
    if name == "crash":
        assert "ValueError: boom" in log
        assert '"type":"ask"' in log  # the question, to try it again


def test_three_illegal_moves_lose_the_game(play):
    report, log = play("illegal")
    assert (report.how, report.winner, report.vanished) == ("forfeit", "computer", "")
    assert report.sentence == "X has lost by 3 moves that are not legal"
    assert log.count("refused illegal:") == 3


def test_too_much_garbage_loses_the_game(play):
    report, log = play("garbage")
    assert (report.how, report.winner) == ("forfeit", "computer")
    assert report.sentence == "bot has sent more than 50 lines that are no answer; the last: 'thinking 50'"
    assert "said    thinking 0" in log


@pytest.mark.parametrize("name", ["silent", "deaf", "stale"])
def test_whoever_does_not_answer_in_time_loses(play, name):
    report, log = play(name, move=8.0 if name == "stale" else 2.0)
    assert (report.how, report.winner, report.sentence) == ("time", "computer", "X has run out of time")
    if name == "stale":
        assert "refused stale: " in log


def test_a_program_may_resign(play):
    report, _ = play("resigns")
    assert (report.how, report.winner) == ("resigned", "computer")


def test_what_goes_to_the_error_output_is_logged_up_to_a_limit(play):
    report, log = play("gigabyte_of_errors")
    assert report.sentence == "bot wrote more than 1,048,576 bytes to its error output in a game"
    assert len(log) < 200_000


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits all of it")
@pytest.mark.parametrize(("name", "why"), [("hungry", "used up its processor time"), ("greedy", "ended with exit code 1")])
def test_processor_time_and_memory_are_limited(play, name, why):
    report, _ = play(name, cpu=1, move=60.0)
    assert report.vanished == "bot"
    assert why in report.sentence


@pytest.mark.skipif(sys.platform != "linux", reason="needs namespaces")
def test_a_program_sees_no_network_no_files_of_others_and_writes_only_to_its_own_folder(play, tmp_path):
    if not supports_namespaces(tmp_path):
        pytest.skip("this system allows no namespaces")
    (tmp_path / "out" / "programs" / "other").mkdir(parents=True)
    (tmp_path / "out" / "secret").write_text("secret", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:
        report, _ = play("curious", SECRET=str(tmp_path / "out" / "secret"), PORT=server.getsockname()[1])
    assert report.how == "played"
    found = ast.literal_eval((tmp_path / "out" / "programs" / "bot" / "found").read_text("utf-8"))
    assert found == [["programs"], ["bot"], "FileNotFoundError", "no network", "wrote nothing"]
    assert not (tmp_path / "out" / "programs" / "elsewhere").exists()


def test_every_question_holds_all_there_is_to_know_about_the_match(play, tmp_path):  # T3
    before = play("good")[0].record
    task = GameTask(7, 2, 3, ("bot", "computer"), "seed", 5, (0, 1), (0.0, 1.0), (1,), (before,))
    play("keeps_questions", task=task)
    questions = [json.loads(line) for line in (tmp_path / "out/programs/bot/questions").read_text("utf-8").splitlines()]
    asked = [question for question in questions if question["type"] == "ask"]
    assert len({question["ref"] for question in asked}) == len(asked) > 1  # T4: every reference is fresh
    for question in asked:
        assert question["tournament"] == {
            "round": 3,
            "best_of": 5,
            "wins": [0, 1],
            "records": [before],
            "tournament": "",
            "pairing": 7,
        }
        assert (question["games"], question["score"], question["forfeited"]) == (2, [0.0, 1.0], [1])
        assert question["board"]["teams"] == [["bot"], ["computer"]]
        assert len(question["board"]["squares"]) == 9


def test_a_program_that_runs_again_is_back(tmp_path, monkeypatch):
    entries = tuple(Entry(name, ("python", f"{name}.py")) for name in ("good", "crash_at_start"))
    for entry in entries:
        write_bot(tmp_path, entry.name)
    plan = Plan(tmp_path / "t.toml", TournamentTerms(game="tic-tac-toe", kind="knockout"), entries)
    places = Places(tmp_path / "out")
    places.make()
    for entry in entries:
        bring_along(plan, entry, places)
    player = GamePlayer(plan, places)
    assert player.is_back("good")
    monkeypatch.setattr("ludus.cli.tournament.worker.ALIVE", 60.0)  # however slowly it starts here
    assert not player.is_back("crash_at_start")
