"""A real server in a process of its own, for tests that knock on its ports.

    with start_server("--patience", "2", folder=tmp_path) as server:
        server.port, server.web_port, server.store

Ports are chosen by the system, so that tests may run beside each other.
"""

from __future__ import annotations

import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.commands import Command, start

READY = 60.0
"""Seconds until a server must be ready; the first start on a machine compiles."""

AT_ONCE = 1.0
"""Seconds in which a server where nobody plays ends."""

ENDS = 20.0
"""Seconds after which a server that has not ended never will."""


@dataclass
class Serving:
    """A running server: where it listens, where it keeps its games, and what it has said so far."""

    process: Command | subprocess.Popen[str]
    store: Path
    said: list[str] = field(default_factory=list)
    _heard: threading.Condition = field(default_factory=threading.Condition)

    @property
    def port(self) -> int:
        """The port for lines and JSON."""
        return self._number(r"JSON lines on \S+:(\d+)")

    @property
    def web_port(self) -> int:
        """The port for HTTP and WebSocket."""
        return self._number(r"browser +https?://[^/]+:(\d+)/")

    @property
    def grpc_port(self) -> int:
        """The port for users of gRPC."""
        return self._number(r"gRPC +\S+:(\d+)")

    @property
    def worker_port(self) -> int:
        """The port for helpers."""
        return self._number(r"--connect \S+:(\d+)")

    @property
    def worker_token(self) -> str:
        """What helpers have to show."""
        return self.store.with_suffix(".db.workers").read_text("utf-8").strip()

    def wait_for(self, text: str, seconds: float = READY) -> None:
        """Wait until the server says this; it must not end first."""
        with self._heard:
            self._heard.wait_for(lambda: self._has_said(text) or self.process.poll() is not None, seconds)
        assert self._has_said(text), f"the server never said {text!r}: {self.said} {self.log}"

    def stop(self) -> int:
        """Ask the server to stop, as Ctrl-C does, and wait for it; the exit status is given back."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._ended()

    def end(self) -> None:
        """End the server, games that are on or not, as a second Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(AT_ONCE)
            except subprocess.TimeoutExpired:
                self.process.send_signal(signal.SIGINT)
        self._ended()

    def kill(self) -> None:
        """End the server without a warning, as a crash does."""
        self.process.kill()
        self.process.wait()

    @property
    def log(self) -> str:
        """What the server has logged."""
        return self.store.with_suffix(".log").read_text("utf-8")

    @property
    def warnings(self) -> list[str]:
        """The lines of the log that say more than who came and what was played."""
        return [line for line in self.log.splitlines() if "[info " not in line]

    def listen(self) -> None:
        """Take down what the server says, until it ends."""
        assert self.process.stdout
        for line in self.process.stdout:
            with self._heard:
                self.said.append(line.rstrip())
                self._heard.notify_all()
        with self._heard:
            self._heard.notify_all()

    def _ended(self) -> int:
        try:
            return self.process.wait(ENDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the server does not end: {self.said} {self.log}") from None

    def _has_said(self, text: str) -> bool:
        return any(text in line for line in self.said)

    def _number(self, pattern: str) -> int:
        for line in self.said:
            if found := re.search(pattern, line):
                return int(found[1])
        raise AssertionError(f"the server did not say its port: {self.said}")


BY_GRPC = ("--grpc", "--grpc-port", "0", "--worker-port", "0")
"""The arguments of a server that speaks gRPC, too."""


@contextmanager
def start_server(*arguments: str, folder: Path, store: str = "x.db") -> Iterator[Serving]:
    """Start `ludus serve` with these arguments, and stop it at the end; a server started again with the same store goes on."""
    place = folder / store
    words = ["serve", "--port", "0", "--web-port", "0", "--store", str(place), "--set", "compilation.at_start=0", *arguments]
    with place.with_suffix(".log").open("a", encoding="utf-8") as log:
        process = start(*words, folder=folder, stdout=subprocess.PIPE, stderr=log)
    serving = Serving(process, place)
    listener = threading.Thread(target=serving.listen)
    listener.start()
    try:
        serving.wait_for("kept in")  # the last line of the announcement: both ports are known
        yield serving
    finally:
        serving.end()
        listener.join()
        assert process.stdout
        process.stdout.close()
