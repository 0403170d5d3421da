"""Running `ludus` as a person does: in a process of its own, copied from a template that has loaded everything once."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import IO, Any

TOO_LONG = 120.0
"""Seconds after which a command that was to end at once hangs."""

STREAMS = ("stdin", "stdout", "stderr")


def start(*words: str | Path, folder: Path | None = None, **files: IO[Any] | int) -> Command | subprocess.Popen[str]:
    """Start a command, or a piece of Python with `-c`; files are open or left out, the last two also `subprocess.PIPE`."""
    if hasattr(os, "fork"):
        return Command(*words, folder=folder, **files)
    given: dict[str, Any] = {name: files.get(name, subprocess.DEVNULL) for name in STREAMS}
    program = [] if words[0] == "-c" else ["-m", "ludus"]
    return subprocess.Popen([sys.executable, *program, *map(str, words)], cwd=folder, encoding="utf-8", **given)


class Command:
    """A copy of the template, used like `subprocess.Popen`."""

    def __init__(self, *words: str | Path, folder: Path | None = None, **files: IO[Any] | int) -> None:
        self.words = [str(word) for word in words]
        self.returncode: int | None = None
        self.stdout, self.stderr = None, None
        ends: list[int] = []
        with open(os.devnull, "r+b") as nothing:  # noqa: PTH123  a device
            given = [files.get(name, nothing) for name in STREAMS]
            for place, file in enumerate(given):
                if file == subprocess.PIPE:
                    mine, given[place] = os.pipe()
                    setattr(self, STREAMS[place], open(mine, encoding="utf-8"))  # noqa: PTH123, SIM115  closed at the end
                    ends.append(given[place])
            self._status, told = os.pipe()
            ends.append(told)
            self.pid = _copy(
                self.words, folder or Path.cwd(), [file if isinstance(file, int) else file.fileno() for file in given] + [told]
            )
        for end in ends:
            os.close(end)

    def poll(self) -> int | None:
        """The exit status, or None while it runs."""
        if self.returncode is None and select.select([self._status], [], [], 0)[0]:
            self._take_status()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it ends; the exit status."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(self.words, timeout or 0.0)
            self._take_status()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it without a warning."""
        self.send_signal(signal.SIGKILL)

    def _take_status(self) -> None:
        told = os.read(self._status, 4)
        assert told, "the template has ended"
        self.returncode = int.from_bytes(told, "big", signed=True)
        os.close(self._status)

    def __enter__(self) -> Command:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self.stdout, self.stderr):
            if file:
                file.close()
        self.wait()


def run(
    *words: str | Path, folder: Path | None = None, typed: str = "", timeout: float = TOO_LONG, merged: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; `typed` is what the person types, and `merged` puts errors where the output is."""
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as errors,
    ):
        given.write(typed)
        given.seek(0)
        command = start(*words, folder=folder, stdin=given, stdout=out, stderr=out if merged else errors)
        try:
            status = command.wait(timeout)
        except BaseException:
            command.kill()
            raise
        for file in (out, errors):
            file.seek(0)
        return subprocess.CompletedProcess(command.words, status, out.read().decode(), errors.read().decode())


def _copy(words: list[str], folder: Path, files: list[int]) -> int:
    """Have the template make a copy of itself; the number of its process."""
    wanted: Mapping[str, object] = {"words": words, "folder": str(folder), "environment": dict(os.environ)}
    template = _template()
    socket.send_fds(template, [json.dumps(wanted).encode()], files)
    return int.from_bytes(template.recv(4), "big")


@cache
def _template() -> socket.socket:
    """The template of this process, started when it is first needed."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        words = [sys.executable, "-m", "tests.template", str(theirs.fileno())]
        process = subprocess.Popen(words, pass_fds=[theirs.fileno()], cwd=Path(__file__).parents[1])

    def end() -> None:
        ours.close()  # by which it knows
        process.wait()

    atexit.register(end)
    return ours
