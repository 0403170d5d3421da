"""Telling what happens in a match, to each seat what it may know.

Where a game hides nothing, everybody is told the same. Where it does, what a seat sees is computed from a state in which hidden
fields are 0; a move of somebody else is told when no private field holds anything any more (a round of Yahtzee is over), and
what chance has decided only shows on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np

from ludus.rules.movetext import move_text
from ludus.rules.play import Moved, Step
from ludus.rules.rulebook import WATCHER, Rulebook
from ludus.rules.state import Record
from ludus.server import events
from ludus.server.events import AnyEvent, Closed
from ludus.server.match import Match
from ludus.wire import replies
from ludus.wire.replies import AnyReply, Board, Changed, Clock, Ended, Square

Change: TypeAlias = events.Played | events.Drawn | events.Undone

WHAT: dict[type[Change], Literal["move", "chance", "undo"]] = {
    events.Played: "move",
    events.Drawn: "chance",
    events.Undone: "undo",
}

OWN_WORDS = {"resigned": "Your team has resigned", "time": "Your team has run out of time"}
"""How a loss is told to the team that has lost."""


@dataclass(slots=True)
class Told:
    """A step as players write it, and whose it was; -1 for chance."""

    text: str
    seat: int


class Look:
    """What the board looks like to somebody, so that only squares that change are drawn again."""

    def __init__(self, rulebook: Rulebook, state: Record) -> None:
        self.rulebook = rulebook
        self.codes, self.kinds = rulebook.look(state)
        self._drawn = [self._square(number) for number in range(len(self.codes))]

    def squares(self) -> list[Square]:
        """Every square."""
        return list(self._drawn)

    def changes(self, state: Record) -> list[Square]:
        """The squares that look different in this state; from now on that is how they look."""
        codes, kinds = self.rulebook.look(state)
        different = np.flatnonzero((codes != self.codes) | (kinds != self.kinds))
        self.codes, self.kinds = codes, kinds
        changed = different.tolist()
        for number in changed:
            self._drawn[number] = self._square(number)
        return [self._drawn[number] for number in changed]

    def _square(self, number: int) -> Square:
        return _square(self.rulebook, number, int(self.codes[number]), int(self.kinds[number]))


@lru_cache(maxsize=20_000)
def _square(rulebook: Rulebook, number: int, code: int, kind: int) -> Square:
    x, y = rulebook.xy(number)
    piece = rulebook.game.piece(code)
    return Square(x, y, rulebook.game.square_types[kind], piece.word if piece else "", piece.team if piece else 0)


class Teller:
    """Makes the messages about one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.told: list[Told] = []
        self.known = 0  # so many steps are known to everybody
        self.at = match.start  # the position after all steps that were told
        self.looks: dict[int, Look] = {}
        game = match.rulebook.game
        self.hides = bool(game.secret or game.private)
        self._follow()

    # Messages for one seat

    def board(self, seat: int, now: float) -> Board:
        """Everything about the match, as a seat may see it."""
        match, rulebook = self.match, self.match.rulebook
        if self.hides:
            self.looks.pop(seat, None)  # nobody of this seat may have been there to see it change
        return Board(
            match=match.id,
            number=match.number,
            game=match.terms.game,
            name=rulebook.game.name,
            options=match.terms.options,
            board=rulebook.game.board_name,
            width=rulebook.width,
            height=rulebook.height,
            team=seat + 1,
            teams=[list(team.players) for team in match.teams],
            squares=self._look(seat).squares(),
            history=self._history(seat),
            clocks=self._clocks(seat, now),
            turn=self._turn(seat),
            commitment=match.commitment,
        )

    def ask(self, seat: int, now: float, series: tuple[int, list[float], list[int]]) -> replies.Ask:
        """The question for a seat that is to move."""
        match = self.match
        games, score, forfeited = series
        return replies.Ask(
            match=match.id,
            number=match.number,
            ref=match.ref(seat),
            team=seat + 1,
            board=self.board(seat, now),
            refused=match.erred.get(match.next_player(seat) or "", 0),
            games=games,
            score=score,
            forfeited=forfeited,
        )

    # Messages about an event that has just happened

    def tell(self, event: AnyEvent, seats: Iterable[int], now: float) -> Iterator[tuple[int | None, AnyReply]]:
        """What is said about an event, each with the seat it is for, None for everybody."""
        match, name, number = self.match, self.match.id, event.number
        match event:
            case events.Sat(player=player, seat=seat):
                yield None, replies.Joined(match=name, number=number, player=player, team=seat + 1, free=match.free)
            case events.Stood(player=player):
                taken = (each.seat for each in reversed(match.log) if isinstance(each, events.Sat) and each.player == player)
                yield None, replies.Left(match=name, number=number, player=player, team=next(taken) + 1)
            case events.Began():
                for seat in seats:
                    yield seat, self.board(seat, now)
            case events.Played() | events.Drawn() | events.Undone():
                known = self.known
                self._follow()
                yield from self._changed(event, known, seats, now)
            case events.Proposed(what=what, player=player, seat=seat):
                yield None, replies.Offered(match=name, number=number, what=what, player=player, team=seat + 1)
            case events.Rejected(what=what, player=player, seat=seat):
                yield None, replies.Declined(match=name, number=number, what=what, player=player, team=seat + 1)
            case events.Spoke(player=player, text=text):
                yield None, replies.Said(match=name, number=number, player=player, text=text)
            case Closed():
                for seat in seats:
                    yield seat, self.ended(event, seat)

    def ended(self, closed: Closed, seat: int) -> Ended:
        """How the match ended, for a seat."""
        lost = seat == closed.loser or (closed.winner not in (WATCHER, seat))
        won = seat == closed.winner or (closed.loser not in (WATCHER, seat))
        mine = closed.sentence
        if seat == closed.loser:
            mine = OWN_WORDS.get(closed.how, mine)
        return Ended(
            match=self.match.id,
            number=closed.number,
            result="over" if seat == WATCHER else "lose" if lost else "win" if won else "draw",
            sentence=mine,
            winner=closed.winner + 1,
            seed=self.match.seed,
        )

    def _changed(self, event: Change, known: int, seats: Iterable[int], now: float) -> Iterator[tuple[int | None, AnyReply]]:
        """What a move, chance or taking back has changed: for everybody, or where something is hidden for each seat.

        `known` is how many steps everybody knew before.
        """
        if not self.hides:
            look = self.looks.get(WATCHER)
            if look:  # otherwise nobody is there
                text = "" if isinstance(event, events.Undone) else self.told[-1].text
                yield None, self._change(event, WATCHER, text, look.changes(self.match.play.state), now)
            return
        for seat in seats:
            look = self._look(seat)
            squares = look.changes(self._seen(seat))
            texts = [each.text for each in self.told[known : self.known] if each.seat not in (seat, WATCHER)]
            if isinstance(event, events.Played) and event.seat == seat:
                texts.insert(0, self.told[-1].text)
            if squares or texts:
                yield seat, self._change(event, seat, "; ".join(texts), squares, now)

    def _change(self, event: Change, seat: int, text: str, squares: list[Square], now: float) -> Changed:
        team, player, path = 0, "", []
        if isinstance(event, events.Undone):
            team = event.seat + 1
        elif isinstance(event, events.Played) and (event.seat == seat or not self.hides):
            team, player, path = event.seat + 1, event.player, event.path
        if path:  # the squares of the move come first, as they were named
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
            clocks=self._clocks(seat, now),
            turn=self._turn(seat),
        )

    # What has been told

    def _follow(self) -> None:
        """Note the steps taken since, as players write them, and how many of them everybody may know."""
        steps = self.match.play.steps
        del self.told[len(steps) :]  # those that were taken back
        for step in steps[len(self.told) :]:
            self.told.append(self._text(step))
            last = len(self.told) == len(steps)
            self.at = self.match.play.state if last else self._after(step)
            if self._nothing_private(self.at):
                self.known = len(self.told)
        self.at, self.known = self.match.play.state, min(self.known, len(steps))

    def _after(self, step: Step) -> Record:
        rulebook = self.match.rulebook
        return rulebook.play(self.at, step.move, step.seat) if isinstance(step, Moved) else rulebook.happen(self.at, step.chance)

    def _text(self, step: Step) -> Told:
        rulebook = self.match.rulebook
        if isinstance(step, Moved):
            text = move_text(rulebook, self.at, step.move, step.seat)
            return Told(text if rulebook.game.acts is None else f"{step.seat + 1}: {text}", step.seat)
        return Told("*" if rulebook.game.secret else f"*{step.chance}", WATCHER)

    def _nothing_private(self, state: Record) -> bool:
        return not any(state[name].any() for name in self.match.rulebook.game.private)

    # What a seat may see

    def _history(self, seat: int) -> list[str]:
        return [each.text for place, each in enumerate(self.told) if place < self.known or each.seat in (seat, WATCHER)]

    def _seen(self, seat: int) -> Record:
        return self.match.rulebook.seen_by(self.match.play.state, seat)

    def _look(self, seat: int) -> Look:
        """How the board was last drawn for a seat; where nothing is hidden, for all of them."""
        seat = seat if self.hides else WATCHER
        if seat not in self.looks:
            self.looks[seat] = Look(self.match.rulebook, self._seen(seat))
        return self.looks[seat]

    def _turn(self, seat: int) -> list[int]:
        """The teams whose move is awaited; where choices are made in secret, a seat is told only of itself."""
        asked = sorted(self.match.asked)
        return [other + 1 for other in asked if not self.match.rulebook.game.private or other == seat]

    @property
    def moves_known(self) -> int:
        """How many moves everybody knows of."""
        return sum(each.seat != WATCHER for each in self.told[: self.known])

    def _clocks(self, seat: int, now: float) -> list[Clock]:
        """The clocks; where choices are made in secret, those of others seem to stand still."""
        match = self.match
        clocks = [match.clocks.left(other, now) for other in range(match.seats)]
        if match.rulebook.game.private:
            blank = Clock(match.terms.move, match.terms.main, False)
            return [clock if other == seat else blank for other, clock in enumerate(clocks)]
        return clocks
