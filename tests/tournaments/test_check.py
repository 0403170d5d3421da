"""`ludus tournament check`: what a student is told about a program."""

from __future__ import annotations

import pytest
from tests.tournaments.bots import write_bot

from ludus.cli.tournament.check import try_program


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("good", ""),
        ("crash", "It ended with exit code 1 before the game was over. It complained: 'ValueError: boom'."),
        ("garbage", "It printed 'thinking 0', which is not a JSON object. Its output is only for answers"),
        ("gigabyte", "It printed more than 1,048,576 bytes in a game before the game was over."),
        ("silent", "It said nothing for 3 seconds after the first question. Does it read its input line by line"),
        ("illegal", "It made illegal moves, 3 times in a game: The square 99 99 does not exist"),
        ("stale", "It answered with an old reference, once in a game: repeat the ref of the last question."),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(tmp_path, rulebook, name, sentence):
    command = tuple(write_bot(tmp_path, name).split())
    seconds = {"silent": 3.0, "stale": 8.0}.get(name, 30.0)
    report = try_program(command, rulebook("tic-tac-toe"), seconds, 2 if name == "good" else 1, tmp_path)
    if sentence:
        assert any(wrong.startswith(sentence) for wrong in report.wrong), report.wrong
    else:
        assert report.wrong == []
        assert [fine.partition(":")[0] for fine in report.fine] == [
            "It played a whole game, moving first",
            "It played a whole game, moving second",
        ]


def test_a_program_that_is_not_there(tmp_path, rulebook):
    report = try_program(("nosuchprogram",), rulebook("tic-tac-toe"), 10.0, 1, tmp_path)
    assert report.wrong == ["It cannot be started. It complained: 'nosuchprogram cannot be started: No such file or directory'."]
