"""The walk of a move: ARCHITECTURE.md draws the files that an acknowledged move passes through, and these are all of them."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import ludus
from ludus.edges.fair_share import FairShare
from ludus.edges.limits import Addresses
from ludus.edges.tcp import TcpPort
from ludus.server.accounts.accounts import Accounts
from ludus.server.catalogue import Catalogue
from ludus.server.core import Core
from ludus.server.policy import Policy, RequestPolicy
from ludus.server.runner import Runner
from ludus.server.settings import Settings
from ludus.server.store.address import open_store

SOURCE = Path(ludus.__file__).parent
MOST = 20
"""Files that a move may pass through."""


def drawn() -> list[str]:
    """The files in the drawing."""
    text = (SOURCE.parents[1] / "ARCHITECTURE.md").read_text("utf-8")
    drawing = text.partition("## The walk of a move")[2].partition("```")[2].partition("```")[0]
    return list(dict.fromkeys(re.findall(r"^  (\w+/[\w/]+\.py)", drawing, re.M)))


class Trace:
    """The files of Ludus in which a function is called, in order."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.on = False

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Called by Python whenever a function is."""
        path = Path(frame.f_code.co_filename)
        if self.on and event == "call" and path.is_relative_to(SOURCE):
            self.files.append(path.relative_to(SOURCE).as_posix())


@contextmanager
def tracing(trace: Trace) -> Iterator[None]:
    """Have a trace see every thread that begins meanwhile, and this one."""
    threading.setprofile(trace)
    sys.setprofile(trace)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


class Player:
    """A program that plays."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def say(self, **request: object) -> None:
        """Send a request."""
        self.writer.write(json.dumps(request).encode() + b"\n")

    async def hears(self, kind: str) -> dict[str, Any]:
        """Wait for a message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(await self.reader.readline())
            if message["type"] == kind:
                return message


async def play(ann: Player, bob: Player, trace: Trace, *, watched: bool) -> None:
    """Play a game; its third move is traced if it is `watched`, from the request to the question for the other."""
    ann.say(type="new", game="tic-tac-toe")
    bob.say(type="join", match=(await ann.hears("seated"))["match"])
    for turn, square in enumerate([[1, 1], [2, 2], [3, 1], [1, 3], [2, 1]]):
        mover = (ann, bob)[turn % 2]
        asked = await mover.hears("ask")
        trace.on = watched and turn == 2
        mover.say(type="move", match=asked["match"], ref=asked["ref"], squares=[square])
        await mover.hears("accepted" if turn < 4 else "ended")
        trace.on = False
    await bob.hears("ended")


async def walk(folder: Path) -> list[str]:
    """The files that a move passes through when the same game is played a second time: some answers are kept by then."""
    trace, policy = Trace(), Policy(requests=RequestPolicy(housekeeping_seconds=1e9))
    with tracing(trace):
        store = open_store(str(folder / "x.db"), policy.store)
        accounts = Accounts([], [], secrets.token_bytes)
        core = Core(store.load(), store, Catalogue(()), Settings(policy=policy), accounts, secrets.token_bytes)
        runner = Runner(core, store)
        port = TcpPort(
            runner,
            policy.connections,
            Addresses(policy.connections),
            FairShare(policy.connections, runner.pressure, asyncio.get_running_loop(), clock=lambda: 0.0),  # nobody is forgotten
        )
        number = await port.open("127.0.0.1", 0)
        players = [Player(*await asyncio.open_connection("127.0.0.1", number)) for _ in range(2)]
        for player in players:
            player.say(type="guest")
        for watched in (False, True):
            await play(*players, trace, watched=watched)
        port.close()
        await runner.close()
        await port.end()
        store.close()
        for player in players:
            player.writer.close()
    return list(dict.fromkeys(trace.files))


def test_a_move_passes_through_the_files_that_are_drawn_and_no_others(tmp_path):
    passed = asyncio.run(walk(tmp_path))
    print("\n".join(passed))
    assert sorted(passed) == sorted(drawn())
    assert len(passed) <= MOST
