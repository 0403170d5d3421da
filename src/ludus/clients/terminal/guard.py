"""A guard for the terminal: a process that does nothing but wait for the client to end, however that happens, and then puts the
terminal back. The client itself does so, too, but one that was killed cannot.

    guard (the process that was started) ──fork──► the client
          waits; passes signals on                 plays
          gives the terminal back, ends alike      ends when its guard is gone
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from ludus.clients.terminal.terminal import LEAVE

PASSED_ON = ("SIGTERM", "SIGHUP", "SIGINT")


def run_guarded(play: Callable[[], int]) -> int:
    """Run the client under guard, where the system can; the exit status is the client's."""
    if not hasattr(os, "fork"):
        return play()
    import termios

    before = termios.tcgetattr(0)
    child = os.fork()
    if not child:
        return play()

    def pass_on(number: int, _: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(child, number)

    for name in PASSED_ON:
        signal.signal(getattr(signal, name), pass_on)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status < 0:  # it had no time to tidy up
        with suppress(OSError):
            os.write(1, LEAVE.encode())
    with suppress(termios.error):
        termios.tcsetattr(0, termios.TCSANOW, before)
    return 128 - status if status < 0 else status


def guard_is_gone(guard: int) -> bool:
    """Whether the process that waits for this one was killed itself."""
    return hasattr(os, "getppid") and os.getppid() != guard
