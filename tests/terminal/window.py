"""`Window`: `ludus join` in a real pseudo-terminal, with somebody in front of it who presses keys, clicks and reads.

with Window(port) as window:
    window.wait_for("Games")
    window.press("c")
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

import pyte

SOON = 90.0
"""Seconds in which anything must have happened; the first game of its kind on a machine is compiled."""

KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "escape": "\x1b", "tab": "\t"}


class Window:
    """A terminal of some size, and the client in it."""

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), **environment: str) -> None:
        self.screen = pyte.Screen(*size)
        self._stream, self.raw = pyte.ByteStream(self.screen), b""
        self.pid, self.device = pty.fork()
        if not self.pid:
            os.environ.update({"TERM": "xterm-256color", **environment})
            os.execv(sys.executable, [sys.executable, "-m", "ludus", "join", *words])  # noqa: S606
        self.resize(*size)
        self.before = termios.tcgetattr(self.device)
        self.status: int | None = None

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *problem: object) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGTERM)
            self.wait_until_gone()
        os.close(self.device)

    @property
    def text(self) -> str:
        """What can be read."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, *texts: str, seconds: float = SOON) -> Window:
        """Wait until all of these can be read."""
        return self.wait_until(lambda: all(text in self.text for text in texts), f"{texts}", seconds)

    def wait_until(self, is_so, what: str = "", seconds: float = SOON) -> Window:
        """Wait until something is so on the screen."""
        until = time.monotonic() + seconds
        while not is_so():
            assert self._read(until), f"{what or 'it'} was not seen:\n{self.text}"
        return self

    def press(self, *keys: str) -> Window:
        """Press keys, by name or as what they type."""
        os.write(self.device, "".join(KEYS.get(key, key) for key in keys).encode())
        return self

    def click(self, text: str, right: int = 0) -> Window:
        """Click where a text stands, or so many columns to the right of it."""
        y, line = next((y, line) for y, line in enumerate(self.screen.display) if text in line)
        return self.click_at(line.index(text) + right, y)

    def click_at(self, x: int, y: int) -> Window:
        """Click at a column and a row."""
        return self.press(f"\x1b[<0;{x + 1};{y + 1}M", f"\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, width: int, height: int) -> Window:
        """Make the window larger or smaller."""
        self.screen.resize(height, width)
        fcntl.ioctl(self.device, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        return self

    def wait_until_gone(self, seconds: float = SOON) -> int:
        """Wait until the client has ended; its exit status."""
        until = time.monotonic() + seconds
        while not os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            self._read(time.monotonic() + 0.02)
            assert time.monotonic() < until, f"it does not end:\n{self.text}"
        while self._read(time.monotonic() + 0.02):
            pass
        self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    @property
    def client(self) -> int:
        """The process of the client itself, whose guard is the one that was started."""
        with open(f"/proc/{self.pid}/task/{self.pid}/children") as children:  # noqa: PTH123
            return int(children.read().split()[0])

    @property
    def is_as_before(self) -> bool:
        """Whether the terminal is as it was: its modes, the usual screen, the cursor, and no reports of clicks."""
        switched = [
            (b"1049", b"h", b"l"),
            (b"25", b"l", b"h"),
            (b"1000", b"h", b"l"),
            (b"1006", b"h", b"l"),
            (b"2004", b"h", b"l"),
        ]
        put_back = all(
            self.raw.rfind(b"\x1b[?" + name + off) > self.raw.rfind(b"\x1b[?" + name + on) for name, on, off in switched
        )
        return put_back and termios.tcgetattr(self.device)[:4] == self.before[:4]

    def _read(self, until: float) -> bool:
        ready, _, _ = select.select([self.device], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.device, 1 << 16)
        except OSError:  # nobody has the other end any more
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)
