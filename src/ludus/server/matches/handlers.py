"""Answering what is said in a match: moves, resignations, offers, talk, and what it looks like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.rules.movetext import move_text
from ludus.rules.savefile import saved_lines
from ludus.server.accounts.handlers import Answer
from ludus.server.connections import Connection, Connections
from ludus.server.fault import Fault
from ludus.server.lobby.lobby import Lobby, seated
from ludus.server.matches.event_limit import CALLS, TALK, is_full
from ludus.server.matches.events import NOBODY
from ludus.server.matches.lookup import Finder
from ludus.server.matches.match import Match
from ludus.server.matches.rooms import Room, Rooms
from ludus.server.matches.view import hidden_fields
from ludus.server.outbox import Outbox
from ludus.server.records.record import write_record
from ludus.wire import replies, requests
from ludus.wire.problem import Kind


@dataclass
class Playing:
    """The part of the core that is at the rooms. So many refused moves as `patience` says lose a program the game."""

    find: Finder
    lobby: Lobby
    rooms: Rooms
    connections: Connections
    outbox: Outbox
    patience: int

    # Moves

    def move(self, connection: Connection, request: requests.Move, now: float) -> Answer:
        """Make a move."""
        if request.match and request.ref and self.rooms.get(request.match) is None:
            self.find.load(connection, request, request.match)  # perhaps it was answered before the match was over
            return None
        room = None if request.match else self.find.asked(connection, request.ref)
        found = room or self.find.room(connection, request.match, over=bool(request.ref))
        played = found if isinstance(found, Fault) else self._move(found, connection, request, now)
        if isinstance(played, Fault) and played.kind is not Kind.ILLEGAL and not connection.program:
            for each in self.rooms.of_player.get(connection.player, {}).values():  # a person is told once more to move
                if each.match.awaits(connection.player):
                    self.rooms.ask_again(each, each.match.seat_of(connection.player))
        return played

    def _move(self, room: Room, connection: Connection, request: requests.Move, now: float) -> replies.Accepted | Fault:
        match, patience = room.match, self.patience if connection.program else None
        before, seat = match.number, match.seat_of(connection.player)
        played = match.move(connection.player, request.squares, request.ref, now, patience)
        if isinstance(played, Fault):
            if played.kind is Kind.ILLEGAL and match.number == before:  # it was not written down, so the question is the same
                self.rooms.ask_again(room, seat)
            return played
        return replies.Accepted(match=match.id, number=room.view.number(seat, played.number), ref=played.ref)

    def moves(self, connection: Connection, request: requests.Moves, now: float) -> Answer:
        """List the legal moves."""
        del now
        room = self.find.room(connection, request.match)
        if isinstance(room, Fault):
            return room
        match = room.match
        seat = match.seat_of(connection.player)
        if seat == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if seat not in match.asked:
            return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YOUR_TURN if match.begun else Kind.NOT_YET)
        rulebook, state = match.rulebook, match.rulebook.asked(match.play.state, seat)
        legal = [
            replies.LegalMove(
                move_text(rulebook, state, move, seat), [rulebook.xy(square) for square in rulebook.squares(state, move)]
            )
            for move in rulebook.moves(state, seat)
        ]
        return replies.MoveList(match=match.id, moves=legal)

    def resign(self, connection: Connection, request: requests.Resign, now: float) -> Answer:
        """Give up."""
        room = self.find.room(connection, request.match)
        return room if isinstance(room, Fault) else room.match.resign(connection.player, now) or replies.Done()

    def offer(self, connection: Connection, request: requests.Offer, now: float) -> Answer:
        """Offer something."""
        return self._agree(connection, request, now, lambda match: match.offer(connection.player, request.what, now))

    def accept(self, connection: Connection, request: requests.Accept, now: float) -> Answer:
        """Agree."""
        return self._agree(connection, request, now, lambda match: match.accept(connection.player, request.what, now))

    def decline(self, connection: Connection, request: requests.Decline, now: float) -> Answer:
        """Do not agree."""
        return self._agree(connection, request, now, lambda match: match.decline(connection.player, request.what, now))

    def _agree(
        self,
        connection: Connection,
        request: requests.Offer | requests.Accept | requests.Decline,
        now: float,
        command: Callable[[Match], Fault | None],
    ) -> Answer:
        if request.what == "rematch" and request.match and self.rooms.get(request.match) is None:
            self.find.load(connection, request, request.match)
            return None
        room = self.find.room(connection, request.match, over=request.what == "rematch")
        if isinstance(room, Fault):
            return room
        if request.what == "rematch" and not isinstance(request, requests.Decline) and (fault := self.lobby.no_rematch(room)):
            return fault
        begins = isinstance(request, requests.Offer) and not room.match.agreed.get(request.what)
        if begins and is_full(room.match.log):
            return Fault(Kind.NOT_POSSIBLE, "Enough has been offered in this match")
        fault = command(room.match)
        if not fault and request.what == "rematch" and room.match.all_want("rematch"):
            again = self.lobby.rematch(room, now)
            if isinstance(again, Fault):
                return again
            self._show_to_seats(again)
        return fault or replies.Done()

    def _show_to_seats(self, room: Room) -> None:
        """Tell everybody which seat they have; nobody has asked for one."""
        for team in room.match.teams:
            for player in team.players:
                self.outbox.send(self.connections.numbers(player), seated(room, player))

    # Words

    def chat(self, connection: Connection, request: requests.Chat, now: float) -> Answer:
        """Say something to those at a room."""
        name = request.match or next(iter(connection.watching), "")
        found = self.find.room(connection, request.match, over=True)
        room = self.rooms.get(name) if isinstance(found, Fault) and name in connection.watching else found
        if room is None or isinstance(room, Fault):
            return room or Fault(Kind.NO_MATCH, name)
        seat = room.match.seat_of(connection.player)
        if seat == NOBODY and room.match.id not in connection.watching:
            return Fault(Kind.NOT_YOUR_MATCH)
        if seat == NOBODY and room.match.begun and not room.seen.match.closed:
            return Fault(Kind.NOT_POSSIBLE, "Who watches may talk before a game and after it, not while it is played")
        if is_full(room.match.log, CALLS if seat == NOBODY else TALK):
            return Fault(Kind.NOT_POSSIBLE, "Enough has been said in this match")
        room.match.say(connection.player, request.text, now)
        return replies.Done()

    def show(self, connection: Connection, request: requests.Show, now: float) -> Answer:
        """Everything about a match."""
        room = self.find.shown(connection, request, request.match)
        if not isinstance(room, Room):
            return room
        match = room.match
        seat = match.seat_of(connection.player)
        shown, time = self.find.as_seen(room, seat, now)
        made, nothing = match.made, [0.0] * match.seats
        told = seat != NOBODY or time >= made.at  # who watches late does not learn how the match before has ended
        return replies.Shown(
            match=match.id,
            standing=shown.match.status,
            board=shown.view.board(seat, time),
            ref=match.ref(seat) if match.awaits(connection.player) else "",
            refused=match.erred.get(connection.player, 0),
            games=made.games if told else 1,
            score=made.score or nothing if told else nothing,
            forfeited=made.forfeited if told else [],
        )

    def save(self, connection: Connection, request: requests.Save, now: float) -> Answer:
        """The position as a saved file, with what the asker may see."""
        room = self.find.shown(connection, request, request.match)
        if not isinstance(room, Room):
            return room
        match = room.match
        seat = match.seat_of(connection.player)
        shown, _ = self.find.as_seen(room, seat, now)
        state = shown.match.play.state
        if hidden_fields(match.rulebook, state):
            return Fault(Kind.NOT_POSSIBLE, "Something in this position is hidden, so it cannot be saved")
        seen = match.rulebook.seen_by(state, seat)
        return replies.Saved(match=match.id, lines=saved_lines(match.rulebook, seen))

    def record(self, connection: Connection, request: requests.Record, now: float) -> Answer:
        """The record of a match that is over."""
        room = self.find.shown(connection, request, request.match)
        if not isinstance(room, Room):
            return room
        shown, _ = self.find.as_seen(room, room.match.seat_of(connection.player), now)
        match = shown.match
        if not match.closed:
            return Fault(Kind.NOT_POSSIBLE, "The record is written when the match is over")
        rulebook, name, log = match.rulebook, match.id, list(match.log)
        self.find.work_out(  # every move of the game is looked up, and nobody shall wait for that
            connection, request, lambda: replies.Recorded(match=name, lines=write_record(rulebook, name, log)), f"Match {name}"
        )
        return None
