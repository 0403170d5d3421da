"""`PlainClient`: the client in plain lines, for pipes and screen readers. What it knows is the same; it says it in sentences.

    games, rules GAME, play GAME [LEVEL], seek GAME, queue GAME, new GAME, matches, join M, watch M, players, tournaments,
    tournament T, enter T, ready T, board, words, moves, chat TEXT, offer WHAT, accept WHAT, decline WHAT, resign, leave, quit

Anything else is a move. Lines that come through a pipe wait for their turn: a move waits until it is asked for.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TextIO

from ludus.clients.connection import Broken, News, Restored, ServerConnection, ServerUnreachable
from ludus.clients.terminal.canvas import clean
from ludus.clients.terminal.entry import Point
from ludus.clients.terminal.followed_match import FollowedMatch
from ludus.clients.terminal.model import ClientModel
from ludus.clients.terminal.plain_commands import COMMANDS, HELP
from ludus.clients.terminal.plain_text import board_text, board_words, news_of
from ludus.wire.client import Heard
from ludus.wire.messages import Ask, DrawnSquare, Ended, LoggedIn, MatchBoard, Move, Problem, Seated


class PlainClient:
    """Lines in, lines out."""

    def __init__(self, connection: ServerConnection, typed: TextIO, shown: TextIO) -> None:
        self.connection, self.model = connection, ClientModel()
        self.current = ""
        """The match that moves are for."""
        self._typed, self._shown = typed, shown
        self._patient = not typed.isatty()
        self._lines: deque[str] = deque()
        self._events: asyncio.Queue[News | str | BaseException | None] = asyncio.Queue()
        self._own: set[str] = set()
        self._owed = False  # a board that cannot be drawn yet
        self._drawn: dict[Point, DrawnSquare] = {}  # the board that was drawn last
        self._ended = self._over = False

    async def run(self) -> int:
        """Talk until somebody leaves or there is no more to read; gives the exit status. Raises `ServerUnreachable`."""
        loop = asyncio.get_running_loop()
        listener = asyncio.ensure_future(self._listen())
        threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        try:
            while not self._over:
                await self._step()
        finally:
            self.connection.close()
            listener.cancel()
            await asyncio.gather(listener, return_exceptions=True)
        return 0

    async def _step(self) -> None:
        event = await self._events.get()
        if isinstance(event, BaseException):
            raise event
        if event is None:
            self._ended = True
        elif isinstance(event, str):
            self._lines.append(event)
        else:
            self._hear(event)
        while self._lines and not self._must_wait(self._lines[0]) and not self._over:
            self._do(self._lines.popleft())
        idle = self.model.name and self._events.empty() and not self._lines and not self.connection.client.unanswered
        self._over |= self._ended and bool(idle) and not self._is_following()

    # Lines

    def _must_wait(self, line: str) -> bool:
        """Whether a line must wait: one from a pipe, until the ones before are answered and moves are asked for."""
        if not self.connection.is_open or not self._events.empty():  # what was said together is heard together
            return True
        if not self._patient:
            return False
        is_move = bool(line.split()) and line.split()[0].lower() not in COMMANDS
        match = self.match
        waits = is_move and match is not None and match.result is None and not (match.is_my_turn and match.entry)
        return bool(self.connection.client.unanswered) or waits

    def _is_following(self) -> bool:
        """Whether there is a match to follow to its end without saying more."""
        match = self.match
        return match is not None and match.result is None and not match.is_my_turn

    def _do(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        command = COMMANDS.get(words[0].lower())
        if command is None:
            self._move(line.strip())
            return
        done = command(self.model, self.current, words[1:], line.strip()[len(words[0]) :].strip())
        if isinstance(done, str):
            self._say(done)
            return
        for request in done:
            self._own.add(self.connection.ask(request))
        if words[0].lower() == "quit":
            self._over = True
        elif words[0].lower() == "board":
            self._owed, self._drawn = True, {}
            self._draw()
        elif words[0].lower() == "words":
            self._say(*board_words(self.match, self.model) if self.match else ["There is no board yet."])
        elif words[0].lower() == "help":
            self._say(*HELP)

    def _move(self, text: str) -> None:
        match = self.match
        if match is None or match.result:
            self._say(f"{text.split()[0]!r} is no command; say help for a list.")
        elif not match.is_my_turn or match.entry is None or match.question is None:
            self._say("It is not your turn.")
        else:
            look = self.model.look_of(match.game, match.options)
            squares = match.entry.read(text, look.square_named if look else None)
            typed = "" if squares else text  # the server understands more ways to write a move, and knows why it is none
            self.connection.ask(Move(squares=squares or [], text=typed, match=match.match, ref=match.question.ref))

    # What the server says

    def _hear(self, news: News) -> None:
        if isinstance(news, (Broken, Restored)):
            self._say(f"{news.why}. Trying again ..." if isinstance(news, Broken) else "The connection is there again.")
            return
        reply = news.reply
        if isinstance(reply, Problem) and not self.model.name:
            raise ServerUnreachable(reply.sentence)
        for request in self.model.hear(reply, news.request, time.monotonic()):
            self.connection.ask(request)
        if isinstance(reply, LoggedIn):
            self._say(f"You are {reply.name}, on {self.connection.address}. Say help for what you can say.")
        self._follow(news)
        self._say(*news_of(news, self.model, own=reply.id in self._own))
        self._draw()

    def _follow(self, heard: Heard) -> None:
        """Notice which match we are in, and whether its board should be shown."""
        reply = heard.reply
        if isinstance(reply, (Seated, MatchBoard, Ask)) and (not self.match or self.match.result or reply.match == self.current):
            self.current = reply.match
        if isinstance(reply, (MatchBoard, Ask)) and reply.match == self.current:
            self._owed = not (isinstance(reply, MatchBoard) and reply.turn == [reply.team])  # then `ask` follows at once
        if isinstance(reply, Ended) and reply.match == self.current:
            self._owed = True

    def _draw(self) -> None:
        match = self.match
        if not self._owed or match is None or not match.has_begun:
            return
        look = self.model.look_of(match.game, match.options)
        if look is None:
            return
        self._owed = False
        lines = board_text(match, look)
        self._say(*(lines if match.squares != self._drawn or match.result else lines[-1:]))  # as after a refusal
        self._drawn = dict(match.squares)

    @property
    def match(self) -> FollowedMatch | None:
        """The match that moves are for."""
        return self.model.followed.get(self.current)

    # Around it

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._shown.write(clean(line).rstrip() + "\n")
        self._shown.flush()

    async def _listen(self) -> None:
        try:
            async for news in self.connection.news():
                self._events.put_nowait(news)
        except ServerUnreachable as error:
            self._events.put_nowait(error)

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines, in a thread of its own."""
        with suppress(RuntimeError):  # the loop has ended: nobody wants to know any more
            for line in self._typed:
                loop.call_soon_threadsafe(self._events.put_nowait, line)
            loop.call_soon_threadsafe(self._events.put_nowait, None)
