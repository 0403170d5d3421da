"""What an operator reads in the log at its usual level: who came in, and which matches began and ended.

    logged in        address=203.0.113.7 how=password player=ann
    login refused    address=203.0.113.7 player=ann why=wrong password
    match begun      game=othello match=m7 players=ann - bob
    match ended      game=othello how=resigned match=m7 moves=31 players=ann - bob result=0-1

Slow commits, and whoever was slowed, cut or refused, are in `pressure.py`; moves that were refused in `dispatcher.py`. Nothing
here is a secret: no password, no token, nothing that was said.
"""

from __future__ import annotations

from typing import Any

import structlog

from ludus.rules.recordtext import result_text
from ludus.server.call import Call
from ludus.server.connections import Connection
from ludus.server.matches.events import Closed
from ludus.server.matches.match import Match
from ludus.wire.error_sentences import Kind
from ludus.wire.messages import Guest, LoggedIn, Login, Problem, Resume

HOW: dict[type, str] = {Login: "password", Guest: "guest", Resume: "token"}
"""By what somebody comes in."""

REFUSED = frozenset({Kind.WRONG_PASSWORD.code, Kind.BANNED.code})
"""Refusals of which each is told: they are limited for each network, so they do not fill the disk."""

log = structlog.get_logger("ludus")


def note_answer(call: Call[Any], reply: LoggedIn | Problem) -> None:
    """Somebody has come in, or was not let in."""
    request, address = call.request, call.connection.address
    if isinstance(reply, LoggedIn):
        log.info("logged in", player=reply.name, address=address, how=HOW[type(request)])
    elif reply.code in REFUSED and isinstance(request, Login):
        log.info("login refused", player=request.name, address=address, why=reply.code)


def note_guest(connection: Connection) -> None:
    """Somebody was seated as a guest without asking for it."""
    log.info("logged in", player=connection.player, address=connection.address, how="seated")


def note_begin(match: Match) -> None:
    """A match has begun."""
    log.info("match begun", match=match.id, game=match.terms.game, players=_players(match), **_tournament(match))


def note_end(match: Match, closed: Closed) -> None:
    """A match is over."""
    log.info(
        "match ended",
        match=match.id,
        game=match.terms.game,
        players=_players(match),
        result=result_text(match.seats, closed.winner, closed.loser, closed.how),
        how=closed.how,
        moves=sum(match.moves_made),
        **_tournament(match),
    )


def _players(match: Match) -> str:
    teams = match.players or [team.players for team in match.teams]
    return " - ".join(", ".join(team) for team in teams)


def _tournament(match: Match) -> dict[str, str]:
    return {"tournament": match.made.tournament} if match.made.tournament else {}
