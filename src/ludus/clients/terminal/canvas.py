"""`Canvas`: characters with styles, drawn by the screens; `repaint` says how a terminal gets from one to the next.

Everything that is ever shown passes through `put`, which lets no control character and no mark of direction through: whatever
players write, a terminal only ever sees letters.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from ludus.clients.terminal.keyboard import Input
from ludus.wire.words import UNSEEN

DEFAULT = -1
"""The colour that the terminal has by itself."""


class TextStyle(NamedTuple):
    """How characters look: colours are those of the palette of 256."""

    ink: int = DEFAULT
    ground: int = DEFAULT
    bold: bool = False
    underline: bool = False
    reverse: bool = False

    @property
    def sequence(self) -> str:
        """What to send for characters to look like this."""
        parts = ["0"]
        parts += [code for code, wanted in (("1", self.bold), ("4", self.underline), ("7", self.reverse)) if wanted]
        parts += [f"38;5;{self.ink}"] if self.ink != DEFAULT else []
        parts += [f"48;5;{self.ground}"] if self.ground != DEFAULT else []
        return f"\x1b[{';'.join(parts)}m"


class Zone(NamedTuple):
    """A part of the canvas that can be clicked, and what that means."""

    x: int
    y: int
    width: int
    height: int
    means: Input


PLAIN = TextStyle()


def clean(text: str) -> str:
    """A text as it may be shown: no control characters, marks of direction, or characters that take no room."""
    if text.isascii() and text.isprintable():
        return text
    plain = "".join(" " if unicodedata.category(each) == "Zs" else each for each in text.replace("\t", " "))
    return "".join(each for each in UNSEEN.sub("", plain) if _width(each))


def width_of(text: str) -> int:
    """How many columns a clean text takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def shortened(text: str, width: int) -> str:
    """A text that takes at most so many columns, with dots where something is missing."""
    text = clean(text)
    if width_of(text) <= width:
        return text
    kept, used = "", 0
    for character in text:
        used += _width(character)
        if used > width - 1:
            break
        kept += character
    return kept + "…" if width > 0 else ""


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most so many columns, broken between words where that is possible."""
    lines = [""]
    for word in clean(text).split(" "):
        while width_of(word) > width > 0:
            head = shortened(word, width + 1)[:-1] or word[0]
            lines, word = [*(lines if lines != [""] else []), head], word[len(head) :]
            lines.append("")
        if lines[-1] and width_of(lines[-1]) + 1 + width_of(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return lines


class Canvas:
    """So many columns and rows of characters."""

    def __init__(self, width: int, height: int, style: TextStyle = PLAIN) -> None:
        self.width, self.height = width, height
        self.rows: list[list[tuple[str, TextStyle]]] = [[(" ", style)] * width for _ in range(height)]
        self.zones: list[Zone] = []

    def put(self, x: int, y: int, text: str, style: TextStyle = PLAIN, width: int | None = None) -> int:
        """Write a text, cut off at `width` columns or the edge; gives the column after it."""
        most = self.width - x if width is None else min(width, self.width - x)
        text = shortened(text, most)
        if not 0 <= y < self.height or x < 0:
            return x
        row = self.rows[y]
        for character in text:
            row[x] = (character, style)
            if _width(character) == 2:
                row[x + 1] = ("", style)
            x += _width(character)
        return x

    def fill(self, x: int, y: int, width: int, height: int, style: TextStyle, character: str = " ") -> None:
        """Fill a rectangle, as far as it is on the canvas."""
        for row in self.rows[max(0, y) : max(0, y + height)]:
            for column in range(max(0, x), min(x + width, self.width)):
                row[column] = (character, style)

    def zone(self, x: int, y: int, width: int, height: int, means: Input) -> None:
        """Make a part that can be clicked."""
        self.zones.append(Zone(x, y, width, height, means))

    def meaning(self, x: int, y: int) -> Input | None:
        """What a click there means; of several, what was drawn last."""
        for zone in reversed(self.zones):
            if zone.x <= x < zone.x + zone.width and zone.y <= y < zone.y + zone.height:
                return zone.means
        return None

    def text(self) -> str:
        """What can be read on it."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self.rows)


def repaint(old: Canvas | None, new: Canvas) -> str:
    """What to send to a terminal that shows the old canvas, so that it shows the new one."""
    same_size = old is not None and (old.width, old.height) == (new.width, new.height)
    sent = [] if same_size else ["\x1b[0m\x1b[2J"]
    last: TextStyle | None = None
    for y, row in enumerate(new.rows):
        before = old.rows[y] if old is not None and same_size else [("", PLAIN)] * new.width
        if before == row:
            continue
        first = next(x for x in range(new.width) if before[x] != row[x])
        end = 1 + max(x for x in range(new.width) if before[x] != row[x])
        if not row[first][0] and first:  # the second half of a wide character
            first -= 1
        sent.append(f"\x1b[{y + 1};{first + 1}H")
        for character, style in row[first:end]:
            if style != last:
                sent.append(style.sequence)
                last = style
            sent.append(character)
    return "".join(sent)


def _width(character: str) -> int:
    """How many columns a character takes."""
    if character.isascii():
        return int(character.isprintable())
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn", "Zl", "Zp"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
