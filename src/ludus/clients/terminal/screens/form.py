"""Setting up a match: against whom, with which times and options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludus.clients.terminal.canvas import Canvas
from ludus.clients.terminal.desk import Desk, DeskScreen
from ludus.clients.terminal.keyboard import Picked
from ludus.wire.messages import AnyRequest, GameEntry, New, Queue, Seek

COMPUTER, ANYBODY, STRENGTH, FRIEND = "the computer", "whoever comes first", "somebody of my strength", "a friend who joins"


class TimeChoice(NamedTuple):
    """Seconds for each move, for the game, and added after a move; 0 for no limit."""

    says: str
    move: float = 0.0
    main: float = 0.0
    increment: float = 0.0


TIMES = (
    TimeChoice("3 minutes a move", move=180.0),
    TimeChoice("30 seconds a move", move=30.0),
    TimeChoice("5 minutes each, and 5 seconds a move", main=300.0, increment=5.0),
    TimeChoice("1 minute each, and 1 second a move", main=60.0, increment=1.0),
    TimeChoice("no limit"),
)
NO_LIMIT = len(TIMES) - 1

TIME = 2
"""The row of the field for it."""


class FormField(NamedTuple):
    """Something to choose."""

    name: str
    choices: Sequence[str]


class NewMatchForm(DeskScreen):
    """The fields, and what is chosen in each."""

    def __init__(self, desk: Desk, game: GameEntry) -> None:
        super().__init__(desk)
        self.game, self.title = game, f"{game.name}: a new match"
        self.fields = [
            FormField("Against", [COMPUTER, ANYBODY, STRENGTH, FRIEND]),
            FormField("Level", [str(level) for level in range(1, 11)]),
            FormField("Time", [each.says for each in TIMES]),
            FormField("You play", game.teams),
            *(FormField(option.says or option.name, [str(choice) for choice in option.choices]) for option in game.options),
        ]
        self.chosen = [0, 2, NO_LIMIT, 0, *(option.choices.index(option.default) for option in game.options)]
        self.row = len(self.fields)
        self._timed = False  # whether somebody has chosen the time

    def keys(self) -> Sequence[str]:
        """What can be done."""
        return ("(S)tart", "up, down: choose", "left, right: change", "(Q) back")

    def press(self, key: str) -> None:
        """Move, change, or start."""
        rows = len(self.fields) + 1
        if key in ("up", "down", "tab", "backtab"):
            self.row = (self.row + (1 if key in ("down", "tab") else -1)) % rows
        elif key in ("left", "right") and self.row < len(self.fields):
            count = len(self.fields[self.row].choices)
            self.chosen[self.row] = (self.chosen[self.row] + (1 if key == "right" else -1)) % count
            self._suit_time()
        elif key == "s" or (key == "enter" and self.row == len(self.fields)):
            self.desk.back()
            self.desk.ask(self.request())
            self.desk.say(f"Setting up {self.game.name} ...")
        elif key == "enter":
            self.press("right")
        elif key in ("q", "escape"):
            self.desk.back()

    def _suit_time(self) -> None:
        """The computer has patience; people want to know when a game ends. What was chosen stays."""
        self._timed = self._timed or self.row == TIME
        if not self._timed:
            self.chosen[TIME] = NO_LIMIT if self.chosen[0] == 0 else 0

    def pick(self, picked: Picked) -> None:
        """A row was clicked: the first click chooses it, the next ones change it."""
        if self.row == picked.at[0]:
            self.press("enter")
        self.row = picked.at[0]

    def request(self) -> AnyRequest:
        """What to ask the server for."""
        against = self.fields[0].choices[self.chosen[0]]
        time = TIMES[self.chosen[TIME]]
        options = {option.name: option.choices[at] for option, at in zip(self.game.options, self.chosen[4:], strict=True)}
        options = {name: value for name, value in options.items() if value != self._usual(name)}
        game, move, main, increment = self.game.game, time.move, time.main, time.increment
        if against == ANYBODY:
            return Seek(game=game, move=move, main=main, increment=increment, options=options)
        if against == STRENGTH:
            return Queue(game=game, move=move, main=main, increment=increment, options=options)
        level, team = self.chosen[1] + 1 if against == COMPUTER else 0, self.chosen[3] + 1
        return New(game=game, team=team, computer=level, move=move, main=main, increment=increment, options=options)

    def draw(self, canvas: Canvas, top: int, height: int) -> None:
        """The fields, one a row."""
        theme = self.desk.theme
        canvas.put(2, top + 1, self.game.says[:1].upper() + self.game.says[1:], theme.faint, width=canvas.width - 4)
        wide = max(len(field.name) for field in self.fields) + 2
        for row, field in enumerate(self.fields):
            y, style = top + 3 + row, theme.chosen if row == self.row else theme.text
            if y >= top + height:
                break
            shown = f"‹ {field.choices[self.chosen[row]]} ›"
            canvas.put(2, y, f"{field.name:<{wide}}", theme.strong if row == self.row else theme.faint)
            canvas.put(2 + wide, y, shown, style if self._counts(row) else theme.faint)
            canvas.zone(2, y, canvas.width - 4, 1, Picked("row", (row, 0)))
        row, y = len(self.fields), min(top + 4 + len(self.fields), top + height - 1)
        canvas.put(2, y, "[ Start ]", theme.chosen if self.row == row else theme.strong)
        canvas.zone(2, y, 9, 1, Picked("row", (row, 0)))

    def _counts(self, row: int) -> bool:
        """Whether a field matters, as the first one stands."""
        against = self.fields[0].choices[self.chosen[0]]
        return {1: against == COMPUTER, 3: against in (COMPUTER, FRIEND)}.get(row, True)

    def _usual(self, name: str) -> int:
        return next(option.default for option in self.game.options if option.name == name)
