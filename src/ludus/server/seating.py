"""Answering what is said about seats: lists of what there is, making and finding matches, sitting down, watching, leaving."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.accounts import Accounts
from ludus.server.changes import Store
from ludus.server.door import Answer
from ludus.server.events import Terms
from ludus.server.fault import Fault
from ludus.server.finding import Finder
from ludus.server.lobby import Lobby, seated
from ludus.server.match import NOBODY, Match
from ludus.server.outbox import Outbox
from ludus.server.shelf import Shelf
from ludus.server.tables import Tables
from ludus.server.telling import Teller
from ludus.server.visitors import Visitor
from ludus.wire import replies, requests
from ludus.wire.problem import Kind

LAST_MATCHES = 10
"""So many of a player's matches are listed with the statistics."""


@dataclass
class Seating:
    """The part of the house that brings players and matches together."""

    find: Finder
    accounts: Accounts
    lobby: Lobby
    tables: Tables
    shelf: Shelf
    outbox: Outbox
    store: Store

    # Lists

    def games(self, visitor: Visitor, request: requests.Games, now: float) -> Answer:
        """What can be played."""
        del visitor, request, now
        return replies.GameList(games=self.shelf.list())

    def matches(self, visitor: Visitor, request: requests.Matches, now: float) -> Answer:
        """What is being played."""
        del visitor, now
        game = self.shelf.find(request.game) if request.game else ""
        return Fault(Kind.NO_GAME, request.game) if game is None else self.lobby.matches(game)

    def players(self, visitor: Visitor, request: requests.Players, now: float) -> Answer:
        """Who is here."""
        del visitor, request, now
        return self.lobby.players()

    def statistics(self, visitor: Visitor, request: requests.Statistics, now: float) -> Answer:
        """What a player has done, as far as everybody may know. A guest who has gone is known by results in the store only."""
        wanted = request.player or visitor.player
        if not wanted:
            return Fault(Kind.LOGIN_FIRST)
        known = self.accounts.player(wanted)
        player = known.name if known else wanted

        def work() -> replies.StatisticsOf | Fault:
            tallies = self.store.statistics(player, now)
            last = [
                replies.MatchEntry(each.match, each.game, "over", each.teams, 0, each.moves, each.sentence)
                for each in self.store.last_matches(player, LAST_MATCHES, now)
            ]
            if known is None and not last:
                return Fault(Kind.NO_PLAYER, player)
            scores = [replies.Score(each.game, each.won, each.lost, each.drawn, each.forfeited) for each in tallies]
            return replies.StatisticsOf(player=player, scores=scores, last=last)

        self.find.ask_store(visitor, request, work)
        return None

    # Seats

    def new(self, visitor: Visitor, request: requests.New, now: float) -> Answer:
        """Make a match and sit down."""
        rulebook = self.find.rulebook(visitor, request, request.game, request.options, request.position)
        if not isinstance(rulebook, Rulebook):
            return rulebook
        try:
            start = self.shelf.position(rulebook, request.position)
        except LudusError as error:
            return Fault(Kind.WRONG_POSITION, str(error))
        terms = Terms(
            game=rulebook.game.slug,
            options=dict(rulebook.file.chosen),
            players=request.players or rulebook.game.seats,
            move=request.move,
            main=request.main,
            increment=request.increment,
            delay=request.delay,
            position=request.position,
        )
        if not 0 <= request.team <= rulebook.game.seats:
            return Fault(Kind.NOT_POSSIBLE, f"There is no team {request.team}; the teams are 1 to {rulebook.game.seats}")
        table = self.lobby.make(terms, rulebook, start, visitor.player, now)
        if isinstance(table, Fault):
            return table
        fault = table.match.sit(visitor.player, request.team - 1, now)
        while request.computer and not fault and table.match.free:
            fault = self.lobby.seat_computer(table, NOBODY, request.computer, now)
        return fault or seated(table, visitor.player)

    def seek(self, visitor: Visitor, request: requests.Seek, now: float, players: int = 0) -> Answer:
        """Find a match, for so many players or as many as the game has seats."""
        rulebook = self.find.rulebook(visitor, request, request.game, request.options)
        if not isinstance(rulebook, Rulebook):
            return rulebook
        count, chosen = players or rulebook.game.seats, dict(rulebook.file.chosen)
        terms = Terms(rulebook.game.slug, chosen, count, request.move, request.main, request.increment, 0.0, "")
        table = self.lobby.seek(terms, rulebook, visitor.player, now)
        return table if isinstance(table, Fault) else seated(table, visitor.player)

    def join(self, visitor: Visitor, request: requests.Join, now: float) -> Answer:
        """Take a seat."""
        table = self.tables.get(request.match)
        if table is None:
            return Fault(Kind.NO_MATCH, request.match)
        if not self.lobby.open:
            return Fault(Kind.STOPPING)
        return self.lobby.sit(table, visitor.player, request.team - 1, now) or seated(table, visitor.player)

    def computer(self, visitor: Visitor, request: requests.Computer, now: float) -> Answer:
        """Seat the computer."""
        table = self.find.table(visitor, request.match)
        if isinstance(table, Fault):
            return table
        if table.match.seat_of(visitor.player) == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if not self.lobby.open:
            return Fault(Kind.STOPPING)
        return self.lobby.seat_computer(table, request.team - 1, request.level or 1, now) or replies.Done()

    def leave(self, visitor: Visitor, request: requests.Leave, now: float) -> Answer:
        """Leave a match, or stop watching it."""
        watched = request.match or (next(iter(visitor.watching), "") if not self.tables.of_player.get(visitor.player) else "")
        if watched in visitor.watching:
            self.tables.unwatch(watched, visitor)
            return replies.Done()
        found = self.find.table(visitor, request.match)
        if isinstance(found, Fault):
            return found
        fault = found.match.leave(visitor.player, now)
        plain, visitor.plain = visitor.plain, visitor.plain and fault is not None  # who leaves is not seated for the next game
        return fault or (None if plain else replies.Done())

    def watch(self, visitor: Visitor, request: requests.Watch, now: float) -> Answer:
        """Show a match to somebody, from the beginning of it, from now on, or after an event they saw."""
        table = self.tables.get(request.match)
        if table is None:
            self.find.load(visitor, request, request.match)
            return None
        seat = table.match.seat_of(visitor.player)
        shown, time = self.find.as_seen(table, seat, now)
        if seat == NOBODY:
            self.tables.watch(table, visitor)
        if request.after:
            for reply in told_after(shown.match, seat, request.after):
                self.outbox.send([visitor.id], reply)
            shown.teller.board(seat, time)  # what changes from here on is told
        else:
            self.tables.bring_up_to_date(shown, visitor.id, seat, time)
        self.tables.ask_one(table, visitor, now)
        return replies.Done()


def told_after(match: Match, seat: int, after: int) -> list[replies.AnyReply]:
    """What a seat was told about a match after an event, told again."""
    past = Match(match.rulebook, match.made, match.start)
    teller = Teller(past)
    teller.board(seat, match.made.at)  # from here on, what changes is told
    said: list[replies.AnyReply] = []
    for event in match.log[1:]:
        past.apply(event)
        told = teller.tell(event, lambda: [seat], event.at)
        said += [reply for _, reply in told if event.number > after]
    return said
