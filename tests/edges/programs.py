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
import json
import random
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

GAMES: tuple[dict[str, Any], ...] = (
    {"game": "tic-tac-toe"},
    {"game": "connect-four", "options": {"width": 4, "height": 4}},
)
RETRY = 0.05
"""Who finds the door closed knocks again after so many seconds."""

PATIENCE = 120.0
"""A crowd that gets nothing done for so many seconds is stuck."""

Squares = list[list[int]]


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
        """Wait until so many more moves were accepted."""
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
    """One player: remembers its token, its match, and what it was not answered."""

    def __init__(
        self, crowd: Crowd, chance: random.Random, terms: dict[str, Any], names: asyncio.Queue[str], makes: bool
    ) -> None:
        self.crowd, self.chance, self.terms, self.names, self.makes = crowd, chance, terms, names, makes
        self.name = self.token = self.match = ""
        self.done = False
        self.played = 0
        self.unanswered: dict[str, dict[str, Any]] = {}  # requests by their id
        self.asked: dict[str, Any] = {}

    def state(self) -> str:
        """Where it is, for somebody who wonders why nothing happens."""
        return f"{self.name} in {self.match or 'no match'} waits for {list(self.unanswered.values())}"

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
        come_in = {"type": "resume", "token": self.token} if self.token else {"type": "guest"}
        self._send(come_in)
        while not self.done and (line := await reader.readline()).endswith(b"\n"):
            message = json.loads(line)
            match message["type"]:
                case "logged in":
                    await self._go_on(message)
                case "seated" if self._is_answer(message):
                    await self._sit(message["match"])
                case "ask" if message["match"] == self.match:
                    await self._answer(message)
                case "move list" if self._is_answer(message) and message["match"] == self.match:
                    await self._move(message["match"], self.asked["ref"], self.chance.choice(message["moves"])["path"])
                case "accepted":
                    self._note(message)
                case "ended" if message["match"] == self.match:
                    self.crowd.ended.setdefault(self.match, []).append(message["result"])
                    await self._next()
                case "done" | "pong":
                    self._is_answer(message)
                case "problem":
                    self.crowd.problems.append(f"{self.name} {message} {self.unanswered}")
                    return

    async def _go_on(self, message: dict[str, Any]) -> None:
        """We are known: ask again for what was not answered; where a match is gone, it ended while we were away."""
        if not self.token:
            self.name, self.token = message["name"], message["token"]
            await self._next()
            return
        assert message["name"] == self.name
        self.crowd.returned += 1
        for request in list(self.unanswered.values()):
            self._send(request)
        if self.match and self.match not in message["matches"]:
            self._ask({"type": "watch", "match": self.match})

    async def _next(self) -> None:
        """The next game, if there is to be one."""
        self.match, self.asked = "", {}
        self.played += 1
        if self.makes and self.crowd.enough:
            self.names.put_nowait("")
            self.done = True
        elif self.makes:
            self._ask({"type": "new", **self.terms, "move": 0.0})
        else:
            name = await self.names.get()
            self.done = not name
            if name:
                self.match = name  # the board may come before the seat is acknowledged
                self._ask({"type": "join", "match": name})

    async def _sit(self, match: str) -> None:
        self.match = match
        if self.makes:
            self.names.put_nowait(match)

    async def _answer(self, question: dict[str, Any]) -> None:
        """Choose a move, after a moment's thought; a question that was answered before is answered the same again."""
        if any(request.get("ref") == question["ref"] or request["type"] == "moves" for request in self.unanswered.values()):
            return
        if (self.match, question["ref"]) in self.crowd.accepted:
            raise AssertionError(f"{self.name} is asked again what was accepted: {question['ref']} of {self.match}")
        await asyncio.sleep(self.chance.random() * 2 * self.crowd.think)
        self.asked = question
        if self.chance.random() < 0.1:
            self._ask({"type": "moves", "match": self.match})
            return
        full = {(x, y) for x, y, _, piece, _ in question["board"]["squares"] if piece}
        falls = question["board"]["game"] == "connect-four"
        free = [[x, y] for x, y, _, piece, _ in question["board"]["squares"] if not piece]
        await self._move(self.match, question["ref"], [self.chance.choice([s for s in free if not falls or _rests(s, full)])])

    async def _move(self, match: str, ref: str, squares: Squares) -> None:
        self._ask({"type": "move", "match": match, "ref": ref, "squares": squares})

    def _note(self, message: dict[str, Any]) -> None:
        """A move is accepted; now and then it is sent again at once, which must change nothing."""
        request = self.unanswered.pop(message["id"])
        where = message["match"], message["ref"]
        told = Acknowledged(self.name, message["number"], request["squares"])
        assert self.crowd.accepted.setdefault(where, told) == told, f"{where} was accepted as {self.crowd.accepted[where]}"
        if self.chance.random() < 0.05:
            self.crowd.repeated += 1
            self._ask({key: value for key, value in request.items() if key != "id"})

    # Asking

    def _ask(self, request: dict[str, Any]) -> None:
        """Send a request with an id of its own, and remember it until it is answered."""
        number = f"{self.played}-{self.chance.getrandbits(40):x}"
        self.unanswered[number] = {**request, "id": number}
        self._send(self.unanswered[number])

    def _is_answer(self, message: dict[str, Any]) -> bool:
        return self.unanswered.pop(message.get("id", ""), None) is not None

    def _send(self, request: dict[str, Any]) -> None:
        self.writer.write(json.dumps(request).encode() + b"\n")


def _rests(square: list[int], full: set[tuple[int, int]]) -> bool:
    """Whether a piece that falls would stop here."""
    x, y = square
    return y == 1 or (x, y - 1) in full
