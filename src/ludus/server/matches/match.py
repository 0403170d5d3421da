"""`Match`: seats, teams, turns, clocks and agreements around one game. Commands and the time go in, events come out.

        open ──all seats taken──► playing ──the rules, time, resignation, agreement──► over
          └────────────────────everybody leaves──────────────────────────────────────────┘

A match changes only by events. A command looks whether it may be done, and makes the events that do it; `heard` is called after
each. The same events give the same match again, so that is what is kept on disk. A command that may not be done gives a `Fault`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from ludus.rules.errors import Refusal, RefusalKind
from ludus.rules.play import Happened, Moved, Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import Record
from ludus.rules.teams import Team
from ludus.server.fault import Fault
from ludus.server.matches import events
from ludus.server.matches.chance import commitment, draw
from ludus.server.matches.clock import Clocks
from ludus.server.matches.event_limit import is_full
from ludus.server.matches.events import NOBODY, AnyEvent, Closed, Made, Played
from ludus.server.matches.refusal import cannot_agree, cannot_move
from ludus.server.matches.undo import steps_to_undo
from ludus.wire.problem import Kind

Agreement: TypeAlias = Literal["draw", "undo", "rematch"]
Ending: TypeAlias = Literal["played", "agreed", "resigned", "time", "forfeit", "abandoned"]


def silence(_: AnyEvent) -> None:
    """What hears the events of a match at which nobody listens."""


class Match:
    """One match, from the first seat taken to the result."""

    def __init__(self, rulebook: Rulebook, made: Made, start: Record | None = None) -> None:
        self.rulebook, self.made, self.id, self.terms, self.seed = rulebook, made, made.match, made.terms, made.seed
        self.commitment = commitment(made.seed)  # told before the game: afterwards it proves that nothing was changed
        self.play = Play(rulebook, start)
        self._start = start  # None for the usual one
        self.seats = rulebook.game.seats
        self.teams = [Team() for _ in range(self.seats)]
        self._seats: dict[str, int] = {}  # of the players
        self.levels: dict[str, int] = {}
        self.clocks = Clocks(made.terms.move, made.terms.main, made.terms.increment, self.seats)
        self.moves_made = [0] * self.seats
        self.asked: dict[int, int] = {}  # seat: number of the event since which it is asked
        self._refs: dict[int, tuple[int, str]] = {}  # the last reference of each seat, and since when it is asked
        self.answered: dict[str, Played] = {}  # by the reference of the question
        self.erred: dict[str, int] = {}
        self.agreed: dict[Agreement, dict[int, str]] = {}  # what: who of each seat wants it
        self.begun = 0.0
        self.closed: Closed | None = None
        self.rematch = ""  # the match in which the same players play again
        self.players: list[list[str]] = []  # by team, those who were there when the game began
        self.log: list[AnyEvent] = [made]
        self.heard: Callable[[AnyEvent], None] = silence

    @classmethod
    def restored(cls, rulebook: Rulebook, made: Made, happened: Sequence[AnyEvent], start: Record | None = None) -> Match:
        """The match that was made so, and in which these events happened since."""
        match = cls(rulebook, made, start)
        for event in happened:
            match.apply(event)
        return match

    # How it stands

    @property
    def start(self) -> Record:
        """The position in which the game began."""
        return self.rulebook.start() if self._start is None else self._start

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.log[-1].number

    @property
    def status(self) -> Literal["open", "playing", "over"]:
        """Whether seats are free, the game is on, or over."""
        return "over" if self.closed else "playing" if self.begun else "open"

    @property
    def free(self) -> int:
        """How many seats are still free."""
        return self.terms.players - sum(len(team.players) for team in self.teams) if self.status == "open" else 0

    def seat_of(self, player: str) -> int:
        """The seat of a player's team, or `NOBODY`."""
        return self._seats.get(player, NOBODY)

    def next_player(self, seat: int) -> str | None:
        """Who makes the next move of a team."""
        return self.teams[seat].next_player(self.moves_made[seat])

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

    @property
    def deadline(self) -> float | None:
        """When the first clock runs out."""
        return self.clocks.due

    # Commands

    def sit(self, player: str, seat: int, now: float, level: int = 0) -> Fault | None:
        """Take a seat in a team, with `NOBODY` in the one with the fewest players. When the last is taken, the game begins."""
        if self.status != "open":
            return Fault(Kind.NO_FREE_SEAT, self.id)
        if self.seat_of(player) != NOBODY:
            return Fault(Kind.NOT_POSSIBLE, "You have a seat in that match already")
        if seat == NOBODY:
            seat = min(range(self.seats), key=lambda other: len(self.teams[other].players))
        if not 0 <= seat < self.seats:
            return Fault(Kind.NOT_POSSIBLE, f"There is no team {seat + 1}; the teams are 1 to {self.seats}")
        if len(self.teams[seat].players) >= self._places(seat):
            return Fault(Kind.NO_FREE_SEAT, f"team {seat + 1} of {self.id}")
        self._do(events.Sat(number=self.number + 1, at=now, player=player, seat=seat, level=level))
        if not self.free:
            self._do(events.Began(number=self.number + 1, at=now))
            self._settle(now)
        return None

    def leave(self, player: str, now: float) -> Fault | None:
        """Leave; when the last of a team leaves a game that is on, the team resigns."""
        seat = self.seat_of(player)
        if seat == NOBODY or self.closed:
            return Fault(Kind.NOT_YOUR_MATCH)
        others = [other for other in self.teams[seat].players if other != player and not self.levels.get(other)]
        if self.begun and not others:
            return self.resign(player, now)
        self._do(events.Stood(number=self.number + 1, at=now, player=player))
        if not self.begun and all(self.levels.get(other) for team in self.teams for other in team.players):
            self.close(now, NOBODY, "abandoned", "Everybody has left")
        elif self.begun:
            self._settle(now)
        return None

    def move(
        self, player: str, squares: list[tuple[int, int]] | int, ref: str, now: float, patience: int | None = None
    ) -> Played | Fault:
        """Make a move, named by its squares or, for the computer, by its number. An answer given before is accepted again, and
        changes nothing. So many refused moves as `patience` says lose the game.
        """
        self.tick(now)  # who is too late has lost, whichever is noticed first
        if ref in self.answered and self.answered[ref].player == player:
            before = self.answered[ref]
            return before if squares in (before.path, before.move) else Fault(Kind.STALE)
        seat = self.seat_of(player)
        fault = cannot_move(self, player, seat, ref)
        if fault:
            return fault
        path = self._path(seat, squares) if isinstance(squares, int) else squares
        done = self.play.play(seat, squares) if isinstance(squares, int) else self.play.move(seat, squares)
        if isinstance(done, Refusal):
            return self._refuse(player, seat, done, now, patience)
        answered = self.ref(seat)
        played = Played(number=self.number + 1, at=now, seat=seat, player=player, move=done.move, path=path, ref=answered)
        self._note_played(played)
        self.heard(played)
        self._settle(now)
        return played

    def resign(self, player: str, now: float) -> Fault | None:
        """Give up, for the whole team."""
        self.tick(now)
        seat = self.seat_of(player)
        if seat == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if self.status != "playing":
            return Fault(Kind.GAME_OVER if self.closed else Kind.NOT_YET)
        self._lose(now, seat, "resigned", f"{self.rulebook.game.team(seat)} has resigned")
        return None

    def offer(self, player: str, what: Agreement, now: float) -> Fault | None:
        """Offer a draw, or ask for a move back or for another game; who offers what was offered accepts it."""
        self.tick(now)
        seat = self.seat_of(player)
        fault = cannot_agree(self, seat, what)
        if fault:
            return fault
        if seat in self.agreed.get(what, {}):
            return Fault(Kind.NOT_POSSIBLE, "You have offered that already")
        self._do(events.Proposed(number=self.number + 1, at=now, what=what, seat=seat, player=player))
        if self.all_want(what):
            self._agree(what, now)
        return None

    def all_want(self, what: Agreement) -> bool:
        """Whether every team wants this; the computer always does."""
        willing = self.agreed.get(what, {})
        return bool(willing) and all(seat in willing or self.is_computer(seat) for seat in range(self.seats))

    def accept(self, player: str, what: Agreement, now: float) -> Fault | None:
        """Agree to an offer."""
        if self.seat_of(player) == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if not self.agreed.get(what):
            return Fault(Kind.NOT_OFFERED)
        return self.offer(player, what, now)

    def decline(self, player: str, what: Agreement, now: float) -> Fault | None:
        """Do not agree, or take an offer of one's own back."""
        self.tick(now)
        seat = self.seat_of(player)
        if seat == NOBODY:
            return Fault(Kind.NOT_YOUR_MATCH)
        if not self.agreed.get(what):
            return Fault(Kind.NOT_OFFERED)
        self._do(events.Rejected(number=self.number + 1, at=now, what=what, seat=seat, player=player))
        return None

    def renew(self, match: str, now: float) -> None:
        """The same players play again, in another match."""
        self._do(events.Renewed(number=self.number + 1, at=now, match=match))

    def say(self, player: str, text: str, now: float) -> None:
        """Say something to everybody in the match."""
        self._do(events.Spoke(number=self.number + 1, at=now, player=player, text=text))

    def tick(self, now: float) -> None:
        """See whether somebody's time is up."""
        due = self.clocks.due
        if due is None or due > now:
            return
        late = self.clocks.expired(now)
        if len(late) == self.seats and self.clocks.deadline(late[-1]) == due:  # where all choose at once, and nobody is there
            self.close(now, NOBODY, "abandoned", "Everybody has run out of time")
        else:
            self._lose(now, late[0], "time", f"{self.rulebook.game.team(late[0])} has run out of time")

    def sleep(self, seconds: float, now: float) -> None:
        """The server was not running: nobody's clock ran."""
        if self.status == "playing" and seconds > 0:
            self._do(events.Slept(number=self.number + 1, at=now, seconds=seconds))

    # Events

    def apply(self, event: AnyEvent) -> None:
        """Let an event happen that has happened before."""
        if isinstance(event, Played):
            done = self.play.play(event.seat, event.move)
            if isinstance(done, Refusal):
                raise ValueError(f"event {event.number} of match {self.id} cannot be replayed: {done.sentence}")
            self._note_played(event)
        else:
            self._happen(event)

    def _do(self, event: AnyEvent) -> None:
        self._happen(event)
        self.heard(event)

    def _happen(self, event: AnyEvent) -> None:
        """What each event but a move does to the match."""
        self.log.append(event)
        match event:
            case events.Sat(player=player, seat=seat, level=level):
                self.teams[seat].players.append(player)
                self._seats[player] = seat
                if level:
                    self.levels[player] = level
            case events.Stood(player=player):
                seat = self._seats.pop(player)
                if seat in self.asked and self.next_player(seat) == player:
                    self.asked[seat] = event.number  # somebody else of the team is asked now
                self.teams[seat].leave(player, self.moves_made[seat])
            case events.Began(at=at):
                self.begun, self.players = at, [list(team.players) for team in self.teams]
                self._ask_anew(event.number, at)
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
            case events.Undone(steps=steps, seat=seat, at=at):
                self._take_back(steps)
                self.agreed.clear()
                self._ask_anew(event.number, at)
            case events.Slept(seconds=seconds):
                self.clocks.sleep(seconds)
            case events.Renewed(match=match):
                self.rematch = match
            case Closed():
                self.closed = event
                self.agreed.clear()
                for seat in self.asked:
                    self.clocks.stop(seat, event.at, moved=False)
                self.asked.clear()

    def _note_played(self, event: Played) -> None:
        """What a move does beside changing the position."""
        self.log.append(event)
        self.answered[event.ref] = event
        self.moves_made[event.seat] += 1
        self.agreed.pop("undo", None)
        if event.seat not in self.agreed.get("draw", {}):
            self.agreed.pop("draw", None)  # an offer stands until the other side has moved
        del self.asked[event.seat]
        self.clocks.stop(event.seat, event.at)
        self._ask_anew(event.number, event.at)

    def _ask_anew(self, number: int, now: float) -> None:
        """Ask the seats that may act now and were not asked before; who is asked already keeps the question and the clock."""
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
        for seat in self.asked:
            self.clocks.stop(seat, self.log[-1].at, moved=False)
        self.asked.clear()
        for step in gone:
            if isinstance(step, Moved):
                self.moves_made[step.seat] -= 1
                self.clocks.take_back(step.seat)
        self.play = Play.replay(self.rulebook, kept, self.start)

    # What follows from a command

    def _settle(self, now: float) -> None:
        """Let chance have its say, and see whether the game is over."""
        while self.play.chances and not self.closed:
            drawn = sum(isinstance(step, Happened) for step in self.play.steps)
            chance = draw(self.seed, drawn, self.play.chances, self.rulebook.weights(self.play.state))
            self._do(events.Drawn(number=self.number + 1, at=now, chance=chance))
        result = self.play.result
        if result and not self.closed:
            self.close(now, NOBODY if result.winner is None else result.winner, "played", result.sentence)

    def close(self, now: float, winner: int, how: Ending, sentence: str, loser: int = NOBODY) -> None:
        """End the match."""
        self._do(Closed(number=self.number + 1, at=now, winner=winner, how=how, sentence=sentence, loser=loser))

    def _lose(self, now: float, seat: int, how: Ending, sentence: str) -> None:
        self.close(now, 1 - seat if self.seats == 2 else NOBODY, how, sentence, loser=seat)

    def _refuse(self, player: str, seat: int, refusal: Refusal, now: float, patience: int | None) -> Fault:
        if patience is not None or not is_full(self.log):  # a person may try for ever, but not have all of it written down
            self._do(events.Erred(number=self.number + 1, at=now, seat=seat, player=player))
        if patience is not None and self.erred[player] >= patience:
            self._lose(now, seat, "forfeit", f"{self.rulebook.game.team(seat)} has lost by {patience} moves that are not legal")
        return Fault(Kind.NOT_YOUR_TURN if refusal.kind is RefusalKind.NOT_YOUR_TURN else Kind.ILLEGAL, refusal.sentence)

    def _agree(self, what: Agreement, now: float) -> None:
        """Everybody wants it: do it. A rematch is made by the core."""
        if what == "draw":
            self.close(now, NOBODY, "agreed", "The game is drawn by agreement")
        elif what == "undo":
            seat = next(iter(self.agreed["undo"]))  # who asked first
            steps = steps_to_undo(self.play, seat)
            self._do(events.Undone(number=self.number + 1, at=now, steps=steps, seat=seat))

    # Small questions

    def _places(self, seat: int) -> int:
        """How many players the team at a seat has room for."""
        return len(range(seat, self.terms.players, self.seats))

    def _path(self, seat: int, move: int) -> list[tuple[int, int]]:
        """The squares that name a move."""
        state = self.rulebook.asked(self.play.state, seat)
        return [self.rulebook.xy(square) for square in self.rulebook.squares(state, move)]

    def is_computer(self, seat: int) -> bool:
        """Whether only computers play for this seat."""
        return all(self.levels.get(player) for player in self.teams[seat].players)
