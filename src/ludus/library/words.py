"""What a search has found, in the words of players.

Red wins in 7 moves       proven, or as far as searched; the moves of both sides count
a draw                    proven
+35 for Black             Black stands better, in the points that the game's own rule `value` counts
X can expect 62% of the points              as many as in the games that were played out at random
"""

from __future__ import annotations

from ludus.rules.game import Game
from ludus.search.report import Report


def value_in_words(game: Game, mover: int, report: Report) -> str:
    """Who stands better, and by how much, in a position where it is that seat's turn and the game goes on."""
    if report.remark:
        return f"{game.team(mover)} can expect {report.remark}"
    if report.share is not None:
        return f"{game.team(mover)} can expect {report.share:.0%} of the points"
    if report.from_book:
        return "not searched: the move is from the game's book"
    better = game.team(mover if report.value > 0 else 1 - mover)
    if report.ends_in is not None:
        soon = f"in {report.ends_in} move{'s' * (report.ends_in != 1)}"
        return f"{better} wins {soon}{'' if report.exact else ', as far as searched'}"
    if report.depth == 0:
        return "not known"
    if report.value == 0:
        return "a draw" if report.exact and game.chances is None else "even"  # where chance decides, an average of 0 is no draw
    return f"+{abs(report.value):,} for {better}"


def effort_in_words(report: Report) -> str:
    """How many positions a search looked at, and how fast."""
    looked = f"{report.nodes:,} position{'s' * (report.nodes != 1)} in {report.seconds:.2g} s"
    return f"{looked}, {report.speed / 1e6:.1f} million a second" if report.speed >= 1e6 else looked
