"""`ludus serve --supervise`: a process that has loaded everything; its copy is the server, and if that dies there is another.

    keeper ── loads Python's modules ── fork ──► server ── ✝
      │  loads games as soon as the server has had them compiled
      └──────────────────────────────── fork ──► server             half a second later, and not two: nothing is left to load

The keeper has no threads and opens nothing: what it has loaded is shared by the copies. A server that ends by itself, with
whatever status, has said why, so it is not started again; one that was killed, or has crashed, is.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType

from ludus.cli.composition.options import ServerOptions
from ludus.cli.composition.policy import policy_of
from ludus.cli.composition.server import catalogue_of, run
from ludus.rules.errors import LudusError
from ludus.server.store.address import open_store

QUICK, MOST_QUICK = 5.0, 5
"""A server that dies so many times within these seconds of its start will not live: better to say so than to go on for ever."""

POLL_SECONDS = 0.05
"""Seconds between two looks at whether another game was compiled, and whether the server lives."""

DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def supervise(options: ServerOptions, say: Callable[[str], None]) -> int:
    """Run a server in a copy of this process, again and again until it ends by itself or is told to; its exit status."""
    if not hasattr(os, "fork"):
        raise LudusError("--supervise: this system cannot copy a process; leave it out, and let a service manager do it")
    return Keeper(options, say).run()


class Keeper:
    """The process that waits for the server, and passes on what it is told."""

    def __init__(self, options: ServerOptions, say: Callable[[str], None]) -> None:
        self._options, self._say, self._games = options, say, catalogue_of(options, policy_of(options, os.environ))
        self._server, self._asked, self._quick = 0, False, 0
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._pass_on)

    def _pass_on(self, number: int, frame: FrameType | None) -> None:
        del frame
        self._asked = True
        with suppress(ProcessLookupError):
            os.kill(self._server, number) if self._server else None

    def run(self) -> int:
        """Have a server as long as one is wanted; the exit status of the last."""
        load_database()
        to_load = list(self._games.games)
        self._load_one(to_load)  # and with it the compiler
        gc.collect()
        self._start()
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG if to_load else 0)
            if not ended and not self._load_one(to_load):
                time.sleep(POLL_SECONDS)
            if ended != self._server:
                continue
            if not os.WIFSIGNALED(status):
                return os.WEXITSTATUS(status)
            if self._asked:
                return 0
            self._note_death(signal.Signals(os.WTERMSIG(status)).name)
            self._start()

    def _load_one(self, to_load: list[str]) -> bool:
        """Load a game that is on disk as it is usually played, and take it off the list; whether there was one."""
        for game in to_load:
            if self._games.load(game, {}) is not None:
                to_load.remove(game)
                gc.freeze()  # or a copy would look through all of it, and make its own copy of the memory by that
                return True
        return False

    def _start(self) -> None:
        self._began = time.monotonic()
        self._server = start_copy(lambda: run(self._options, self._say, self._games))

    def _note_death(self, name: str) -> None:
        self._quick = self._quick + 1 if time.monotonic() - self._began < QUICK else 0
        if self._quick >= MOST_QUICK:
            raise LudusError(f"the server was ended by {name} {self._quick} times within seconds of its start")
        self._say(f"The server was ended by {name}; it is started again.")


def load_database() -> None:
    """Load what the first use of a database loads."""
    importlib.import_module("ludus.server.store.postgres")
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "x.db"))
        store.load()
        store.close()


def start_copy(work: Callable[[], object]) -> int:
    """Have a copy of this process do something; its number."""
    keeper = os.getpid()
    sys.stdout.flush()
    copy = os.fork()
    if copy:
        return copy
    _die_with(keeper)
    status = 1
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)
        work()
        status = 0
    except LudusError as error:
        print(f"ludus: {error}", file=sys.stderr)
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _die_with(keeper: int) -> None:
    """End with the keeper: a server without one would hold the ports and the store, and nobody would know. Linux alone can."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != keeper:  # it has ended in between
        os._exit(1)
