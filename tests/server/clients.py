"""Programs that play in the simulation: they remember only what they were told, and say again what was not answered."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from ludus.server.matches.events import AnyEvent, Closed, Made, Played
from ludus.wire.messages import (
    Accepted,
    AnyReply,
    AnyRequest,
    Ask,
    Changed,
    Done,
    Ended,
    Guest,
    Join,
    Leave,
    LoggedIn,
    MatchBoard,
    Matches,
    MatchList,
    Move,
    New,
    Problem,
    Resume,
    Seated,
    Seek,
    Watch,
)

PATIENCE = 20
"""Thoughts that a client waits before it asks what happened, or tries another match if none has begun."""


@dataclass(frozen=True)
class Yahtzee:
    """A position before the last round, and for each seat how to keep none, all, and fill the last box."""

    position: str
    paths: list[list[list[tuple[int, int]]]]


@dataclass
class Pair:
    """Two clients that play some games against each other: who they are, and how they find each other."""

    wish: New | Seek
    games: int
    number: int = 0
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if isinstance(self.wish, Seek) and self.wish.main:
            self.wish = replace(self.wish, main=self.wish.main + self.number)  # nobody else wants exactly that
        elif isinstance(self.wish, Seek):
            self.wish = replace(self.wish, move=self.wish.move + self.number)


class Client:
    """One program."""

    def __init__(self, luck: random.Random, pair: Pair, yahtzee: Yahtzee) -> None:
        self.luck, self.pair, self.yahtzee = luck, pair, yahtzee
        self.makes = not pair.names
        pair.names.append("")
        self.place = len(pair.names) - 1
        self.refers = luck.random() < 0.7  # the others name no question, only an id
        self.name, self.token, self.known = "", "", False
        self.match = ""  # where it sits
        self.waited = self.ids = 0
        self.open: dict[str, AnyRequest] = {}  # what was not answered yet
        self.answers: dict[str, Move] = {}  # by the reference of the question
        self.accepted: list[tuple[Accepted, Move | None]] = []
        self.refused: set[str] = set()  # the ids of what was answered with a problem
        self.told: dict[tuple[str, int, type], AnyReply] = {}
        self.matches: dict[str, int] = {}  # the last number seen of each
        self.results: dict[str, Ended] = {}

    @property
    def done(self) -> bool:
        """Whether it has played all its games, and knows how all of them ended."""
        played = [result for result in self.results.values() if result.result != "over"]
        return not self.open and not (self.matches.keys() - self.results.keys()) and len(played) >= self.pair.games

    @property
    def state(self) -> Any:
        """For people who look for the reason."""
        return self.name, self.match, self.known, self.open, self.matches.keys() - self.results.keys(), len(self.results)

    # Saying

    def hello(self) -> Iterable[AnyRequest]:
        """The first word on a new connection."""
        return [Resume(self.token) if self.token else Guest(f"p{self.luck.getrandbits(30)}")]

    def cut(self) -> None:
        """The connection is gone."""
        self.known = False

    def again(self) -> Iterable[AnyRequest]:
        """What was not answered yet, or something that was, once more."""
        if not self.known:
            return []
        old = [move for _, move in self.accepted[-1:] if move is not None]
        return [*self.open.values(), *old]

    def think(self) -> Iterable[AnyRequest]:
        """Look for something to do."""
        if not self.known or self.open:
            return []
        unknown = [match for match in self.matches if match not in self.results and match != self.match]
        if unknown:
            return self._say(Watch(unknown[0], after=self.matches[unknown[0]]))
        if self.match:
            self.waited += 1
            if self.waited % PATIENCE:
                return []
            begun = (self.match, 0, MatchBoard) in self.told
            return self._say(Watch(self.match, after=self.matches[self.match]) if begun else Leave(self.match))
        if self.done:
            return []
        wish = self.pair.wish
        return self._say(wish if isinstance(wish, Seek) or self.makes else Matches(wish.game))

    def _say(self, request: AnyRequest) -> Iterable[AnyRequest]:
        self.ids += 1
        request = replace(request, id=f"r{self.ids}")
        self.open[request.id] = request
        return [request] * (2 if self.luck.random() < 0.05 else 1)

    # Hearing

    def hear(self, reply: AnyReply) -> Iterable[AnyRequest]:
        """What a message makes it say."""
        request = self.open.pop(reply.id, None) if reply.id else None
        number = getattr(reply, "number", 0)
        if number and reply.match in self.matches:
            self.matches[reply.match] = max(self.matches[reply.match], number)
        match reply:
            case LoggedIn():
                return self._enter(reply)
            case Seated(match=name, number=number):
                self._sit(name, number)
            case MatchBoard(match=name, number=number):
                self._sit(name, number)
                self.told[name, 0, MatchBoard] = reply
            case Changed():
                self._note(reply)
            case Ask():
                return self._answer(reply)
            case Accepted():
                sent = request if isinstance(request, Move) else self.answers.get(reply.ref)
                self.accepted.append((reply, sent))
            case Ended(match=name):
                self._note(reply)
                self.results[name] = reply
                self.match = "" if self.match == name else self.match
            case MatchList(matches=entries):
                partner = self.pair.names[1 - self.place]
                free = [each.match for each in entries if each.free and [partner] in each.teams]
                return self._say(Join(free[-1])) if free and not self.match else []
            case Done() | Problem():
                self._drop(request, reply)
        return []

    def _enter(self, reply: LoggedIn) -> Iterable[AnyRequest]:
        assert not self.name or self.name == reply.name, "a token belongs to one player"
        self.name, self.token, self.known = reply.name, reply.token, True
        self.pair.names[self.place] = reply.name
        if self.match not in reply.matches:
            self.match = ""
        return list(self.open.values())

    def _sit(self, name: str, number: int) -> None:
        self.matches[name] = max(self.matches.get(name, 0), number)
        if name not in self.results and self.match != name:
            self.match, self.waited = name, 0

    def _note(self, reply: Changed | Ended) -> None:
        """What is told twice is told in the same words."""
        key = reply.match, reply.number, type(reply)
        before = self.told.setdefault(key, reply)
        assert before == reply, f"told {before}, then {reply}"

    def _answer(self, ask: Ask) -> Iterable[AnyRequest]:
        """Choose a move; where the question was answered already, the same."""
        self._sit(ask.match, ask.number)
        if ask.ref in self.answers:
            return []  # it is on its way, or said again with all that was not answered
        ref = ask.ref if self.refers else ""
        saying = list(self._say(Move(self._choose(ask), match=ask.match, ref=ref)))
        self.answers[ask.ref] = saying[0]
        return saying

    def _choose(self, ask: Ask) -> list[tuple[int, int]]:
        board = ask.board
        if board.game == "yahtzee":
            none, every, box = self.yahtzee.paths[ask.team - 1]
            rolls = next(square.piece for square in board.squares if square.piece.startswith("rolls"))
            return box if rolls == "rolls0" else self.luck.choice((none, every))
        free = [(square.x, square.y) for square in board.squares if not square.piece]
        if self.luck.random() < 0.03:
            return [(9, 9)]  # no move at all
        if board.game == "connect-four":
            free = [(x, y) for x, y in free if y == min(row for column, row in free if column == x)]
        return [self.luck.choice(free)]

    def _drop(self, request: AnyRequest | None, reply: Done | Problem) -> None:
        if isinstance(reply, Problem):
            self.refused.add(reply.id)
            assert reply.code != "wrong token", "a token that was told must be good"
        if isinstance(request, Leave):
            self.match = ""
        elif isinstance(request, Watch) and isinstance(reply, Problem):
            raise AssertionError(f"{request.match} is lost: {reply}")

    # Comparing

    def check(self, happened: dict[str, list[AnyEvent]]) -> None:
        """What it was told is what the store has."""
        for reply, sent in self.accepted:
            event = next((each for each in happened[reply.match] if isinstance(each, Played) and each.ref == reply.ref), None)
            assert event is not None, f"{reply} is not in the store"
            assert event.player == self.name, f"{reply} is in the store as {event}"
            assert event.number == reply.number or _hides(happened, reply.match), f"{reply} is in the store as {event}"
            assert sent is None or sent.squares == event.path, f"{sent} is in the store as {event}"
        played = {event.ref for log in happened.values() for event in log if isinstance(event, Played)}
        for ref, move in self.answers.items():
            assert ref not in played or move.id not in self.refused, f"{move} was made, and refused when it was said again"
        for (match, number, _), reply in self.told.items():
            if _hides(happened, match):
                continue
            event = happened[match][number - 1] if number else None
            if isinstance(reply, Changed) and reply.path:
                assert isinstance(event, Played), f"{reply} is in the store as {event}"
                assert event.path == reply.path, f"{reply} is in the store as {event}"
            elif isinstance(reply, Ended):
                assert isinstance(event, Closed), f"{reply} is in the store as {event}"
                assert reply.winner == event.winner + 1


def _hides(happened: dict[str, list[AnyEvent]], match: str) -> bool:
    """Whether each player counts only the events that they are told of."""
    made = happened[match][0]
    return isinstance(made, Made) and made.terms.game == "yahtzee"
