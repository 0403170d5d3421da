"""A tournament: its table or bracket, who takes part, and the games that are on; kept up to date while it is looked at."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.clients.terminal.canvas import Canvas
from ludus.clients.terminal.desk import Desk, DeskScreen
from ludus.clients.terminal.keyboard import Picked
from ludus.clients.terminal.screens.match import MatchScreen
from ludus.wire.messages import (
    TournamentJoin,
    TournamentLeave,
    TournamentPlayers,
    TournamentReady,
    TournamentShow,
    TournamentShown,
    TournamentWatch,
    Watch,
    bracket_sentences,
    table_sentences,
)


class TournamentScreen(DeskScreen):
    """One tournament."""

    def __init__(self, desk: Desk, tournament: str) -> None:
        super().__init__(desk)
        self.tournament, self.title, self.row = tournament, f"Tournament {tournament}", 0

    def opened(self) -> None:
        """Have everything told, and go on being told."""
        self.desk.ask(TournamentShow(tournament=self.tournament), TournamentWatch(tournament=self.tournament))

    @property
    def shown(self) -> TournamentShown | None:
        """The tournament as it stands, once it was told."""
        return self.desk.model.shown.get(self.tournament)

    @property
    def running(self) -> list[tuple[str, str]]:
        """The games that are on: the match, and who plays."""
        pairings = self.shown.pairings if self.shown else []
        return [(each.on, f"{each.first} against {each.second}") for each in pairings if each.on]

    def keys(self) -> Sequence[str]:
        """What can be done."""
        mine = bool(self.shown and any(player.name == self.desk.model.name for player in self.shown.players))
        taking = ("(R)eady", "(L)eave it") if mine else ("(J)oin",) if self.shown and self.shown.standing == "open" else ()
        return (*taking, *(("(W)atch",) if self.running else ()), "(T)heme", "(Q) back")

    def press(self, key: str) -> None:
        """A key."""
        requests = {"j": TournamentJoin, "r": TournamentReady, "l": TournamentLeave}
        if key in requests:
            self.desk.ask(requests[key](tournament=self.tournament), TournamentShow(tournament=self.tournament))
        elif key in ("up", "down"):
            self.row = max(0, min(len(self.running) - 1, self.row + (1 if key == "down" else -1)))
        elif key in ("enter", "w") and self.running:
            match = self.running[min(self.row, len(self.running) - 1)][0]
            if not self.desk.model.follow(match).has_begun:
                self.desk.ask(Watch(match=match))
            self.desk.open(MatchScreen(self.desk, match))
        elif key in ("q", "escape"):
            self.desk.back()

    def pick(self, picked: Picked) -> None:
        """A game was clicked."""
        self.row = picked.at[0]
        self.press("enter")

    def draw(self, canvas: Canvas, top: int, height: int) -> None:
        """The table or the bracket on top, and the games that are on below."""
        theme, shown = self.desk.theme, self.shown
        if shown is None:
            canvas.put(2, top + 1, "One moment ...", theme.faint)
            return
        won = f", won by {', '.join(shown.winners)}" if shown.winners else ""
        head = f"{shown.game}, {shown.kind}, {shown.standing}: {shown.games} of {shown.expected} games played{won}"
        canvas.put(2, top, head, theme.strong)
        running = self.running
        lines = standing_lines(shown)
        room = height - 3 - min(len(running), 6) - bool(running)
        for offset, line in enumerate(lines[:room]):
            canvas.put(2, top + 2 + offset, line, theme.text)
        for row, (match, who) in enumerate(running[:6]):
            y = top + height - min(len(running), 6) + row
            canvas.put(2, y, f" {match}: {who} ", theme.chosen if row == self.row else theme.text)
            canvas.zone(2, y, canvas.width - 4, 1, Picked("row", (row, 0)))


def standing_lines(shown: TournamentShown) -> list[str]:
    """The bracket or the table, or before it starts those who take part."""
    if shown.standing == "open" or not shown.table:
        return TournamentPlayers(shown.tournament, shown.number, shown.standing, shown.players).prose()
    return list(bracket_sentences(shown.bracket) if shown.bracket else table_sentences(shown.table))
