"""`MatchView`: the messages about a match, to each seat only what it may know.

Where a game hides nothing, everybody gets the same messages. Where it does, what a seat sees is computed from a state in which
hidden fields are 0, and what chance has decided only shows on the board. What else a seat may know is in `history.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from ludus.rules.rulebook import WATCHER
from ludus.rules.state import StateRecord
from ludus.server.matches import events
from ludus.server.matches.drawn_board import differences, drawn_square, drawn_squares
from ludus.server.matches.events import NOBODY, AnyEvent, Closed, times_of
from ludus.server.matches.history import History
from ludus.server.matches.legality import legal_moves
from ludus.server.matches.match import Match
from ludus.wire import messages
from ludus.wire.messages import NO_TOURNAMENT, AnyReply, Changed, Clock, DrawnSquare, Ended, MatchBoard, MatchSoFar

BoardEvent: TypeAlias = events.Played | events.Drawn | events.Undone
SeatMessage: TypeAlias = tuple[int | None, AnyReply]
"""A message, and the seat it is for; None for everybody."""

WHAT: dict[type[BoardEvent], Literal["move", "chance", "undo"]] = {
    events.Played: "move",
    events.Drawn: "chance",
    events.Undone: "undo",
}

OWN_FOR_EACH = (events.Began, Closed)
"""Events that even a game which hides nothing tells each seat in its own way."""

MOST_LISTED = 4096
"""The most legal moves that come with a question."""

OWN_WORDS = {"resigned": "Your team has resigned", "time": "Your team has run out of time"}
"""How the team that has lost is told."""


class MatchView:
    """Makes the messages about one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.series: MatchSoFar = NO_TOURNAMENT  # the match of several games that this game of a tournament belongs to
        self.history = History(match)
        self.drawn: dict[int, list[DrawnSquare]] = {}  # the board as it was last drawn for each seat
        game = match.rulebook.game
        self.hides = game.hides
        self._private = bool(game.private)
        self._times = times_of(match.terms)
        self._has_status = game.status is not None
        self._alike = not game.hides and not game.private and not game.status  # but for the team, all seats get the same board
        self._board: tuple[int, float, MatchBoard] | None = None  # the last one, after which event and when

    # Messages for one seat

    def board(self, seat: int, now: float) -> MatchBoard:
        """Everything about the match, as a seat may see it."""
        if self._alike and self._board and self._board[:2] == (self.match.number, now):
            return replace(self._board[2], team=seat + 1)
        board = self._make_board(seat, now)
        self._board = self.match.number, now, board
        return board

    def _make_board(self, seat: int, now: float) -> MatchBoard:
        match, rulebook = self.match, self.match.rulebook
        clocks, turn, status = self._standing(seat, now)
        if self.hides:
            self.drawn.pop(seat, None)  # perhaps nobody of this seat was there to see it change
        return MatchBoard(
            match=match.id,
            number=self.history.number(seat, match.number),
            game=match.terms.game,
            name=rulebook.game.name,
            options=match.terms.options,
            board=rulebook.game.board_name,
            width=rulebook.width,
            height=rulebook.height,
            team=seat + 1,
            teams=[list(team.players) for team in match.teams],
            squares=self._drawn_for(seat).copy(),
            history=self.history.seen_by(seat),
            clocks=clocks,
            turn=turn,
            commitment=match.commitment,
            times=self._times,
            levels=dict(match.levels),
            status=status,
            chances=self.history.chances_seen_by(seat),
            scores=self._scores(),
        )

    def ask(self, seat: int, now: float, *, listed: bool = False) -> messages.Ask:
        """The question for a seat that is to move; with its legal moves, if they are to be listed and are not too many."""
        match, made = self.match, self.match.made
        legal = legal_moves(match.rulebook, match.play.state, seat, MOST_LISTED) if listed else []
        return messages.Ask(
            match=match.id,
            number=self.history.number(seat, match.number),
            ref=match.ref(seat),
            team=seat + 1,
            board=self.board(seat, now),
            refused=match.erred.get(match.next_player(seat) or "", 0) if match.erred else 0,
            games=made.games,
            score=made.score or [0.0] * match.seats,
            forfeited=made.forfeited,
            moves=legal,
            tournament=self.series,
        )

    def ended(self, closed: Closed, seat: int, now: float) -> Ended:
        """How the match ended, for a seat, and the board at the end."""
        lost = seat == closed.loser or (closed.winner not in (WATCHER, seat))
        won = seat == closed.winner or (closed.loser not in (WATCHER, seat))
        return Ended(
            match=self.match.id,
            number=closed.number,
            result="over" if seat == WATCHER or closed.how == "abandoned" else "lose" if lost else "win" if won else "draw",
            sentence=OWN_WORDS.get(closed.how, closed.sentence) if seat == closed.loser else closed.sentence,
            winner=closed.winner + 1,
            seed=self.match.seed,
            board=self.board(seat, now),
            scores=self._scores(),
        )

    # Messages about an event that has just happened

    def tells_apart(self, event: AnyEvent) -> bool:
        """Whether each seat is told of an event in its own way."""
        return self.hides or isinstance(event, OWN_FOR_EACH)

    def tell(self, event: AnyEvent, present: list[int], now: float) -> Iterable[SeatMessage]:
        """The messages about an event; `present` are the seats that listen, where they are told different things."""
        history = self.history
        known = history.known
        told: Iterable[SeatMessage]
        if isinstance(event, BoardEvent):
            history.follow(event.path if isinstance(event, events.Played) else [])
            told = self._changed(event, known, present, now) if self.hides else self._changed_for_all(event, now)
        else:
            told = self._tell(event, present, now)
        if history.private:
            history.note_hidden(event, known)
        return self._renumbered(told, present) if history.hidden else told

    def _renumbered(self, told: Iterable[SeatMessage], seats: list[int]) -> Iterator[SeatMessage]:
        """The same messages with the numbers that each seat counts."""
        for whose, reply in told:
            for seat in seats if whose is None else [whose]:
                said: Any = reply
                yield seat, replace(said, number=self.history.number(seat, said.number))

    def _tell(self, event: AnyEvent, present: list[int], now: float) -> Iterator[SeatMessage]:
        """The messages about an event that changes nothing on the board."""
        match, name, number = self.match, self.match.id, event.number
        match event:
            case events.Sat(player=player, seat=seat):
                yield None, messages.Joined(match=name, number=number, player=player, team=seat + 1, free=match.free)
            case events.Stood(player=player):
                taken = (each.seat for each in reversed(match.log) if isinstance(each, events.Sat) and each.player == player)
                yield None, messages.Left(match=name, number=number, player=player, team=next(taken) + 1)
            case events.Began():
                for seat in present:
                    yield seat, self.board(seat, now)
            case events.Proposed(what=what, player=player, seat=seat):
                accepts = len(match.agreed.get(what, {})) > 1
                yield None, messages.Offered(name, number, what, player, team=seat + 1, accepts=accepts)
            case events.Rejected(what=what, player=player, seat=seat):
                yield None, messages.Declined(match=name, number=number, what=what, player=player, team=seat + 1)
            case events.Spoke(player=player, text=text, seat=seat):
                to: Literal["all", "team"] = "all" if seat == NOBODY else "team"
                whose = None if seat == NOBODY else seat
                yield whose, messages.Said(match=name, number=number, player=player, text=text, to=to)
            case Closed():
                for seat in present:
                    yield seat, self.ended(event, seat, now)

    def _changed_for_all(self, event: BoardEvent, now: float) -> Iterable[SeatMessage]:
        """What has changed on the board, where nothing is hidden."""
        drawn = self.drawn.get(WATCHER)
        if drawn is None:
            return ()  # nobody is there
        if isinstance(event, events.Undone):
            return [(None, self._change(event, WATCHER, "", self._redraw(WATCHER), now))]
        squares, rulebook, changed = [], self.match.rulebook, self.match.play.changed
        for place in range(0, len(changed), 3):
            number, code, kind = changed[place : place + 3]
            square = drawn[number] = drawn_square(rulebook, number, code, kind)
            squares.append(square)
        return [(None, self._change(event, WATCHER, self.history.texts[-1], squares, now))]

    def _changed(self, event: BoardEvent, known: int, seats: list[int], now: float) -> Iterator[SeatMessage]:
        """The same for each seat, where something is hidden; `known` is the number of steps everybody knew before."""
        for seat in seats:
            squares = self._redraw(seat)
            texts = self.history.news(known, seat)
            if isinstance(event, events.Played) and event.seat == seat:
                texts.insert(0, self.history.texts[-1])
            if squares or texts:
                yield seat, self._change(event, seat, "; ".join(texts), squares, now)

    def _change(self, event: BoardEvent, seat: int, text: str, squares: list[DrawnSquare], now: float) -> Changed:
        clocks, turn, status = self._standing(seat, now)
        team, player, path, words = 0, "", [], ""
        match event:
            case events.Played() if event.seat == seat or not self.hides:
                team, player, path = event.seat + 1, event.player, event.path
            case events.Drawn():
                words = self.history.chances.get(len(self.history.texts) - 1, "")
            case events.Undone():
                team = event.seat + 1
        if path and len(squares) > 1:  # the squares of the move come first, as they were named
            order = {where: place for place, where in reversed(list(enumerate(path)))}
            squares = sorted(squares, key=lambda square: order.get((square.x, square.y), len(path)))
        return Changed(
            match=self.match.id,
            number=event.number,
            what=WHAT[type(event)],
            team=team,
            player=player,
            text=text,
            path=path,
            squares=squares,
            clocks=clocks,
            turn=turn,
            words=words,
            status=status,
        )

    # What a seat may see

    def _seen(self, seat: int) -> StateRecord:
        return self.match.rulebook.seen_by(self.match.play.state, seat)

    def _redraw(self, seat: int) -> list[DrawnSquare]:
        """Draw the board for a seat, and give the squares that look different now."""
        before = self._drawn_for(seat)
        after = self.drawn[seat] = drawn_squares(self.match.rulebook, self._seen(seat))
        return differences(before, after)

    def _drawn_for(self, seat: int) -> list[DrawnSquare]:
        """The board as last drawn for a seat; where nothing is hidden, for all of them."""
        seat = seat if self.hides else WATCHER
        if seat not in self.drawn:
            self.drawn[seat] = drawn_squares(self.match.rulebook, self._seen(seat))
        return self.drawn[seat]

    def _scores(self) -> list[int]:
        rulebook = self.match.rulebook
        return list(rulebook.scores(self.match.play.state)) if rulebook.game.score else []

    def _standing(self, seat: int, now: float) -> tuple[list[Clock], list[int], str]:
        """The clocks, the teams whose move is awaited, and the game's own line below the board, if it has one: to look at the
        position for that costs more than all the rest.

        Where choices are made in secret, a seat is told only about itself, and the clocks of others seem to stand still.
        """
        match = self.match
        status = match.rulebook.status(match.play.state, seat) if self._has_status else ""
        clocks = match.clocks.all_left(now)
        if not self._private:
            return clocks, [other + 1 for other in sorted(match.asked)], status
        blank = Clock(match.terms.move, match.terms.main, False)
        turn = [seat + 1] if seat in match.asked else []
        return [clock if other == seat else blank for other, clock in enumerate(clocks)], turn, status
