"""Clients for tests that look at every word: a terminal, a program, and a browser; and how each plays a whole game."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Callable
from typing import Any, get_args

import msgspec
from websockets.sync.client import connect

from ludus.wire.client import Client
from ludus.wire.messages import AnyRequest

REQUESTS = {message.__struct_config__.tag: message for message in get_args(AnyRequest)}
"""The type of each message, by its tag; what a test puts into one is not checked before the server sees it."""


class Telnet:
    """Somebody at a terminal: says a line, hears lines."""

    def __init__(self, port: int, seconds: float = 90.0, source: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), seconds, source_address=(source, 0))
        self._file = self.socket.makefile("rb")

    def __enter__(self) -> Telnet:
        return self

    def __exit__(self, *problem: object) -> None:
        self._file.close()
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        self.socket.sendall(data)

    def say(self, *lines: str) -> None:
        """Say some lines."""
        self.send("".join(f"{line}\n" for line in lines).encode())

    def bytes(self) -> bytes:
        """The next line as it came, nothing when there will be none."""
        try:
            return self._file.readline()
        except ConnectionResetError:
            return b""

    def hear(self) -> str:
        """The next line."""
        line = self.bytes()
        assert line.endswith(b"\n"), f"the server has hung up: {line!r}"
        return line[:-1].decode()

    def until(self, *words: str) -> list[str]:
        """The lines up to the first that begins with one of these words, which is the last of them."""
        heard = [self.hear()]
        while not heard[-1].startswith(words):
            heard.append(self.hear())
        return heard


class Bot(Telnet):
    """A program: says a message, hears messages."""

    def __init__(self, port: int, seconds: float = 90.0, source: str = "127.0.0.1") -> None:
        super().__init__(port, seconds, source)
        self._begin()
        self.tell("hello", kind="program")  # at once: who is silent is taken for a person

    def _begin(self) -> None:
        self.client = Client()
        self._aside: list[dict[str, Any]] = []

    def tell(self, kind: str, /, **fields: Any) -> None:
        """Say a message."""
        self.say(json.dumps({"type": kind, **fields}))

    def told(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; those before it are put aside."""
        return self._next_that(lambda message: message["type"] in kinds)

    def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Say a message with an id, and hear the answer."""
        number, asked = self.client.ask(REQUESTS[kind](**fields))
        self.say(asked.decode().rstrip())
        return self._next_that(lambda message: message.get("id") == number)

    def _next_that(self, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        for place, message in enumerate(self._aside):
            if is_wanted(message):
                return self._aside.pop(place)
        while True:
            heard = self.client.read(self.hear().encode())
            assert heard, "the server says what the protocol does not know"
            message: dict[str, Any] = msgspec.to_builtins(heard.reply)
            if is_wanted(message):
                return message
            self._aside.append(message)

    def come_in(self) -> Bot:
        """Be a guest; the token is kept."""
        self.ask("guest")
        return self

    @property
    def token(self) -> str:
        """The token to come back with."""
        return self.client.token


class Browser(Bot):
    """The same over a WebSocket."""

    def __init__(self, port: int, seconds: float = 90.0) -> None:
        self._connecting = connect(f"ws://127.0.0.1:{port}/ws", proxy=None)
        self._seconds = seconds
        self._begin()

    def __enter__(self) -> Browser:
        self._connection = self._connecting.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._connecting.__exit__(None, None, None)

    def say(self, *lines: str) -> None:
        """Say some messages."""
        for line in lines:
            self._connection.send(line)

    def hear(self) -> str:
        """The next message as it came."""
        return str(self._connection.recv(self._seconds))


# Whole games


def play_by_line(player: Telnet, game: str, seed: int) -> str:
    """Play any game to its end by what MOVES lists: the line with the result."""
    chance = random.Random(seed)
    player.say("HELLO kind=program", "GUEST", f"SEEK {game} move=0")
    while not (last := player.until("READY", "RESULT", "ERROR")[-1]).startswith("RESULT"):
        assert last == "READY", last
        player.say("MOVES")
        words = chance.choice([line for line in player.until("END LEGAL") if line.startswith("LEGAL")]).split()
        player.say(" ".join(["MOVE", *words[1 : 2 + 2 * int(words[1])]]))
    return last


def play_by_json(player: Bot, game: str, seed: int) -> str:
    """Play any game to its end by the list of moves: the result."""
    chance = random.Random(seed)
    player.tell("hello", kind="program")
    player.come_in().tell("seek", game=game, move=0)
    while (message := player.told("ask", "ended", "problem"))["type"] == "ask":
        player.tell("moves", match=message["match"])
        moves = player.told("move list")["moves"]
        player.tell("move", match=message["match"], ref=message["ref"], squares=chance.choice(moves)["path"])
    assert message["type"] == "ended", message
    return str(message["result"])
