"""Mistakes that authors make, planted into sound games, and the sentence that each of them gets.

A mistake is a few words of a sound game exchanged for others. The sentence is written out as the author reads it; `...` stands
for anything, mostly a position from a random game. It begins with the file and the line, unless the mistake has none: that line
is the one on which the words of `at` stand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import ludus.rules
from ludus.rules.errors import GameFileError
from ludus.rules.gamefile import read_game_file
from ludus.rules.kit import CheckReport, Sample, examine

STARTER = (Path(ludus.rules.__file__).parent / "starter.py").read_text("utf-8")
RACE = (Path(__file__).parents[1] / "search" / "dice_race.py").read_text("utf-8")

START = "HexapawnBoard; pawn 1 1 1; pawn 2 1 1; pawn 3 1 1; pawn 1 3 2; pawn 2 3 2; pawn 3 3 2; turn 1"
"""The position in which the starter's game begins."""

PIECES = "    pieces=PIECES,"
PLAY = "    start, end = move // 9, move % 9\n    state"
PATH = "path[0], path[1] = move // 9, move % 9\n    return 2"


@dataclass(frozen=True)
class Mistake:
    """One mistake, and what is said about it."""

    name: str
    edits: tuple[tuple[str, str], ...]
    says: str
    at: str = ""
    sound: str = STARTER
    compiled: bool = False
    """Whether it takes compiled rules to find it."""

    @property
    def source(self) -> str:
        """The game file with the mistake."""
        source = self.sound
        for words, instead in self.edits:
            assert words in source, words
            source = source.replace(words, instead)
        return source

    def write(self, folder: Path) -> Path:
        """Write the game file."""
        path = folder / "mine.py"
        path.write_text(self.source, "utf-8")
        return path

    def expected(self, path: Path) -> re.Pattern[str]:
        """The sentence with its place, where `...` stands for anything."""
        line = self.source[: self.source.index(self.at)].count("\n") + 1 if self.at else 0
        place = f"{path}, line {line}: " if line else ""
        return re.compile(re.escape(place + self.says.replace("FILE", str(path))).replace(re.escape("..."), ".*"))


def hint(part: str, code: str) -> tuple[tuple[str, str], ...]:
    """Add a function to the starter's game."""
    return ("GAME = Game(", f"{code}\n\n\nGAME = Game("), (PIECES, f"{PIECES}\n    {part}={part},")


def named(mistakes: tuple[Mistake, ...]) -> pytest.MarkDecorator:
    """Make a test of each mistake, under its name."""
    return pytest.mark.parametrize("mistake", mistakes, ids=[mistake.name for mistake in mistakes])


def assert_refused(mistake: Mistake, folder: Path) -> None:
    """The file is refused when it is read, with that sentence."""
    path = mistake.write(folder)
    with pytest.raises(GameFileError) as caught:
        read_game_file(path)
    assert mistake.expected(path).fullmatch(str(caught.value)), str(caught.value)


def assert_found(mistake: Mistake, folder: Path, promise: str, **settings: object) -> None:
    """The check of that promise says the sentence; of the checks before it, none finds anything."""
    path = mistake.write(folder)
    report = first_report(Sample(read_game_file(path), positions=60, compiling=mistake.compiled, **settings))
    found = (*report.problems, *report.remarks)
    assert report.name == promise, report
    assert any(mistake.expected(path).fullmatch(sentence) for sentence in found), "\n".join(found)


def first_report(sample: Sample, limit: float = 10.0) -> CheckReport:
    """The first report in which something was found; the checks after it are not run."""
    reports = (event for event in examine(sample, limit) if isinstance(event, CheckReport))
    return next(report for report in reports if report.problems or report.remarks)
