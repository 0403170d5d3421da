"""`Analysis`: what a search has found about a position, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ludus.library.words import effort_in_words, value_in_words
from ludus.rules.game import Game
from ludus.search.report import Report


@dataclass(frozen=True)
class Variation:
    """A move, what it is worth, and how the game is expected to go on."""

    move: str
    """The move as players write it."""
    line: tuple[str, ...]
    """The moves both sides are expected to play, this one first."""
    value: int
    """What the position is worth after this move, for the seat that makes it."""
    exact: bool
    """Whether that is proven."""
    in_words: str
    """The same as people say it: `Red wins in 7 moves`, `+35 for Black`."""


@dataclass(frozen=True)
class Analysis:
    """What is known about a position; `print(analysis)` tells it, and a notebook shows a table."""

    game: Game
    seat: int
    """The seat that was asked for."""
    best: tuple[Variation, ...]
    """The best moves, the best first: as many as were asked for and there are; none when the game is over."""
    report: Report
    """What the search itself says: depth, positions, seconds, estimates."""
    over: str = ""
    """How the game has ended, where it has."""

    @property
    def move(self) -> str | None:
        """The best move; None when the game is over."""
        return self.best[0].move if self.best else None

    @property
    def line(self) -> tuple[str, ...]:
        """The moves both sides are expected to play."""
        return self.best[0].line if self.best else ()

    @property
    def value(self) -> int:
        """What the position is worth for the seat that was asked for, in the points of the game's own rule `value`."""
        return self.report.value

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return self.report.exact

    @property
    def ends_in(self) -> int | None:
        """In how many moves the game is won or lost, when that is known."""
        return self.report.ends_in

    @property
    def in_words(self) -> str:
        """Who stands better, in a few words."""
        return self.over or value_in_words(self.game, self.seat, self.report)

    def __str__(self) -> str:
        if not self.best:
            return self.over
        width = max(len(each.move) for each in self.best)
        lines = [f"{at}. {each.move:<{width}}  {each.in_words}  {' '.join(each.line)}" for at, each in enumerate(self.best, 1)]
        return "\n".join([f"{self.game.team(self.seat)} to move: {self.in_words}", *lines, self._effort])

    @property
    def _effort(self) -> str:
        depth = f"depth {self.report.depth}, " if self.report.depth else ""
        return f"{'proven, ' if self.exact else ''}{depth}{effort_in_words(self.report)}"

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.move or 'no move'}, {self.in_words}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='text-align:left'><b>{escape(each.move)}</b></td><td style='text-align:left'>{escape(each.in_words)}"
            f"{' ✓' if each.exact else ''}</td><td style='text-align:left'>{escape(' '.join(each.line))}</td></tr>"
            for each in self.best
        )
        head = f"<b>{escape(self.game.team(self.seat))} to move: {escape(self.in_words)}</b>"
        if not self.best:
            return f"<p>{escape(self.over)}</p>"
        names = "".join(f"<th style='text-align:left'>{name}</th>" for name in ("move", "value", "expected line"))
        return f"<div>{head}<table><tr>{names}</tr>{rows}</table><small>{escape(self._effort)}</small></div>"
