"""What strangers do to a server, one kind at a time, from addresses of their own on this machine.

    python -m bench.attacks KIND PORT WEB_PORT SECONDS

For `bench.soak`, which starts each in a process of its own: the work of an attacker must not be in the way of what is measured.
"""

from __future__ import annotations

import itertools
import json
import random
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

HELLO = b'{"type":"hello","kind":"program"}\n'
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
EMPTY_PING = b"\x89\x80\x5a\x00\xff\x13"
EMPTY_CONTINUATION = b"\x00\x80\x5a\x00\xff\x13"


class Target:
    """The server, and until when it is attacked."""

    def __init__(self, port: int, web_port: int, seconds: float) -> None:
        self.port, self.web_port, self._end = port, web_port, time.monotonic() + seconds

    @property
    def is_on(self) -> bool:
        """Whether the attack goes on."""
        return time.monotonic() < self._end

    def line(self, last: int) -> socket.socket:
        """A connection to the TCP port, from 127.0.1.`last`."""
        return self._open(self.port, f"127.0.1.{last}")

    def web(self, last: int) -> socket.socket:
        """A connection to the web port."""
        return self._open(self.web_port, f"127.0.1.{last}")

    def _open(self, port: int, source: str) -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", port), 10.0, (source, 0))
        opened.settimeout(0.5)
        return opened


def flood(target: Target, first: bytes, data: bytes) -> None:
    """One WebSocket sends the same small frames as fast as it may."""
    while target.is_on:
        with suppress(OSError), target.web(1) as stranger:
            stranger.sendall(UPGRADE.format(port=target.web_port).encode() + first)
            while target.is_on:
                stranger.sendall(data * 2000)
                time.sleep(0.01)


def pings(target: Target) -> None:
    """Empty pings."""
    flood(target, b"", EMPTY_PING)


def continuations(target: Target) -> None:
    """A message that never ends, in frames that hold nothing."""
    flood(target, b"\x01\x81\x5a\x00\xff\x13\x21", EMPTY_CONTINUATION)


def crowd(target: Target) -> None:
    """190 connections from one address, each within its own rate."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(target.line(2)) for _ in range(190)]
        for each in sockets:
            each.sendall(HELLO + b'{"type":"guest"}\n')
            each.setblocking(False)
        said = b'{"type":"matches"}\n' * 50 + b'{"type":"games"}\n' * 10
        while target.is_on:
            for each in sockets:
                with suppress(OSError):
                    each.send(said)
                with suppress(OSError):
                    while each.recv(1 << 16):
                        pass
            time.sleep(0.05)


def silent(target: Target) -> None:
    """Connections that begin something and never go on."""
    beginnings = (b"", b"\x16\x03\x01\x02\x00\x01", b"GET / HT", b'{"type":', b"PROXY TCP4")
    with ExitStack() as stack:
        for number in itertools.count():
            if not target.is_on:
                return
            with suppress(OSError):
                opened = stack.enter_context(target.line(3) if number % 2 else target.web(3))
                opened.sendall(beginnings[number % len(beginnings)])
            time.sleep(0.02)


def unread(target: Target) -> None:
    """Requests whose answers are not read."""
    while target.is_on:
        with suppress(OSError), target.web(4) as stranger:
            for _ in range(300):
                stranger.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(2.0)


def computers(target: Target) -> None:
    """Five guests ask for forty computers of the highest level."""
    with ExitStack() as stack:
        guests = [stack.enter_context(target.line(5)) for _ in range(5)]
        for guest in guests:
            guest.sendall(HELLO + b'{"type":"guest"}\n')
            guest.sendall(b'{"type":"new","game":"connect-four","computer":10,"team":2,"move":0}\n' * 8)
        while target.is_on:
            for guest in guests:
                with suppress(OSError):
                    guest.recv(1 << 16)


def variants(target: Target) -> None:
    """A stranger asks for one choice of options after the other."""
    with target.line(6) as stranger:
        stranger.sendall(HELLO + b'{"type":"guest"}\n{"type":"games","id":"g"}\n')
        stranger.settimeout(10.0)
        games = next(said["games"] for said in heard(stranger) if said.get("id") == "g")
        wanted = [
            {"type": "new", "game": game["game"], "options": {option["name"]: choice}}
            for game in games
            for option in game["options"]
            for choice in option["choices"]
            if choice != option["default"]
        ]
        for request in itertools.islice(wanted, 31):
            stranger.sendall(json.dumps(request).encode() + b"\n" + b'{"type":"leave"}\n')
        while target.is_on:
            time.sleep(0.2)


def heard(stranger: socket.socket) -> Iterator[dict[str, Any]]:
    """What a server says, message by message."""
    with stranger.makefile("rb") as file:
        for line in file:
            yield json.loads(line)


def guess(target: Target) -> None:
    """Forty addresses guess one password."""
    for number in itertools.count():
        if not target.is_on:
            return
        with suppress(OSError), target.line(10 + number % 40) as stranger:
            stranger.sendall(HELLO + b'{"type":"login","name":"owner","password":"guess %d of many"}\n' % number)
            stranger.recv(1 << 16)
        time.sleep(0.02)


def register(target: Target) -> None:
    """Twelve addresses make accounts, twenty a second."""
    for number in itertools.count():
        if not target.is_on:
            return
        with suppress(OSError), target.line(60 + number % 12) as stranger:
            name = f"n{time.time_ns() % 10**12}"
            stranger.sendall(HELLO + json.dumps({"type": "login", "name": name, "password": "a good password"}).encode() + b"\n")
            stranger.recv(1 << 16)
        time.sleep(0.05)


def noise(target: Target) -> None:
    """Bytes that mean nothing, on both ports."""
    seed = random.randrange(1 << 30)
    print(f"seed {seed}", flush=True)
    chance = random.Random(seed)
    while target.is_on:
        with suppress(OSError), target.line(80) if chance.random() < 0.7 else target.web(80) as stranger:
            stranger.sendall(chance.choice((HELLO, b"GUEST\n", b"", UPGRADE.format(port=target.web_port).encode())))
            for _ in range(40):
                stranger.sendall(chance.randbytes(chance.randrange(200)) + b"\n")
            stranger.recv(1 << 16)


ATTACKS: dict[str, Callable[[Target], None]] = {
    attack.__name__: attack
    for attack in (pings, continuations, crowd, silent, unread, computers, variants, guess, register, noise)
}

if __name__ == "__main__":
    kind, line_port, http_port, how_long = sys.argv[1:]
    with suppress(ConnectionError):
        ATTACKS[kind](Target(int(line_port), int(http_port), float(how_long)))
