"""`Lobby`: makes matches, and brings players and matches together. To it, a person and a program are the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Connections
from ludus.server.fault import Fault
from ludus.server.lobby.neighbours import Neighbours
from ludus.server.matches import agreements, commands
from ludus.server.matches.event_limit import is_full
from ludus.server.matches.events import NOBODY, Made, Terms
from ludus.server.matches.match import Match
from ludus.server.matches.room import Room
from ludus.server.matches.rooms import Rooms
from ludus.server.policy import MatchPolicy
from ludus.wire.error_sentences import Kind


@dataclass(slots=True)
class Lobby:
    """Where players find each other. When it is not `open`, no new game begins."""

    rooms: Rooms
    connections: Connections
    catalogue: Catalogue
    chance: Callable[[int], bytes]
    policy: MatchPolicy
    neighbours: Neighbours
    last_match: int = 0
    open: bool = True

    def make(self, terms: Terms, rulebook: Rulebook, start: StateRecord | None, by: str, now: float) -> Room | Fault:
        """Make a match with all seats free."""
        seats = rulebook.game.seats
        if not self.open:
            return Fault(Kind.STOPPING)
        most = max(self.policy.players, seats)
        if not seats <= terms.players <= most:
            sentence = f"{rulebook.game.name} is for {seats} to {most} players, not {terms.players}"
            return Fault(Kind.NOT_POSSIBLE, sentence)
        return self._in_too_many(by) or self._open_room(rulebook, start, self._made(terms, by, now))

    def sit(self, room: Room, player: str, seat: int, now: float, word: str = "") -> Fault | None:
        """Take a seat in a match that was made before."""
        if self._is_full(room):
            return Fault(Kind.NOT_POSSIBLE, f"Too many have come to {room.match.id} and gone; make another match")
        return self._in_too_many(player) or self._seat(room, player, seat, now, word)

    def sit_down(self, room: Room, player: str, seat: int, now: float) -> Fault | None:
        """Take a seat in a match that one has just made."""
        return self._seat(room, player, seat, now)

    def _seat(self, room: Room, player: str, seat: int, now: float, word: str = "") -> Fault | None:
        self.neighbours.note(room, player)
        return self.rooms.do(room, commands.sit(room.match, player, seat, now, word=word))

    def _is_full(self, room: Room) -> bool:
        return is_full(room.match.log, self.policy.remarks)

    def _in_too_many(self, player: str) -> Fault | None:
        if not self._is_busy(player):
            return None
        return Fault(Kind.NOT_POSSIBLE, f"You are in {self._most_matches} already; end or leave one first")

    @property
    def _most_matches(self) -> str:
        most = self.policy.per_player
        return "1 match" if most == 1 else f"{most} matches"

    def _is_busy(self, player: str) -> bool:
        return len(self.rooms.of_player.get(player, ())) >= self.policy.per_player

    def seek(self, terms: Terms, rulebook: Rulebook, player: str, now: float) -> Room | Fault:
        """Take the first free seat of an open match on these terms, or make one and wait there."""
        if not self.open:
            return Fault(Kind.STOPPING)
        fitting = [room for room in self.rooms.open.values() if room.match.terms == terms]
        mine = [room for room in fitting if room.match.seat_of(player) != NOBODY]
        others = [room for room in fitting if room not in mine and not self._is_full(room)]
        others = [room for room in others if not self.neighbours.refusal(room, player)]
        if others:
            room = min(others, key=self.is_deserted)
            return self.sit(room, player, NOBODY, now) or room
        if mine and not self._is_full(mine[0]):
            return mine[0]  # seeking twice means waiting once
        made = self.make(terms, rulebook, self.catalogue.position(rulebook, terms.position), player, now)
        if isinstance(made, Room):
            self.sit_down(made, player, NOBODY, now)
        return made

    def is_deserted(self, room: Room) -> bool:
        """Whether none of its players is connected; after a restart they may still come back."""
        return not any(self.connections.is_here(player) for team in room.match.teams for player in team.players)

    def seat_computer(self, room: Room, seat: int, level: int, now: float) -> Fault | None:
        """Give a seat to the computer."""
        number = 1 + len(room.match.levels)
        return self.rooms.do(room, commands.sit(room.match, f"computer{number}", seat, now, level))

    def arrange(self, terms: Terms, rulebook: Rulebook, by: str, now: float, **series: object) -> Room:
        """Make a match for players whom a tournament or the queue has brought together; they may have any number of others."""
        return self._open_room(rulebook, None, self._made(terms, by, now, **series))

    # Rematches

    def no_rematch(self, room: Room) -> Fault | None:
        """Why the players of a match cannot play again now."""
        match = room.match
        if match.rematch:
            return Fault(Kind.NOT_POSSIBLE, f"It is being played already, as {match.rematch}")
        for player in [player for team in match.teams for player in team.players if player not in match.levels]:
            if not self.connections.is_here(player):  # gone, and perhaps for good
                return Fault(Kind.NOT_POSSIBLE, f"{player} is not here")
            if self._is_busy(player):
                return Fault(Kind.NOT_POSSIBLE, f"{player} is in {self._most_matches} already")
        return None

    def rematch(self, room: Room, now: float) -> Room | Fault:
        """The same players again, each team one seat further on."""
        old = room.match
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
        self.rooms.do(room, agreements.renew(old, made.match, now))
        new = self._open_room(old.rulebook, self.catalogue.position(old.rulebook, old.terms.position), made)
        for place in range(old.terms.players):
            seat, index = place % old.seats, place // old.seats
            players = old.teams[shift[seat]].players
            if index < len(players):
                level = old.levels.get(players[index], 0)
                self.rooms.do(new, commands.sit(new.match, players[index], seat, now, level))
        return new

    # New matches

    def _made(self, terms: Terms, by: str, now: float, **series: object) -> Made:
        self.last_match += 1
        made = {"number": 1, "at": now, "match": f"m{self.last_match}", "terms": terms, "seed": self.chance(32).hex(), "by": by}
        return Made(**made, **series)  # type: ignore[arg-type]

    def _open_room(self, rulebook: Rulebook, start: StateRecord | None, made: Made) -> Room:
        return self.rooms.add(Match(rulebook, made, start), made.at, new=True)


def _points(winner: int, loser: int, seat: int) -> float:
    if winner == NOBODY and loser == NOBODY:
        return 0.5
    return float(seat == winner or (loser not in (NOBODY, seat) and winner == NOBODY))
