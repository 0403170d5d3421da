"""Programs that play in the tournaments of a real server, over TCP, each with a way of its own to fail. They come back when the
server was away.

    with Entrants({"p0": "good", "p1": "crash"}) as entrants:
        entrants.go_on(server.port)
        entrants.wait_until(...)

good       answers every question with the first or the last legal move
crash      hangs up at its third question, once, and is back soon
late       hangs up at its third question, and is back when its time to come back is over
illegal    answers with squares that are not on the board
stale      answers with the reference of another question first
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Callable

from ludus.wire.client import Client
from ludus.wire.jsonlines import write_request
from ludus.wire.messages import AnyReply, Ask, Guest, LoggedIn, MoveList, Moves, Problem, TournamentOver

RETRY = 0.05
PATIENCE = 300.0
SOON = 0.5
"""Seconds that a program which is back in time stays away."""


class Entrants:
    """Programs in a thread of their own."""

    def __init__(self, kinds: dict[str, str], seed: int = 0) -> None:
        self.programs = [Entrant(self, name, kind, random.Random(f"{seed}{name}")) for name, kind in kinds.items()]
        self.port, self.over = 0, False
        self.refused: dict[str, int] = {}
        self.out: set[str] = set()  # those whose time to come back is over
        self.overs: dict[str, set[str]] = {}  # by tournament: who was told the end

    def __enter__(self) -> Entrants:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()))
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.over = True
        self._thread.join()

    async def _play(self) -> None:
        tasks = [asyncio.ensure_future(program.live()) for program in self.programs]
        while not self.over:
            await asyncio.sleep(0.02)
            for task in tasks:
                if task.done():
                    task.result()  # a mistake of ours
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def go_on(self, port: int) -> None:
        """The server is there; wait until everybody has a name."""
        self.port = port
        self.wait_until(lambda: all(program.client.name for program in self.programs))

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Wait for something, but not for ever."""
        since = time.monotonic()
        while not done():
            assert self._thread.is_alive(), "a program has failed"
            assert time.monotonic() - since < PATIENCE, "nothing happens any more"
            time.sleep(0.02)


class Entrant:
    """One program."""

    def __init__(self, crowd: Entrants, name: str, kind: str, luck: random.Random) -> None:
        self.crowd, self.name, self.kind, self.luck = crowd, name, kind, luck
        self.client = Client(f"{luck.getrandbits(40):x}-")
        self.asked, self.gone = 0, False

    async def live(self) -> None:
        """Play, however often the connection breaks."""
        while True:
            try:
                reader, self.writer = await asyncio.open_connection("127.0.0.1", self.crowd.port, limit=1 << 20)
            except OSError:
                await asyncio.sleep(RETRY)
                continue
            try:
                with contextlib.suppress(OSError):
                    await self._converse(reader)
            finally:  # also when everything is over, and the server still there
                self.writer.close()
            with contextlib.suppress(OSError):
                await self.writer.wait_closed()

    async def _converse(self, reader: asyncio.StreamReader) -> None:
        self.writer.write(self.client.resume() if self.client.token else write_request(Guest(name=self.name)))
        while data := await reader.read(1 << 16):
            for reply, _ in self.client.feed(data):
                if self._hangs_up(reply):
                    self.gone = True
                    self.writer.close()
                    await self._stay_away()
                    return
                self._hear(reply)

    async def _stay_away(self) -> None:
        """For a moment or, when it is to be late, until it is too late."""
        await asyncio.sleep(SOON)
        while self.kind == "late" and self.name not in self.crowd.out:
            await asyncio.sleep(SOON)

    def _hangs_up(self, reply: AnyReply) -> bool:
        self.asked += isinstance(reply, Ask)
        return self.kind in ("crash", "late") and not self.gone and self.asked == 3

    def _hear(self, reply: AnyReply) -> None:
        match reply:
            case LoggedIn():
                self.client.unanswered.clear()
            case Ask() if self.kind == "illegal":
                self.writer.write(self.client.move(reply, [(99, 99)])[1])
            case Ask(match=match):
                self.writer.write(self.client.ask(Moves(match=match))[1])
            case MoveList(match=match) if match in self.client.questions:
                question = self.client.questions[match]
                path = self.luck.choice((reply.moves[0], reply.moves[-1])).path
                if self.kind == "stale":
                    self.writer.write(self.client.move(_stale(question), path)[1])
                self.writer.write(self.client.move(question, path)[1])
            case Problem(code=code):
                self.crowd.refused[code] = self.crowd.refused.get(code, 0) + 1
            case TournamentOver(tournament=name):
                self.crowd.overs.setdefault(name, set()).add(self.name)


def _stale(question: Ask) -> Ask:
    from msgspec.structs import replace

    return replace(question, ref="0123456789abcdef")
