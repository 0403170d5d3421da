"""Stopping a server by Ctrl-C or SIGTERM: the first lets matches finish, the second stops at once."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

from ludus.server.runner import Runner

POLL_SECONDS = 0.2
"""Seconds between two looks at whether all matches are over."""


class Shutdown:
    """Waits for signals as long as the server runs; `done` has a result when it is time to close everything."""

    def __init__(self, runner: Runner, say: Callable[[str], None]) -> None:
        self._runner, self._say = runner, say
        self._loop = asyncio.get_running_loop()
        self._asked = False
        self.done: asyncio.Future[None] = self._loop.create_future()
        for name in ("SIGINT", "SIGTERM"):
            if number := getattr(signal, name, None):
                self._on_signal(number)

    def _on_signal(self, number: signal.Signals) -> None:
        """Listen for a signal; on Windows the loop cannot, so Python itself does."""
        try:
            self._loop.add_signal_handler(number, self._ask)
        except NotImplementedError:
            signal.signal(number, self._ask_from_anywhere)

    def _ask_from_anywhere(self, *_signal: object) -> None:
        self._loop.call_soon_threadsafe(self._ask)

    def _ask(self) -> None:
        """The first time, begin nothing new and wait for the matches in progress; the second time, stop."""
        if self._asked:
            self._finish()
            return
        self._asked = True
        playing = self._runner.core.awaited
        if playing:
            games = "1 game is" if playing == 1 else f"{playing} games are"
            self._say(f"Stopping when {games} over; press Ctrl-C again to stop now.")
        self._look()

    def _look(self) -> None:
        if self._runner.stop():
            self._finish()
        else:
            self._loop.call_later(POLL_SECONDS, self._look)

    def _finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)
