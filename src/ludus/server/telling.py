"""Telling what happens in a match, to each seat what it may know.

Where a game hides nothing, everybody is told the same. Where it does, what a seat sees is computed from a state in which hidden
fields are 0; a move of somebody else is told when no private field holds anything any more (a round of Yahtzee is over), and
what chance has decided only shows on the board. What a seat is not told of is not counted for it either: were events numbered
alike for all, the numbers would tell how often the others have moved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec.structs import replace

from ludus.rules.movetext import move_text, squares_text
from ludus.rules.play import Moved, Step
from ludus.rules.rulebook import WATCHER, Rulebook
from ludus.rules.state import Record
from ludus.server import events
from ludus.server.events import AnyEvent, Closed
from ludus.server.match import Match
from ludus.wire import messages
from ludus.wire.messages import AnyReply, Changed, Clock, DrawnSquare, Ended, MatchBoard

Change: TypeAlias = events.Played | events.Drawn | events.Undone
Path: TypeAlias = list[tuple[int, int]]
Telling: TypeAlias = tuple[int | None, AnyReply]
"""A message, and the seat it is for; None for everybody."""

WHAT: dict[type[Change], Literal["move", "chance", "undo"]] = {
    events.Played: "move",
    events.Drawn: "chance",
    events.Undone: "undo",
}

OWN_WORDS = {"resigned": "Your team has resigned", "time": "Your team has run out of time"}
"""How a loss is told to the team that has lost."""


class Look:
    """What the board looks like to somebody, so that only squares that change are drawn again."""

    def __init__(self, rulebook: Rulebook, state: Record) -> None:
        self.rulebook = rulebook
        self._drawn = self._draw(state)

    def squares(self) -> list[DrawnSquare]:
        """Every square."""
        return self._drawn.copy()

    def changes(self, state: Record) -> list[DrawnSquare]:
        """The squares that look different in this state; from now on that is how they look."""
        before, self._drawn = self._drawn, self._draw(state)
        return [new for new, old in zip(self._drawn, before, strict=True) if new != old]

    def change(self, changed: list[int]) -> list[DrawnSquare]:
        """The squares that a step has changed, where the referee has said which."""
        squares: list[DrawnSquare] = []
        for place in range(0, len(changed), 3):
            number, code, kind = changed[place : place + 3]
            square = self._drawn[number] = _square(self.rulebook, number, code, kind)
            squares.append(square)
        return squares

    def _draw(self, state: Record) -> list[DrawnSquare]:
        codes, kinds = (each.tolist() for each in self.rulebook.look(state))
        return [_square(self.rulebook, number, code, kinds[number]) for number, code in enumerate(codes)]


@lru_cache(maxsize=20_000)
def _square(rulebook: Rulebook, number: int, code: int, kind: int) -> DrawnSquare:
    x, y = rulebook.xy(number)
    piece = rulebook.game.piece(code)
    return DrawnSquare(x, y, rulebook.game.square_types[kind], piece.word if piece else "", piece.team if piece else 0)


def hidden_fields(rulebook: Rulebook, state: Record) -> list[str]:
    """The fields of a state that hold something which not everybody may see."""
    names = [*rulebook.game.secret, *rulebook.game.private]
    return [name for name in dict.fromkeys(names) if state[name].any()]


class Teller:
    """Makes the messages about one match."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.told: list[str] = []  # the steps, as players write them
        self.movers: list[int] = []  # whose they were; -1 for chance
        self.known = 0  # so many steps are known to everybody
        self.looks: dict[int, Look] = {}
        self._hidden: list[tuple[int, int]] = []  # the events that only one seat was told of, and that seat
        game = match.rulebook.game
        self.hides = bool(game.secret or game.private)
        self._private = game.private
        self._read()

    def number(self, seat: int, number: int) -> int:
        """The number of an event as a seat counts them."""
        if not self._hidden:
            return number
        return number - sum(before <= number and whose != seat for before, whose in self._hidden)

    # Messages for one seat

    def board(self, seat: int, now: float) -> MatchBoard:
        """Everything about the match, as a seat may see it."""
        match, rulebook = self.match, self.match.rulebook
        if self.hides:
            self.looks.pop(seat, None)  # nobody of this seat may have been there to see it change
        return MatchBoard(
            match=match.id,
            number=self.number(seat, match.number),
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

    def ask(self, seat: int, now: float, series: tuple[int, list[float], list[int]]) -> messages.Ask:
        """The question for a seat that is to move."""
        match = self.match
        games, score, forfeited = series
        return messages.Ask(
            match=match.id,
            number=self.number(seat, match.number),
            ref=match.ref(seat),
            team=seat + 1,
            board=self.board(seat, now),
            refused=match.erred.get(match.next_player(seat) or "", 0),
            games=games,
            score=score,
            forfeited=forfeited,
        )

    # Messages about an event that has just happened

    def tell(self, event: AnyEvent, present: Callable[[], list[int]], now: float) -> Iterator[Telling]:
        """What is said about an event; `present` says which seats listen."""
        if isinstance(event, Change):
            known = self.known
            self._follow(event.path if isinstance(event, events.Played) else [])
            self._note_hidden(event, known)
            told = self._changed(event, known, present(), now) if self.hides else self._changed_for_all(event, now)
        else:
            self._note_hidden(event, self.known)
            told = self._tell(event, present, now)
        return self._renumbered(told, present()) if self._hidden else told

    def _renumbered(self, told: Iterator[Telling], seats: list[int]) -> Iterator[Telling]:
        """The same messages with the numbers that each seat counts."""
        for whose, reply in told:
            for seat in seats if whose is None else [whose]:
                said: Any = reply
                yield seat, replace(said, number=self.number(seat, said.number))

    def _note_hidden(self, event: AnyEvent, known: int) -> None:
        """Note an event that only one seat is told of; `known` is how many steps everybody knew before it."""
        if not self._private or not isinstance(event, (events.Played, events.Erred)):
            return
        if isinstance(event, events.Erred) or self.known == known:
            self._hidden.append((event.number, event.seat))

    def _tell(self, event: AnyEvent, present: Callable[[], list[int]], now: float) -> Iterator[Telling]:
        """What is said about an event that changes nothing on the board."""
        match, name, number = self.match, self.match.id, event.number
        match event:
            case events.Sat(player=player, seat=seat):
                yield None, messages.Joined(match=name, number=number, player=player, team=seat + 1, free=match.free)
            case events.Stood(player=player):
                taken = (each.seat for each in reversed(match.log) if isinstance(each, events.Sat) and each.player == player)
                yield None, messages.Left(match=name, number=number, player=player, team=next(taken) + 1)
            case events.Began():
                for seat in present():
                    yield seat, self.board(seat, now)
            case events.Proposed(what=what, player=player, seat=seat):
                yield None, messages.Offered(match=name, number=number, what=what, player=player, team=seat + 1)
            case events.Rejected(what=what, player=player, seat=seat):
                yield None, messages.Declined(match=name, number=number, what=what, player=player, team=seat + 1)
            case events.Spoke(player=player, text=text):
                yield None, messages.Said(match=name, number=number, player=player, text=text)
            case Closed():
                for seat in present():
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
            result="over" if seat == WATCHER or closed.how == "abandoned" else "lose" if lost else "win" if won else "draw",
            sentence=mine,
            winner=closed.winner + 1,
            seed=self.match.seed,
        )

    def _changed_for_all(self, event: Change, now: float) -> Iterator[Telling]:
        """What a move, chance or taking back has changed, where nothing is hidden."""
        look = self.looks.get(WATCHER)
        if look is None:
            return  # nobody is there
        if isinstance(event, events.Undone):
            yield None, self._change(event, WATCHER, "", look.changes(self.match.play.state), now)
        else:
            yield None, self._change(event, WATCHER, self.told[-1], look.change(self.match.play.changed), now)

    def _changed(self, event: Change, known: int, seats: list[int], now: float) -> Iterator[Telling]:
        """The same for each seat, where something is hidden; `known` is how many steps everybody knew before."""
        for seat in seats:
            squares = self._look(seat).changes(self._seen(seat))
            news = zip(self.told[known : self.known], self.movers[known : self.known], strict=True)
            texts = [text for text, mover in news if mover not in (seat, WATCHER)]
            if isinstance(event, events.Played) and event.seat == seat:
                texts.insert(0, self.told[-1])
            if squares or texts:
                yield seat, self._change(event, seat, "; ".join(texts), squares, now)

    def _change(self, event: Change, seat: int, text: str, squares: list[DrawnSquare], now: float) -> Changed:
        team, player, path = 0, "", []
        if isinstance(event, events.Undone):
            team = event.seat + 1
        elif isinstance(event, events.Played) and (event.seat == seat or not self.hides):
            team, player, path = event.seat + 1, event.player, event.path
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
            clocks=self._clocks(seat, now),
            turn=self._turn(seat),
        )

    # What has been told

    def _read(self) -> None:
        """Note every step that was taken before."""
        rulebook, state = self.match.rulebook, self.match.start
        knew = [0]  # how many steps everybody knew before each, and at the end
        for step in self.match.play.steps:
            if isinstance(step, Moved):
                self._note(step, move_text(rulebook, state, step.move, step.seat))
                state = rulebook.play(state, step.move, step.seat)
            else:
                self._note(step)
                state = rulebook.happen(state, step.chance)
            if self._nothing_private(state):
                self.known = len(self.told)
            knew.append(self.known)
        if self._private:
            self._read_hidden(knew)

    def _read_hidden(self, knew: list[int]) -> None:
        """Note which events only one seat was told of; where something is private, nothing is ever taken back."""
        taken = 0
        for event in self.match.log:
            if isinstance(event, events.Drawn):
                taken += 1
            elif isinstance(event, events.Played):
                taken += 1
                if knew[taken] == knew[taken - 1]:
                    self._hidden.append((event.number, event.seat))
            elif isinstance(event, events.Erred):
                self._hidden.append((event.number, event.seat))

    def _follow(self, path: Path) -> None:
        """Note the last step, a move with this path or chance; or forget those that were taken back."""
        rulebook, play = self.match.rulebook, self.match.play
        if len(self.told) == len(play.steps) - 1:
            step = play.steps[-1]
            if not isinstance(step, Moved):
                self._note(step)
            elif rulebook.game.move_text:
                self._note(step, move_text(rulebook, play.before, step.move, step.seat))
            else:
                self._note(step, squares_text([rulebook.square(x, y) for x, y in path], rulebook.width))
            if not self._private or self._nothing_private(play.state):
                self.known = len(self.told)
        else:
            del self.told[len(play.steps) :], self.movers[len(play.steps) :]
            self.known = min(self.known, len(self.told))

    def _note(self, step: Step, text: str = "") -> None:
        """Note a step; where all choose at once, with the team whose it was."""
        game = self.match.rulebook.game
        if isinstance(step, Moved):
            self.told.append(text if game.acts is None else f"{step.seat + 1}: {text}")
            self.movers.append(step.seat)
        else:
            self.told.append("*" if game.secret else f"*{step.chance}")
            self.movers.append(WATCHER)

    def _nothing_private(self, state: Record) -> bool:
        return not self._private or not any(state[name].any() for name in self._private)

    # What a seat may see

    def _history(self, seat: int) -> list[str]:
        if self.known == len(self.told):
            return self.told.copy()
        steps = enumerate(zip(self.told, self.movers, strict=True))
        return [text for place, (text, mover) in steps if place < self.known or mover in (seat, WATCHER)]

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
        return [other + 1 for other in sorted(self.match.asked) if not self._private or other == seat]

    @property
    def moves_known(self) -> int:
        """How many moves everybody knows of."""
        return sum(mover != WATCHER for mover in self.movers[: self.known])

    def _clocks(self, seat: int, now: float) -> list[Clock]:
        """The clocks; where choices are made in secret, those of others seem to stand still."""
        match = self.match
        clocks = match.clocks.all_left(now)
        if self._private:
            blank = Clock(match.terms.move, match.terms.main, False)
            return [clock if other == seat else blank for other, clock in enumerate(clocks)]
        return clocks
