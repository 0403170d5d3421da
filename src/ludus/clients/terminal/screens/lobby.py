"""The lobby: the games there are, the matches, the tournaments, and who is here."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.clients.terminal.canvas import Canvas, shortened
from ludus.clients.terminal.desk import Desk, DeskScreen
from ludus.clients.terminal.keyboard import Picked
from ludus.clients.terminal.line_input import LineInput
from ludus.clients.terminal.model import LISTS
from ludus.clients.terminal.screens.form import NewMatchForm
from ludus.clients.terminal.screens.match import MatchScreen
from ludus.clients.terminal.screens.page import HELP, TextPage
from ludus.clients.terminal.screens.tournament import TournamentScreen
from ludus.wire.messages import (
    Accept,
    Decline,
    GameEntry,
    Join,
    Login,
    MatchEntry,
    New,
    PlayerEntry,
    TournamentEntry,
    Unqueue,
    Watch,
)
from ludus.wire.messages.base import counted

GAMES, MATCHES, TOURNAMENTS, PLAYERS = range(4)
TABS = ("Games", "Matches", "Tournaments", "Players")

REFRESH = 3.0
"""Seconds after which the lists are asked for again."""

QUICK_LEVEL = 3
NAME = "Your name:"


class LobbyScreen(DeskScreen):
    """Four lists, one of which is shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tab, self.row, self._asked, self._name = GAMES, 0, 0.0, ""
        self._key = ""  # what the chosen row is about: lists change while they are looked at

    def heading(self) -> str:
        """What the bar says."""
        waiting = len(self.desk.model.waiting)
        return "Ludus" + (f": your move in {waiting} match{'es' * (waiting != 1)}" if waiting else "")

    def keys(self) -> Sequence[str]:
        """What can be done with the list that is shown."""
        own = {
            GAMES: ("(P)lay", "(C)omputer now", "(I) rules"),
            MATCHES: ("(J)oin", "(W)atch"),
            TOURNAMENTS: ("(O)pen",),
            PLAYERS: ("(W)atch",),
        }[self.tab]
        back = ("(B)ack to your match",) if self._running() else ()
        open_one = self.desk.model.challenge
        challenge = (f"(A)ccept: {open_one.by} challenges you to {open_one.game}", "(D)ecline") if open_one else ()
        return (*challenge, *own, *back, "(Q)uit", "Tab: next list", "(L)og in", "(T)heme", "(H)elp")

    def refresh(self, now: float) -> None:
        """Ask for the lists again, if that was long ago."""
        if now - self._asked > REFRESH:
            self._asked = now
            self.desk.ask(*LISTS)

    # What is done

    def press(self, key: str) -> None:
        """A key."""
        rows = len(self.rows())
        if key in ("tab", "right", "backtab", "left"):
            self._show_tab((self.tab + (1 if key in ("tab", "right") else -1)) % len(TABS))
        elif key in ("up", "down", "pageup", "pagedown", "home", "end"):
            steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -rows, "end": rows}
            self._choose(max(0, min(rows - 1, self.row + steps[key])))
        elif key == "q":
            self.desk.is_over = True
        elif key == "h":
            self.desk.open(TextPage(self.desk, "Help", HELP.splitlines()))
        elif key == "l":
            self.input = LineInput(NAME)
        elif key == "b" and self._running():
            self.desk.open(MatchScreen(self.desk, self._running()[0]))
        elif key in ("a", "d") and self.desk.model.challenge:
            self.desk.ask((Accept if key == "a" else Decline)(what="challenge"))
            self.desk.model.challenge = None
        elif key == "u":
            self.desk.ask(Unqueue())
            self.desk.say("You no longer wait in the queue.")
        elif self.row < rows:
            self._act(key, self.rows()[self.row])

    def pick(self, picked: Picked) -> None:
        """A tab or a line was clicked; a second click on a line opens it."""
        if picked.kind == "tab":
            self._show_tab(picked.at[0])
        elif self._key and self.row == picked.at[0]:
            self.press("enter")
        else:
            self._choose(picked.at[0])

    def _show_tab(self, tab: int) -> None:
        self.tab, self.row, self._key = tab, 0, ""

    def _choose(self, row: int) -> None:
        rows = self.rows()
        self.row, self._key = row, row_key(rows[row]) if row < len(rows) else ""

    def submit(self, question: str, text: str) -> None:
        """A name, and then a password."""
        if question == NAME and text:
            self._name = text
            self.input = LineInput(f"Password of {text} (a new name: choose one):", secret=True)
        elif question != NAME and text:
            self.desk.connection.entrance = Login(name=self._name, password=text)
            self.desk.ask(self.desk.connection.entrance)

    def _act(self, key: str, row: object) -> None:
        if isinstance(row, GameEntry):
            self._act_on_game(key, row)
        elif isinstance(row, MatchEntry):
            if key in ("enter", "j") and row.free and row.match not in self.desk.model.followed:
                self.desk.ask(Join(match=row.match))
            elif key in ("enter", "w", "j"):
                self.watch(row.match)
        elif isinstance(row, TournamentEntry) and key in ("enter", "o"):
            self.desk.open(TournamentScreen(self.desk, row.tournament))
        elif isinstance(row, PlayerEntry) and key in ("enter", "w") and row.matches:
            self.watch(row.matches[0])

    def _act_on_game(self, key: str, game: GameEntry) -> None:
        if key in ("enter", "p"):
            self.desk.open(NewMatchForm(self.desk, game))
        elif key == "c":
            self.desk.ask(New(game=game.game, computer=QUICK_LEVEL))
            self.desk.say(f"Setting up {game.name} ...")
        elif key == "i":
            look = self.desk.model.look_of(game.game, {})
            self.desk.ask(*self.desk.model.describe(game.game, {}))
            if look:
                self.desk.open(TextPage(self.desk, f"{game.name}: the rules", look.described.rules))
            else:
                self.desk.say("Asking for the rules; press I again.")

    def watch(self, match: str) -> None:
        """Watch a match, or go back to it."""
        followed = self.desk.model.follow(match)
        if not followed.has_begun and not followed.team:
            self.desk.ask(Watch(match=match))
        self.desk.open(MatchScreen(self.desk, match))

    def _running(self) -> list[str]:
        followed = self.desk.model.followed.values()
        return [each.match for each in sorted(followed, key=lambda each: not each.is_my_turn) if each.team and not each.result]

    # What is seen

    def rows(self) -> Sequence[object]:
        """The list that is shown."""
        model = self.desk.model
        return (model.games, model.matches, model.tournaments, model.players)[self.tab]

    def draw(self, canvas: Canvas, top: int, height: int) -> None:
        """The tabs, and the list below them."""
        theme, x = self.desk.theme, 2
        for tab, name in enumerate(TABS):
            style = theme.chosen if tab == self.tab else theme.faint
            end = canvas.put(x, top, f" {name} ", style)
            canvas.zone(x, top, end - x, 1, Picked("tab", (tab, 0)))
            x = end + 1
        rows, room = self.rows(), height - 2
        self.row = next((at for at, row in enumerate(rows) if row_key(row) == self._key), max(0, min(self.row, len(rows) - 1)))
        first = max(0, min(self.row - room // 2, len(rows) - room))
        for offset, row in enumerate(rows[first : first + room]):
            number, y = first + offset, top + 2 + offset
            style = theme.chosen if number == self.row else theme.text
            canvas.put(2, y, f" {shortened(row_text(row), canvas.width - 6):<{canvas.width - 6}} ", style)
            canvas.zone(2, y, canvas.width - 4, 1, Picked("row", (number, 0)))
        if not rows:
            canvas.put(3, top + 2, EMPTY[self.tab], theme.faint)


EMPTY = (
    "Waiting for the list of games ...",
    "Nobody is playing. Choose a game, and be the first.",
    "There are no tournaments. An organiser opens one with `ludus tournament new`.",
    "Nobody is here.",
)


def row_key(row: object) -> str:
    """What tells an entry of a list from all others."""
    for part in ("match", "tournament", "name"):
        if hasattr(row, part):
            return str(getattr(row, part))
    return ""


def row_text(row: object) -> str:
    """One entry of a list in a line."""
    if isinstance(row, GameEntry):
        return f"{row.name:<18} {row.says}"
    if isinstance(row, MatchEntry):
        teams = " against ".join(", ".join(team) or "a free seat" for team in row.teams)
        state = f"{row.free} free" if row.free else counted(row.moves, "move") if row.standing == "playing" else row.standing
        return f"{row.match:<5} {row.game:<14} {state:<10} {teams}"
    if isinstance(row, TournamentEntry):
        won = f", won by {', '.join(row.winners)}" if row.winners else ""
        return f"{row.tournament:<5} {row.game:<14} {row.kind:<12} {row.standing}, {counted(row.players, 'player')}{won}"
    if isinstance(row, PlayerEntry):
        return f"{row.name:<24} {'guest' if row.guest else row.role:<10} {', '.join(row.matches)}"
    return ""
