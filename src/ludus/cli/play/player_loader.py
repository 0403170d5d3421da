"""The computer player being made ready while people already look at the board.

is it on disk?  ── no ──►  compiled in a process of its own  ──►  loaded in a thread  ──►  ready
                └─ yes ───────────────────────────────────────────────▲
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from ludus.cli.terminal.thinker import Thinker
from ludus.rules.errors import LudusError
from ludus.rules.gamefile import GameFile
from ludus.rules.rulebook import Rulebook
from ludus.search.precompilation import PLAYER, CompileError, Precompilation, is_compiled

TICK = 0.1
"""Seconds between two looks at whether the player is ready."""


class PlayerLoader(threading.Thread):
    """Makes the computer player of one game ready."""

    def __init__(self, file: GameFile) -> None:
        super().__init__(daemon=True, name="ludus-player")
        self._file = file
        self._compilation = None if is_compiled(file, PLAYER) else Precompilation(file, (PLAYER,))
        self._over = threading.Event()
        self._thinker: Thinker | None = None
        self._error: Exception | None = None
        self.start()

    def run(self) -> None:
        """Wait for the compiler, then load what it has left."""
        try:
            if self._compilation:
                self._compilation.wait()
        except CompileError:
            pass  # whatever is wrong shows up again below, where it can be told
        try:
            self._thinker = Thinker(Rulebook(self._file))
        except Exception as error:
            self._error = error
        finally:
            self._over.set()

    @property
    def status(self) -> str:
        """What is being done, in a line; empty when the player is ready, or will be in a moment."""
        if self._compilation is None or self._compilation.is_over:
            return ""
        functions, expected, seconds = self._compilation.progress
        done = f", {functions} of about {expected} functions" if functions else ""
        return f"Compiling {self._file.game.slug} (first time only){done}, {seconds:.0f} s"

    def thinker(self, watch: Callable[[str], None]) -> Thinker:
        """The player, as soon as it is ready; raises `LudusError` if it cannot play this game."""
        while not self._over.wait(TICK):
            watch(self.status or "Loading the computer player")
        if isinstance(self._error, LudusError):
            raise LudusError(f"the computer cannot play this: {self._error}") from None
        if self._thinker is None:
            raise self._error or AssertionError("a player that is over is there or has failed")
        return self._thinker
