"""The server's log: one line per event, for people or as JSON."""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict


class Unfailing:
    """A stream for which nobody's game is interrupted: what cannot be written, because the disk is full, is left out."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write, if that is possible."""
        try:
            self._stream.write(text)
        except OSError:  # `suppress` would cost half as much as all the rest of a line
            return

    def flush(self) -> None:
        """Write what is left, if that is possible."""
        try:
            self._stream.flush()
        except OSError:
            return


class DebugFile:
    """Writes every event into a file as well, as JSON: `ludus admin log` reads it."""

    def __init__(self, path: Path) -> None:
        self._file = Unfailing(path.open("a", encoding="utf-8"))  # open as long as the server runs
        self._write = structlog.processors.JSONRenderer()

    def __call__(self, logger: object, name: str, event: EventDict) -> EventDict:
        """Write an event, and hand it on."""
        self._file.write(str(self._write(logger, name, dict(event))) + "\n")
        self._file.flush()
        return event


_QUOTED = re.compile(r"[\s='\"]")
"""What a value may hold only in quotes."""


def write_plain_line(logger: object, name: str, event: EventDict) -> str:
    """An event as one line without colours: as structlog's own renderer writes it, in a fifth of the time.

        2026-11-15T10:00:00.000000Z [info     ] match begun                    game=othello match=m7 players='ann - bob'

    It writes two for each match, and whoever plays waits for them.
    """
    del logger, name
    level, said, exception = event.pop("level"), event.pop("event"), event.pop("exception", "")
    details = " ".join([f"{key}={_shown(event[key])}" for key in sorted(event) if key != "timestamp"])
    line = f"{event['timestamp']} [{level:<9}] {said:<30} {details}".rstrip()
    return f"{line}\n{exception}" if exception else line


def _shown(value: object) -> str:
    """A value of a line, in quotes where it could be taken for something else."""
    bare = isinstance(value, str) and value.isprintable() and not _QUOTED.search(value)
    return str(value) if bare else repr(value)


def set_up_logs(form: str, *, debug: Path | None) -> None:
    """Write logs to the standard error stream, as text or JSON; with a file to `debug`, also what was called with what."""
    write_text = structlog.dev.ConsoleRenderer(colors=True) if sys.stderr.isatty() else write_plain_line
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            *([DebugFile(debug)] if debug else []),
            structlog.processors.JSONRenderer() if form == "json" else write_text,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if debug else logging.INFO),
        logger_factory=structlog.WriteLoggerFactory(cast(TextIO, Unfailing(sys.stderr))),
        cache_logger_on_first_use=True,
    )
