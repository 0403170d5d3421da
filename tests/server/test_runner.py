"""Running a core: what is told, when, and how often the store is asked to write."""

from __future__ import annotations

import asyncio
import itertools
import secrets
import threading
import time

from tests.server.playhouse import OPEN_DOORS, catalogue

from ludus.server.accounts.accounts import Accounts
from ludus.server.core import Core
from ludus.server.policy import Policy, StorePolicy
from ludus.server.runner import Runner
from ludus.server.settings import Settings
from ludus.server.store.memory import MemoryStore
from ludus.wire.codec import JSON
from ludus.wire.messages import Guest, Login, Ping


class Transport:
    """A client that waits for what it is told."""

    codec = JSON

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()

    def send(self, message: bytes) -> None:
        """Keep it."""
        self.heard.put_nowait(message)

    def close(self) -> None:
        """Nothing to close."""

    async def hears(self, *words: bytes) -> bytes:
        """Wait until one of these is told."""
        while True:
            message = await asyncio.wait_for(self.heard.get(), 20)
            if any(word in message for word in words):
                return message


class Counting(MemoryStore):
    """A store that notes when it was asked to write, and how much."""

    def __init__(self) -> None:
        super().__init__()
        self.commits: list[tuple[float, int]] = []
        self.quick = threading.Event()  # while it is cleared, a commit does not end
        self.quick.set()

    def commit(self, changes, now):
        """Note it and write."""
        self.commits.append((time.monotonic(), len(changes)))
        self.quick.wait(20)
        super().commit(changes, now)


def run(script, steady=time.monotonic, time_of_day=None, **policy: float) -> Counting:
    """Let a script talk to a runner; what its store was asked to do."""
    store = Counting()

    async def go() -> None:
        accounts = Accounts([], [], secrets.token_bytes, policy=OPEN_DOORS)
        core = Core(
            store.load(), store, catalogue(), Settings(policy=Policy(store=StorePolicy(**policy))), accounts, secrets.token_bytes
        )
        runner = Runner(core, store, time_of_day=time_of_day or steady, steady=steady)
        await script(runner)
        await runner.close()

    asyncio.run(go())
    return store


def test_commits_begin_apart_and_what_comes_between_them_shares_one():
    async def script(runner):
        first, others = Transport(), [Transport() for _ in range(20)]
        runner.receive(runner.connect(first, "a", program=True), Guest())
        await first.hears(b"logged in")
        for other in others:
            runner.receive(runner.connect(other, "b", program=True), Guest())
            await asyncio.sleep(0)
        for other in others:
            await other.hears(b"logged in")

    (_, one), (_, twenty) = commits = run(script, commit_gap_seconds=0.3).commits
    assert (one, twenty) == (1, 20)
    assert all(later - earlier > 0.25 for (earlier, _), (later, _) in itertools.pairwise(commits))


def test_who_changes_nothing_waits_for_no_commit():
    async def script(runner):
        transport = Transport()
        number = runner.connect(transport, "a", program=True)
        runner.receive(number, Guest())
        await transport.hears(b"logged in")
        for _ in range(3):
            runner.receive(number, Ping())
            await transport.hears(b"pong")

    assert [count for _, count in run(script, commit_gap_seconds=1000.0).commits] == [1]


def test_work_that_would_wait_too_long_is_refused_at_once():  # security
    async def script(runner):
        transports = [Transport() for _ in range(60)]
        for index, transport in enumerate(transports):
            login = Login(name=f"p{index}", password="a good password")  # noqa: S106
            runner.receive(runner.connect(transport, "a", program=True), login)
        answers = [await transport.hears(b'"type":"logged in"', b'"type":"problem"') for transport in transports]
        assert [b"problem" in answer for answer in answers] == [False] * 33 + [True] * 27  # one is worked on, and 32 wait

    run(script)


def test_that_the_server_is_alive_is_noted_although_the_time_of_day_was_set_back():  # T13
    day = itertools.chain([5_000.0] * 3, itertools.repeat(1_000.0))  # an hour back, soon after the start

    async def wait_for_a_beat(runner: Runner) -> None:
        async with asyncio.timeout(20):
            while runner.store.load().alive != 1_000.0:
                await asyncio.sleep(0.01)

    run(wait_for_a_beat, lambda: next(day), heartbeat_seconds=0.01)


def test_the_clock_of_a_run_goes_on_with_time_alone():
    times = {"day": 1_000_000.0, "steady": 50.0}

    async def script(runner):
        assert runner.clock() == 1_000_000.0
        times["steady"] += 2
        for day in (1_000_002.0, 1_003_602.0, 996_402.0):
            times["day"] = day
            assert runner.clock() == 1_000_002.0

    run(script, steady=lambda: times["steady"], time_of_day=lambda: times["day"])


def test_time_that_the_store_takes_counts_for_nobody():  # B9
    times, heard = [100.0], []

    async def script(runner):
        transport = Transport()
        number = runner.connect(transport, "a", program=True)
        await transport.hears(b"welcome")
        runner.store.quick.clear()
        runner.receive(number, Guest())
        heard.append(await transport.hears(b"notice"))
        times[0] = 130.0
        assert runner.clock() == 100.0
        runner.store.quick.set()
        heard.append(await transport.hears(b"notice"))
        times[0] = 131.0
        assert runner.clock() == 101.0

    run(script, steady=lambda: times[0], time_of_day=lambda: 100.0, pause_seconds=0.01)
    assert [b"all clocks stand still" in heard[0], b"goes on" in heard[1]] == [True, True]
