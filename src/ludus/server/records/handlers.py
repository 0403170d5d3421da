"""Handlers for the records of matches."""

from __future__ import annotations

from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.matches.lookup import as_seen, find_shown_room
from ludus.server.records.writer import write_record
from ludus.wire import messages
from ludus.wire.error_sentences import Kind


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


HANDLERS: Handlers = {messages.Record: record}
