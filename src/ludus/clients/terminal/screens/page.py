"""A page of text to scroll through: the rules of a game, or help."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.clients.terminal.canvas import Canvas, wrapped
from ludus.clients.terminal.desk import Desk, DeskScreen

HELP = """\
Keys work wherever you see them in brackets: (M)ove is the key M. You can also click them.

IN THE LOBBY
  Tab, left, right     the other lists: games, matches, tournaments, players
  up, down, Enter      choose; Enter on a game sets up a match, on a match joins or watches it

IN A MATCH
  arrows and Enter     choose squares one after the other, or click them; those that may come next are marked with •
  Escape, Backspace    take back the last square you chose
  M                    type a move: as the game's players write it (see Rules), as squares (a1 b2), or as numbers (1 1 1 6)
  C, O, R              chat, offer something, resign
  A, D                 accept or decline what is offered
  ?                    ask the computer for a good move, where the match allows it
  F                    turn the board around
  N                    the next match in which it is your move
  Page Up, Page Down   scroll through the moves

ANYWHERE
  T                    dark, light, colour-blind, no colours
  Q                    back, and from the lobby out of the program
  Ctrl-C               out of the program at once; your games go on, and you can come back if you have an account
"""


class TextPage(DeskScreen):
    """Some lines of text."""

    def __init__(self, desk: Desk, title: str, lines: Sequence[str]) -> None:
        super().__init__(desk)
        self.title, self.lines, self.first = title, lines, 0
        self._room, self._count = 1, 0

    def keys(self) -> Sequence[str]:
        """What can be done."""
        return ("up, down: scroll", "(Q) back")

    def press(self, key: str) -> None:
        """Scroll, or go back."""
        steps = {"up": -1, "down": 1, "pageup": -self._room, "pagedown": self._room, " ": self._room, "home": -self._count}
        if key in steps:
            self.first = max(0, min(self.first + steps[key], self._count - self._room))
        elif key in ("q", "escape", "enter"):
            self.desk.back()

    def draw(self, canvas: Canvas, top: int, height: int) -> None:
        """The lines that fit."""
        lines = [part for line in self.lines for part in _folded(line, canvas.width - 4)]
        self._room, self._count = height - 1, len(lines)
        for offset, line in enumerate(lines[self.first : self.first + height - 1]):
            canvas.put(2, top + 1 + offset, line, self.desk.theme.text)


def _folded(line: str, width: int) -> list[str]:
    """A line, folded under its own indentation."""
    margin = len(line) - len(line.lstrip())
    return [" " * margin + part for part in wrapped(line.strip(), max(10, width - margin))]
