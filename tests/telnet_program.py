"""A real telnet program in a pseudo-terminal, as somebody sits before it.

    python -m tests.telnet_program     find one, or install one where that is possible, and say which

Where there is none, or no pseudo-terminals, the tests that need it are skipped and say so.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import time

WITHOUT = "no telnet here: the session by telnet is skipped; `python -m tests.telnet_program` installs one"

PACKAGES = ("inetutils-telnet", "telnet")


def find_telnet() -> str | None:
    """The path of a telnet program, if there is one and a terminal for it."""
    return shutil.which("telnet") if hasattr(os, "fork") else None


def install_telnet() -> str | None:
    """Install one from the system's packages, where we may."""
    for package in PACKAGES if shutil.which("apt-get") else ():
        words = ["apt-get", "install", "-y", "-q", package]
        subprocess.run(words, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        if found := find_telnet():
            return found
    return None


class Terminal:
    """A telnet program that has called a port, and what stands on its screen."""

    def __init__(self, program: str, port: int, *, columns: int = 80, negotiates: bool = False) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.pid, self._screen = pty.fork()
        if not self.pid:
            os.environ["TERM"] = "vt100"
            os.execv(program, [program, "--", "127.0.0.1", f"-{port}" if negotiates else str(port)])  # noqa: S606
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self._rest, self._typed = "", ["Trying 127.0.0.1...", "Connected to 127.0.0.1.", "Escape character is '^]'."]

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *problem: object) -> None:
        os.close(self._screen)  # the terminal hangs up, and telnet ends
        os.waitpid(self.pid, 0)

    def type(self, text: str) -> None:
        """Type a line; what the terminal shows of it is not what the server says. `^C` at its end is Ctrl-C instead of Enter."""
        self._typed.append(text)
        keys = text.removesuffix("^C") + ("\x03" if text.endswith("^C") else "\n")
        os.write(self._screen, keys.encode())

    def line(self, seconds: float = 120.0) -> str:
        """The next line that the server says; the first search of a game may have to be compiled before."""
        end = time.monotonic() + seconds
        while True:
            while "\n" in self._rest:
                line, _, self._rest = self._rest.partition("\n")
                line = line.rstrip("\r").rpartition("^C")[2]  # which the terminal shows without a new line
                if line in self._typed:
                    self._typed.remove(line)
                else:
                    return line
            ready, _, _ = select.select([self._screen], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"the server says nothing more, after {self._rest!r}"
            try:
                self._rest += os.read(self._screen, 4096).decode()
            except OSError as error:  # the program has ended
                raise AssertionError(f"telnet has ended, after {self._rest!r}") from error


if __name__ == "__main__":
    telnet = find_telnet() or install_telnet()
    print(f"the session by telnet uses {telnet}" if telnet else WITHOUT)
