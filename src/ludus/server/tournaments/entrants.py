"""Entrants: who is meant by the words with which players, teams and the computer are named.

ann               a player known to the server
computer3         the computer at level 3
reds:ann+bob      the team reds, with ann and bob
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ludus.server.context import Context
from ludus.server.fault import Fault
from ludus.server.tournaments.teams import level_of
from ludus.server.tournaments.terms import TournamentTerms
from ludus.server.tournaments.tournament import Tournament
from ludus.wire.error_sentences import Kind

LIKE_COMPUTER = re.compile(r"computer\d*")
TEAM = re.compile(r"([A-Za-z][\w-]*):([^:]+)", re.ASCII)


class NamedEntrant(NamedTuple):
    """A player who takes part, alone or in a team."""

    player: str
    team: str = ""


def find_player(context: Context, name: str) -> str | Fault:
    """The player or the computer of this name."""
    if LIKE_COMPUTER.fullmatch(name.lower()):
        level = level_of(name.lower())
        wrong = Fault(Kind.NOT_POSSIBLE, f"The computer takes part as computer1 to computer10, by its level, not as {name}")
        return name.lower() if level else wrong
    known = context.accounts.player(name)
    return known.name if known else Fault(Kind.NO_PLAYER, name)


def wrong_team(context: Context, player: str, team: str) -> Fault | None:
    """Why somebody cannot be in a team of this name, whatever the tournament."""
    if not team:
        return None
    if level_of(player):
        return Fault(Kind.NOT_POSSIBLE, "The computer plays alone, not in a team")
    if LIKE_COMPUTER.fullmatch(team.lower()) or context.accounts.player(team):
        return Fault(Kind.NOT_POSSIBLE, f"A team cannot be called {team}: that is the name of a player")
    return None


def read_entries(context: Context, text: str) -> list[NamedEntrant] | Fault:
    """Everybody who is named in a text."""
    entries = []
    for word in text.replace(",", " ").split():
        named = TEAM.fullmatch(word)
        for name in named[2].split("+") if named else [word]:
            player, team = find_player(context, name), named[1] if named else ""
            fault = player if isinstance(player, Fault) else wrong_team(context, player, team)
            if isinstance(player, Fault) or fault:
                return fault or Fault(Kind.NO_PLAYER, name)
            entries.append(NamedEntrant(player, team))
    return entries


def wrong_entries(terms: TournamentTerms, entries: list[NamedEntrant]) -> str:
    """Why these cannot take part together, in a sentence; empty when they can."""
    trial = Tournament.open("it", terms, seed=0, now=0.0)
    twice = next(
        (entry.player for at, entry in enumerate(entries) if entry.player in [other.player for other in entries[:at]]), ""
    )
    if twice:
        return f"{twice} is named twice"
    faults = (trial.enter(entry.player, 0.0, team=entry.team) for entry in entries)
    return next((fault.sentence for fault in faults if fault), "")
