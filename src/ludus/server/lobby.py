"""The lobby: making, seeking and joining matches, watching and leaving them, and the lists of what there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.server.asides import is_full
from ludus.server.events import NOBODY, Made, Terms
from ludus.server.fault import Fault
from ludus.server.match import Match
from ludus.server.shelf import Shelf
from ludus.server.tables import Table, Tables
from ludus.server.visitors import Visitors
from ludus.wire.messages import MatchEntry, MatchList, PlayerEntry, PlayerList, Seated
from ludus.wire.problem import Kind

MOST_PLAYERS = 16
"""No match has more players than this."""

MOST_LISTED = 200
"""So many matches or players are listed at most: a list that is longer is read by nobody, and costs everybody."""

MOST_OPEN = 8
"""So many matches a player may have open or be playing in at once."""


@dataclass(slots=True)
class Lobby:
    """Where players find each other. A person and a program are the same to it."""

    tables: Tables
    visitors: Visitors
    shelf: Shelf
    chance: Callable[[int], bytes]
    last_match: int = 0
    open: bool = True

    def make(self, terms: Terms, rulebook: Rulebook, start: Record | None, by: str, now: float) -> Table | Fault:
        """Make a match with all seats free."""
        seats = rulebook.game.seats
        if not self.open:
            return Fault(Kind.STOPPING)
        if not seats <= terms.players <= max(MOST_PLAYERS, seats):
            sentence = f"{rulebook.game.name} is for {seats} to {max(MOST_PLAYERS, seats)} players, not {terms.players}"
            return Fault(Kind.NOT_POSSIBLE, sentence)
        return self._in_too_many(by) or self._set_table(rulebook, start, self._made(terms, by, now))

    def sit(self, table: Table, player: str, seat: int, now: float) -> Fault | None:
        """Take a seat in a match that was made before."""
        if is_full(table.match.log):
            return Fault(Kind.NOT_POSSIBLE, f"Too many have come to {table.match.id} and gone; make another match")
        return self._in_too_many(player) or table.match.sit(player, seat, now)

    def _in_too_many(self, player: str) -> Fault | None:
        if not self._is_busy(player):
            return None
        return Fault(Kind.NOT_POSSIBLE, f"You are in {MOST_OPEN} matches already; end or leave one first")

    def _is_busy(self, player: str) -> bool:
        return len(self.tables.of_player.get(player, ())) >= MOST_OPEN

    def seek(self, terms: Terms, rulebook: Rulebook, player: str, now: float) -> Table | Fault:
        """Take the first free seat of an open match on these terms, or make one and wait there."""
        if not self.open:
            return Fault(Kind.STOPPING)
        fitting = [table for table in self.tables.open.values() if table.match.terms == terms]
        others = [table for table in fitting if table.match.seat_of(player) == NOBODY and not is_full(table.match.log)]
        if others:
            table = min(others, key=self.is_deserted)
            return self.sit(table, player, NOBODY, now) or table
        if fitting and not is_full(fitting[0].match.log):
            return fitting[0]  # who seeks twice waits once
        made = self.make(terms, rulebook, None, player, now)
        if isinstance(made, Table):
            made.match.sit(player, NOBODY, now)
        return made

    def is_deserted(self, table: Table) -> bool:
        """Whether nobody who waits there is connected; after a restart they may still come back."""
        return not any(self.visitors.is_here(player) for team in table.match.teams for player in team.players)

    def seat_computer(self, table: Table, seat: int, level: int, now: float) -> Fault | None:
        """Give a seat to the computer."""
        number = 1 + len(table.match.levels)
        return table.match.sit(f"computer{number}", seat, now, level)

    def no_rematch(self, table: Table) -> Fault | None:
        """Why the players of a match cannot play again now."""
        match = table.match
        if match.rematch:
            return Fault(Kind.NOT_POSSIBLE, f"It is being played already, as {match.rematch}")
        for player in [player for team in match.teams for player in team.players if player not in match.levels]:
            if not self.visitors.is_here(player):  # gone, and perhaps for good
                return Fault(Kind.NOT_POSSIBLE, f"{player} is not here")
            if self._is_busy(player):
                return Fault(Kind.NOT_POSSIBLE, f"{player} is in {MOST_OPEN} matches already")
        return None

    def rematch(self, table: Table, now: float) -> Table | Fault:
        """The same players again, each team one seat further on."""
        old = table.match
        closed = old.closed
        if closed is None:
            return Fault(Kind.NOT_POSSIBLE, "The game is not over yet")
        if not self.open:
            return Fault(Kind.STOPPING)
        shift = [(seat - 1) % old.seats for seat in range(old.seats)]  # who sits where: the team that sat one seat before
        if old.terms.players % old.seats:
            shift = list(range(old.seats))  # a team that is larger than the others stays where it has room
        points = [_points(closed.winner, closed.loser, seat) for seat in range(old.seats)]
        score = [before + now for before, now in zip(old.made.score or [0.0] * old.seats, points, strict=True)]
        forfeits = [old.made.games] if closed.how in ("time", "forfeit") else []
        made = self._made(
            old.terms,
            old.made.by,
            now,
            before=old.id,
            games=old.made.games + 1,
            score=[score[seat] for seat in shift],
            forfeited=[*old.made.forfeited, *forfeits],
        )
        old.renew(made.match, now)
        new = self._set_table(old.rulebook, self.shelf.position(old.rulebook, old.terms.position), made)
        for place in range(old.terms.players):
            seat, index = place % old.seats, place // old.seats
            players = old.teams[shift[seat]].players
            if index < len(players):
                new.match.sit(players[index], seat, now, old.levels.get(players[index], 0))
        return new

    def matches(self, game: str, now: float) -> MatchList:
        """The matches that are open or being played, as those see it who watch; of too many those with a free seat, then the
        newest.
        """
        going = [table for table in self.tables if _is_listed(table.seen.match, now) and game in ("", table.match.terms.game)]
        if len(going) > MOST_LISTED:
            going.sort(key=lambda table: table.match.standing == "open")
        listed = going[-MOST_LISTED:]
        return MatchList(matches=[_entry(table) for table in listed], more=len(going) - len(listed))

    def players(self) -> PlayerList:
        """Who is logged in; of too many those who came last."""
        here = self.visitors.players
        listed = here[-MOST_LISTED:]
        return PlayerList(players=[self._player(name) for name in listed], more=len(here) - len(listed))

    def _player(self, name: str) -> PlayerEntry:
        visitor = next(self.visitors.of(name))
        tables = self.tables.of_player.get(name, {}).values()
        known = [table.match.id for table in tables if table.late is None]  # others must not learn here that a match is over
        return PlayerEntry(name, visitor.role, visitor.guest, known)

    def _made(self, terms: Terms, by: str, now: float, **series: object) -> Made:
        self.last_match += 1
        made = {"number": 1, "at": now, "match": f"m{self.last_match}", "terms": terms, "seed": self.chance(32).hex(), "by": by}
        return Made(**made, **series)  # type: ignore[arg-type]

    def _set_table(self, rulebook: Rulebook, start: Record | None, made: Made) -> Table:
        return self.tables.add(Match(rulebook, made, start), made.at, new=True)


def seated(table: Table, player: str) -> Seated:
    """The message for somebody who has taken a seat."""
    match = table.match
    return Seated(match=match.id, number=match.number, game=match.terms.game, team=match.seat_of(player) + 1, free=match.free)


def _is_listed(match: Match, now: float) -> bool:
    """Whether a match is going on, as those see it who watch; a rematch would tell them that the one before is over."""
    return not match.closed and (not match.made.before or now >= match.made.at + match.terms.delay)


def _entry(table: Table) -> MatchEntry:
    """A match that is not over in a list, with as many moves as everybody may know of."""
    match = table.match
    return MatchEntry(
        match=match.id,
        game=match.terms.game,
        standing="open" if match.standing == "open" else "playing",
        teams=[list(team.players) for team in match.teams],
        free=match.free,
        moves=table.seen.teller.moves_known,
    )


def _points(winner: int, loser: int, seat: int) -> float:
    if winner == NOBODY and loser == NOBODY:
        return 0.5
    return float(seat == winner or (loser not in (NOBODY, seat) and winner == NOBODY))
