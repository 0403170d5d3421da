"""The games of a tournament: what has to be read from the store, or compiled, before one can begin."""

from __future__ import annotations

from collections.abc import Iterable

import structlog

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.call import Job, JobFailed, Steps
from ludus.server.context import Context
from ludus.server.matches.events import Made
from ludus.server.records.writer import write_record
from ludus.server.tournaments.events import AnyTournamentEvent, Opened
from ludus.server.tournaments.hosted import GameStart

log = structlog.get_logger("ludus")


def begin_game(context: Context, start: GameStart) -> Steps[None]:
    """Begin a game that has others before it in its pairing: a program is told their records with every question (T3)."""
    try:
        records: list[str] = yield Job("store", lambda: read_records(context, start.earlier))
    except JobFailed:
        records = []
    context.tournaments.begin(start, records, start.now)


def read_records(context: Context, matches: Iterable[str]) -> list[str]:
    """The records of finished matches as texts; slow. Those that cannot be read are left out."""
    found = []
    for name in matches:
        happened = context.store.events(name)
        made = happened[0] if happened else None
        try:
            if isinstance(made, Made):
                rulebook = context.catalogue.prepare(made.terms.game, made.terms.options)
                found.append("\n".join(write_record(rulebook, name, happened)) + "\n")
        except (LudusError, KeyError, ValueError) as error:
            log.warning("record left out", match=name, why=str(error))
    return found


def tournament_rules(context: Context, happened: list[AnyTournamentEvent]) -> Rulebook | None:
    """The rules of a tournament's game, None when it is not here any more; takes long where they have to be compiled."""
    opened = happened[0]
    if not isinstance(opened, Opened):
        return None
    try:
        return context.catalogue.prepare(opened.terms.game, opened.arrangement.options)
    except (LudusError, KeyError, ValueError) as error:
        log.warning("tournament waits", tournament=opened.tournament, why=str(error))
        return None
