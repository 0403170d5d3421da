"""How a game stands, in one sentence: who is to move, or how it ended."""

from __future__ import annotations

from ludus.rules.play import Play


def status_of(play: Play) -> str:
    """The sentence below a board."""
    if play.result:
        return play.result.sentence
    if play.chances:
        return f"{play.chances:,} things may happen by chance"
    names = [play.rulebook.game.team(seat) for seat in play.acting]
    return f"{' and '.join(names)} to move"
