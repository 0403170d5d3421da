"""Bytes in, messages out: the framing that every connection shares, without a socket and without a clock.

    feed(bytes) ──► has_message? ──► take() ──► [request]                      one that can be read
                                          ──► [mistake]                      one that cannot
                                          ──► [mistake, too many errors]     and nothing more is read
                                          ──► []                             an empty line

A message ends with LF or CR LF. The first byte tells JSON from the line protocol. What telnet programs negotiate is
taken out before, in `telnet.py`. The rest of a message longer than LONGEST_LINE is skipped. A message that comes in a frame of
its own (WebSocket) goes to `read`.
"""

from __future__ import annotations

import enum
from typing import NamedTuple

from ludus.wire.codec import LINE, Codec, spoken
from ludus.wire.error_sentences import Kind
from ludus.wire.limits import LONGEST_LINE, MOST_ERRORS
from ludus.wire.line import typed
from ludus.wire.messages import AnyRequest, Problem
from ludus.wire.telnet import Telnet


class Phase(enum.Enum):
    """Where a connection stands.

    UNDECIDED ──first message──► TALKING ──end──► LEAVING ──all is read──► ANSWERING ──close──► CLOSING
                                    └──too many errors──► IGNORED ──end──────┘
    """

    UNDECIDED = "nothing was said yet; until then, the codec is a guess"
    TALKING = "messages come and are read"
    LEAVING = "no more will come, but what has come is still read"
    IGNORED = "nothing more is read, though the client may go on talking"
    ANSWERING = "nothing more will come; what was asked is still being answered"
    CLOSING = "everything is said"


READING = (Phase.TALKING, Phase.UNDECIDED, Phase.LEAVING)
"""The phases in which messages are read. It is asked of every message: a set would call each member's hash, written in Python."""


class Mistake(NamedTuple):
    """A message that cannot be read, and whether it was meant to be a move: then the move is asked for again.

    `said` is a line that begins with no command: a player may have written just the move.
    """

    problem: Problem
    is_move: bool = False
    said: str = ""


class Framing:
    """One connection: its phase, the codec it speaks, and the bytes that are not a whole message yet."""

    __slots__ = (
        "_buffer",
        "_end",
        "_errors",
        "_most_errors",
        "_skipping",
        "_start",
        "codec",
        "has_message",
        "is_midway",
        "is_whole",
        "phase",
        "telnet",
    )

    def __init__(self, codec: Codec | None = None, most_errors: int = MOST_ERRORS) -> None:
        self.codec = codec or LINE
        self.phase = Phase.TALKING if codec else Phase.UNDECIDED
        self.telnet = Telnet()
        self._errors, self._most_errors = 0, most_errors
        self._buffer, self._start = b"", 0  # what was fed, and where the next message begins in it
        self._end = -1  # where that message ends, -1 while it is not there
        self.has_message = False
        """Whether `take` has something to take."""
        self.is_whole = False
        """Whether that message came with its end; one that is too long, or the last one, may be taken without."""
        self.is_midway = False
        """Whether a message has begun that is not taken yet."""
        self._skipping = False  # the rest of a message that was too long

    @property
    def is_reading(self) -> bool:
        """Whether messages are still read."""
        return self.phase in READING

    # From the client

    def feed(self, data: bytes) -> None:
        """Some more bytes."""
        if self.phase not in READING:
            return
        if self.codec is LINE and not (self.phase is Phase.UNDECIDED and spoken((self._buffer + data).lstrip()) is not LINE):
            data = self.telnet.feed(data)
        self._buffer, self._start = self._buffer[self._start :] + data, 0
        if self.phase is Phase.UNDECIDED:
            self.codec = spoken(self._buffer.lstrip())
        self._look()

    def take(self) -> list[AnyRequest | Mistake]:
        """Read the next message."""
        message = self._buffer[self._start : self._end].removesuffix(b"\r")
        self._skipping = not self.is_whole and self.phase is not Phase.LEAVING
        self._start = self._end + self.is_whole
        taken = self._read_first(message) if self.phase is Phase.UNDECIDED else self.read(message)
        if self._start < len(self._buffer) or self.phase is Phase.LEAVING:
            self._look()
        else:  # usually, nothing is left in which there could be another
            self.has_message, self.is_midway = False, self._skipping
        return taken

    def read(self, message: bytes) -> list[AnyRequest | Mistake]:
        """Read a whole message, without its end."""
        found = Problem.of(Kind.TOO_LONG) if len(message) > LONGEST_LINE else self.codec.read(message)
        if found is None:
            return []
        if not isinstance(found, Problem):
            return [found]
        is_line, unknown = self.codec is LINE, found.code == Kind.UNKNOWN_COMMAND.code
        said = typed(message) if is_line and unknown else ""
        mistakes: list[AnyRequest | Mistake] = [Mistake(found, is_line and message[:4].upper() == b"MOVE", said)]
        self._errors += 1
        if self._errors >= self._most_errors:
            mistakes.append(Mistake(Problem.of(Kind.TOO_MANY_ERRORS)))
            self.ignore()
        return mistakes

    def forgive(self) -> None:
        """The last message was no mistake after all: it was a move, and people may try as many as they like."""
        self._errors = max(0, self._errors - 1)

    def end(self) -> None:
        """No more bytes will come. A last message needs no end."""
        if self.phase is Phase.IGNORED:
            self.phase = Phase.ANSWERING
        elif self.is_reading:
            self.phase = Phase.LEAVING
            self._look()

    # To the client

    def ignore(self) -> None:
        """Read nothing more."""
        if self.is_reading:
            self.phase = Phase.ANSWERING if self.phase is Phase.LEAVING else Phase.IGNORED
            self._buffer, self._start, self._skipping = b"", 0, False
            self._end, self.has_message, self.is_midway = -1, False, False

    def close(self) -> None:
        """Everything is said."""
        self.ignore()
        self.phase = Phase.CLOSING

    # Inside

    def _read_first(self, message: bytes) -> list[AnyRequest | Mistake]:
        """Read what may be the first message; whoever only sends empty lines or telnet options has not spoken yet."""
        if not message.strip():
            return []
        self.codec = spoken(message.lstrip())
        taken = self.read(message)
        if taken and self.phase is Phase.UNDECIDED:
            self.phase = Phase.TALKING
        return taken

    def _look(self) -> None:
        """Find the end of the next message: its LF, or the end of the bytes if it is too long already or is the last one."""
        self._end = self._buffer.find(b"\n", self._start)
        if self._skipping:
            self._start = self._end + 1 if self._end >= 0 else len(self._buffer)
            self._skipping = self._end < 0
            self._end = self._buffer.find(b"\n", self._start)
        self.has_message = self.is_whole = self._end >= 0
        rest = len(self._buffer) - self._start
        self.is_midway = rest > 0 or self._skipping
        if self.has_message:
            return
        if self.phase is Phase.LEAVING and not rest:
            self.phase = Phase.ANSWERING
        elif rest and (self.phase is Phase.LEAVING or rest > LONGEST_LINE + self._buffer.endswith(b"\r")):
            self._end, self.has_message = len(self._buffer), True
