"""`LineInput`: a line that somebody types, with the usual keys."""

from __future__ import annotations

from ludus.clients.terminal.canvas import Canvas, clean, shortened, width_of
from ludus.clients.terminal.keyboard import Input, KeyPress, Pasted
from ludus.clients.terminal.theme import Theme


class LineInput:
    """A question, and the answer so far."""

    def __init__(self, question: str, *, secret: bool = False) -> None:
        self.question, self.secret = question, secret
        self.text, self.place = "", 0
        self.is_done = self.is_cancelled = False

    def handle(self, event: Input) -> None:
        """A key was pressed, or text was pasted."""
        if isinstance(event, Pasted):
            self._insert(clean(" ".join(event.text.split())))
        elif isinstance(event, KeyPress):
            self._press(event.name)

    def _press(self, key: str) -> None:
        if key == "enter":
            self.is_done = True
        elif key == "escape":
            self.is_cancelled = True
        elif key == "backspace":
            self.text = self.text[: max(0, self.place - 1)] + self.text[self.place :]
            self.place = max(0, self.place - 1)
        elif key == "delete":
            self.text = self.text[: self.place] + self.text[self.place + 1 :]
        elif key in ("left", "right", "home", "end"):
            places = {"left": self.place - 1, "right": self.place + 1, "home": 0, "end": len(self.text)}
            self.place = max(0, min(len(self.text), places[key]))
        elif len(key) == 1:
            self._insert(clean(key))

    def _insert(self, text: str) -> None:
        self.text = self.text[: self.place] + text + self.text[self.place :]
        self.place += len(text)

    def draw(self, canvas: Canvas, y: int, theme: Theme) -> None:
        """Draw it in a row; a long answer is shown around the cursor."""
        x = canvas.put(1, y, self.question, theme.strong) + 1
        shown = "*" * len(self.text) if self.secret else self.text
        room = max(1, canvas.width - x - 2)
        first = max(0, self.place - room + 1)
        canvas.put(x, y, shortened(shown[first:], room), theme.text)
        under = shown[self.place] if self.place < len(shown) else " "
        canvas.put(x + width_of(shown[first : self.place]), y, under, theme.chosen)
