"""`Program`: a program that plays, spoken to in lines over pipes. Whatever it does, asking it takes no longer than it should."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias

from ludus.cli.tournament.sandbox import CANNOT_START, Confinement, end, start

CHUNK = 1 << 16
LONGEST = 1 << 16
"""Of a longer line only this much is looked at: enough to see that it is too long."""

FAREWELL = 0.5
"""Seconds a program has to end by itself when it is told that the game is over."""

LAST_WORDS = 0.2
"""Seconds to wait for the rest of what a program that has ended had to say."""

MOST_COMPLAINTS = 20_000
"""Characters of what a program writes to its error output that are logged in a game."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line that a program has printed, without its end."""

    text: bytes


@dataclass(frozen=True, slots=True)
class Gone:
    """A program has ended, or was ended because it printed too much."""

    why: str


@dataclass(frozen=True, slots=True)
class Silence:
    """A program has said nothing in time."""


Heard: TypeAlias = Line | Gone | Silence


class ProgramLog:
    """What a program was asked, what it said and how it failed, in a file that grows."""

    def __init__(self, path: Path | None) -> None:
        self._file: IO[str] | None = path.open("a", encoding="utf-8", errors="replace") if path else None
        self._began, self._lock = time.monotonic(), threading.Lock()

    def note(self, what: str, text: str) -> None:
        """Write a line: when, what kind, and the text."""
        with self._lock:
            if self._file and not self._file.closed:
                shown = text.replace("\n", "\n" + " " * 19)
                self._file.write(f"{time.monotonic() - self._began:9.3f}  {what:<7} {shown}\n")

    def title(self, text: str) -> None:
        """Begin a new game."""
        if self._file:
            self._file.write(f"\n=== {text}\n")

    def close(self) -> None:
        """Write no more."""
        with self._lock:
            if self._file:
                self._file.close()


class Program:
    """A running program."""

    def __init__(self, command: Sequence[str], confinement: Confinement, most_bytes: int, log: ProgramLog) -> None:
        self._heard: queue.SimpleQueue[Heard | None] = queue.SimpleQueue()
        self._unsent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._most, self._log, self._over = most_bytes, log, ""
        self.process: subprocess.Popen[bytes] | None = None
        try:
            self.process = start(command, confinement)
        except OSError as error:
            self._gone = Gone(f"{command[0]} cannot be started: {error.strerror or error}")
            return
        self._gone = Gone("")
        readers = (self._read_lines, self._read_complaints, self._write)
        self._threads = [threading.Thread(target=each, daemon=True) for each in readers]
        for thread in self._threads:
            thread.start()

    def say(self, line: bytes) -> None:
        """Send a line; a program that does not read keeps nobody waiting."""
        self._unsent.put(line)

    def listen(self, seconds: float) -> Heard:
        """The next line, or that nothing came in time, or how the program ended."""
        if self.process is None or self._gone.why:
            return self._gone
        try:
            heard = self._heard.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return Silence()
        if heard is None:
            heard = self._gone = Gone(self._over or self._ending(self.process))
        return heard

    def close(self) -> None:
        """End the program, if it has not ended by itself."""
        if self.process is None:
            return
        self._unsent.put(None)
        if not self._over:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(FAREWELL)
        end(self.process)
        for thread in self._threads:
            thread.join(timeout=1.0)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                if pipe:
                    pipe.close()

    def _ending(self, process: subprocess.Popen[bytes]) -> str:
        """How the program ended; one that only closes its output is ended here."""
        try:
            code = process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            end(process)
            return "closed its output"
        self._threads[1].join(LAST_WORDS)  # so that the log holds what it complained about
        if code == CANNOT_START:
            return "cannot be started"
        if code in (-9, 137):
            return "was killed, perhaps because it used too much processor time or memory"
        if code in (-24, 152):
            return "has used up its processor time"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"

    # Threads

    def _read_lines(self) -> None:
        """Take what the program prints apart into lines."""
        pipe = self.process.stdout if self.process else None
        rest, seen = b"", 0
        with suppress(OSError, ValueError):
            while pipe and (chunk := pipe.read1(CHUNK)):  # type: ignore[attr-defined]
                seen += len(chunk)
                if seen > self._most:
                    self._over = f"printed more than {self._most:,} bytes in a game"
                    break
                *lines, rest = (rest + chunk).split(b"\n")
                rest = rest[: LONGEST + 1]
                for line in lines:
                    self._heard.put(Line(line.rstrip(b"\r")))
        if rest.strip() and not self._over:
            self._heard.put(Line(rest))
        if self._over and self.process:
            end(self.process)
        self._heard.put(None)

    def _read_complaints(self) -> None:
        """Log what the program writes to its error output, up to a limit."""
        pipe = self.process.stderr if self.process else None
        seen = 0
        with suppress(OSError, ValueError):
            while pipe and (line := pipe.readline(CHUNK)):
                if seen < MOST_COMPLAINTS:
                    self._log.note("wrote", line[:MOST_COMPLAINTS].decode("utf-8", "replace").rstrip("\n"))
                seen += len(line)
                if seen > self._most and self.process:
                    self._over = f"wrote more than {self._most:,} bytes to its error output in a game"
                    end(self.process)
                    break

    def _write(self) -> None:
        """Send what there is to send."""
        pipe = self.process.stdin if self.process else None
        with suppress(OSError, ValueError):
            while pipe and (line := self._unsent.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            if pipe:
                pipe.close()
