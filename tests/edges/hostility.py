"""Lines that nobody should send: a seeded stream of them, and connections that send them."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

UNSEEN = [
    *("\x1b[2J", "\x1b]0;pwned\x07", "\x00", "\x08" * 9, "\x7f", "\x9b31m", "\r", "\x0c"),
    *("\u202e", "\u200b", "\u2028", "\ufeff"),
]
"""What would do something to a terminal, or hide something there."""

WORDS = [
    *("GUEST", "LOGIN", "CHAT", "MOVE", "JOIN", "NEW", "SEEK", "WATCH"),
    *("RESUME", "OFFER", "SHOW", "RECORD", "HELP", "BAN", "GAME"),
]
FIELDS = [
    *("id", "type", "match", "ref", "squares", "team", "text", "name"),
    *("password", "token", "game", "options", "what", "after"),
]
KINDS = [
    *("guest", "login", "resume", "join", "new", "seek", "watch", "move", "moves", "chat", "show", "resign", "leave", "offer"),
    *("accept", "decline", "computer", "save", "record", "operator", "ban", "reset", "announce", "statistics", "hello"),
]
VALUES: list[Any] = [
    *(None, True, -1, 0, 10**30, 1.5, float("nan"), float("inf"), "", "x", "x" * 3000, [], {}, [[]], {"": 0}, [[1]], [[1, 2, 3]]),
    *([[1, 1]] * 65, [["1", "1"]], "'; DROP TABLE events; --", "%s%n{0}", "../../etc/passwd", "guest1", "m1", "-1", "NaN"),
]
BATCH = 40
"""Lines that a connection sends: fewer than the errors after which it is cut, so that every one of them is looked at."""


TELNET_END = b"\xff\xf0\n\n"
"""Ends a negotiation of telnet that may have begun in the noise; without it, the rest is a part of that, and no lines."""


class Villain:
    """Makes hostile lines; `moves` are moves of others, as match, reference and squares."""

    def __init__(self, seed: int, moves: list[tuple[str, str, Any]]) -> None:
        self.chance, self.moves = random.Random(seed), moves
        self.ways = [self.noise, self.half, self.huge, self.deep, self.wrong, self.muddle, self.words, self.control, self.steal]

    def line(self) -> bytes:
        """One line, with its end."""
        return self.chance.choice(self.ways)().replace(b"\n", b" ") + b"\n"

    def noise(self) -> bytes:
        """Any bytes."""
        return self.chance.randbytes(self.chance.randrange(200))

    def half(self) -> bytes:
        """Words that end in the middle of a character."""
        return b"CHAT " + "Grüße 東京 🎲".encode()[: self.chance.randrange(5, 20)] + bytes([self.chance.randrange(0x80, 0x100)])

    def huge(self) -> bytes:
        """More than fits."""
        return self.chance.choice([b"x", b"MOVE 2 ", b'{"type":"ping"}', b"\xff", b"[", b'"']) * self.chance.randrange(600, 9000)

    def deep(self) -> bytes:
        """Boxes in boxes."""
        depth = self.chance.randrange(10, 1300)
        inside = self.chance.choice([b"[" * depth, b"[" * depth + b"]" * depth, b'{"a":' * depth + b"1" + b"}" * depth])
        return self.chance.choice([inside, b'{"type":"ping","id":' + inside + b"}", b'{"x":' + inside + b',"type":"ping"}'])

    def wrong(self) -> bytes:
        """An object with fields that are not what they should be."""
        chosen = self.chance.sample(FIELDS, self.chance.randrange(6))
        held = {"type": self.chance.choice(KINDS), **{field: self.chance.choice(VALUES) for field in chosen}}
        return json.dumps(held).encode()

    def muddle(self) -> bytes:
        """A good line with one byte changed, or cut off."""
        line = bytearray(json.dumps({"type": "move", "squares": [[1, 1]], "match": "m1", "ref": "4-aa"}).encode())
        line[self.chance.randrange(len(line))] = self.chance.randrange(256)
        return bytes(line[: self.chance.randrange(1, len(line) + 1)])

    def words(self) -> bytes:
        """A command with words that are not its own."""
        said = [self.chance.choice(WORDS), *(str(self.chance.choice(VALUES)) for _ in range(self.chance.randrange(5)))]
        return " ".join(said).encode()

    def control(self) -> bytes:
        """Characters that would do something to a terminal, in names and texts."""
        text = f"a{self.chance.choice(UNSEEN)}b"
        return self.chance.choice(
            [
                f"GUEST {text}",
                f"CHAT {text}",
                f"JOIN {text}",
                f"PING id={text}",
                json.dumps({"type": "chat", "text": text}),
                json.dumps({"type": "guest", "name": text}),
                json.dumps({"type": "chat", "text": text}, ensure_ascii=False),
                json.dumps({"type": "watch", "match": text}),
            ]
        ).encode()

    def steal(self) -> bytes:
        """A move in somebody else's game, with the reference that was used there."""
        match, ref, squares = self.chance.choice(self.moves)
        kind = self.chance.choice(["move", "resign", "leave", "offer", "accept", "computer", "chat", "join", "moves"])
        held: dict[str, Any] = {"type": kind, "match": match}
        more = {"move": {"ref": ref, "squares": squares}, "offer": {"what": "draw"}, "accept": {"what": "draw"}}
        return json.dumps({**held, **more.get(kind, {"text": "ha"} if kind == "chat" else {})}).encode()


async def attack(
    port: int, lines: int, seed: int, moves: list[tuple[str, str, Any]], at_once: int = 40, patience: float = 60.0
) -> int:
    """Send that many hostile lines, from many connections at once, and return how many connections were cut off."""
    villain, turns = Villain(seed, moves), asyncio.Semaphore(at_once)

    async def one(number: int) -> bool:
        async with turns:
            return await _send_batch(port, [villain.line() for _ in range(BATCH)], number, patience)

    return sum(await asyncio.gather(*(one(number) for number in range(lines // BATCH))))


async def _send_batch(port: int, lines: list[bytes], number: int, patience: float) -> bool:
    """One connection, from its first line until the last was answered; whether it was cut."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    first = [b'{"type":"guest"}\n', b"GUEST\n", b""][number % 3]
    try:
        writer.write(first + b"".join(lines))
        if number % 10 == 0:
            return True  # gone before it is answered
        writer.write(TELNET_END + b'PING id=last\n{"type":"ping","id":"last"}\n')  # whichever it speaks
        async with asyncio.timeout(patience):
            while answer := await reader.readline():
                if answer in (b"ANSWER last\n", b'{"type":"pong","id":"last"}\n'):
                    return False
        return True
    except ConnectionError:
        return True
    finally:
        writer.transport.abort()
