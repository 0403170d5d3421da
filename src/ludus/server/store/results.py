"""What a match means for its players, and how it is listed: the same in every store."""

from __future__ import annotations

import re
from collections import Counter

from ludus.server.matches.events import Made
from ludus.server.store.changes import GameTally, MatchSummary, Outcome

FORFEITS = ("time", "forfeit", "abandoned")
"""Ways to lose a game other than by play."""


def results_of(summary: MatchSummary, loser: int = -1) -> dict[str, Outcome]:
    """What a finished match means for each of its players; nothing when it was abandoned and nobody has won.

    Where more than two teams play, one of them may have lost, and all others won.
    """
    if summary.winner < 0 and loser < 0:
        outcome: Outcome = "drawn"
        everybody = [player for team in summary.teams for player in team]
        return {} if summary.how in FORFEITS else dict.fromkeys(everybody, outcome)
    lost: Outcome = "forfeited" if summary.how in FORFEITS else "lost"
    results: dict[str, Outcome] = {}
    for seat, team in enumerate(summary.teams):
        won = seat != loser if summary.winner < 0 else seat == summary.winner
        results |= dict.fromkeys(team, "won" if won else lost)
    return results


def first_summary(made: Made) -> MatchSummary:
    """How a match stands that was just made: it is listed and found again from its first event on."""
    return MatchSummary(made.match, made.terms.game, "open", [], 0, made.at, 0.0, "", -1, "")


def number_of(match: str) -> int:
    """The number in the name of a match: 7 for m7."""
    found = re.search(r"\d+$", match)
    return int(found.group()) if found else 0


def tally(game: str, counts: Counter[str]) -> GameTally:
    """A player's results in one game, from how often each came up."""
    return GameTally(game, counts["won"], counts["lost"], counts["drawn"], counts["forfeited"])
