"""Handlers for the records of matches, and for the archive."""

from __future__ import annotations

from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.lists import finished_entry
from ludus.server.matches.lookup import as_seen, find_shown_room
from ludus.server.records.writer import write_record
from ludus.server.store.changes import MatchSummary
from ludus.server.store.results import number_of
from ludus.wire import messages
from ludus.wire.error_sentences import Kind

ANY_MATCH = 1 << 62
"""A number that no match has reached."""


def record(context: Context, call: Call[messages.Record]) -> Steps[Answer]:
    """Give the record of a match that is over."""
    room = yield from find_shown_room(context, call, call.request.match)
    if isinstance(room, Fault):
        return room
    shown, _ = as_seen(context, room, room.match.seat_of(call.player), call.now)
    match = shown.match
    if not match.closed:
        return Fault(Kind.NOT_POSSIBLE, "The record is written when the match is over")
    rulebook, name, log = match.rulebook, match.id, list(match.log)
    try:  # every move of the game is looked up, and nobody else should wait for that
        lines: list[str] = yield Job("store", lambda: write_record(rulebook, name, log), unconditional=True)
    except JobFailed:
        return Fault(Kind.NOT_NOW, f"Match {name} cannot be read")
    return messages.Recorded(match=name, lines=lines)


def archive(context: Context, call: Call[messages.Archive]) -> Steps[Answer]:
    """List finished matches, as far as everybody may know of them."""
    request, store, now = call.request, context.store, call.now
    game = context.catalogue.find(request.game) if request.game else ""
    if game is None:
        return Fault(Kind.NO_GAME, context.catalogue.unknown(request.game))
    before, count = number_of(request.before) or ANY_MATCH, context.settings.policy.matches.archived
    try:
        found: list[MatchSummary] = yield Job(
            "store", lambda: store.finished_matches(game, request.player, before, count + 1, now), unconditional=True
        )
    except JobFailed:
        return Fault(Kind.NOT_NOW, "The archive cannot be read")
    return messages.Archived(matches=[finished_entry(each) for each in found[:count]], more=len(found) > count)


HANDLERS: Handlers = {messages.Record: record, messages.Archive: archive}
