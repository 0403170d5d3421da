"""Answering what is said about seats: lists of what there is, making and finding matches, sitting down, watching, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.accounts import Accounts
from ludus.server.changes import Store
from ludus.server.door import Answer
from ludus.server.events import NOBODY, AnyEvent, Terms
from ludus.server.fault import Fault
from ludus.server.finding import Finder
from ludus.server.lobby import Lobby, seated
from ludus.server.match import Match
from ludus.server.outbox import Job, Outbox
from ludus.server.shelf import Shelf
from ludus.server.tables import Table, Tables
from ludus.server.telling import Teller, hidden_fields
from ludus.server.visitors import Visitor, Visitors
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
    visitors: Visitors
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
        del visitor
        game = self.shelf.find(request.game) if request.game else ""
        return Fault(Kind.NO_GAME, self.shelf.unknown(request.game)) if game is None else self.lobby.matches(game, now)

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
        since = known.since if known else 0.0  # what a guest of the same name has done before is not theirs

        def work() -> replies.StatisticsOf | Fault:
            tallies = self.store.statistics(player, now, since)
            last = [
                replies.MatchEntry(each.match, each.game, "over", each.teams, 0, each.moves, each.sentence)
                for each in self.store.last_matches(player, LAST_MATCHES, now, since)
            ]
            if known is None and not last:
                return Fault(Kind.NO_PLAYER, player)
            scores = [replies.Score(each.game, each.won, each.lost, each.drawn, each.forfeited) for each in tallies]
            return replies.StatisticsOf(player=player, scores=scores, last=last)

        self.find.work_out(visitor, request, work, "The results")
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
        if start is not None and (known := hidden_fields(rulebook, start)):
            return Fault(Kind.WRONG_POSITION, f"the position says what nobody may know: {', '.join(known)}")
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
        told = found.match.begun and found.match.closed  # by the result, which is all that a plain visitor needs
        return fault or (None if plain and told else replies.Done())

    def watch(self, visitor: Visitor, request: requests.Watch, now: float) -> Answer:
        """Show a match to somebody, from now on, or with what has happened after an event they saw."""
        table = self.tables.get(request.match)
        if table is None:
            self.find.load(visitor, request, request.match)
            return None
        if request.after:
            self._retell(table, visitor, request, now)
            return None
        seat = self._watch(table, visitor)
        shown, time = self.find.as_seen(table, seat, now)
        self.tables.bring_up_to_date(shown, visitor.id, seat, time)
        self.tables.ask_one(table, visitor, now)
        return replies.Done()

    def _watch(self, table: Table, visitor: Visitor) -> int:
        """Let somebody watch, unless it is their own match; their seat in it."""
        seat = table.match.seat_of(visitor.player)
        if seat == NOBODY:
            self.tables.watch(table, visitor)
        return seat

    def _retell(self, table: Table, visitor: Visitor, request: requests.Watch, now: float) -> None:
        """Tell again what was told after an event. A long match takes long, so all but the last of it is done elsewhere."""
        player, seat = visitor.player, table.match.seat_of(visitor.player)
        shown, _ = self.find.as_seen(table, seat, now)
        retelling = Retelling(shown.match, seat, request.after)

        def then(said: list[replies.AnyReply], now: float) -> None:
            if self.visitors.get(visitor.id) is None or not self.find.is_still(player, visitor, request, now):
                return
            shown, time = self.find.as_seen(table, self._watch(table, visitor), now)
            for reply in said + retelling.go_on(shown.match.log):
                self.outbox.send([visitor.id], reply)
            shown.teller.board(seat, time)  # what changes from here on is told
            self.tables.ask_one(table, visitor, now)
            self.find.answer(visitor.id, request, replies.Done(), now)

        def fail(_: Exception, now: float) -> None:
            self.find.answer(visitor.id, request, Fault(Kind.NOT_NOW, f"Match {request.match} cannot be read"), now)

        happened = list(shown.match.log)
        self.outbox.give(Job("store", lambda: retelling.go_on(happened), then, fail))


class Retelling:
    """What a seat was told about a match after an event, told again."""

    def __init__(self, match: Match, seat: int, after: int) -> None:
        self._past, self._seat, self._after = Match(match.rulebook, match.made, match.start), seat, after
        self._teller = Teller(self._past)
        self._teller.board(seat, match.made.at)  # from here on, what changes is told

    def go_on(self, log: Sequence[AnyEvent]) -> list[replies.AnyReply]:
        """What was told about the events that came after those of the last time."""
        said: list[replies.AnyReply] = []
        for event in log[len(self._past.log) :]:
            self._past.apply(event)
            told = self._teller.tell(event, lambda: [self._seat], event.at)
            said += [reply for _, reply in told if self._teller.number(self._seat, event.number) > self._after]
        return said
