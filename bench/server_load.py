"""A load generator: many programs that play tic-tac-toe against each other over JSON lines, in one process.

    python -m bench.server_load HOST PORT GAMES SECONDS THINK

Prints `counting` when everybody has come in, and at the end one JSON object: moves acknowledged, seconds, and the latency from
sending a move to its acknowledgement.

It reads only the bytes it needs, and does without `ludus.wire.client`: the less the load costs, the more the server is measured.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time

import msgspec

from ludus.cli.composition.process import quick_loop

SEEK = b'{"type":"seek","game":"tic-tac-toe"}\n'


class AskedBoard(msgspec.Struct):
    """As much of the board of a question as is needed to move."""

    squares: list[tuple[int, int, str, str, int]]


class Asked(msgspec.Struct):
    """As much of a question as is needed to answer it."""

    match: str
    ref: str
    board: AskedBoard


read_question = msgspec.json.Decoder(Asked).decode


class Load:
    """What all players share: when they think, and what was measured."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.latencies: list[float] = []
        self.counting = False
        self.chance = random.Random(1)
        self.problems: list[bytes] = []
        self.lost = 0


class Player(asyncio.Protocol):
    """One program."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.rest = b""
        self.sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Come in and look for a game."""
        self.transport = transport
        self.write(b'{"type":"guest"}\n' + SEEK)

    def connection_lost(self, error: Exception | None) -> None:
        """The server has gone, or has cut us."""
        del error
        self.load.lost += 1

    def write(self, data: bytes) -> None:
        """Send."""
        self.transport.write(data)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        """Answer questions; note acknowledgements."""
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            kind = line[9:14]  # {"type":"ask",...
            if kind == b'ask",':
                self.answer(read_question(line))
            elif kind == b"accep":
                if self.load.counting:
                    self.load.latencies.append(time.perf_counter() - self.sent)
            elif kind == b"ended":
                self.write(SEEK)
            elif kind == b"probl":
                self.load.problems.append(line)

    def answer(self, question: Asked) -> None:
        """Take any empty square, after a moment's thought."""
        free = [(x, y) for x, y, _, piece, _ in question.board.squares if not piece]
        x, y = self.load.chance.choice(free)
        move = f'{{"type":"move","match":"{question.match}","ref":"{question.ref}","squares":[[{x},{y}]]}}\n'.encode()
        if self.load.think:
            delay = self.load.chance.random() * 2 * self.load.think
            asyncio.get_running_loop().call_later(delay, self.move, move)
        else:
            self.move(move)

    def move(self, move: bytes) -> None:
        """Send a move."""
        self.sent = time.perf_counter()
        self.write(move)


async def measure(host: str, port: int, games: int, seconds: float, think: float) -> dict[str, float]:
    """Let that many games be played at once, and measure for that many seconds."""
    load, loop = Load(think), asyncio.get_running_loop()
    for begun in range(0, 2 * games, 50):
        await asyncio.gather(
            *(loop.create_connection(lambda: Player(load), host, port) for _ in range(begun, min(begun + 50, 2 * games)))
        )
    await asyncio.sleep(1.0)
    print("counting", flush=True)
    load.counting, begun_at = True, time.perf_counter()
    await asyncio.sleep(seconds)
    load.counting, passed = False, time.perf_counter() - begun_at
    times = sorted(load.latencies)
    if not times:
        raise SystemExit(f"no move was acknowledged; problems: {load.problems[:3]}, lost {load.lost}")
    return {
        "moves": len(times),
        "seconds": passed,
        "per_second": len(times) / passed,
        "p50_ms": 1000 * times[len(times) // 2],
        "p99_ms": 1000 * times[len(times) * 99 // 100],
        "problems": len(load.problems),
        "lost": load.lost,
    }


if __name__ == "__main__":
    host, port, games, seconds, think = sys.argv[1:]
    with asyncio.Runner(loop_factory=quick_loop()) as runner:
        print(json.dumps(runner.run(measure(host, int(port), int(games), float(seconds), float(think)))))
