"""The computer at the table: it plays for some teams, and people may ask it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ludus.search.levels import limit_of_level, read_level, thinking_in_words
from ludus.cli.live import LiveLine
from ludus.cli.saying import line_texts, value_in_words
from ludus.cli.thinking import Thinker
from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.search.limit import Limit
from ludus.search.report import Report


class Computer:
    """A player who needs no keyboard."""

    def __init__(self, rulebook: Rulebook, seats: frozenset[int], limit: Limit) -> None:
        self.rulebook, self.seats, self.limit = rulebook, seats, limit
        if seats:
            _ = self._thinker  # a game it cannot play is refused before anybody sits down

    def think(self, state: Record, past: Iterable[Record]) -> Report:
        """Choose a move; `past` are the earlier positions of the game."""
        with LiveLine() as line:
            return self._thinker.think(
                state, self.limit, past=past, watch=lambda _, seconds: line.show(f"The computer is thinking, {seconds:.0f} s")
            )

    def hint(self, state: Record, past: Iterable[Record]) -> str:
        """What it would play, and how it would go on."""
        report = self.think(state, past)
        move, *rest = line_texts(self.rulebook, state, report.line)
        expected = f", expecting {' '.join(rest)}" if rest else ""
        return f"The computer would play {move}{expected}"

    def worth(self, state: Record, past: Iterable[Record]) -> str:
        """Who stands better."""
        report = self.think(state, past)
        value = value_in_words(self.rulebook.game, int(state["turn"]), report)
        return f"{value[0].upper()}{value[1:]}" + ("" if report.exact else f", looking {report.depth} moves ahead")

    def change_level(self, text: str) -> str:
        """Play better or worse from now on; without a level, say how it plays."""
        if text:
            self.limit = limit_of_level(read_level(text))
        return thinking_in_words(self.limit)

    @cached_property
    def _thinker(self) -> Thinker:
        try:
            return Thinker(self.rulebook)
        except LudusError as error:
            raise LudusError(f"the computer cannot play this: {error}") from None


def seat_of(game: Game, team: str) -> int:
    """The seat of a team, which is given by its number or its name."""
    for seat in range(game.seats):
        if team.lower() in (str(seat + 1), game.team(seat).lower()):
            return seat
    teams = " and ".join(f"{seat + 1} ({game.team(seat)})" for seat in range(game.seats))
    raise LudusError(f"--computer {team}: the teams are {teams}")
