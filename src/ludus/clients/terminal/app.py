"""`App`: the window from the first screen to the last. What the server says, what somebody does and the passing of time come one
after the other; after each, what is to be seen is drawn, and what has changed is sent to the terminal.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from contextlib import suppress

from ludus.clients.connection import Broken, News, Restored, ServerConnection, ServerUnreachable
from ludus.clients.terminal.canvas import Canvas, repaint
from ludus.clients.terminal.desk import Desk, draw_screen
from ludus.clients.terminal.guard import guard_is_gone
from ludus.clients.terminal.keyboard import Click, Input, KeyPress
from ludus.clients.terminal.screens.lobby import LobbyScreen
from ludus.clients.terminal.screens.match import MatchScreen
from ludus.clients.terminal.terminal import Terminal
from ludus.clients.terminal.theme import Theme, after
from ludus.wire.client import Heard
from ludus.wire.messages import Ask, LoggedIn, MatchBoard, Problem, Seated

TICK = 0.1
"""Seconds between two looks at the clocks and at the size of the window."""

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C has ended."""


class App:
    """The window, while it is open."""

    def __init__(self, connection: ServerConnection, theme: Theme) -> None:
        self.desk = Desk(connection, theme)
        self.lobby = LobbyScreen(self.desk)
        self.desk.screens.append(self.lobby)
        self._events: asyncio.Queue[News | Input | BaseException] = asyncio.Queue()
        self._canvas: Canvas | None = None
        self._status = 0

    async def run(self) -> int:
        """Show the window until somebody leaves; gives the exit status. Raises `ServerUnreachable`."""
        guard = os.getppid() if hasattr(os, "getppid") else 0
        with Terminal() as terminal:
            tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._watch(terminal))]
            self._take_signals()
            try:
                while not self.desk.is_over:
                    self._draw(terminal)
                    await self._step()
                    if guard and guard_is_gone(guard):
                        self.desk.is_over = True
            finally:
                self.desk.connection.close()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return self._status

    async def _step(self) -> None:
        """Wait for something to happen, and take in all that has happened."""
        try:
            events = [await asyncio.wait_for(self._events.get(), TICK)]
        except TimeoutError:
            events = []
        while not self._events.empty():
            events.append(self._events.get_nowait())
        for event in events:
            if isinstance(event, BaseException):
                raise event
            if isinstance(event, (Heard, Broken, Restored)):
                self._hear(event)
            else:
                self._take(event)
        if self.desk.screens[-1] is self.lobby and self.desk.connection.is_open:
            self.lobby.refresh(time.monotonic())

    # What the server says

    def _hear(self, news: News) -> None:
        if isinstance(news, Broken):
            self.desk.trouble = f"{news.why}. Trying again ..."
            return
        if isinstance(news, Restored):
            self.desk.trouble = ""
            return
        reply, model = news.reply, self.desk.model
        if isinstance(reply, Problem) and not self.desk.connection.is_open and not model.name:
            raise ServerUnreachable(reply.sentence)
        self.desk.ask(*model.hear(reply, news.request, time.monotonic()))
        if isinstance(reply, LoggedIn):
            self.desk.trouble = ""
        elif isinstance(reply, Seated) or (isinstance(reply, (MatchBoard, Ask)) and reply.team):
            self._go_to(reply.match)

    def _go_to(self, match: str) -> None:
        """A match of ours begins: show it, unless we are in the middle of another one."""
        screen = self.desk.screens[-1]
        if isinstance(screen, MatchScreen):
            if screen.match.match == match or (screen.match.team and not screen.match.result):
                return
            self.desk.back()
        shown = [each for each in self.desk.screens if isinstance(each, MatchScreen) and each.match.match == match]
        if not shown and match not in self.desk.left:
            self.desk.open(MatchScreen(self.desk, match))

    # What somebody does

    def _take(self, event: Input) -> None:
        screen = self.desk.screens[-1]
        if isinstance(event, KeyPress) and event.name == "ctrl-c":
            self.desk.is_over, self._status = True, INTERRUPTED
            return
        if isinstance(event, Click):
            found = self._canvas.meaning(event.x, event.y) if self._canvas else None
            wheel = {"wheel up": "up", "wheel down": "down"}.get(event.button)
            if found is None and wheel and not isinstance(screen, MatchScreen):
                found = KeyPress(wheel)
            if found is None or (wheel and found != KeyPress(wheel)):
                return
            event = found
        if isinstance(event, KeyPress) and event.name == "t" and screen.input is None:
            self.desk.theme, self._canvas = after(self.desk.theme), None
            return
        screen.handle(event)

    # Around it

    def _draw(self, terminal: Terminal) -> None:
        self.desk.now = time.monotonic()
        canvas = draw_screen(self.desk.screens[-1], terminal.size)
        change = repaint(self._canvas, canvas)
        if change:
            terminal.write(f"\x1b[?2026h{change}\x1b[?2026l")  # all at once, where the terminal can
        self._canvas = canvas

    async def _listen(self) -> None:
        try:
            async for news in self.desk.connection.news():
                self._events.put_nowait(news)
        except ServerUnreachable as error:
            self._events.put_nowait(error)

    async def _watch(self, terminal: Terminal) -> None:
        async for each in terminal.inputs():
            self._events.put_nowait(each)
        self._events.put_nowait(KeyPress("ctrl-c"))  # the terminal is gone

    def _take_signals(self) -> None:
        """Leave in good order when we are asked to."""
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP", "SIGINT"):
            if hasattr(signal, name):
                with suppress(NotImplementedError):
                    loop.add_signal_handler(getattr(signal, name), self._events.put_nowait, KeyPress("ctrl-c"))
