"""WebSocket frames that nobody should send, made by hand: a library would refuse to."""

from __future__ import annotations

import contextlib
import random
import socket
from collections.abc import Callable

from tests.edges.hostility import Villain

from ludus.server.policy import ConnectionPolicy

TEXT, BINARY, CONTINUED, CLOSE, PING = 1, 2, 0, 8, 9

PATIENCE = 20.0
"""Seconds to wait for anything before giving up."""

BATCH = 20
"""Messages that a connection sends, all of them answered: fewer than the errors after which it is cut."""

LAST = b'{"type":"ping","id":"last"}'
MASK = b"\x5a\x00\xff\x13"
ASIDE = b"are you there?"
"""What the pings say that come between the pieces of a message."""

MOST = ConnectionPolicy().frame_bytes - len(ASIDE)
"""Bytes of the longest message that a connection survives: pings between its pieces are counted with it."""


def frame(payload: bytes, opcode: int = TEXT, *, whole: bool = True, masked: bool = True, bits: int = 0, size: int = -1) -> bytes:
    """A frame, with whatever may be wrong with it; `size` is what it claims to hold."""
    size, flag = len(payload) if size < 0 else size, 128 if masked else 0
    head = bytes([(128 if whole else 0) | bits << 4 | opcode])
    if size < 126:
        head += bytes([flag | size])
    elif size < 1 << 16:
        head += bytes([flag | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([flag | 127]) + size.to_bytes(8, "big")
    return head + (MASK + bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload)) if masked else payload)


class ByHand:
    """A connection to the WebSocket without a library."""

    def __init__(self, port: int, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        fields = {
            "Host": f"127.0.0.1:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        self.send("".join(["GET /ws HTTP/1.1\r\n", *(f"{name}: {value}\r\n" for name, value in fields.items()), "\r\n"]).encode())

    def __enter__(self) -> ByHand:
        return self

    def __exit__(self, *problem: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        """Send bytes as they are, to whom may have hung up already."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def heard(self, words: bytes = b"") -> bytes:
        """Everything up to these words, or to the end."""
        heard = b""
        with contextlib.suppress(ConnectionError):
            while not (words and words in heard) and (more := self.socket.recv(65536)):
                heard += more
        return heard


class FrameVillain:
    """Makes hostile messages: `message` is one that the connection survives, `last` one that it need not."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.lines = Villain(seed, [("m1", "4-00aa", [[1, 1]])])
        self.ends: list[Callable[[], bytes]] = [
            self.half_a_character,
            self.too_much,
            self.without_a_mask,
            self.of_no_kind,
            self.long_control,
            self.continued_nothing,
            self.begun_twice,
            self.wrong_farewell,
            self.noise,
            self.half_a_frame,
        ]

    def message(self) -> bytes:
        """Words that make no sense, in a frame, in many, or as bytes."""
        said = self.lines.line()[:-1][:MOST]
        try:
            said.decode()
            kind = self.chance.choice([TEXT, BINARY])
        except UnicodeDecodeError:
            kind = BINARY
        if self.chance.random() < 0.3:
            return self._in_pieces(said, kind)
        return frame(said, kind)

    def _in_pieces(self, said: bytes, kind: int) -> bytes:
        """A message in fragments, some of them empty, with pings between them."""
        cuts = sorted(self.chance.choices(range(len(said) + 1), k=self.chance.randrange(1, 6)))
        pieces = [said[start:end] for start, end in zip([0, *cuts], [*cuts, len(said)], strict=True)]
        frames = [frame(piece, CONTINUED if place else kind, whole=False) for place, piece in enumerate(pieces[:-1])]
        return frame(ASIDE, PING).join([*frames, frame(pieces[-1], CONTINUED)])

    def last(self) -> bytes:
        """What may end the connection."""
        return self.chance.choice(self.ends)()

    def half_a_character(self) -> bytes:
        """A text that is none."""
        return frame('{"type":"chat","text":"🎲'.encode()[:-2], TEXT)

    def too_much(self) -> bytes:
        """The beginning of a frame that would fill the memory."""
        return frame(b"x" * 1000, size=self.chance.choice([1 << 20, 1 << 40, (1 << 63) - 1, (1 << 64) - 1]))

    def without_a_mask(self) -> bytes:
        """A frame as only a server may send it."""
        return frame(LAST, masked=False)

    def of_no_kind(self) -> bytes:
        """A frame with a number or a bit that means nothing."""
        return frame(LAST, *self.chance.choice([(3,), (7,), (11,), (15,)])) if self.chance.random() < 0.5 else frame(LAST, bits=5)

    def long_control(self) -> bytes:
        """A ping that is too long, or in pieces."""
        return self.chance.choice([frame(b"x" * 126, PING), frame(b"x", PING, whole=False)])

    def continued_nothing(self) -> bytes:
        """The end of a message that never began."""
        return frame(LAST, CONTINUED)

    def begun_twice(self) -> bytes:
        """A message in the middle of another."""
        return frame(b"{", TEXT, whole=False) + frame(LAST, TEXT)

    def wrong_farewell(self) -> bytes:
        """A farewell with a code that is none, or with half of one."""
        return frame(self.chance.choice([b"\x00", b"\x00\x00", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff\xfe"]), CLOSE)

    def noise(self) -> bytes:
        """Any bytes."""
        return self.chance.randbytes(self.chance.randrange(2, 2000))

    def half_a_frame(self) -> bytes:
        """A frame that ends in the middle."""
        return frame(LAST)[: self.chance.randrange(1, len(LAST))]
