"""What `ludus play` shows: the board in colours with the last move marked, and texts that wrap between words."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Collection, Iterable

import typer

from ludus.rules.board import Square
from ludus.rules.diagram import draw
from ludus.rules.play import Play
from ludus.rules.point_diagram import Paint

NAMED = {
    "red": "91",
    "yellow": "93",
    "blue": "94",
    "green": "92",
    "white": "97",
    "black": "38;5;245",
    "orange": "38;5;208",
}
"""The colours of teams that are called like one."""

TEAMS = ("96", "93", "92", "95", "94", "91")
"""The colours of all other teams, in the order of their seats."""

MARK, FAINT = "7", "2"
"""Reversed, for the squares of the last move; faint, for empty squares."""

NO_BREAK = "\u00a0"
"""A space that stays in its line."""

TICK = 0.25
"""Seconds between two looks at the status above the prompt."""


class PlayScreen:
    """The terminal, or whatever takes its place; colours only where somebody looks."""

    def __init__(self) -> None:
        self.terminal = sys.stdout.isatty() and sys.stdin.isatty()
        self.coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    @staticmethod
    def say(text: str) -> None:
        """Print a text, wrapped between words where it is wider than the terminal."""
        typer.echo("\n".join(_wrapped(text)))

    def page(self, text: str) -> None:
        """Print a long text; at a terminal, a screenful at a time."""
        lines, most = _wrapped(text), max(shutil.get_terminal_size().lines - 2, 1)
        if not self.terminal or len(lines) <= most:
            typer.echo("\n".join(lines))
            return
        while lines:
            typer.echo("\n".join(lines[:most]))
            del lines[:most]
            try:
                if lines and input(f"Enter for more ({len(lines)} lines), q to go on playing: ").strip():
                    return
            except EOFError:
                return

    def list(self, words: Iterable[str]) -> None:
        """Print a list, wrapped only between its items."""
        self.say(", ".join(word.replace(" ", NO_BREAK) for word in words))

    def board(self, play: Play, seat: int, last: Collection[int] = ()) -> None:
        """Draw the board as a seat sees it, with the squares of the last move marked, and the game's own line below it."""
        rulebook = play.rulebook
        own = rulebook.status(play.state, seat)
        marked = {(square % rulebook.width + 1, square // rulebook.width + 1) for square in last}
        painted = self._paint(play, marked) if self.coloured else None
        board = rulebook.board(play.state, seat)
        typer.echo("\n" + (draw(board, painted) if painted else draw(board)), color=self.coloured)
        if own:
            self.say("\n" + own)

    def ask(self, prompt: str, status: Callable[[], str], *, apart: bool) -> str:
        """What somebody types; above the prompt is an empty line if it stands `apart`, or the status as long as there is one."""
        shown = status() if self.terminal else ""
        if shown or apart:
            typer.echo(shown)
        over = threading.Event()
        if shown:
            threading.Thread(target=self._keep_current, args=(status, over), daemon=True).start()
        try:
            return input(prompt).strip()
        finally:
            over.set()

    @staticmethod
    def _keep_current(status: Callable[[], str], over: threading.Event) -> None:
        """Write the status into the line above the cursor, which then goes back to where somebody may be typing."""
        while not over.wait(TICK):
            now = status()[: shutil.get_terminal_size().columns - 1]
            sys.stdout.write(f"\0337\033[A\r{now}\033[K\0338")
            sys.stdout.flush()
            if not now:
                return

    @staticmethod
    def _paint(play: Play, marked: Collection[tuple[int, int]]) -> Paint:
        game = play.rulebook.game

        def paint(square: Square, text: str) -> str:
            team = square.piece.team if square.piece else 0
            styles = [NAMED.get(game.team(team - 1).lower(), TEAMS[(team - 1) % len(TEAMS)])] if team else []
            if not square.piece and text.strip() and (square.x, square.y) not in marked:
                styles.append(FAINT)
            if (square.x, square.y) in marked:
                styles.append(MARK)
            return f"\033[{';'.join(styles)}m{text}\033[0m" if styles else text

        return paint


def _wrapped(text: str) -> list[str]:
    """The lines of a text as they fit the terminal."""
    width, lines = shutil.get_terminal_size().columns - 1, []
    for line in text.split("\n"):
        rest = " " * (len(line) - len(line.lstrip()))
        lines += textwrap.wrap(line, width, subsequent_indent=rest, break_on_hyphens=False) or [""]
    return [line.replace(NO_BREAK, " ") for line in lines]
