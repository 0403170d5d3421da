"""What the debug log says: requests, what happened in matches, answers; nothing that a stranger could use (B17)."""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from ludus.server.store.changes import AddEvent, Change
from ludus.wire.messages import AnyReply, AnyRequest, Ask

SECRET = frozenset({"password", "token", "ref", "text", "seed", "word"})
"""Fields that are never written into a log."""

log = structlog.get_logger("ludus")


def trace_request(connection: int, request: AnyRequest) -> None:
    """A request comes."""
    log.debug("receive", connection=connection, request=type(request).__name__, **_safe(request))


def trace_changes(changes: Iterable[Change]) -> None:
    """What has happened in matches."""
    for change in changes:
        if isinstance(change, AddEvent):
            event = change.event
            log.debug("happened", match=change.match, kind=type(event).__name__, **_safe(event, but=("match", "terms")))


def trace_reply(connections: tuple[int, ...], reply: AnyReply) -> None:
    """Something is said to some connections; of a question, whose move it is."""
    about = {"match": getattr(reply, "match", "")}
    if isinstance(reply, Ask):
        log.debug("ask", connections=connections, team=reply.team, **about)
    else:
        log.debug("answer", connections=connections, reply=type(reply).__name__, **about)


def _safe(told: object, but: tuple[str, ...] = ()) -> dict[str, object]:
    """What may be logged of a request or an event."""
    names: tuple[str, ...] = told.__struct_fields__  # type: ignore[attr-defined]
    return {name: getattr(told, name) for name in names if name not in SECRET and name not in but and getattr(told, name) != ""}
