"""The computer in `ludus play`: it plays some teams, and people may ask its opinion."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ludus.cli.play.player_loader import PlayerLoader
from ludus.cli.terminal.live_line import LiveLine
from ludus.cli.terminal.thinker import Interrupted
from ludus.library.words import value_in_words
from ludus.rules.movetext import line_texts
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.levels import USUAL, limit_of_level, read_level, thinking_in_words
from ludus.search.limit import Limit
from ludus.search.player import kind_for
from ludus.search.report import Report


class ComputerAtKeyboard:
    """The computer player, with the teams it plays and the time it takes."""

    def __init__(self, rulebook: Rulebook, seats: frozenset[int], level: int = USUAL, limit: Limit | None = None) -> None:
        self.rulebook, self.seats = rulebook, seats
        self.kind = kind_for(rulebook.game)
        self._level: int | None = level if limit is None else None
        self.limit = limit or limit_of_level(level, self.kind)

    def get_ready(self) -> None:
        """If it plays a team, begin to get ready while people still look at the board."""
        if self.seats:
            _ = self._loader

    @property
    def status(self) -> str:
        """What it is being made ready with, in a line; empty if it is ready, or was not asked for."""
        return self._loader.status if "_loader" in self.__dict__ else ""

    @property
    def strength(self) -> str:
        """How well it plays, in a few words."""
        if self.kind == "strategy":
            return "by its strategy"
        return f"at level {self._level}" if self._level else f"thinking {self.limit.seconds:g} s a move"

    def think(self, state: StateRecord, seat: int, past: Iterable[StateRecord]) -> Report:
        """Choose a move; `past` are the earlier positions of the game. Ctrl-C asks for the best so far.

        If the computer plays every team, Ctrl-C ends the game instead: there is no other way to leave.
        """
        with LiveLine() as line:
            thinker = self._loader.thinker(line.show)
            try:
                return thinker.think(
                    state,
                    seat,
                    self.limit,
                    past=past,
                    watch=lambda _, seconds: line.show(f"The computer is thinking, {seconds:.0f} s"),
                )
            except Interrupted as interrupted:
                if len(self.seats) == self.rulebook.game.seats:
                    raise
                return interrupted.report

    def hint(self, state: StateRecord, seat: int, past: Iterable[StateRecord]) -> str:
        """What it would play, and how it expects the game to go on."""
        report = self.think(state, seat, past)
        move, *rest = line_texts(self.rulebook, self.rulebook.asked(state, seat), report.line)
        expected = f", expecting {' '.join(rest) or report.remark}" if rest or report.remark else ""
        expected = ", from the game's book" if report.from_book else expected
        return f"The computer would play {move}{expected}"

    def worth(self, state: StateRecord, seat: int, past: Iterable[StateRecord]) -> str:
        """Who stands better."""
        report = self.think(state, seat, past)
        value = value_in_words(self.rulebook.game, seat, report)
        ahead = f", looking {report.depth} move{'s' * (report.depth != 1)} ahead"
        looked = ahead if self.kind == "search" and not (report.exact or report.from_book) else ""
        return f"{value[0].upper()}{value[1:]}{looked}"

    def change_level(self, text: str) -> str:
        """Change the level; without one, say how the computer plays now."""
        if text:
            self._level = read_level(text)
            self.limit = limit_of_level(self._level, self.kind)
        return thinking_in_words(self.limit, self.kind)

    @cached_property
    def _loader(self) -> PlayerLoader:
        return PlayerLoader(self.rulebook.file)
