"""Handlers for the records of matches, and for the archive."""

from __future__ import annotations

from datetime import UTC, datetime

from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.lobby.lists import finished_entry
from ludus.server.matches.lookup import as_seen, find_shown_room
from ludus.server.records.writer import write_record
from ludus.server.store.changes import ArchiveQuery, MatchSummary
from ludus.server.store.results import number_of
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.words import Day, expected

ANY_MATCH = 1 << 62
"""A number that no match has reached."""

DAY = 86400.0
"""Seconds."""


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


def begin_of(day: str) -> float:
    """When a day begins in universal time; 0 for none. Raises `ValueError` when there is no such day."""
    return datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() if day else 0.0


def archive(context: Context, call: Call[messages.Archive]) -> Steps[Answer]:
    """List finished matches, as far as everybody may know of them."""
    request, store, now = call.request, context.store, call.now
    game = context.catalogue.find(request.game) if request.game else ""
    if game is None:
        return Fault(Kind.NO_GAME, context.catalogue.unknown(request.game))
    try:
        since, until = begin_of(request.since), begin_of(request.until)
    except ValueError:
        return Fault(Kind.WRONG_FIELD, f"since and until must be {expected(Day)}")
    count = context.settings.policy.matches.archived
    query = ArchiveQuery(
        game=game,
        player=request.player,
        result=request.result,
        before=number_of(request.before) or ANY_MATCH,
        since=since,
        until=min(until + DAY if until else now, now),
        count=count + 1,
    )
    try:
        found: list[MatchSummary] = yield Job("store", lambda: store.finished_matches(query), unconditional=True)
    except JobFailed:
        return Fault(Kind.NOT_NOW, "The archive cannot be read")
    return messages.Archived(matches=[finished_entry(each) for each in found[:count]], more=len(found) > count)


HANDLERS: Handlers = {messages.Record: record, messages.Archive: archive}
