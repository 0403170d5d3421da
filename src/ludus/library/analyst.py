"""`Analyst`: a computer player that says what it thinks of a position.

analyst = game.engine()
analyst.search(match, seconds=1, best=3)          an `Analysis`
"""

from __future__ import annotations

from types import TracebackType

from ludus.library.analysis import Analysis, Variation
from ludus.library.match import LocalMatch
from ludus.library.words import value_in_words
from ludus.rules.errors import LudusError
from ludus.rules.movetext import line_texts
from ludus.rules.play import Moved
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.player import player_for
from ludus.search.report import Report
from ludus.search.variations import ranked

USUAL = 1.0
"""Seconds that a search takes when nobody says how long."""


class Analyst:
    """Searches positions of one game, and remembers from one to the next what it has found."""

    def __init__(self, rulebook: Rulebook, *, threads: int | None = None, megabytes: int = 128, kind: str | None = None) -> None:
        self.rulebook = rulebook
        self.player = player_for(rulebook, threads=threads, megabytes=megabytes, kind=kind)

    def search(
        self,
        match: LocalMatch,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        best: int = 1,
        seat: int | None = None,
    ) -> Analysis:
        """Find the best moves; the search ends at the first limit it reaches, or when the value is proven."""
        if seconds is None and depth is None and nodes is None:
            seconds = USUAL
        outcome = match.outcome
        if outcome:
            worth = Report(None, 0, True, (), 0, 0, 0.0, 1.0)
            return Analysis(self.rulebook.game, 0 if seat is None else seat, (), worth, f"The game is over: {outcome.sentence}")
        if match.chances:
            raise LudusError("chance decides here, not a player; let it happen first: match.happen(...)")
        mover, state = match.acting[0] if seat is None else seat, match.record
        limit = Limit(seconds, depth, nodes, patient=True)
        found = ranked(self.player, state, mover, limit, best, past=past_of(match))
        variations = tuple(self._variation(state, mover, report) for _, report in found)
        return Analysis(self.rulebook.game, mover, variations, found[0][1])

    def _variation(self, state: StateRecord, seat: int, report: Report) -> Variation:
        """What was found about one move, as players write it."""
        line = line_texts(self.rulebook, self.rulebook.asked(state, seat), report.line)
        words = value_in_words(self.rulebook.game, seat, report)
        return Variation(line[0], tuple(line), report.value, report.exact, words)

    def stop(self) -> None:
        """End the search that is running, from any thread; it returns what it knows."""
        self.player.stop()

    def close(self) -> None:
        """Let the threads go."""
        self.player.close()

    def __enter__(self) -> Analyst:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<computer player for {self.rulebook.game.name}, by {self.player.kind}>"


def past_of(match: LocalMatch) -> list[StateRecord]:
    """The earlier positions of a match, where it matters whether one comes up again."""
    if not match.game.repeats:
        return []
    return [match.record_at(at) for at in range(len(match)) if isinstance(match.step_at(at), Moved)]


_latest: list[Analyst] = []  # the analyst that was asked last; another game's takes its place


def search(
    match: LocalMatch,
    seconds: float | None = None,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    best: int = 1,
    seat: int | None = None,
) -> Analysis:
    """Analyse a match as it stands: the best moves, what they are worth, and how the game is expected to go on."""
    if not _latest or _latest[0].rulebook is not match.rulebook:
        for analyst in _latest:
            analyst.close()
        _latest[:] = [Analyst(match.rulebook)]
    return _latest[0].search(match, seconds, depth=depth, nodes=nodes, best=best, seat=seat)
