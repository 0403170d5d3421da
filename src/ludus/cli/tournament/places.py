"""Where everything of a tournament is on disk.

FOLDER/
table.json  report.html
records/r01-p0001-g1-ann-bob.txt
logs/ann.log
programs/ann/                   what ann's program brought along; it runs there
state/events.jsonl              what has happened, to go on after a break
state/replays/r01-p0001-g1-ann-bob.json
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from ludus.cli.tournament.plan import Entry, Plan
from ludus.cli.tournament.sandbox import Confinement
from ludus.rules.errors import LudusError


@dataclass(frozen=True)
class Places:
    """The folder of a tournament, and what is in it."""

    folder: Path
    namespaces: bool = False
    """Whether programs can be kept from the network and from other files."""

    @property
    def events(self) -> Path:
        """What has happened."""
        return self.folder / "state" / "events.jsonl"

    def record(self, game: str) -> Path:
        """The record of a game."""
        return self.folder / "records" / f"{game}.txt"

    def replay(self, game: str) -> Path:
        """What the report needs to replay a game."""
        return self.folder / "state" / "replays" / f"{game}.json"

    def log(self, player: str) -> Path:
        """What a program was asked and said."""
        return self.folder / "logs" / f"{player}.log"

    def program(self, player: str) -> Path:
        """Where a program runs."""
        return self.folder / "programs" / player

    def make(self) -> None:
        """Make the folders."""
        try:
            for name in ("records", "logs", "programs", "state/replays"):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LudusError(f"{self.folder} cannot be used: {error.strerror}") from None


def bring_along(plan: Plan, entry: Entry, places: Places) -> None:
    """Copy what a program needs into the folder it runs in; what it has written there before stays."""
    own, beside = places.program(entry.name), plan.path.resolve().parent
    own.mkdir(exist_ok=True)
    if entry.folder:
        shutil.copytree(beside / entry.folder, own, dirs_exist_ok=True, symlinks=True)
        return
    for source in named_files(plan, entry):
        target = own / source.relative_to(beside)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)


def named_files(plan: Plan, entry: Entry) -> list[Path]:
    """The files beside the tournament's file that a command names."""
    beside = plan.path.resolve().parent
    found = [(beside / word).resolve() for word in entry.command if word and (beside / word).is_file()]
    return [path for path in found if path.is_relative_to(beside)]


def sources(plan: Plan, entry: Entry) -> list[Path]:
    """Where a program comes from."""
    return [(plan.path.resolve().parent / entry.folder).resolve()] if entry.folder else named_files(plan, entry)


def confinement_for(plan: Plan, entry: Entry, places: Places) -> Confinement:
    """What a program may do: run in its own folder, and see nothing of the tournament or of the other programs."""
    folder = places.folder.resolve()
    own = set(sources(plan, entry))
    others = {path for other in plan.programs for path in sources(plan, other)} - own
    hidden = [str(folder), *sorted(str(path) for path in others if not path.is_relative_to(folder))]
    return Confinement(
        folder=str(places.program(entry.name).resolve()),
        hidden=tuple(hidden),
        cpu=plan.cpu,
        memory=plan.memory,
        namespaces=places.namespaces,
    )
