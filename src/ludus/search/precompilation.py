"""Games compiled in a process of their own.

                      python -m ludus.search.precompiler                  the cache folder of the game
    Precompilation ──►  niced, with limits in time and memory  ── writes ──►  machine code
         ▲                        │                                           compiled_rules_5f…    a mark when all is there
         └──── "12 60" ───────────┘
               functions compiled, and how many there will be about

Whoever loads a game that has its mark gets it in a tenth of a second, without the hundreds of megabytes that the compiler takes.
This side needs no compiler at all: it does not even import it.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from functools import cache
from math import ceil
from pathlib import Path
from typing import NamedTuple

from ludus.rules.compiled.cache import cache_folder
from ludus.rules.compiled.cache_key import game_key
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile

RULES, PLAYER = "rules", "player"
PARTS = (RULES, PLAYER)
"""What can be compiled: what a match asks of the rules, and the computer player."""

PATIENCE = 10 if hasattr(signal, "SIGXCPU") else 1
"""How many times as long as its processor time a compilation may take; where that cannot be limited, no longer."""

SOURCES = ("rules", "search", "games")
"""The folders of this package on which machine code may depend."""


class CompileError(LudusError):
    """A game could not be compiled within the limits, or not at all."""


@dataclass(frozen=True, slots=True)
class CompileLimits:
    """What a process that compiles may use; 0 for as much as it likes."""

    seconds: float = 0.0
    """Of processor time, since a busy machine is not the game's fault; `PATIENCE` times as long in all."""
    megabytes: int = 0
    nice: int = 0

    @property
    def for_process(self) -> tuple[int, int, int]:
        """What the process is told."""
        return self.nice, self.megabytes, ceil(self.seconds)


class CompileProgress(NamedTuple):
    """How far a compilation has come: functions, out of about how many, and seconds."""

    functions: int
    expected: int
    seconds: float


def is_compiled(file: GameFile, part: str) -> bool:
    """Whether a part of a game was compiled before and is kept on disk."""
    return mark_of(file, part).exists()


def mark_of(file: GameFile, part: str) -> Path:
    """The file whose presence says that a part of a game is compiled."""
    key = game_key(file.source, file.built_in)
    return cache_folder() / "kernels" / f"{file.path.stem}-{key}" / f"compiled_{part}_{_sources_key()}"


@cache
def _sources_key() -> str:
    """A hash of everything that may end up in machine code."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((package / folder).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


class Precompilation:
    """One game being compiled in a process of its own."""

    def __init__(self, file: GameFile, parts: tuple[str, ...] = PARTS, limits: CompileLimits | None = None) -> None:
        self.file, self.limits = file, limits or CompileLimits()
        task = {"path": str(file.path), "options": dict(file.chosen), "parts": parts}
        self._begun = time.monotonic()
        self._seen = (0, 0)
        self._complaint = ""
        self._too_late = False
        self._process = subprocess.Popen(  # noqa: S603  our own module, and numbers
            [sys.executable, "-m", "ludus.search.precompiler", *map(str, self.limits.for_process)],
            stdin=subprocess.PIPE,  # it ends when this closes, so it never outlives us
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "LUDUS_CACHE": str(cache_folder())},  # where ours is, even if that is only for this run
            start_new_session=True,  # Ctrl-C in a terminal is not meant for it
        )
        assert self._process.stdin  # noqa: S101  it is a pipe
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        self._reader = threading.Thread(target=self._read, name="ludus-compilation", daemon=True)
        self._reader.start()
        self._alarm = threading.Timer(PATIENCE * self.limits.seconds, self._give_up)
        if self.limits.seconds:
            self._alarm.start()

    @property
    def progress(self) -> CompileProgress:
        """How far it has come."""
        return CompileProgress(*self._seen, time.monotonic() - self._begun)

    @property
    def is_over(self) -> bool:
        """Whether it has ended, well or badly."""
        return not self._reader.is_alive()

    def wait(self) -> None:
        """Wait for the end; raises `CompileError` if it went wrong or took too much."""
        self._reader.join()
        self.stop()
        if self._too_late or self._process.returncode == -getattr(signal, "SIGXCPU", 0) < 0:
            raise CompileError(f"compiling {self.file.game.name} took longer than {self.limits.seconds:g} seconds")
        if self._process.returncode:
            raise CompileError(self._complaint or f"compiling {self.file.game.name} took more memory than it may")

    def stop(self) -> None:
        """End it, if it has not ended."""
        self._alarm.cancel()
        if self._reader.is_alive():
            self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()

    def _give_up(self) -> None:
        self._too_late = True
        self._process.kill()

    def _read(self) -> None:
        """Take down how far it has come, and what it says last if that is a complaint."""
        assert self._process.stdout  # noqa: S101  it is a pipe
        for line in self._process.stdout:
            functions, _, expected = line.strip().partition(" ")
            if functions.isdecimal() and expected.isdecimal():
                self._seen = int(functions), int(expected)
            elif line.startswith("ludus: "):
                self._complaint = line.strip().removeprefix("ludus: ")
        self._process.wait()
