"""What the teams of a match agree on: a draw, taking a move back, a rematch. Commands, like those of `commands.py`."""

from __future__ import annotations

from ludus.server.fault import Fault
from ludus.server.matches import events
from ludus.server.matches.commands import Command, close, do, tick
from ludus.server.matches.events import NOBODY
from ludus.server.matches.match import Agreement, Match
from ludus.server.matches.undo import cannot_undo, steps_to_undo
from ludus.wire.error_sentences import Kind


def offer(match: Match, player: str, what: Agreement, now: float) -> Command[Fault | None]:
    """Offer a draw, or ask for a move back or a rematch. Offering what the others have offered accepts it."""
    yield from tick(match, now)
    seat = match.seat_of(player)
    fault = _cannot_offer(match, seat, what)
    if fault:
        return fault
    if seat in match.agreed.get(what, {}):
        return Fault(Kind.NOT_POSSIBLE, "You have offered that already")
    yield do(match, events.Proposed(number=match.number + 1, at=now, what=what, seat=seat, player=player))
    computer = next((other for other in range(match.seats) if other != seat and match.is_computer(other)), NOBODY)
    if what == "draw" and computer != NOBODY:  # it plays on
        whose = match.teams[computer].players[0]
        yield do(match, events.Rejected(number=match.number + 1, at=now, what=what, seat=computer, player=whose))
    elif match.all_want(what):
        yield from _carry_out(match, what, now)
    return None


def accept(match: Match, player: str, what: Agreement, now: float) -> Command[Fault | None]:
    """Agree to an offer."""
    if match.seat_of(player) == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if not match.agreed.get(what):
        return Fault(Kind.NOT_OFFERED)
    return (yield from offer(match, player, what, now))


def decline(match: Match, player: str, what: Agreement, now: float) -> Command[Fault | None]:
    """Reject an offer, or withdraw one's own."""
    yield from tick(match, now)
    seat = match.seat_of(player)
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if not match.agreed.get(what):
        return Fault(Kind.NOT_OFFERED)
    yield do(match, events.Rejected(number=match.number + 1, at=now, what=what, seat=seat, player=player))
    return None


def renew(match: Match, successor: str, now: float) -> Command[None]:
    """Note the match in which the same players play again."""
    yield do(match, events.Renewed(number=match.number + 1, at=now, match=successor))


def _cannot_offer(match: Match, seat: int, what: Agreement) -> Fault | None:
    """Why a seat cannot offer this now."""
    if seat == NOBODY:
        return Fault(Kind.NOT_YOUR_MATCH)
    if match.made.tournament and what != "draw":
        return Fault(Kind.NOT_POSSIBLE, "That cannot be agreed on in a tournament")
    if what == "rematch":
        return None if match.closed else Fault(Kind.NOT_POSSIBLE, "The game is not over yet")
    if match.status != "playing":
        return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YET)
    if what == "undo" and not match.agreed.get("undo"):
        return cannot_undo(match.play, seat)
    return None


def _carry_out(match: Match, what: Agreement, now: float) -> Command[None]:
    """Do what everybody wants. A rematch is a new match, which the lobby makes."""
    if what == "draw":
        yield from close(match, now, NOBODY, "agreed", "The game is drawn by agreement")
    elif what == "undo":
        seat = next(iter(match.agreed["undo"]))  # who asked first
        yield do(match, events.Undone(number=match.number + 1, at=now, steps=steps_to_undo(match.play, seat), seat=seat))
