"""The live table of a tournament in the terminal, with how far it has come and when it will end."""

from __future__ import annotations

import time
from types import TracebackType

import typer
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table as RichTable
from rich.text import Text

from ludus.server.tournaments.pairer import standings_of
from ludus.server.tournaments.progress import TournamentProgress, progress_of
from ludus.server.tournaments.state import TournamentState
from ludus.server.tournaments.tournament import Tournament
from ludus.wire.messages import StandingEntry

REDRAW = 0.25
"""Seconds between two drawings."""

LINES = 10
"""How often a line says how far it is, where nobody looks at a terminal."""


class LiveStandings:
    """Shows a tournament while it is held; where there is no terminal, a line now and then."""

    def __init__(self, title: str) -> None:
        self.title, self._began, self._drawn, self._told = title, time.monotonic(), 0.0, -1
        self._before = 0  # games that were played before we came
        console = Console(stderr=False)
        self._live = Live(console=console, auto_refresh=False, transient=True) if console.is_terminal else None

    def __enter__(self) -> LiveStandings:
        if self._live:
            self._live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._live:
            self._live.stop()

    def begin(self, tournament: Tournament) -> None:
        """Note where it goes on."""
        self._before = tournament.state.games_ended

    def show(self, tournament: Tournament) -> None:
        """Draw the table anew, not too often."""
        now = time.monotonic()
        if now - self._drawn < REDRAW and tournament.state.standing != "over":
            return
        self._drawn = now
        state = tournament.state
        begun = state.started or 0.0
        far = progress_of(state, max(begun, tournament.events[-1].at))
        line = f"{games_in_words(far)}, {self._expected(far)}" if far.share < 1 else games_in_words(far)
        if self._live:
            self._live.update(self._drawing(state, far, line), refresh=True)
        elif int(far.share * LINES) != self._told:
            self._told = int(far.share * LINES)
            typer.echo(line)

    def _expected(self, far: TournamentProgress) -> str:
        """When it will be over, judged by the games so far."""
        played, elapsed = far.played - self._before, time.monotonic() - self._began
        if played < 1 or far.share <= 0:
            return "the end is not known yet"
        left = elapsed / played * (far.expected - far.played)
        return f"about {time_in_words(left)} left, until {time.strftime('%H:%M', time.localtime(time.time() + left))}"

    def _drawing(self, state: TournamentState, far: TournamentProgress, line: str) -> RenderableType:
        rows = standings_of(state)
        room = max(5, (self._live.console.height if self._live else 24) - 7)
        table = RichTable(title=self.title, title_justify="left", box=None, pad_edge=False)
        for name in ("", "player", "points", "won", "drawn", "lost", ""):
            table.add_column(name, justify="left" if name == "player" else "right")
        for row in rows[:room]:
            table.add_row(*cells(row, state))
        more = [Text(f"and {len(rows) - room} more")] if len(rows) > room else []
        below = RichTable.grid()
        below.add_row(ProgressBar(total=1.0, completed=far.share, width=60))
        below.add_row(line)
        return Group(table, *more, Text(), below)


def cells(row: StandingEntry, state: TournamentState) -> list[str]:
    """A line of the table."""
    playing = any(pairing.on for pairing in state.of_player(row.player))
    note = "out" if row.withdrawn else "away" if row.player in state.away else "plays" if playing else ""
    return [f"{row.place}.", row.player, f"{row.points:g}", str(row.won), str(row.drawn), str(row.lost), note]


def games_in_words(far: TournamentProgress) -> str:
    """How far it is: `12 of 90 games (13%)`."""
    return f"{far.played} of {far.expected} games ({far.share:.0%})"


def time_in_words(seconds: float) -> str:
    """A length of time that nobody needs to the second."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def final_lines(rows: list[StandingEntry], kind: str) -> list[str]:
    """The table at the end, as plain lines."""
    wide = max(len(row.player) for row in rows)
    tie_break = {"round-robin": "Sonneborn-Berger", "swiss": "Buchholz"}.get(kind, "")
    lines = [f"{'':>4} {'player':<{wide}}  points  won drawn lost{f'  {tie_break}' if tie_break else ''}"]
    for row in rows:
        value = row.buchholz if kind == "swiss" else row.sonneborn_berger
        extra = f"  {value:>{len(tie_break)}g}" if tie_break else ""
        out = "  out" if row.withdrawn else ""
        numbers = f"{row.points:>6g}  {row.won:>3} {row.drawn:>5} {row.lost:>4}"
        lines.append(f"{row.place:>3}. {row.player:<{wide}}  {numbers}{extra}{out}")
    return lines
