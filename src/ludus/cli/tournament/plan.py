"""`Plan`: a tournament as its file describes it; `plan_reader.py` reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from ludus.search.arena.settings import Setting
from ludus.server.tournaments.terms import TournamentTerms

SCRIPT = re.compile(r"\.(py|js|mjs|ts|rb|jar|pl|lua|php|sh|exe)$")


@dataclass(frozen=True)
class Entry:
    """A player of the file: a program with its command, a level of the computer, a setting of it, or a team of such."""

    name: str
    command: tuple[str, ...] = ()
    folder: str = ""
    """What a program brings along, copied into the folder it runs in; without it, the files that its command names."""
    level: int = 0
    setting: Setting | None = None
    rating: float = 0.0
    members: tuple[Entry, ...] = field(default=(), repr=False)
    """Those who take turns making the moves of a team, in this order."""

    @property
    def is_program(self) -> bool:
        """Whether it is a program of its own."""
        return bool(self.command)

    @property
    def is_computer(self) -> bool:
        """Whether it is the computer alone, which needs nothing from this machine."""
        return not self.command and not self.members

    @property
    def everybody(self) -> tuple[Entry, ...]:
        """The members of a team, or whoever plays alone."""
        return self.members or (self,)

    @property
    def plays(self) -> Setting:
        """How the computer plays for it, if it is no program."""
        return self.setting or Setting(level=self.level)


@dataclass(frozen=True)
class Plan:
    """A tournament as its file describes it."""

    path: Path
    terms: TournamentTerms
    players: tuple[Entry, ...]
    seed: int = 1
    options: dict[str, int] = field(default_factory=dict)
    move: float = 10.0
    """Seconds for each move."""
    opening: int = 0
    """Random moves at the beginning of each game, the same for both games of a double pairing."""
    refusals: int = 3
    """Illegal moves with which a program loses the game."""
    cpu: int = 60
    """Seconds of processor time for a program in a game."""
    memory: int = 1024
    """Megabytes for a program."""
    output: int = 1
    """Megabytes a program may print in a game."""
    game_place: str = ""
    """The file and line that name the game."""

    @property
    def everybody(self) -> list[Entry]:
        """Everybody who makes moves, alone or in a team."""
        return [each for entry in self.players for each in entry.everybody]

    @property
    def programs(self) -> list[Entry]:
        """The programs among them."""
        return [each for each in self.everybody if each.is_program]


def missing_file(command: tuple[str, ...], beside: Path) -> str:
    """A file that a command names and that is not there, or nothing; only what looks like a program's file is looked for."""
    named = (word for word in command if SCRIPT.search(word) and not word.startswith("-"))
    return next((word for word in named if not (beside / word).is_file()), "")
