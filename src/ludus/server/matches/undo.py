"""Taking moves back: whether it is possible, and how many steps it takes."""

from __future__ import annotations

from ludus.rules.play import Happened, Play
from ludus.server.fault import Fault
from ludus.wire.error_sentences import Kind


def cannot_undo(play: Play, seat: int) -> Fault | None:
    """Why the last move of a seat cannot be taken back; a throw of dice never can."""
    if play.rulebook.game.acts is not None:
        return Fault(Kind.NOT_POSSIBLE, "In this game moves cannot be taken back")
    for step in reversed(play.steps):
        if isinstance(step, Happened):
            return Fault(Kind.NOT_POSSIBLE, "What chance has decided cannot be taken back")
        if step.seat == seat:
            return None
    return Fault(Kind.NOT_POSSIBLE, "You have not moved yet")


def steps_to_undo(play: Play, seat: int) -> int:
    """How many steps have to be taken back for the last move of a seat."""
    back = enumerate(reversed(play.steps), 1)
    return next(count for count, step in back if not isinstance(step, Happened) and step.seat == seat)
