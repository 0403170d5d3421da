"""How far a search has come, and how much longer it takes, in words."""

from __future__ import annotations

from ludus.library.words import seconds_in_words
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
