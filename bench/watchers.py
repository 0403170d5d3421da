"""Many who watch one match over WebSocket, in one process.

    python -m bench.watchers PORT MATCH WATCHERS

Prints `watching` when everybody is there, and then one JSON object for each move, as soon as the last has heard of it, with the
moments in seconds since the epoch: `{"move": 3, "heard": [first, median, last]}`.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections import defaultdict

from websockets.asyncio.client import connect

from ludus.cli.composition.process import quick_loop

TOGETHER = 50
"""Watchers that come in at once."""


class Audience:
    """Everybody who watches, and when they heard of each move."""

    def __init__(self, address: str, match: str, size: int) -> None:
        self.address, self.match, self.size = address, match, size
        self.there = 0
        self.heard: dict[int, list[float]] = defaultdict(list)
        self._doors = asyncio.Semaphore(TOGETHER)

    async def watch(self) -> None:
        """One of them."""
        async with self._doors:
            socket = await connect(self.address, compression=None, ping_interval=None)
            await socket.send(json.dumps({"type": "watch", "match": self.match}))
            await socket.recv()
        self.there += 1
        if self.there == self.size:
            print("watching", flush=True)
        async for frame in socket:
            now = time.time()
            if '"changed"' in str(frame):
                self._note(json.loads(frame)["number"], now)

    def _note(self, move: int, now: float) -> None:
        moments = self.heard[move]
        moments.append(now)
        if len(moments) == self.size:
            print(json.dumps({"move": move, "heard": [min(moments), statistics.median(moments), max(moments)]}), flush=True)

    async def run(self) -> None:
        """All of them, until they are stopped."""
        await asyncio.gather(*(self.watch() for _ in range(self.size)))


async def main(port: int, match: str, size: int) -> None:
    """Watch, and say who heard what when."""
    await Audience(f"ws://127.0.0.1:{port}/ws", match, size).run()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=quick_loop()) as runner:
        runner.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
