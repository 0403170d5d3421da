"""What a search has found, in players' words.

Red wins in 7 moves       proven; the moves of both sides count
a draw                    proven
+35 for Black             Black stands better, by that many points of the game's own rule `value`
even                      nobody stands better
X can expect 62% of the points              the share won in games that were played out at random
Team 1 can expect 231.4 points in the end   what the game's own strategy expects
not known                 there was no time to search
not searched: ...         the move is from the game's book
"""

from __future__ import annotations

from collections.abc import Iterable

from ludus.library.words import value_in_words as value_in_words
from ludus.rules.movetext import move_text
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Report

TRUSTED = 100.0
"""The error of an estimate is left out when it was wrong by more than this factor."""

YEARS = 1e9
"""Seconds that nobody waits for: about 30 years."""


def depth_in_words(limit: Limit, report: Report) -> str:
    """How many moves ahead a search looked, and how much of the next depth."""
    if report.exact:
        return f"{report.depth}, and the value is proven"
    share = f"{report.completed:.0%}"
    if limit.depth is not None:
        return f"{report.depth} of {limit.depth} ({share})"
    return f"{report.depth}, and {share} of depth {report.depth + 1}" if 0 < report.completed < 1 else str(report.depth)


def effort_in_words(report: Report) -> str:
    """How many positions a search visited, and how fast."""
    looked = f"{report.nodes:,} position{'s' * (report.nodes != 1)} in {seconds_in_words(report.seconds)}"
    return f"{looked}, {speed_in_words(report.speed)}" if report.nodes and report.seconds >= 0.01 else looked


def estimate_in_words(depth: int, seconds: float, error: float | None) -> str:
    """How long a depth should take, and how reliable such estimates have been."""
    trust = (
        ""
        if error is None or error > TRUSTED
        else f"; half of such estimates were right within a factor of {max(error, 1.1):.1f}"
    )
    about = (
        "less than 1 ms" if seconds < 0.001 else "more than 30 years" if seconds > YEARS else f"about {seconds_in_words(seconds)}"
    )
    return f"depth {depth} takes {about}{trust}"


def seconds_in_words(seconds: float) -> str:
    """A length of time: `40 ms`, `2.5 s`, `3 min 20 s`."""
    if seconds < 0.9995:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


def speed_in_words(speed: float) -> str:
    """A speed in positions per second."""
    return f"{speed / 1e6:.1f} million a second" if speed >= 1e6 else f"{speed:,.0f} a second"


def line_texts(rulebook: Rulebook, state: StateRecord, line: Iterable[int]) -> list[str]:
    """The moves of a line, as players write them."""
    texts = []
    for move in line:
        texts.append(move_text(rulebook, state, move))
        state = rulebook.play(state, move)
    return texts
