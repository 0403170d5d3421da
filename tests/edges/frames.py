"""A WebSocket client for tests, and plain HTTP."""

from __future__ import annotations

import http.client
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from tests.edges.clients import REQUESTS
from websockets.sync.client import ClientConnection, connect

from ludus.wire.client import Client

SOON = 90.0
"""Seconds to wait for anything before giving up."""


class Frames:
    """Somebody who talks JSON over a WebSocket, and keeps what was said meanwhile."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self._client = Client(f"{uuid.uuid4()}-")  # no id is one that the same player has used before
        self._heard: list[dict[str, Any]] = []

    def say(self, type: str, **fields: object) -> str:  # noqa: A002
        """Send a message; its id is given back."""
        number, asked = self._client.ask(REQUESTS[type](**fields))
        self.connection.send(asked.decode().rstrip())
        return number

    def ask(self, type: str, **fields: object) -> dict[str, Any]:  # noqa: A002
        """Send a message and wait for its answer."""
        number = self.say(type, **fields)
        return self._first(lambda message: message.get("id") == number)

    def hear(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types; those of other types before it are passed over."""
        while (message := self._first(lambda _: True))["type"] not in types:
            pass
        return message

    def _first(self, fits: Any) -> dict[str, Any]:
        for place, message in enumerate(self._heard):
            if fits(message):
                return self._heard.pop(place)
        while True:
            heard = self._client.read(self.connection.recv(SOON, decode=False))
            assert heard, "the server says what the protocol does not know"
            message: dict[str, Any] = msgspec.to_builtins(heard.reply)
            if fits(message):
                return message
            self._heard.append(message)


@contextmanager
def frames(port: int, **options: Any) -> Iterator[Frames]:
    """A connection to the WebSocket on this port."""
    with connect(f"ws://127.0.0.1:{port}/ws", max_queue=None, **options) as connection:  # or unread frames would delay its end
        yield Frames(connection)


def get(port: int, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of what is at a path."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SOON)
    try:
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read().decode()
    finally:
        connection.close()


def get_json(port: int, path: str) -> Any:
    """What is at a path, which must be there."""
    status, headers, body = get(port, path)
    assert (status, headers["content-type"]) == (200, "application/json"), body
    return json.loads(body)


def play_tic_tac_toe(first: Frames, second: Frames) -> str:
    """Play a match that the first of two who are logged in wins; the name of the match is given back."""
    match: str = first.ask("new", game="tic-tac-toe")["match"]
    assert second.ask("join", match=match)["type"] == "seated"
    for place, square in enumerate([(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]):
        player = (first, second)[place % 2]
        ref = player.hear("ask")["ref"]
        assert player.ask("move", match=match, ref=ref, squares=[square])["type"] == "accepted"
    return match
