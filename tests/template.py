"""A process that has loaded Ludus once, of which every command that a test runs is a copy.

    a test                          the template                        the command
      words, folder, files  ──────►   fork  ──────────────────────────►   main()
      number of the process ◄──────                                         │
      exit status           ◄──────   waits for it  ◄───────────────────────┘

What runs is a real process, with a number, signals, files and an exit status of its own; only the second that Python takes for
loading NumPy, Numba and the compiled code of a game is spent once instead of three hundred times.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO

FILES = 4
"""How many files come with a request: standard input, output and errors, and where the exit status goes."""


def load() -> None:
    """Load what commands need; nothing of it may start a thread, or a copy would be half a process."""
    import ludus
    from ludus.cli.main import app
    from ludus.games import find_game
    from ludus.rules.rulebook import Rulebook
    from ludus.search.compilation import compile_search

    for module in pkgutil.walk_packages(ludus.__path__, "ludus."):
        if not any(part in module.name for part in ("kernel", "migrations", "__main__")):  # written to be filled in, or to be run
            importlib.import_module(module.name)
    compile_search(Rulebook(find_game("tic-tac-toe")))
    with redirect_stdout(StringIO()):
        for words in ("games", "show tic-tac-toe"):
            app(words.split(), standalone_mode=False)
    gc.freeze()  # or a copy would look through all of it, and make its own copy of the memory by that


def wait_for_work(ours: socket.socket) -> list[str]:
    """Make a copy for each request. Returns in the copies, with the words of the command, and never in the template."""
    noticed, notice = os.pipe()
    os.set_blocking(notice, False)
    signal.set_wakeup_fd(notice)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # wakes the loop
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal of the tests is not meant for us
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([ours, noticed], [], [])
        if noticed in ready:
            os.read(noticed, 4096)
            _tell_who_ended(running)
        if ours in ready:
            message, files, _, _ = socket.recv_fds(ours, 1 << 20, FILES)
            if not message:
                sys.exit()
            process = os.fork()
            if not process:
                signal.set_wakeup_fd(-1)
                for file in (noticed, notice, ours.detach(), files[3], *running.values()):
                    os.close(file)
                return _become(json.loads(message), files[:3])
            running[process] = files[3]
            for file in files[:3]:
                os.close(file)
            ours.sendall(process.to_bytes(4, "big"))


def _tell_who_ended(running: dict[int, int]) -> None:
    while running:
        process, status = os.waitpid(-1, os.WNOHANG)
        if not process:
            return
        told = running.pop(process)
        with suppress(BrokenPipeError):  # whoever started it may not wait for it
            os.write(told, os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
        os.close(told)


def _become(wanted: dict[str, object], files: list[int]) -> list[str]:
    """Be a process as if it had just been started."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    os.chdir(str(wanted["folder"]))
    os.environ.clear()
    os.environ.update(wanted["environment"])  # type: ignore[call-overload]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  files that are open already
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    return [str(word) for word in wanted["words"]]  # type: ignore[attr-defined]


if __name__ == "__main__":
    load()
    words = wait_for_work(socket.socket(fileno=int(sys.argv[1])))
    if words[:1] == ["-c"]:
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})  # noqa: S102  what a test has written
        sys.exit()
    sys.argv = ["ludus", *words]

    from ludus.cli.terminal.entry import main  # not above: processes that a command starts import this file, too

    main()
