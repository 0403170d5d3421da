"""The bot on the page about bots plays."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from tests.server_process import start_server

from ludus.clients.bot import BotRunner, Engagement
from ludus.clients.connection import ServerConnection, read_address
from ludus.wire.messages import Guest, Hello

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")


def test_the_bot_of_the_page_plays_a_game(tmp_path):  # T16
    script = re.search(r"^```python\n(# centre_bot.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]
    names = {"__name__": "centre_bot"}
    exec(compile(script, "bots.md", "exec"), names)  # noqa: S102
    said = []
    with start_server(folder=tmp_path) as server:

        async def meet():
            address, engagement = read_address(f"127.0.0.1:{server.port}"), Engagement("tic-tac-toe", games=1)
            pair = [
                BotRunner(
                    names["CentreBot"](),
                    ServerConnection(address, Hello(kind="program", moves="yes"), Guest()),
                    engagement,
                    said.append,
                )
                for _ in range(2)
            ]
            await asyncio.wait_for(asyncio.gather(*(each.run() for each in pair)), 60)

        asyncio.run(meet())
    assert sum(": win, " in line or ": draw, " in line for line in said) >= 1
