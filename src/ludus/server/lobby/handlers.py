"""Answering what is said about seats: lists of what there is, making and finding matches, sitting down, watching, leaving."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.server.accounts.accounts import Accounts
from ludus.server.accounts.handlers import Answer
from ludus.server.catalogue import Catalogue
from ludus.server.connections import Connection, Connections
from ludus.server.fault import Fault
from ludus.server.lobby.lobby import Lobby, seated
from ludus.server.matches.events import NOBODY, AnyEvent, Terms
from ludus.server.matches.lookup import Finder
from ludus.server.matches.match import Match
from ludus.server.matches.rooms import Room, Rooms
from ludus.server.matches.view import MatchView, hidden_fields
from ludus.server.outbox import Job, Outbox
from ludus.server.store.changes import Store
from ludus.wire import replies, requests
from ludus.wire.problem import Kind

LAST_MATCHES = 10
"""So many of a player's matches are listed with the statistics."""


@dataclass
class Seating:
    """The part of the core that brings players and matches together."""

    find: Finder
    accounts: Accounts
    lobby: Lobby
    rooms: Rooms
    connections: Connections
    catalogue: Catalogue
    outbox: Outbox
    store: Store

    # Lists

    def games(self, connection: Connection, request: requests.Games, now: float) -> Answer:
        """What can be played."""
        del connection, request, now
        return replies.GameList(games=self.catalogue.list())

    def matches(self, connection: Connection, request: requests.Matches, now: float) -> Answer:
        """What is being played."""
        del connection
        game = self.catalogue.find(request.game) if request.game else ""
        return Fault(Kind.NO_GAME, request.game) if game is None else self.lobby.matches(game, now)

    def players(self, connection: Connection, request: requests.Players, now: float) -> Answer:
        """Who is here."""
        del connection, request, now
        return self.lobby.players()

    def statistics(self, connection: Connection, request: requests.Statistics, now: float) -> Answer:
        """What a player has done, as far as everybody may know. A guest who has gone is known by results in the store only."""
        wanted = request.player or connection.player
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

        self.find.work_out(connection, request, work, "The results")
        return None

    # Seats

    def new(self, connection: Connection, request: requests.New, now: float) -> Answer:
        """Make a match and sit down."""
        rulebook = self.find.rulebook(connection, request, request.game, request.options, request.position)
        if not isinstance(rulebook, Rulebook):
            return rulebook
        try:
            start = self.catalogue.position(rulebook, request.position)
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
        room = self.lobby.make(terms, rulebook, start, connection.player, now)
        if isinstance(room, Fault):
            return room
        fault = room.match.sit(connection.player, request.team - 1, now)
        while request.computer and not fault and room.match.free:
            fault = self.lobby.seat_computer(room, NOBODY, request.computer, now)
        return fault or seated(room, connection.player)

    def seek(self, connection: Connection, request: requests.Seek, now: float, players: int = 0) -> Answer:
        """Find a match, for so many players or as many as the game has seats."""
        rulebook = self.find.rulebook(connection, request, request.game, request.options)
        if not isinstance(rulebook, Rulebook):
            return rulebook
        count, chosen = players or rulebook.game.seats, dict(rulebook.file.chosen)
        terms = Terms(rulebook.game.slug, chosen, count, request.move, request.main, request.increment, 0.0, "")
        room = self.lobby.seek(terms, rulebook, connection.player, now)
        return room if isinstance(room, Fault) else seated(room, connection.player)

    def join(self, connection: Connection, request: requests.Join, now: float) -> Answer:
        """Take a seat."""
        room = self.rooms.get(request.match)
        if room is None:
            return Fault(Kind.NO_MATCH, request.match)
        if not self.lobby.open:
            return Fault(Kind.STOPPING)
        return self.lobby.sit(room, connection.player, request.team - 1, now) or seated(room, connection.player)

    def computer(self, connection: Connection, request: requests.Computer, now: float) -> Answer:
        """Seat the computer."""
        room = self.find.room(connection, request.match)
        if isinstance(room, Fault):
            return room
        if room.match.seat_of(connection.player) == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if not self.lobby.open:
            return Fault(Kind.STOPPING)
        return self.lobby.seat_computer(room, request.team - 1, request.level or 1, now) or replies.Done()

    def leave(self, connection: Connection, request: requests.Leave, now: float) -> Answer:
        """Leave a match, or stop watching it."""
        watched = request.match or (
            next(iter(connection.watching), "") if not self.rooms.of_player.get(connection.player) else ""
        )
        if watched in connection.watching:
            self.rooms.unwatch(watched, connection)
            return replies.Done()
        found = self.find.room(connection, request.match)
        if isinstance(found, Fault):
            return found
        fault = found.match.leave(connection.player, now)
        plain, connection.plain = (
            connection.plain,
            connection.plain and fault is not None,
        )  # who leaves is not seated for the next game
        told = found.match.begun and found.match.closed  # by the result, which is all that a plain connection needs
        return fault or (None if plain and told else replies.Done())

    def watch(self, connection: Connection, request: requests.Watch, now: float) -> Answer:
        """Show a match to somebody, from now on, or with what has happened after an event they saw."""
        room = self.rooms.get(request.match)
        if room is None:
            self.find.load(connection, request, request.match)
            return None
        if request.after:
            self._retell(room, connection, request, now)
            return None
        seat = self._watch(room, connection)
        shown, time = self.find.as_seen(room, seat, now)
        self.rooms.bring_up_to_date(shown, connection.id, seat, time)
        self.rooms.ask_one(room, connection, now)
        return replies.Done()

    def _watch(self, room: Room, connection: Connection) -> int:
        """Let somebody watch, unless it is their own match; their seat in it."""
        seat = room.match.seat_of(connection.player)
        if seat == NOBODY:
            self.rooms.watch(room, connection)
        return seat

    def _retell(self, room: Room, connection: Connection, request: requests.Watch, now: float) -> None:
        """Tell again what was told after an event. A long match takes long, so all but the last of it is done elsewhere."""
        player, seat = connection.player, room.match.seat_of(connection.player)
        shown, _ = self.find.as_seen(room, seat, now)
        retelling = Retelling(shown.match, seat, request.after)

        def then(said: list[replies.AnyReply], now: float) -> None:
            if self.connections.get(connection.id) is None or not self.find.is_still(player, connection, request, now):
                return
            shown, time = self.find.as_seen(room, self._watch(room, connection), now)
            for reply in said + retelling.go_on(shown.match.log):
                self.outbox.send([connection.id], reply)
            shown.view.board(seat, time)  # what changes from here on is told
            self.rooms.ask_one(room, connection, now)
            self.find.answer(connection.id, request, replies.Done(), now)

        def fail(_: Exception, now: float) -> None:
            self.find.answer(connection.id, request, Fault(Kind.NOT_NOW, f"Match {request.match} cannot be read"), now)

        happened = list(shown.match.log)
        self.outbox.start_job(Job("store", lambda: retelling.go_on(happened), then, fail))


class Retelling:
    """What a seat was told about a match after an event, told again."""

    def __init__(self, match: Match, seat: int, after: int) -> None:
        self._past, self._seat, self._after = Match(match.rulebook, match.made, match.start), seat, after
        self._view = MatchView(self._past)
        self._view.board(seat, match.made.at)  # from here on, what changes is told

    def go_on(self, log: Sequence[AnyEvent]) -> list[replies.AnyReply]:
        """What was told about the events that came after those of the last time."""
        said: list[replies.AnyReply] = []
        for event in log[len(self._past.log) :]:
            self._past.apply(event)
            told = self._view.tell(event, lambda: [self._seat], event.at)
            said += [reply for _, reply in told if self._view.number(self._seat, event.number) > self._after]
        return said
