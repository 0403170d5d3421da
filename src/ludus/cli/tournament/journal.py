"""`Journal`: what has happened in a tournament, one event a line, on disk before anybody hears of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

from msgspec import DecodeError

from ludus.rules.errors import LudusError
from ludus.server.tournaments.events import AnyTournamentEvent, read_event, write_event
from ludus.server.tournaments.tournament import Tournament


class Journal:
    """The events of one tournament in a file."""

    def __init__(self, path: Path, kept: int = 0) -> None:
        self._file: IO[bytes] = path.open("ab")
        self._kept = kept

    def keep(self, tournament: Tournament) -> None:
        """Write what has happened since the last time."""
        new = tournament.events[self._kept :]
        if new:
            self._file.write(b"".join(map(write_event, new)))
            self._file.flush()
            os.fsync(self._file.fileno())
            self._kept = len(tournament.events)

    def close(self) -> None:
        """Write no more."""
        self._file.close()


def read_journal(path: Path) -> list[AnyTournamentEvent]:
    """The events in a file; a last line that was cut off when the machine stopped is taken away, and did not happen."""
    if not path.exists():
        return []
    events, good = [], 0
    lines = path.read_bytes().splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        try:
            if not line.endswith(b"\n"):
                raise DecodeError("it is cut off")
            events.append(read_event(line))
        except DecodeError as error:
            if number < len(lines):
                raise LudusError(f"{path}, line {number}: this is not an event of a tournament: {error}") from None
            with path.open("r+b") as file:
                file.truncate(good)
            break
        good += len(line)
    return events
