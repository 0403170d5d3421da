"""`Match`: the state of one match. It changes only by events, and answers questions about how it stands.

        open ──all seats taken──► playing ──the rules, time, resignation, agreement──► over
          └────────────────────everybody leaves──────────────────────────────────────────┘

The same events give the same match again, so events are what is kept on disk. `commands.py` and `agreements.py` decide which
events happen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Literal, TypeAlias

from ludus.rules.errors import Refusal
from ludus.rules.play import Moved, Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.rules.teams import Team, in_turn
from ludus.server.matches import events
from ludus.server.matches.chance import commitment
from ludus.server.matches.clock import Clocks
from ludus.server.matches.events import NOBODY, AnyEvent, Closed, Made, Played

Agreement: TypeAlias = Literal["draw", "undo", "rematch"]


class Match:
    """One match, from the first seat taken to the result."""

    def __init__(self, rulebook: Rulebook, made: Made, start: StateRecord | None = None) -> None:
        self.rulebook, self.made, self.id, self.terms, self.seed = rulebook, made, made.match, made.terms, made.seed
        self.commitment = commitment(made.seed)  # published before the game: afterwards it proves that nothing was changed
        self.words: list[tuple[str, str]] = []  # players, and what they have added to the seed
        self.play = Play(rulebook, start)
        self._start = start  # None for the usual one
        self.seats = rulebook.game.seats
        self.teams = [Team(choose=rulebook.game.next_player or in_turn) for _ in range(self.seats)]
        self._seats: dict[str, int] = {}  # by player
        self.levels: dict[str, int] = {}
        self.clocks = Clocks(made.terms.move, made.terms.main, made.terms.increment, self.seats)
        self.moves_made = [0] * self.seats
        self._standing_in: dict[int, str] = {}  # seat: who makes its next move, because somebody has gone
        self.asked: dict[int, int] = {}  # seat: number of the event since which it is asked
        self._refs: dict[int, tuple[int, str]] = {}  # the last reference of each seat, and since when it is asked
        self.answered: dict[str, Played] = {}  # by the reference of the question
        self.erred: dict[str, int] = {}
        self.agreed: dict[Agreement, dict[int, str]] = {}  # what: who of each seat wants it
        self.begun = 0.0
        self.closed: Closed | None = None
        self.rematch = ""  # the match in which the same players play again
        self.players: list[list[str]] = []  # by team, the players when the game began
        self.log: list[AnyEvent] = [made]
        self.number = made.number
        """The number of the last event."""

    @classmethod
    def restored(cls, rulebook: Rulebook, made: Made, happened: Sequence[AnyEvent], start: StateRecord | None = None) -> Match:
        """A match rebuilt from its events."""
        match = cls(rulebook, made, start)
        for event in happened:
            match.apply(event)
        return match

    # Questions

    @property
    def start(self) -> StateRecord:
        """The position in which the game began."""
        return self.rulebook.start() if self._start is None else self._start

    @property
    def status(self) -> Literal["open", "playing", "over"]:
        """Whether seats are free, the game is on, or over."""
        return "over" if self.closed else "playing" if self.begun else "open"

    @property
    def free(self) -> int:
        """The number of seats that are still free."""
        return 0 if self.begun or self.closed else self.terms.players - len(self._seats)

    def seat_of(self, player: str) -> int:
        """The seat of a player's team, or `NOBODY`."""
        return self._seats.get(player, NOBODY)

    def places(self, seat: int) -> int:
        """The number of players that the team at a seat has room for."""
        return self.made.sizes[seat] if self.made.sizes else len(range(seat, self.terms.players, self.seats))

    def next_player(self, seat: int) -> str | None:
        """Who makes the next move of a team."""
        players = self.teams[seat].players
        if len(players) == 1:
            return players[0]
        return self._standing_in.get(seat) or self.teams[seat].next_player(self.moves_made[seat])

    def is_computer(self, seat: int) -> bool:
        """Whether only computers play for this seat."""
        return all(self.levels.get(player) for player in self.teams[seat].players)

    def ref(self, seat: int) -> str:
        """The reference of the question that a seat is asked now. Nobody can guess one, and a restart asks the same again."""
        since = self.asked[seat]
        known = self._refs.get(seat)
        if known is None or known[0] != since:
            sign = hashlib.blake2b(f"{self.id} {seat} {since}".encode(), key=self.seed.encode(), digest_size=8)
            known = self._refs[seat] = since, sign.hexdigest()
        return known[1]

    def awaits(self, player: str) -> bool:
        """Whether it is this player's move."""
        seat = self.seat_of(player)
        return seat in self.asked and self.next_player(seat) == player

    def was_asked(self, player: str, ref: str) -> bool:
        """Whether this is the reference of a question that a player is asked, or has answered."""
        seat = self.seat_of(player)
        return ref in self.answered or (seat in self.asked and self.ref(seat) == ref)

    def all_want(self, what: Agreement) -> bool:
        """Whether every team wants this; the computer always does."""
        willing = self.agreed.get(what, {})
        return bool(willing) and all(seat in willing or self.is_computer(seat) for seat in range(self.seats))

    def path(self, seat: int, move: int) -> list[tuple[int, int]]:
        """The squares that name a move."""
        state = self.rulebook.asked(self.play.state, seat)
        return [self.rulebook.xy(square) for square in self.rulebook.squares(state, move)]

    @property
    def deadline(self) -> float | None:
        """When the first clock runs out."""
        return self.clocks.due

    def is_late(self, now: float) -> bool:
        """Whether somebody's time is up."""
        due = self.clocks.due
        return due is not None and due <= now

    # Events

    def apply(self, event: AnyEvent) -> None:
        """Change the match as an event says; a move is played again."""
        if isinstance(event, Played):
            done = self.play.play(event.seat, event.move)
            if isinstance(done, Refusal):
                raise ValueError(f"event {event.number} of match {self.id} cannot be replayed: {done.sentence}")
            self.note_played(event)
            return
        self._note(event)
        match event:
            case events.Sat(player=player, seat=seat, level=level):
                self.teams[seat].players.append(player)
                self._seats[player] = seat
                if level:
                    self.levels[player] = level
            case events.Mixed(player=player, word=word):
                self.words.append((player, word))
            case events.Stood(player=player):
                self._stand_up(event.number, player)
            case events.Began(at=at):
                self.begun, self.players = at, [list(team.players) for team in self.teams]
                self._ask_anew(event.number, at)
            case events.SteppedIn(seat=seat, player=player):
                self._standing_in[seat] = player
                self.asked[seat] = event.number
            case events.Drawn(chance=chance, at=at):
                self.play.happen(chance)
                self._ask_anew(event.number, at)
            case events.Erred(seat=seat, player=player):
                self.erred[player] = self.erred.get(player, 0) + 1
                self.asked[seat] = event.number
            case events.Proposed(what=what, seat=seat, player=player):
                self.agreed.setdefault(what, {})[seat] = player
            case events.Rejected(what=what):
                self.agreed.pop(what, None)
            case events.Undone(steps=steps, at=at):
                self._take_back(steps)
                self._ask_anew(event.number, at)
            case events.Slept(seconds=seconds):
                self.clocks.sleep(seconds)
            case events.Renewed(match=match):
                self.rematch = match
            case Closed():
                self._end(event)

    def note_played(self, event: Played) -> None:
        """Everything a move does apart from changing the position, which `play` has done already."""
        self._note(event)
        self.answered[event.ref] = event
        self.moves_made[event.seat] += 1
        self._standing_in.pop(event.seat, None)
        if self.agreed:
            self.agreed.pop("undo", None)
            if event.seat not in self.agreed.get("draw", {}):
                self.agreed.pop("draw", None)  # an offer stands until the other side has moved
        del self.asked[event.seat]
        self.clocks.stop(event.seat, event.at)
        self._ask_anew(event.number, event.at)

    def _note(self, event: AnyEvent) -> None:
        self.log.append(event)
        self.number = event.number

    def _stand_up(self, number: int, player: str) -> None:
        seat = self._seats.pop(player)
        if seat in self.asked and self.next_player(seat) == player:
            self.asked[seat] = number  # somebody else of the team is asked now
        if self._standing_in.get(seat) == player:
            del self._standing_in[seat]
        self.teams[seat].leave(player, self.moves_made[seat])

    def _ask_anew(self, number: int, now: float) -> None:
        """Ask the seats that may act now and were not asked before; the others keep their question and their clock."""
        acting = self.play.acting
        for seat in [seat for seat in self.asked if seat not in acting]:
            del self.asked[seat]
            self.clocks.stop(seat, now, moved=False)
        for seat in acting:
            if seat not in self.asked:
                self.asked[seat] = number
                self.clocks.start(seat, now)

    def _take_back(self, steps: int) -> None:
        kept, gone = self.play.steps[:-steps], self.play.steps[-steps:]
        self._stop_asking(self.log[-1].at)
        for step in gone:
            if isinstance(step, Moved):
                self.moves_made[step.seat] -= 1
                self.clocks.take_back(step.seat)
        self.play = Play.replay(self.rulebook, kept, self.start)

    def _end(self, closed: Closed) -> None:
        self.closed = closed
        self._stop_asking(closed.at)

    def _stop_asking(self, now: float) -> None:
        """Withdraw every question and every offer."""
        for seat in self.asked:
            self.clocks.stop(seat, now, moved=False)
        self.asked.clear()
        self.agreed.clear()
        self._standing_in.clear()
