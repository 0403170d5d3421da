"""A line of progress that is written over and over; only terminals show it."""

from __future__ import annotations

import shutil
import sys
from types import TracebackType


class LiveLine:
    """The line under the cursor: replaced by each new text, and cleared at the end."""

    def __init__(self) -> None:
        self._shown = False
        self._terminal = sys.stdout.isatty()

    def show(self, text: str) -> None:
        """Replace the line by a text, cut to the width of the terminal."""
        if self._terminal:
            room = shutil.get_terminal_size().columns - 1
            text = text[:room]
            sys.stdout.write(f"\r{text:<{room}}\r{text}")
            sys.stdout.flush()
            self._shown = True

    def clear(self) -> None:
        """Leave the line empty, for something that stays."""
        if self._shown:
            self.show("")

    def __enter__(self) -> LiveLine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.clear()
