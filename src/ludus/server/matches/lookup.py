"""Which match a request is about: one in memory, or one that has to be read from the store first."""

from __future__ import annotations

from typing import Any

import structlog

from ludus.rules.errors import LudusError
from ludus.server.call import Call, Job, JobFailed, Steps
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Connection
from ludus.server.context import Context
from ludus.server.fault import Fault
from ludus.server.matches.events import NOBODY, AnyEvent, Made
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.wire.error_sentences import Kind

log = structlog.get_logger("ludus")


def find_room(context: Context, connection: Connection, name: str, *, over: bool = False) -> Room | Fault:
    """The room of the match that is meant; without a name the one the player is in or, where `over` counts, was in last."""
    if not connection.player:
        return Fault(Kind.LOGIN_FIRST)
    if name:
        return context.rooms.get(name) or Fault(Kind.NO_MATCH, name)
    mine = context.rooms.of(connection.player)
    if over and not mine:
        mine = [room for room in context.rooms if room.match.seat_of(connection.player) != NOBODY][-1:]
    if len(mine) > 1:
        return Fault(Kind.WHICH_MATCH, ", ".join(room.match.id for room in mine))
    return mine[0] if mine else Fault(Kind.NOT_IN_A_MATCH)


def find_asking_room(context: Context, player: str, ref: str) -> Room | None:
    """The room in which a player was asked this question or, without a reference, the only one that awaits a move."""
    mine = context.rooms.of(player)
    if ref:
        rooms = (*mine, *context.rooms.kept_finished)
        return next((room for room in rooms if room.match.was_asked(player, ref)), None)
    awaiting = [room for room in mine if room.match.awaits(player)]
    return awaiting[0] if len(awaiting) == 1 else None


def find_shown_room(context: Context, call: Call[Any], name: str) -> Steps[Room | Fault]:
    """The room of the match to be shown: one in memory, one that is being watched, or one from the store."""
    if not name and not context.rooms.of_player.get(call.player):
        name = next(iter(call.connection.watching), "")
    if not name:
        return find_room(context, call.connection, "", over=True)
    return (yield from load_room(context, call, name))


def load_room(context: Context, call: Call[Any], name: str) -> Steps[Room | Fault]:
    """The room of a match, read from the store if it is not in memory."""
    room = context.rooms.get(name)
    if room is not None:
        return room
    try:
        found: Match | Fault = yield Job("store", lambda: _read_match(context, name))
    except JobFailed:
        return Fault(Kind.NOT_NOW, f"Match {name} cannot be read")
    if isinstance(found, Fault):
        return found
    return context.rooms.get(name) or context.rooms.add(found, call.now, new=False)  # somebody may have been faster


def _read_match(context: Context, name: str) -> Match | Fault:
    """Read a match from the store; slow."""
    happened = context.store.events(name)
    if not happened:
        return Fault(Kind.NO_MATCH, name)
    try:
        return restore_match(context.catalogue, happened)
    except (LudusError, KeyError, ValueError) as error:
        log.warning("match set aside", match=name, why=str(error) or repr(error))
        return Fault(
            Kind.NOT_POSSIBLE, f"Match {name} cannot be shown: its game is not played here any more, or has other rules now"
        )


def restore_match(catalogue: Catalogue, happened: list[AnyEvent]) -> Match:
    """A match as it stood after these events; raises an error when its game is not here or has other rules now."""
    made = happened[0]
    if not isinstance(made, Made):
        raise ValueError(f"the first event of a match is {made}, and should be how it was made")
    if made.terms.game not in catalogue.games:
        raise LudusError(f"{made.terms.game} is not played here; its file may be given with --game")
    rulebook = catalogue.prepare(made.terms.game, made.terms.options)
    return Match.restored(rulebook, made, happened[1:], catalogue.position(rulebook, made.terms.position))


def restore_matches(catalogue: Catalogue, kept: dict[str, list[AnyEvent]]) -> list[Match]:
    """The matches that can go on, each as it stood after its events."""
    restored: list[Match] = []
    for name, happened in kept.items():
        try:
            restored.append(restore_match(catalogue, happened))
        except (LudusError, KeyError, ValueError) as error:  # its game is not here any more, or has other rules now
            log.warning("match set aside", match=name, why=str(error) or repr(error))
    return restored


def as_seen(context: Context, room: Room, seat: int, now: float) -> tuple[Room, float]:
    """A match as a seat may see it now, and the time it was then: watchers see it with the delay that was agreed."""
    if seat != NOBODY or not room.late:
        return room, now
    context.rooms.catch_up(room, now)
    return room.late, now - room.match.terms.delay
