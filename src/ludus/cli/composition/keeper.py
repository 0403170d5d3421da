"""`ludus serve --supervise`: a process that has loaded everything; its copy is the server, and if that dies there is another.

    keeper ── loads Python's modules ── fork ──► server ── ✝
      │                                   fork ──► server             half a second later, and not two: nothing is left to load
      └── ends as the server ends, if that was on purpose

The keeper has no threads and opens nothing: what it has loaded is shared by the copies. A server that ends by itself, with
whatever status, has said why, so it is not started again; one that was killed, or has crashed, is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from ludus.rules.errors import LudusError

QUICK, MOST_QUICK = 5.0, 5
"""A server that dies so many times within these seconds of its start will not live: better to say so than to go on for ever."""

DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def supervise(serve: Callable[[], None], say: Callable[[str], None]) -> int:
    """Run a server in a copy of this process, again and again until it ends by itself or is told to; its exit status."""
    if not hasattr(os, "fork"):
        raise LudusError("--supervise: this system cannot copy a process; leave it out, and let a service manager do it")
    _load()
    return Keeper(serve, say).run()


class Keeper:
    """The process that waits for the server, and passes on what it is told."""

    def __init__(self, serve: Callable[[], None], say: Callable[[str], None]) -> None:
        self._serve, self._say = serve, say
        self._copy, self._asked = 0, False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._pass_on)

    def _pass_on(self, number: int, frame: FrameType | None) -> None:
        del frame
        self._asked = True
        with suppress(ProcessLookupError):
            os.kill(self._copy, number) if self._copy else None

    def run(self) -> int:
        """Have a server as long as one is wanted; the exit status of the last."""
        quick = 0
        while not self._asked:
            began, self._copy = time.monotonic(), start_copy(self._serve)
            status = os.waitpid(self._copy, 0)[1]
            if not os.WIFSIGNALED(status):
                return os.WEXITSTATUS(status)
            quick = quick + 1 if time.monotonic() - began < QUICK else 0
            name = signal.Signals(os.WTERMSIG(status)).name
            if quick >= MOST_QUICK:
                raise LudusError(f"the server was ended by {name} {quick} times within seconds of its start")
            if not self._asked:
                self._say(f"The server was ended by {name}; it is started again.")
        return 0


def _load() -> None:
    """Load what a server needs, so that a copy of this process has it: its modules, and the compiler made ready by one game."""
    import gc

    import ludus.cli.composition.server
    import ludus.server.store.postgres
    import ludus.server.store.sqlite
    from ludus.server.catalogue import Catalogue

    del ludus
    Catalogue().prepare("tic-tac-toe", {})
    gc.collect()
    gc.freeze()  # or a copy would look through all of it, and make its own copy of the memory by that


def start_copy(serve: Callable[[], None]) -> int:
    """Start a server in a copy of this process; its number."""
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
        serve()
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
