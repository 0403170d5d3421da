"""Cells of the cluster's tables, kept in a file line by line, so that a run that was stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import ludus

SOURCES = ("cluster/*.py", "cluster/simulator/*.py", "search/kernels/*.py", "search/worker.py", "search/table.py")


@dataclass(frozen=True, slots=True)
class Setting:
    """What all cells of a table have in common."""

    seconds: float
    """What one worker needs for a position, at least."""
    latency: float
    """Milliseconds."""
    megabytes: int
    """The table of each worker."""
    seed: int


@dataclass(frozen=True, slots=True)
class BenchPosition:
    """A position, and what one worker needs for it."""

    setting: Setting
    game: str
    index: int
    opening: int
    """Which of the random openings it is."""
    depth: int
    seconds: float
    nodes: int
    value: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One position searched by one group of workers."""

    setting: Setting
    game: str
    index: int
    scheme: str
    group: str
    """How many workers, or which mixture of fast and slow ones."""
    repeat: int
    speeds: float
    """The sum of the workers' speeds, where a fast one has 1."""
    workers: int
    sooner: float
    more_nodes: float
    busy: float
    items: float
    """Entries and marks that a worker sends in a second."""
    useful: float
    """The share of received ones that told something new."""
    equal: bool
    """Whether one worker found the same value."""
    code: str
    """Which version of the code was measured."""

    @property
    def key(self) -> tuple[object, ...]:
        """What it is the cell of."""
        return self.setting, self.game, self.index, self.scheme, self.group, self.repeat


class CellFile:
    """All that has been measured so far; of two lines about the same the later counts."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.positions: dict[tuple[Setting, str, int], BenchPosition] = {}
        self.cells: dict[tuple[object, ...], Cell] = {}
        for entry in _lines(path):
            kind, setting = entry.pop("kind"), Setting(**entry.pop("setting"))
            self._note(BenchPosition(setting, **entry) if kind == "position" else Cell(setting, **entry))

    def keep(self, entry: BenchPosition | Cell) -> None:
        """Note it, on disk at once."""
        self._note(entry)
        kind = "position" if isinstance(entry, BenchPosition) else "cell"
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **asdict(entry)}) + "\n")

    def of(self, setting: Setting) -> list[Cell]:
        """The cells of a setting."""
        return [cell for cell in self.cells.values() if cell.setting == setting]

    def _note(self, entry: BenchPosition | Cell) -> None:
        if isinstance(entry, BenchPosition):
            self.positions[entry.setting, entry.game, entry.index] = entry
        else:
            self.cells[entry.key] = entry


def version_of_code() -> str:
    """A short name for the code that the figures depend on."""
    folder, code = Path(ludus.__file__).parent, hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(folder.glob(pattern)):
            code.update(path.read_bytes())
    return code.hexdigest()[:8]


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    """The lines of the file; a last line that was not written whole does not count."""
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            yield json.loads(line)
        except ValueError:
            continue
