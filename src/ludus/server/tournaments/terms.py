"""What a tournament is to be: its game, its kind, and the rules that its organiser may choose."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ludus.server.tournaments.bracket import is_slots, slots_for
from ludus.server.tournaments.swiss import most_rounds, usual_rounds

Entry: TypeAlias = Literal["open", "first", "random"]
StartBy: TypeAlias = Literal["command", "ready", "full"]
TournamentKind: TypeAlias = Literal["knockout", "round-robin", "swiss", "arena"]
StartOrder: TypeAlias = Literal["list", "random", "rating"]

MOST_PLAYERS = 1024
MOST_GAMES_A_PAIRING = 101
MOST_REPLAYS = 100
MOST_AT_ONCE = 100
MOST_IN_A_TEAM = 8


class TournamentTerms(Struct, frozen=True, kw_only=True):
    """The rules of a tournament; those that do not concern its kind are ignored."""

    game: str
    kind: TournamentKind
    best_of: int = 1
    """Games in a pairing; in a knockout an odd number."""
    double: bool = False
    """Round robin: whether every pair meets twice, with the first move swapped."""
    rounds: int = 0
    """Swiss: the number of rounds, 0 for as many as the number of players asks for."""
    slots: int = 0
    """Knockout: 2, 4, 8 and so on; 0 for as few as hold all players. Elsewhere the most players, 0 for any number."""
    seconds: float = 600.0
    """Arena: for how long new pairings begin."""
    order: StartOrder = "list"
    """The starting order: as given (or as they came), at random, or by rating."""
    replays: int = 3
    """Knockout: drawn games in a match that are played again before a tie-break decides."""
    grace: float = 60.0
    """Seconds a player who has vanished has to come back."""
    at_once: int = 1
    """Games that one player plays at the same time, unless they say otherwise."""
    team_size: int = 1
    """The most players in a team; 1 where everybody plays alone."""

    def slots_for(self, players: int) -> int:
        """The slots of a knockout with this many players."""
        return self.slots or slots_for(players)

    def rounds_for(self, players: int) -> int:
        """The rounds of a Swiss tournament with this many players."""
        return self.rounds or usual_rounds(players)


class Arrangement(Struct, frozen=True, kw_only=True):
    """What else is arranged for a tournament on a server: who opened it, how it fills and starts, and the terms of its games."""

    by: str = ""
    """Who opened it; empty for whoever runs the server."""
    entry: Entry = "open"
    """Players enter by themselves, or are taken when it starts: the first in the order of their logins, or random ones."""
    start: StartBy = "command"
    starts: float = 0.0
    """The time at which it starts by itself, 0 for none."""
    talk: bool = False
    """Whether players may talk during their games."""
    options: dict[str, int] = {}
    move: float = 180.0
    main: float = 0.0
    increment: float = 0.0


def why_not(terms: TournamentTerms, players: int) -> str:
    """Why a tournament on these terms cannot be held with this many players, in a sentence; empty when it can."""
    if players < 2:
        return f"a tournament needs at least two players, not {players}"
    if players > MOST_PLAYERS:
        return f"a tournament has at most {MOST_PLAYERS:,} players, not {players:,}"
    return wrong_term(terms) or _wrong_number(terms, players)


def as_sentence(why: str) -> str:
    """A reason with a capital at its beginning, unless it begins with the name of a rule, which is written as it is."""
    first = why.partition(" ")[0].partition("=")[0]
    is_rule = first in (*TournamentTerms.__struct_fields__, *Arrangement.__struct_fields__)
    return why if is_rule else why[:1].upper() + why[1:]


def wrong_term(terms: TournamentTerms) -> str:
    """What is wrong with the terms themselves, in a sentence; empty when nothing is."""
    bounds = {
        "best_of": (1, MOST_GAMES_A_PAIRING),
        "replays": (0, MOST_REPLAYS),
        "at_once": (1, MOST_AT_ONCE),
        "rounds": (0, MOST_PLAYERS),
        "team_size": (1, MOST_IN_A_TEAM),
    }
    for name, (least, most) in bounds.items():
        if not least <= getattr(terms, name) <= most:
            return f"{name} must be a whole number from {least} to {most}, not {getattr(terms, name)}"
    if terms.kind == "knockout" and terms.best_of % 2 == 0:
        return f"best_of must be odd in a knockout, so that somebody wins, not {terms.best_of}"
    if terms.kind == "knockout" and terms.slots and not is_slots(terms.slots):
        return f"slots must be a power of two such as 2, 4 or 8, not {terms.slots}"
    if not 0 <= terms.grace <= 86_400:
        return f"grace must be a number of seconds from 0 to 86400, not {terms.grace:g}"
    if terms.kind == "arena" and not 0 < terms.seconds <= 604_800:
        return f"seconds must be more than 0 and at most a week, not {terms.seconds:g}"
    return ""


def _wrong_number(terms: TournamentTerms, players: int) -> str:
    if terms.slots and players > terms.slots:
        return f"{terms.slots} slots have no room for {players} players"
    if terms.kind == "swiss" and terms.rounds > most_rounds(players):
        return f"{players} players can play at most {most_rounds(players)} Swiss rounds without meeting twice, not {terms.rounds}"
    return ""
