"""Programs that play each other over JSON, many at once, in a thread of their own. They come back when the server was away.

    with Crowd(pairs=50, seed=7) as crowd:
        crowd.go_on(server.port)
        crowd.wait_for_moves(1000)
        crowd.finish()

One of each pair makes a match, tells the other one its name, and so they play game after game. Whatever they asked for and were
not answered is asked for again after they came back, with the same id or reference: it must not be done twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludus.wire.client import Client
from ludus.wire.jsonlines import write_request
from ludus.wire.messages import (
    Accepted,
    AnyReply,
    AnyRequest,
    Ask,
    Ended,
    Guest,
    Join,
    LoggedIn,
    Move,
    MoveList,
    Moves,
    New,
    Problem,
    Seated,
)

GAMES: tuple[dict[str, Any], ...] = (
    {"game": "tic-tac-toe"},
    {"game": "connect-four", "options": {"width": 4, "height": 4}},
)
RETRY = 0.05
"""Seconds until a program that finds no server tries again."""

PATIENCE = 120.0
"""Seconds without any progress after which a crowd is stuck."""

Squares = list[tuple[int, int]]


def free_port() -> int:
    """A port that is free, and below those that the system gives away: a client that waits for a server must not find itself."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@dataclass
class Acknowledged:
    """A move that the server has accepted."""

    player: str
    number: int
    squares: Squares


@dataclass
class Crowd:
    """Pairs of programs, and what they were told."""

    pairs: int
    seed: int
    think: float = 0.05
    games: tuple[dict[str, Any], ...] = GAMES
    accepted: dict[tuple[str, str], Acknowledged] = field(default_factory=dict)
    ended: dict[str, list[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    repeated: int = 0
    returned: int = 0
    port: int = 0
    enough: bool = False
    over: bool = False

    def __enter__(self) -> Crowd:
        chance = random.Random(self.seed)
        self.programs: list[Program] = []
        for pair in range(self.pairs):
            names: asyncio.Queue[str] = asyncio.Queue()
            terms = self.games[pair % len(self.games)]
            self.programs += [Program(self, random.Random(chance.random()), terms, names, makes) for makes in (True, False)]
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.over = True
        self._thread.join()

    def _run(self) -> None:
        with asyncio.Runner() as runner:
            runner.run(self._play())

    async def _play(self) -> None:
        """Let all of them play, until they are done or the test is over."""
        tasks = [asyncio.ensure_future(program.live()) for program in self.programs]
        while not self.over and not all(task.done() for task in tasks):
            await asyncio.sleep(0.02)
            self.problems += [repr(task.exception()) for task in tasks if task.done() and task.exception()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # What a test may say

    def go_on(self, port: int) -> None:
        """The server is there."""
        self.port = port

    def wait_for_moves(self, count: int) -> None:
        """Wait until that many more moves were accepted."""
        wanted = len(self.accepted) + count
        self._wait_until(lambda: len(self.accepted) >= wanted)

    def finish(self) -> None:
        """Begin no more games, and wait until those that are on are over."""
        self.enough = True
        self._wait_until(lambda: not self._thread.is_alive())

    def _wait_until(self, done: Callable[[], bool]) -> None:
        seen, since = -1, time.monotonic()
        while not done():
            assert not self.problems, self.problems[:3]
            if len(self.accepted) + self.returned != seen:
                seen, since = len(self.accepted) + self.returned, time.monotonic()
            stuck = [program.state() for program in self.programs if not program.done]
            assert time.monotonic() - since < PATIENCE, f"nothing happens any more: {len(stuck)} wait, {stuck[:4]}"
            time.sleep(0.005)
        assert not self.problems, self.problems[:3]


class Program:
    """One player: what it must remember when the connection breaks, its client remembers."""

    def __init__(
        self, crowd: Crowd, chance: random.Random, terms: dict[str, Any], names: asyncio.Queue[str], makes: bool
    ) -> None:
        self.crowd, self.chance, self.terms, self.names, self.makes = crowd, chance, terms, names, makes
        self.client = Client(f"{chance.getrandbits(40):x}-")
        self.match = ""
        self.done = self.resuming = False

    def state(self) -> str:
        """Where it is, for somebody who wonders why nothing happens."""
        return f"{self.client.name} in {self.match or 'no match'} waits for {list(self.client.unanswered.values())}"

    async def live(self) -> None:
        """Play until it is enough, however often the server goes away."""
        while not self.done:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.crowd.port, limit=1 << 20)
            except OSError:
                await asyncio.sleep(RETRY)
                continue
            self.writer = writer
            try:
                await self._converse(reader)
            except OSError:
                pass
            finally:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()

    async def _converse(self, reader: asyncio.StreamReader) -> None:
        """One connection, from coming in to its end."""
        self.resuming = bool(self.client.token)
        self.writer.write(self.client.resume() if self.resuming else write_request(Guest()))
        while not self.done and (data := await reader.read(1 << 16)):
            for reply, request in self.client.feed(data):
                if not self.done:
                    await self._hear(reply, request)

    async def _hear(self, reply: AnyReply, request: AnyRequest | None) -> None:
        match reply:
            case LoggedIn():
                await self._go_on()
            case Seated(match=match) if request:
                await self._sit(match)
            case Ask(match=match) if match == self.match:
                await self._answer(reply)
            case MoveList(match=match) if request and match == self.match and match in self.client.questions:
                self._move(self.client.questions[match], self.chance.choice(reply.moves).path)
            case Accepted():
                self._note(reply, request)
            case Ended(match=match) if match == self.match:
                self.crowd.ended.setdefault(match, []).append(reply.result)
                await self._next()
            case Problem():
                self.crowd.problems.append(f"{self.client.name} {reply} {self.client.unanswered}")
                raise OSError("there is a problem")

    async def _go_on(self) -> None:
        """We are known: ask again for what was not answered, and how a match went on that ended while we were away."""
        if self.resuming:
            self.crowd.returned += 1
            self.writer.write(self.client.catch_up())
        else:
            await self._next()

    async def _next(self) -> None:
        """The next game, if there is to be one."""
        self.match = ""
        if self.makes and self.crowd.enough:
            self.names.put_nowait("")
            self.done = True
        elif self.makes:
            self._ask(New(**self.terms, move=0.0))
        else:
            name = await self.names.get()
            self.done = not name
            if name:
                self.match = name  # the board may come before the seat is acknowledged
                self._ask(Join(match=name))

    async def _sit(self, match: str) -> None:
        self.match = match
        if self.makes:
            self.names.put_nowait(match)

    async def _answer(self, question: Ask) -> None:
        """Choose a move, after a moment's thought; a question that was answered before is answered the same again."""
        waiting = self.client.unanswered.values()
        if any(isinstance(each, Moves) or getattr(each, "ref", "") == question.ref for each in waiting):
            return
        if (self.match, question.ref) in self.crowd.accepted:
            raise AssertionError(f"{self.client.name} is asked again what was accepted: {question.ref} of {self.match}")
        await asyncio.sleep(self.chance.random() * 2 * self.crowd.think)
        if self.chance.random() < 0.1:
            self._ask(Moves(match=self.match))
            return
        squares, falls = question.board.squares, question.board.game == "connect-four"
        full = {(square.x, square.y) for square in squares if square.piece}
        free = [(square.x, square.y) for square in squares if not square.piece]
        self._move(question, [self.chance.choice([square for square in free if not falls or _rests(square, full)])])

    def _note(self, reply: Accepted, request: AnyRequest | None) -> None:
        """A move is accepted; now and then it is sent again at once, which must change nothing."""
        assert isinstance(request, Move)
        where = reply.match, reply.ref
        told = Acknowledged(self.client.name, reply.number, request.squares)
        assert self.crowd.accepted.setdefault(where, told) == told, f"{where} was accepted as {self.crowd.accepted[where]}"
        if self.chance.random() < 0.05:
            self.crowd.repeated += 1
            self._ask(request)

    def _ask(self, request: AnyRequest) -> None:
        """Send a request with an id of its own, which is remembered until it is answered."""
        self.writer.write(self.client.ask(request)[1])

    def _move(self, question: Ask, squares: Squares) -> None:
        self.writer.write(self.client.move(question, squares)[1])


def _rests(square: tuple[int, int], full: set[tuple[int, int]]) -> bool:
    """Whether a piece that falls would stop here."""
    x, y = square
    return y == 1 or (x, y - 1) in full
