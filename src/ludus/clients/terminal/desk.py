"""`Desk`: what every screen works with, and `DeskScreen`: what every screen can be asked.

    ┌────────────────────────────────────────┐
    │ title                       who, where │
    │                                        │
    │  what the screen draws                 │
    │                                        │
    │ what was said last                     │
    │ (M)ove  (C)hat  ...  or a line to type │
    └────────────────────────────────────────┘

Screens lie one above the other; the last one is seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.clients.connection import ServerConnection
from ludus.clients.terminal.canvas import Canvas
from ludus.clients.terminal.keyboard import Input, KeyPress, Picked
from ludus.clients.terminal.line_input import LineInput
from ludus.clients.terminal.model import ClientModel
from ludus.clients.terminal.theme import Theme
from ludus.wire.messages import AnyRequest

SMALLEST = (40, 12)
"""The columns and rows that anything needs."""


class Desk:
    """The server, what is known of it, the screens one above the other, and the theme."""

    def __init__(self, connection: ServerConnection, theme: Theme) -> None:
        self.connection, self.model, self.theme = connection, ClientModel(), theme
        self.screens: list[DeskScreen] = []
        self.left: set[str] = set()
        """Matches that go on while somebody has gone back to the lobby: they are not shown by themselves."""
        self.is_over, self.now = False, 0.0
        self.trouble = ""
        """Why there is no connection, while there is none."""

    def ask(self, *requests: AnyRequest) -> None:
        """Send requests."""
        for request in requests:
            self.connection.ask(request)

    def say(self, text: str, *, problem: bool = False) -> None:
        """Show a sentence above the keys."""
        self.model.said, self.model.said_at, self.model.is_problem = text, self.now, problem

    def open(self, screen: DeskScreen) -> None:
        """Show another screen above this one."""
        self.model.said = ""
        self.screens.append(screen)
        screen.opened()

    def back(self) -> None:
        """Back to the screen below."""
        self.model.said = ""
        if len(self.screens) > 1:
            self.screens.pop()


class DeskScreen:
    """Something to look at and to work with."""

    title = ""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.input: LineInput | None = None

    def heading(self) -> str:
        """What the bar says."""
        return self.title

    def opened(self) -> None:
        """It is shown for the first time."""

    def keys(self) -> Sequence[str]:
        """What can be done, each with its letter in brackets: `(M)ove`."""
        return ()

    def draw(self, canvas: Canvas, top: int, height: int) -> None:
        """Draw what is between the bar and the last two rows."""

    def press(self, key: str) -> None:
        """A key was pressed."""

    def pick(self, picked: Picked) -> None:
        """Something on the screen was clicked."""

    def submit(self, question: str, text: str) -> None:
        """A line was typed."""

    def status(self) -> tuple[str, bool]:
        """What is said above the keys, and whether it matters."""
        return self.desk.model.said, self.desk.model.is_problem

    def handle(self, event: Input) -> None:
        """Something was done: a line that is being typed comes first."""
        if self.input is not None and not isinstance(event, Picked):
            self.input.handle(event)
            if self.input.is_cancelled:
                self.input = None
            elif self.input.is_done:
                done, self.input = self.input, None
                self.submit(done.question, done.text.strip())
        elif isinstance(event, KeyPress):
            self.press(event.name)
        elif isinstance(event, Picked):
            self.pick(event)


def draw_screen(screen: DeskScreen, size: tuple[int, int]) -> Canvas:
    """Draw a screen with all that is around it."""
    desk, theme = screen.desk, screen.desk.theme
    canvas = Canvas(*size, theme.text)
    width, height = size
    if width < SMALLEST[0] or height < SMALLEST[1]:
        say_too_small(canvas, "Ludus", SMALLEST, theme)
        return canvas
    canvas.fill(0, 0, width, 1, theme.bar)
    who = f"{desk.model.name} · {desk.connection.address}" if desk.model.name else str(desk.connection.address)
    canvas.put(max(1, width - 1 - len(who)), 0, who, theme.bar)
    canvas.put(1, 0, f"{screen.heading()} ", theme.bar, width=max(1, width - 3 - len(who)))
    screen.draw(canvas, 1, height - 3)
    said, matters = (desk.trouble, True) if desk.trouble else screen.status()
    canvas.put(1, height - 2, said, theme.alarm if matters else theme.strong)
    if screen.input is not None:
        screen.input.draw(canvas, height - 1, theme)
    else:
        draw_keys(canvas, height - 1, screen.keys(), theme)
    return canvas


def draw_keys(canvas: Canvas, y: int, keys: Sequence[str], theme: Theme) -> None:
    """The keys in a row, each of which can be clicked; what does not fit is left out from the end."""
    x = 1
    for word in keys:
        if x + len(word) > canvas.width:
            return
        canvas.put(x, y, word, theme.text)
        at = word.find("(")
        if at >= 0 and word[at + 2 : at + 3] == ")":
            canvas.put(x + at + 1, y, word[at + 1], theme.strong._replace(underline=True))
            canvas.zone(x, y, len(word), 1, KeyPress(word[at + 1].lower()))
        x += len(word) + 1


def say_too_small(canvas: Canvas, what: str, needed: tuple[int, int], theme: Theme) -> None:
    """Say that the window is too small, as well as it can be said in it."""
    lines = [
        "The window is too small.",
        f"{what} needs {needed[0]} x {needed[1]},",
        f"and this is {canvas.width} x {canvas.height}.",
    ]
    lines += ["Make it larger to go on."]
    top = max(0, (canvas.height - len(lines)) // 2)
    for offset, line in enumerate(lines):
        canvas.put(max(0, (canvas.width - len(line)) // 2), top + offset, line, theme.alarm)
