"""`ProgramBot`: a program in any language, spoken to in lines: one JSON object each, as in `ludus tournament run`.

The program is started for each match, and ended with it. It reads `ask`, may say `moves`, and answers with `move` or `resign`.
"""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable
from contextlib import suppress

from ludus.clients.bot.bot import RESIGN, Bot, Decision, NoMove
from ludus.clients.bot.position import BotPosition
from ludus.wire import jsonlines
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Ended, Hello, Move, MoveList, Moves, Ping, Pong, Problem, Reply, Resign, Welcome
from ludus.wire.words import VERSION

FAREWELL = 0.5
"""Seconds a program has to end by itself when its match is over."""

LONGEST = 1 << 16
"""Bytes of a line that a program may print."""

SHOWN = 80
"""Characters that are shown of a line that cannot be read."""


class ProgramBot(Bot):
    """A command that plays; it sees to its own errors on its error output.

    What it prints and nobody can read is told once in each match.
    """

    def __init__(self, command: str, say: Callable[[str], None] = lambda _: None) -> None:
        self.command, self._say = shlex.split(command), say
        self._told: set[str] = set()
        self._running: dict[str, asyncio.subprocess.Process] = {}

    async def choose(self, position: BotPosition) -> Decision:
        """Ask the program; one that has ended is started again."""
        process = await self._process(position.match)
        self._send(process, position.ask)
        while True:
            line = await process.stdout.readline() if process.stdout else b""
            if not line:
                self._running.pop(position.match, None)
                await _end(process)  # it may only have closed its output
                raise NoMove(f"{shlex.join(self.command)} has ended without a move")
            said = jsonlines.read(line)
            if isinstance(said, Move) and said.ref in ("", position.ask.ref):
                return said.squares
            if isinstance(said, Resign):
                return RESIGN
            if isinstance(said, Problem):
                self._tell(position.match, line, said)
            self._send(process, _answer(said, position))

    async def ended(self, match: str, result: Ended) -> None:
        """Tell the program, and end it."""
        self._told.discard(match)
        process = self._running.pop(match, None)
        if process:
            self._send(process, result)
            await _end(process)

    async def close(self) -> None:
        """End what still runs."""
        for process in self._running.values():
            await _end(process)

    async def _process(self, match: str) -> asyncio.subprocess.Process:
        process = self._running.get(match)
        if process is None or process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            try:
                process = await asyncio.create_subprocess_exec(*self.command, stdin=pipe, stdout=pipe, limit=LONGEST)
            except OSError as error:
                raise NoMove(f"{shlex.join(self.command)} cannot be started: {error.strerror or error}") from None
            self._running[match] = process
        return process

    def _tell(self, match: str, line: bytes, problem: Problem) -> None:
        """Say what the program printed and what is wrong with it, once for each match."""
        if match not in self._told:
            self._told.add(match)
            text = line.decode("utf-8", "replace").strip()
            shown = text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
            self._say(f"{match}: the program printed {shown!r}: {problem.sentence}")

    def _send(self, process: asyncio.subprocess.Process, reply: Reply) -> None:
        if process.stdin:
            with suppress(OSError):
                process.stdin.write(jsonlines.write(reply))  # type: ignore[arg-type]


def _answer(said: object, position: BotPosition) -> Reply:
    """What a program is told when it says anything but a move."""
    if isinstance(said, Moves):
        return MoveList(match=position.match, moves=position.moves, id=said.id)
    if isinstance(said, Ping):
        return Pong(id=said.id)
    if isinstance(said, Hello):
        return Welcome(text="ludus bot", version=VERSION, id=said.id)
    if isinstance(said, Problem):
        return said
    if isinstance(said, Move):
        return Problem.of(Kind.STALE, match=position.match, id=said.id)
    return Problem.of(Kind.NOT_POSSIBLE, "A bot can say move, moves, resign and ping")


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin:
        process.stdin.close()
    try:
        await asyncio.wait_for(process.wait(), FAREWELL)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
