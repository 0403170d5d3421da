"""Teams as people name them, by number or name."""

from __future__ import annotations

from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord


def seat_of(game: Game, team: str, option: str) -> int:
    """The seat of the team that an option names by number or name."""
    for seat in range(game.seats):
        if team.lower() in (str(seat + 1), game.team(seat).lower()):
            return seat
    teams = " and ".join(f"{seat + 1} ({game.team(seat)})" for seat in range(game.seats))
    raise LudusError(f"{option} {team}: the teams are {teams}")


def seat_asked(rulebook: Rulebook, state: StateRecord, team: str | None) -> int:
    """The seat of this team; without one, the first that may move."""
    if team is not None:
        return seat_of(rulebook.game, team, "--team")
    return next(iter(rulebook.acting(state)), int(state["turn"]))
