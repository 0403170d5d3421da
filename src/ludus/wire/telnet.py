"""What telnet programs say beside the lines that people type (RFC 854), taken out of the bytes of a connection.

    IAC IP, IAC BRK         Ctrl-C: what was typed so far is dropped
    IAC DO TIMING-MARK      answered; until then, the program shows nothing
    IAC AO, IAC AYT         stop the output, of which none is left; are you there?
    IAC EC, IAC EL          erase a character, erase the line
    IAC SB NAWS ... IAC SE  the size of the window (RFC 1073)
    IAC WILL, IAC DO        DO for the size of the window, otherwise DONT; WONT

Nothing is said to a program that has not shown that it speaks telnet: to others, the answers would be noise.
"""

from __future__ import annotations

import re

IAC = b"\xff"
SE, DM, BRK, IP, AO, AYT, EC, EL, SB, WILL, WONT, DO, DONT = 240, 242, 243, 244, 245, 246, 247, 248, 250, 251, 252, 253, 254
TIMING_MARK, NAWS = 6, 31

LONGEST_OPTION = 1024
"""Bytes of one negotiation that are kept until it ends."""

TYPED = {IP: b"\x03", BRK: b"\x03", EC: b"\x08", EL: b"\x15"}
"""Signals that mean the same as a key."""

_ANY = re.compile(rb"\xff(?:\xfa[^\xff]*(?:\xff[^\xf0][^\xff]*)*(?:\xff\xf0|\xff?\Z)|[\xfb-\xfe].?|.?)", re.DOTALL)
_OPTION = re.compile(rb"\xff\xfa((?:[^\xff]|\xff[^\xf0])*)\xff\xf0", re.DOTALL)


def without_telnet(line: bytes) -> bytes:
    """A line without anything that telnet programs negotiate."""
    return _ANY.sub(b"", line) if IAC in line else line


class Telnet:
    """The telnet program at the other end, if it is one: what it has asked, and how wide its window is."""

    __slots__ = ("_answered", "_pending", "answers", "signals", "width")

    def __init__(self) -> None:
        self._pending = b""  # a negotiation whose end has not come yet
        self._answered: set[bytes] = set()  # what is answered once, so that two programs cannot answer each other for ever
        self.answers = b""  # what to send back
        self.signals: list[int] = []  # IP and AYT, which people are told about
        self.width = 0  # of the window; 0 while it is not known

    def feed(self, data: bytes) -> bytes:
        """Some bytes from the other end: what was typed."""
        if not self._pending and IAC not in data:
            return data
        data, self._pending = self._pending + data, b""
        self._answer(bytes([255, DO, NAWS]))
        typed, place = bytearray(), 0
        while (at := data.find(IAC, place)) >= 0:
            typed += data[place:at]
            found = self._command(data, at)
            if found is None:
                self._pending = data[at:] if len(data) - at <= LONGEST_OPTION else b""
                return bytes(typed)
            key, place = found
            typed += key
        return bytes(typed + data[place:])

    def _command(self, data: bytes, at: int) -> tuple[bytes, int] | None:
        """Do what a command says: the keys it stands for, and where it ends; None if its end is missing."""
        if len(data) < at + 2:
            return None
        code = data[at + 1]
        if code == SB:
            option = _OPTION.match(data, at)
            if option is None:
                return None
            self._note(option[1].replace(b"\xff\xff", b"\xff"))
            return b"", option.end()
        if WILL <= code <= DONT:
            if len(data) < at + 3:
                return None
            self._negotiate(code, data[at + 2])
            return b"", at + 3
        if code in (IP, BRK):
            self.signals.append(IP)
        elif code == AYT:
            self.signals.append(AYT)
        elif code == AO:
            self.answers += bytes([255, DM])
        return TYPED.get(code, b""), at + 2

    def _negotiate(self, code: int, option: int) -> None:
        if code == DO and option == TIMING_MARK:
            self.answers += bytes([255, WILL, TIMING_MARK])
        elif code == DO:
            self._answer(bytes([255, WONT, option]))
        elif code == WILL:
            self._answer(bytes([255, DO if option == NAWS else DONT, option]))

    def _note(self, option: bytes) -> None:
        if len(option) == 5 and option[0] == NAWS:
            self.width = int.from_bytes(option[1:3], "big")

    def _answer(self, said: bytes) -> None:
        if said not in self._answered:
            self._answered.add(said)
            self.answers += said
