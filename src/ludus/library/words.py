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
    """How many positions a search visited, and how fast."""
    looked = f"{report.nodes:,} position{'s' * (report.nodes != 1)} in {seconds_in_words(report.seconds)}"
    return f"{looked}, {speed_in_words(report.speed)}" if report.nodes and report.seconds >= 0.01 else looked


def seconds_in_words(seconds: float) -> str:
    """A length of time: `40 ms`, `2.5 s`, `3 min 20 s`."""
    if seconds < 0.9995:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds // 60:.0f} min {seconds % 60:.0f} s"


def speed_in_words(speed: float) -> str:
    """A speed in positions per second."""
    return f"{speed / 1e6:.1f} million a second" if speed >= 1e6 else f"{speed:,.0f} a second"
