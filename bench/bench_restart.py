"""A restart as clients see it: how long it is from the end of a connection until the same player is back in the same game.

    python -m bench.bench_restart            10 kills under 100 games, with and without --supervise (a few minutes)
    python -m bench.bench_restart --quick    5 kills under 20 games
    python -m bench.bench_restart --write    write the table into bench/results.md, too

The server is ended by SIGKILL while everybody plays. Without --supervise it is started again by this script at once, as a service
manager does; with it, it starts itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median

from bench.bench_server import free_port
from bench.measuring import against_aim, load, machine, table, write_section

RESULTS = Path(__file__).parent / "results.md"
MEDIAN, WORST = 1.0, 2.0
"""The aims, in seconds."""

GAMES = ("tic-tac-toe", "connect-four", "othello", "conquest")
TRY_AGAIN = 0.3
"""Seconds between two tries to connect, at most: more often, and those who wait would keep the server from starting."""


WARM = 20.0
"""Seconds from the start of all games to the first kill."""


BETWEEN = 6.0
"""Seconds between two kills: a server that dies sooner after its start, again and again, is given up."""


class Visitor:
    """A program that plays, comes back with its token, and notes how long it was away."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        self._port, self._game, self._chance = port, game, random.Random(seed)
        self.token = ""
        self.pauses: list[float] = []
        self.strange: list[str] = []
        self.is_playing = asyncio.Event()
        self.moves = 0

    async def run(self) -> None:
        """Play until cancelled."""
        gone = time.monotonic()
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)
            except OSError:
                await asyncio.sleep(self._chance.uniform(0.3, 1.0) * TRY_AGAIN)
                continue
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._play(reader, writer, gone)
            gone = time.monotonic()
            writer.close()

    async def _play(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, gone: float) -> None:
        came_back = bool(self.token)
        who: dict[str, object] = {"type": "resume", "token": self.token} if came_back else {"type": "guest"}
        self._send(writer, {"type": "hello", "kind": "program", "moves": "yes"}, who)
        while line := await reader.readline():
            said = json.loads(line)
            match said["type"]:
                case "logged in":
                    if came_back:
                        self.pauses.append(time.monotonic() - gone)
                    self.token = said["token"]
                    if not said.get("matches"):
                        self._send(writer, {"type": "seek", "game": self._game, "move": 0})
                case "ask":
                    self.is_playing.set()
                    await asyncio.sleep(self._chance.uniform(0.2, 0.6))
                    chosen = self._chance.choice(said["moves"])
                    self._send(writer, {"type": "move", "match": said["match"], "ref": said["ref"], "squares": chosen["path"]})
                    self.moves += 1
                case "ended":
                    self._send(writer, {"type": "seek", "game": self._game, "move": 0})
                case "problem" if said["code"] not in ("stale", "game over"):
                    self.strange.append(str(said))

    def _send(self, writer: asyncio.StreamWriter, *said: dict[str, object]) -> None:
        writer.write("".join(json.dumps(each) + "\n" for each in said).encode())


class Served:
    """A server that can be killed, and is there again."""

    def __init__(self, folder: str, *, supervised: bool) -> None:
        self.port, self._supervised = free_port(), supervised
        words = ["serve", "--port", str(self.port), "--web-port", "0", "--per-address", "100000", "--store", f"{folder}/x.db"]
        self._command = [sys.executable, "-m", "ludus", *words, *(["--supervise"] if supervised else [])]
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self) -> None:
        """End the server without a warning; it is started again at once."""
        if self._supervised:
            serving = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
            os.kill(int(serving[0]), signal.SIGKILL)
        else:
            self._process.kill()
            self._process.wait()
            self._start()

    def end(self) -> None:
        """End it for good."""
        self._process.kill()
        self._process.wait()


@contextmanager
def served(*, supervised: bool) -> Iterator[Served]:
    """A server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        server = Served(folder, supervised=supervised)
        try:
            yield server
        finally:
            server.end()


async def measure(server: Served, games: int, kills: int) -> tuple[list[float], int, int]:
    """Kill a server many times: all pauses, those that should have been there, and the moves that were made."""
    visitors = [Visitor(server.port, GAMES[number // 2 % len(GAMES)], number) for number in range(2 * games)]
    tasks = [asyncio.create_task(visitor.run()) for visitor in visitors]
    await asyncio.wait_for(asyncio.gather(*(visitor.is_playing.wait() for visitor in visitors)), 120)
    await asyncio.sleep(WARM)  # a server that has just been started is not what people play on
    for kill in range(1, kills + 1):
        await asyncio.sleep(BETWEEN)
        server.kill()
        end = time.monotonic() + 60
        while any(len(visitor.pauses) < kill for visitor in visitors) and time.monotonic() < end:
            await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    if strange := [said for visitor in visitors for said in visitor.strange]:
        print(f"{len(strange)} problems, the first: {strange[0]}", file=sys.stderr)
    return (
        [pause for visitor in visitors for pause in visitor.pauses],
        kills * len(visitors),
        sum(each.moves for each in visitors),
    )


def main() -> None:
    """Measure, print, and write when asked to."""
    parser = argparse.ArgumentParser(prog="python -m bench.bench_restart", description=str(__doc__).splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="measure roughly")
    parser.add_argument("--write", action="store_true", help=f"write the table into {RESULTS.name}")
    chosen = parser.parse_args()
    games, kills = (20, 5) if chosen.quick else (100, 10)
    before, rows = load(), []
    for supervised in (True, False):
        with served(supervised=supervised) as server:
            pauses, wanted, moves = asyncio.run(measure(server, games, kills))
        middle, worst = median(pauses), max(pauses)
        print(f"{supervised=}: median {middle:.2f} s, worst {worst:.2f} s", file=sys.stderr)
        name = "`--supervise`" if supervised else "started again by a script"
        aims = [against_aim(*each, " s", at_most=True) for each in ((middle, MEDIAN), (worst, WORST))] if supervised else ["", ""]
        rows.append((name, f"{middle:.2f} s", aims[0], f"{worst:.2f} s", aims[1], f"{len(pauses):,} of {wanted:,}", f"{moves:,}"))
    text = "\n\n".join(
        [
            f"{machine()}.",
            f"{kills} SIGKILLs under {games} games of {len(GAMES)} kinds ({2 * games} programs on the same machine). A pause is "
            "from the end of a connection until the player is logged in again by the same token. "
            f"Load average {before} before and {load()} after, this measurement included.",
            table(("server", "median pause", "aim", "worst", "aim", "players back", "moves"), rows),
        ]
    )
    print(text)
    if chosen.write:
        write_section(RESULTS, "Restart", text)


if __name__ == "__main__":
    socket.setdefaulttimeout(30)
    main()
