"""Answering what is said in a match: moves, resignations, offers, talk, and what it looks like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludus.rules.movetext import move_text
from ludus.rules.savefile import saved_lines
from ludus.server.asides import CALLS, TALK, is_full
from ludus.server.door import Answer
from ludus.server.events import NOBODY
from ludus.server.fault import Fault
from ludus.server.finding import Finder
from ludus.server.lobby import Lobby, seated
from ludus.server.match import Match
from ludus.server.outbox import Outbox
from ludus.server.record import write_record
from ludus.server.tables import Table, Tables
from ludus.server.telling import hidden_fields
from ludus.server.visitors import Visitor, Visitors
from ludus.wire import messages
from ludus.wire.problem import Kind


@dataclass
class Playing:
    """The part of the house that is at the tables. So many refused moves as `patience` says lose a program the game."""

    find: Finder
    lobby: Lobby
    tables: Tables
    visitors: Visitors
    outbox: Outbox
    patience: int

    # Moves

    def move(self, visitor: Visitor, request: messages.Move, now: float) -> Answer:
        """Make a move."""
        if request.match and request.ref and self.tables.get(request.match) is None:
            self.find.load(visitor, request, request.match)  # perhaps it was answered before the match was over
            return None
        table = None if request.match else self.find.asked(visitor, request.ref)
        found = table or self.find.table(visitor, request.match, over=bool(request.ref))
        played = found if isinstance(found, Fault) else self._move(found, visitor, request, now)
        if isinstance(played, Fault) and played.kind is not Kind.ILLEGAL and not visitor.program:
            for each in self.tables.of_player.get(visitor.player, {}).values():  # a person is told once more to move
                if each.match.awaits(visitor.player):
                    self.tables.ask_again(each, each.match.seat_of(visitor.player))
        return played

    def _move(self, table: Table, visitor: Visitor, request: messages.Move, now: float) -> messages.Accepted | Fault:
        match, patience = table.match, self.patience if visitor.program else None
        before, seat = match.number, match.seat_of(visitor.player)
        played = match.move(visitor.player, request.squares, request.ref, now, patience)
        if isinstance(played, Fault):
            if played.kind is Kind.ILLEGAL and match.number == before:  # it was not written down, so the question is the same
                self.tables.ask_again(table, seat)
            return played
        return messages.Accepted(match=match.id, number=table.teller.number(seat, played.number), ref=played.ref)

    def moves(self, visitor: Visitor, request: messages.Moves, now: float) -> Answer:
        """List the legal moves."""
        del now
        table = self.find.table(visitor, request.match)
        if isinstance(table, Fault):
            return table
        match = table.match
        seat = match.seat_of(visitor.player)
        if seat == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if seat not in match.asked:
            return Fault(Kind.GAME_OVER if match.closed else Kind.NOT_YOUR_TURN if match.begun else Kind.NOT_YET)
        rulebook, state = match.rulebook, match.rulebook.asked(match.play.state, seat)
        legal = [
            messages.LegalMove(
                move_text(rulebook, state, move, seat), [rulebook.xy(square) for square in rulebook.squares(state, move)]
            )
            for move in rulebook.moves(state, seat)
        ]
        return messages.MoveList(match=match.id, moves=legal)

    def resign(self, visitor: Visitor, request: messages.Resign, now: float) -> Answer:
        """Give up."""
        table = self.find.table(visitor, request.match)
        return table if isinstance(table, Fault) else table.match.resign(visitor.player, now) or messages.Done()

    def offer(self, visitor: Visitor, request: messages.Offer, now: float) -> Answer:
        """Offer something."""
        return self._agree(visitor, request, now, lambda match: match.offer(visitor.player, request.what, now))

    def accept(self, visitor: Visitor, request: messages.Accept, now: float) -> Answer:
        """Agree."""
        return self._agree(visitor, request, now, lambda match: match.accept(visitor.player, request.what, now))

    def decline(self, visitor: Visitor, request: messages.Decline, now: float) -> Answer:
        """Do not agree."""
        return self._agree(visitor, request, now, lambda match: match.decline(visitor.player, request.what, now))

    def _agree(
        self,
        visitor: Visitor,
        request: messages.Offer | messages.Accept | messages.Decline,
        now: float,
        command: Callable[[Match], Fault | None],
    ) -> Answer:
        if request.what == "rematch" and request.match and self.tables.get(request.match) is None:
            self.find.load(visitor, request, request.match)
            return None
        table = self.find.table(visitor, request.match, over=request.what == "rematch")
        if isinstance(table, Fault):
            return table
        if request.what == "rematch" and not isinstance(request, messages.Decline) and (fault := self.lobby.no_rematch(table)):
            return fault
        begins = isinstance(request, messages.Offer) and not table.match.agreed.get(request.what)
        if begins and is_full(table.match.log):
            return Fault(Kind.NOT_POSSIBLE, "Enough has been offered in this match")
        fault = command(table.match)
        if not fault and request.what == "rematch" and table.match.all_want("rematch"):
            again = self.lobby.rematch(table, now)
            if isinstance(again, Fault):
                return again
            self._show_to_seats(again)
        return fault or messages.Done()

    def _show_to_seats(self, table: Table) -> None:
        """Tell everybody which seat they have; nobody has asked for one."""
        for team in table.match.teams:
            for player in team.players:
                self.outbox.send(self.visitors.numbers(player), seated(table, player))

    # Words

    def chat(self, visitor: Visitor, request: messages.Chat, now: float) -> Answer:
        """Say something to those at a table."""
        name = request.match or next(iter(visitor.watching), "")
        found = self.find.table(visitor, request.match, over=True)
        table = self.tables.get(name) if isinstance(found, Fault) and name in visitor.watching else found
        if table is None or isinstance(table, Fault):
            return table or Fault(Kind.NO_MATCH, name)
        seat = table.match.seat_of(visitor.player)
        if seat == NOBODY and table.match.id not in visitor.watching:
            return Fault(Kind.NOT_YOUR_MATCH)
        if seat == NOBODY and table.match.begun and not table.seen.match.closed:
            return Fault(Kind.NOT_POSSIBLE, "Who watches may talk before a game and after it, not while it is played")
        if is_full(table.match.log, CALLS if seat == NOBODY else TALK):
            return Fault(Kind.NOT_POSSIBLE, "Enough has been said in this match")
        table.match.say(visitor.player, request.text, now)
        return messages.Done()

    def show(self, visitor: Visitor, request: messages.Show, now: float) -> Answer:
        """Everything about a match."""
        table = self.find.shown(visitor, request, request.match)
        if not isinstance(table, Table):
            return table
        match = table.match
        seat = match.seat_of(visitor.player)
        shown, time = self.find.as_seen(table, seat, now)
        made, nothing = match.made, [0.0] * match.seats
        told = seat != NOBODY or time >= made.at  # who watches late does not learn how the match before has ended
        return messages.Shown(
            match=match.id,
            standing=shown.match.standing,
            board=shown.teller.board(seat, time),
            ref=match.ref(seat) if match.awaits(visitor.player) else "",
            refused=match.erred.get(visitor.player, 0),
            games=made.games if told else 1,
            score=made.score or nothing if told else nothing,
            forfeited=made.forfeited if told else [],
        )

    def save(self, visitor: Visitor, request: messages.Save, now: float) -> Answer:
        """The position as a saved file, with what the asker may see."""
        table = self.find.shown(visitor, request, request.match)
        if not isinstance(table, Table):
            return table
        match = table.match
        seat = match.seat_of(visitor.player)
        shown, _ = self.find.as_seen(table, seat, now)
        state = shown.match.play.state
        if hidden_fields(match.rulebook, state):
            return Fault(Kind.NOT_POSSIBLE, "Something in this position is hidden, so it cannot be saved")
        seen = match.rulebook.seen_by(state, seat)
        return messages.Saved(match=match.id, lines=saved_lines(match.rulebook, seen))

    def record(self, visitor: Visitor, request: messages.Record, now: float) -> Answer:
        """The record of a match that is over."""
        table = self.find.shown(visitor, request, request.match)
        if not isinstance(table, Table):
            return table
        shown, _ = self.find.as_seen(table, table.match.seat_of(visitor.player), now)
        match = shown.match
        if not match.closed:
            return Fault(Kind.NOT_POSSIBLE, "The record is written when the match is over")
        rulebook, name, log = match.rulebook, match.id, list(match.log)
        self.find.work_out(  # every move of the game is looked up, and nobody shall wait for that
            visitor, request, lambda: messages.Recorded(match=name, lines=write_record(rulebook, name, log)), f"Match {name}"
        )
        return None
