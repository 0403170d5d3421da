"""Handlers that tell how tournaments stand: lists, tables, brackets, games and records."""

from __future__ import annotations

from typing import Any

from msgspec import DecodeError

from ludus.server.call import Answer, Call, Job, JobFailed, Steps
from ludus.server.context import Context, Handlers
from ludus.server.fault import Fault
from ludus.server.store.changes import TournamentSummary
from ludus.server.tournaments import news
from ludus.server.tournaments.games import read_records
from ludus.server.tournaments.hosted import Hosted, summary_of
from ludus.server.tournaments.record import record_lines
from ludus.server.tournaments.tournament import Tournament
from ludus.wire import messages
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import TournamentEntry, TournamentShown

LOCAL = "local"
"""The address of HTTP's connection inside the server, which may be sent any amount."""


def tournaments(context: Context, call: Call[messages.Tournaments]) -> Steps[Answer]:
    """List tournaments."""
    del call
    most, store = context.settings.policy.matches.listed, context.store
    going = [summary_of(hosted.tournament.state, 0.0) for hosted in reversed(context.tournaments.hosted.values())]
    listed = [summary for summary in going if summary.standing != "over"]
    try:
        over, count = yield Job("store", lambda: store.last_tournaments(most))
    except JobFailed:
        return Fault(Kind.NOT_NOW, "The tournaments cannot be read")
    shown = [*listed, *over][:most]
    return messages.TournamentList([_entry(each) for each in shown], more=len(listed) + count - len(shown))


def _entry(each: TournamentSummary) -> TournamentEntry:
    return TournamentEntry(each.tournament, each.game, each.kind, each.standing, each.players, each.by, each.winners)  # type: ignore[arg-type]


def show(context: Context, call: Call[messages.TournamentShow]) -> Steps[Answer]:
    """Show everything."""
    hosted = yield from _find(context, call)
    return hosted if isinstance(hosted, Fault) else _shown(context, hosted, call.now)


def table(context: Context, call: Call[messages.TournamentTable]) -> Steps[Answer]:
    """Show the table."""
    hosted = yield from _find(context, call)
    return hosted if isinstance(hosted, Fault) else news.table_of(hosted.tournament, call.now)


def bracket(context: Context, call: Call[messages.TournamentBracket]) -> Steps[Answer]:
    """Show the bracket."""
    hosted = yield from _find(context, call)
    if isinstance(hosted, Fault):
        return hosted
    state = hosted.tournament.state
    if state.terms.kind != "knockout":
        return Fault(Kind.NOT_POSSIBLE, f"{state.id} has a table, not a bracket: it is {state.terms.kind}")
    return news.tree_of(state)


def games(context: Context, call: Call[messages.TournamentGames]) -> Steps[Answer]:
    """List the games."""
    hosted = yield from _find(context, call)
    return hosted if isinstance(hosted, Fault) else news.games_of(hosted.tournament.state)


def record(context: Context, call: Call[messages.TournamentRecord]) -> Steps[Answer]:
    """Give the whole tournament as text."""
    found = yield from _with_records(context, call)
    if isinstance(found, Fault):
        return found
    shown, records = found
    return messages.TournamentRecorded(tournament=shown.tournament, lines=record_lines(shown, list(records.values())))


def export(context: Context, call: Call[messages.TournamentExport]) -> Steps[Answer]:
    """Give the whole tournament as one object."""
    found = yield from _with_records(context, call)
    return found if isinstance(found, Fault) else messages.TournamentExported(shown=found[0], records=found[1])


def _with_records(context: Context, call: Call[Any]) -> Steps[tuple[TournamentShown, dict[str, str]] | Fault]:
    """A tournament, and the records of its finished games by match."""
    hosted = yield from _find(context, call)
    if isinstance(hosted, Fault):
        return hosted
    shown = _shown(context, hosted, call.now)
    names = [game.match for pairing in shown.pairings for game in pairing.games if game.match]
    try:
        records: dict[str, str] = yield Job(
            "store", lambda: {name: text for name in names for text in read_records(context, [name])}, unconditional=True
        )
    except JobFailed:
        return Fault(Kind.NOT_NOW, f"The records of {hosted.id} cannot be read")
    most = context.settings.policy.connections.unread_bytes // 2
    if call.connection.address != LOCAL and sum(map(len, records.values())) > most:
        where = f"/api/tournaments/{hosted.id}/export"
        return Fault(Kind.NOT_POSSIBLE, f"{hosted.id} is too large for one message; get it over HTTP, from {where}, or by RECORD")
    return shown, records


def _shown(context: Context, hosted: Hosted, now: float) -> TournamentShown:
    return news.shown(hosted.tournament, context.tournaments.announcer.absent(hosted), now)


def _find(context: Context, call: Call[Any]) -> Steps[Hosted | Fault]:
    """The tournament that is meant, read from the store if it is over and not in memory any more."""
    name, store = call.request.tournament.lower(), context.store
    hosted = context.tournaments.get(name)
    if hosted:
        return hosted
    try:
        happened = yield Job("store", lambda: store.tournament_events(name))
        return Hosted(Tournament.restored(happened)) if happened else Fault(Kind.NO_TOURNAMENT, call.request.tournament)
    except (JobFailed, DecodeError, ValueError):
        return Fault(Kind.NOT_NOW, f"Tournament {name} cannot be read")


HANDLERS: Handlers = {
    messages.Tournaments: tournaments,
    messages.TournamentShow: show,
    messages.TournamentTable: table,
    messages.TournamentBracket: bracket,
    messages.TournamentGames: games,
    messages.TournamentRecord: record,
    messages.TournamentExport: export,
}
