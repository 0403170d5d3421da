"""What somebody does at a terminal: bytes in, key presses, clicks and pasted text out.

a            KeyPress("a")              ESC [ A              KeyPress("up")
0x03         KeyPress("ctrl-c")         ESC [ < 0;5;7 M      Click(4, 6, "left")
ESC, then nothing for a moment          KeyPress("escape"), from `flush`

It reads nothing by itself.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias


class KeyPress(NamedTuple):
    """A key: the character it types, or its name."""

    name: str


class Click(NamedTuple):
    """A button of the mouse, or a turn of its wheel, at a column and a row counted from 0."""

    x: int
    y: int
    button: str


class Pasted(NamedTuple):
    """Text that was pasted, all at once."""

    text: str


class Picked(NamedTuple):
    """Something on the screen that was clicked, as the screen has named it: a square, or a line of a list."""

    kind: str
    at: tuple[int, int]


Input: TypeAlias = KeyPress | Click | Pasted | Picked

PASTE_ON, PASTE_OFF = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 1 << 16

_MOUSE = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])")
_SEQUENCE = re.compile(r"\x1b(?:\[([0-9;]*)([A-Za-z~])|O([A-Z]))")
_BEGINNING = re.compile(r"\x1b(?:\[[<0-9;]*|O)?")
_LETTERS = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end", "Z": "backtab", "M": "enter"}
_NUMBERS = {"1": "home", "3": "delete", "4": "end", "5": "pageup", "6": "pagedown", "7": "home", "8": "end"}
_CONTROLS = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace", "\x03": "ctrl-c"}
_BUTTONS = {0: "left", 2: "right", 64: "wheel up", 65: "wheel down"}


class KeyReader:
    """Takes bytes apart, however they are cut."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._rest = ""

    def feed(self, data: bytes) -> list[Input]:
        """Some bytes: what they mean. What may go on is kept."""
        self._rest += self._decoder.decode(data)
        return list(self._take(over=False))

    def flush(self) -> list[Input]:
        """Nothing more came for a moment: an Escape that began nothing was the key."""
        return list(self._take(over=True))

    @property
    def waits(self) -> bool:
        """Whether something has begun that may go on."""
        return bool(self._rest)

    def _take(self, over: bool) -> Iterator[Input]:
        while self._rest:
            if self._rest.startswith(PASTE_ON):
                text, end, rest = self._rest.removeprefix(PASTE_ON).partition(PASTE_OFF)
                if not end and len(text) < LONGEST_PASTE:
                    return
                self._rest = rest
                yield Pasted(text)
            elif self._rest[0] != "\x1b":
                character, self._rest = self._rest[0], self._rest[1:]
                if character.isprintable() or character in _CONTROLS:
                    yield KeyPress(_CONTROLS.get(character, character))
            elif found := _MOUSE.match(self._rest):
                self._rest = self._rest[found.end() :]
                yield from _clicked(found)
            elif found := _SEQUENCE.match(self._rest):
                self._rest = self._rest[found.end() :]
                yield from _named(found)
            elif not over and _BEGINNING.fullmatch(self._rest):
                return
            else:
                self._rest = self._rest[1:]
                yield KeyPress("escape")


def _clicked(found: re.Match[str]) -> Iterator[Click]:
    button = _BUTTONS.get(int(found[1]))
    if button and found[4] == "M":
        yield Click(int(found[2]) - 1, int(found[3]) - 1, button)


def _named(found: re.Match[str]) -> Iterator[KeyPress]:
    numbers, letter = found[1] or "", found[2] or found[3]
    name = _NUMBERS.get(numbers.split(";")[0]) if letter == "~" else _LETTERS.get(letter)
    if name:
        yield KeyPress(name)
