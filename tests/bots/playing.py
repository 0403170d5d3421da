"""Bots that meet on a server in one event loop, for tests."""

from __future__ import annotations

import asyncio

from ludus.clients.bot import Bot, BotRunner
from ludus.clients.connection import ServerConnection, read_address
from ludus.wire.messages import Guest, Hello


class First(Bot):
    """Plays the first legal move, and remembers what it was asked."""

    def __init__(self):
        self.asked, self.results = [], []

    async def choose(self, position):
        """The first."""
        self.asked.append(position)
        return position.moves[0]

    async def ended(self, _, result):
        """How it ended."""
        self.results.append(result.result)


def runner(port, bot, engagement, said=None):
    connection = ServerConnection(read_address(f"127.0.0.1:{port}"), Hello(kind="program", moves="yes"), Guest())
    return BotRunner(bot, connection, engagement, (said if said is not None else []).append)


def play_all(*runners):
    async def together():
        await asyncio.wait_for(asyncio.gather(*(each.run() for each in runners)), 60)

    asyncio.run(together())
