"""`Terminal`: the window itself. It is taken over on entering, and given back as it was on leaving, however that happens.

It uses what every terminal of today understands, and nothing that only Unix has unless it is there.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from types import TracebackType
from typing import Any

from ludus.clients.terminal.keyboard import Input, KeyReader

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = tty = None  # type: ignore[assignment]

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[2J"
"""Another screen, no cursor, clicks, pasted text in one piece."""

LEAVE = "\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[0m\x1b[?25h\x1b[?1049l"
"""All of that undone."""

ESCAPE_WAIT = 0.05
"""Seconds after which an Escape is the key, and not the beginning of something."""


class Terminal:
    """The terminal that standard input and output are connected to."""

    def __init__(self) -> None:
        self._before: Any = None
        self._keys: asyncio.Queue[bytes] = asyncio.Queue()

    def __enter__(self) -> Terminal:
        if termios:
            self._before = termios.tcgetattr(0)
            tty.setraw(0, termios.TCSADRAIN)
        else:
            self._before = _windows_modes()
        self.write(ENTER)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(OSError, ValueError):
            self.write(LEAVE)
        if termios and self._before is not None:
            with suppress(termios.error):
                termios.tcsetattr(0, termios.TCSADRAIN, self._before)
        elif self._before is not None:
            _windows_modes(self._before)

    def write(self, text: str) -> None:
        """Send to the terminal."""
        data = text.encode("utf-8", "replace")
        while data:
            data = data[os.write(1, data) :]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        try:
            found = os.get_terminal_size(1)
        except OSError:
            found = shutil.get_terminal_size()
        return max(1, found.columns), max(1, found.lines)

    async def inputs(self) -> AsyncIterator[Input]:
        """What somebody does, until the terminal is gone."""
        reader, loop = KeyReader(), asyncio.get_running_loop()
        self._listen(loop)
        while True:
            try:
                data = await asyncio.wait_for(self._keys.get(), ESCAPE_WAIT if reader.waits else None)
            except TimeoutError:
                found = reader.flush()
            else:
                if not data:
                    return
                found = reader.feed(data)
            for each in found:
                yield each

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have what is typed put into the queue: by the event loop, or where that cannot be, by a thread."""

        def take() -> None:
            try:
                data = os.read(0, 4096)
            except OSError:
                data = b""
            if not data:
                loop.remove_reader(0)
            self._keys.put_nowait(data)

        def wait() -> None:
            while data := os.read(sys.stdin.fileno(), 4096):
                loop.call_soon_threadsafe(self._keys.put_nowait, data)
            loop.call_soon_threadsafe(self._keys.put_nowait, b"")

        if termios:
            loop.add_reader(0, take)
        else:
            threading.Thread(target=wait, daemon=True).start()


def _windows_modes(wanted: tuple[int, int] | None = None) -> tuple[int, int]:
    """Set the modes of a Windows console: those given, or the ones in which it behaves like all others; gives the old ones."""
    import ctypes

    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    before = []
    for place, (device, on, off) in enumerate(((-10, 0x0200 | 0x0010, 0x0007), (-11, 0x0004, 0))):
        handle, mode = kernel.GetStdHandle(device), ctypes.c_ulong()
        kernel.GetConsoleMode(handle, ctypes.byref(mode))
        before.append(mode.value)
        kernel.SetConsoleMode(handle, wanted[place] if wanted else (mode.value | on) & ~off)
    return before[0], before[1]
