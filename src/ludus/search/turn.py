"""What every computer player checks before it chooses: whether its seat may act, and what it can see."""

from __future__ import annotations

from ludus.rules.errors import LudusError
from ludus.rules.rule import DRAW, ONGOING
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.constants import WIN
from ludus.search.report import Report


def check_turn(rulebook: Rulebook, state: StateRecord, seat: int) -> None:
    """Raise `LudusError` if the game goes on but this seat may not act."""
    if not 0 <= seat < rulebook.game.seats:
        raise LudusError(f"there is no seat {seat}; seats are counted from 0 to {rulebook.game.seats - 1}")
    if rulebook.outcome(state) != ONGOING:
        return
    if rulebook.chances(state):
        raise LudusError("chance decides here, not a player; give a position after it")
    if seat not in rulebook.acting(state):
        raise LudusError(f"{rulebook.game.team(seat)} has nothing to choose now")


def as_seen(rulebook: Rulebook, state: StateRecord, seat: int) -> StateRecord:
    """The state as a seat that is asked for a move sees it; raises `LudusError` if the seat may not act."""
    seen = rulebook.seen_by(state, seat)
    check_turn(rulebook, seen, seat)
    return rulebook.asked(seen, seat) if rulebook.game.acts is not None else seen


def when_over(rulebook: Rulebook, state: StateRecord, seat: int) -> Report | None:
    """The report about a game that is over, or None while it goes on."""
    outcome = rulebook.outcome(state)
    if outcome == ONGOING:
        return None
    worth = 0 if outcome == DRAW else WIN if outcome == seat else -WIN
    return Report(None, worth, True, (), 0, 0, 0.0, 1.0)
