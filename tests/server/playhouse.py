"""A core to test: in memory, with a time and a chance of its own, and connections whose messages can be read.

    playhouse = Playhouse()
    ann, bob = playhouse.guests("ann", "bob")
    ann.say(New("tic-tac-toe"))             what ann is told from here to the end of all work that follows
    bob.say(Join("m1"))
    ann.move((2, 2))                        answers the question ann was asked last
    playhouse.wait(180)
    playhouse.restart()                     the power is lost; what was committed is there again, connections are not

Nothing is delivered before it is committed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TypeVar

import msgspec

from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.server.accounts.accounts import Accounts
from ludus.server.call import Task
from ludus.server.catalogue import Catalogue
from ludus.server.core import Core
from ludus.server.matches.commands import Command, Result
from ludus.server.matches.computer import Thought
from ludus.server.matches.events import AnyEvent
from ludus.server.matches.match import Match
from ludus.server.policy import AccountPolicy
from ludus.server.settings import Settings
from ludus.server.store.memory import MemoryStore
from ludus.server.thinkers import Thinkers
from ludus.wire.messages import (
    Accepted,
    AnyReply,
    AnyRequest,
    Ask,
    Guest,
    Join,
    LoggedIn,
    Move,
    MoveList,
    Moves,
    New,
    Problem,
    Resume,
    Seated,
)

Told = TypeVar("Told", bound=AnyReply)

NOON = 1_000_000.0
"""When every test begins."""

OPEN_DOORS = AccountPolicy(newcomers_at_once=1_000_000, newcomer_seconds=1.0)


@cache
def catalogue() -> Catalogue:
    """The games, compiled once for all tests of a process."""
    return Catalogue()


class Everything(set[Rulebook]):
    """The set that holds everything."""

    def __contains__(self, item: object) -> bool:
        return True


class Person:
    """Somebody who is connected, or was."""

    def __init__(self, playhouse: Playhouse, number: int) -> None:
        self.playhouse, self.number = playhouse, number
        self.inbox: list[AnyReply] = []
        self.name, self.token, self.gone = "", "", False

    def say(self, request: AnyRequest) -> list[AnyReply]:
        """Say something; what was told since."""
        before = len(self.inbox)
        self.playhouse.core.receive(self.number, request, self.playhouse.now)
        self.playhouse.settle()
        return self.inbox[before:]

    def heard(self, kind: type[Told]) -> list[Told]:
        """All messages of a kind."""
        return [reply for reply in self.inbox if isinstance(reply, kind)]

    def last(self, kind: type[Told]) -> Told:
        """The last message of a kind."""
        return self.heard(kind)[-1]

    def forget(self) -> None:
        """Read everything, and keep nothing."""
        self.inbox.clear()

    def enter(self, request: AnyRequest) -> LoggedIn:
        """Come in."""
        self.say(request)
        known = self.last(LoggedIn)
        self.name, self.token = known.name, known.token
        return known

    def move(self, *squares: tuple[int, int], ref: str | None = None, id: str = "") -> AnyReply:  # noqa: A002
        """Answer the last question; the answer to the answer."""
        ask = self.last(Ask)
        said = self.say(Move(list(squares), match=ask.match, ref=ask.ref if ref is None else ref, id=id))
        return next(reply for reply in said if isinstance(reply, (Accepted, Problem)))

    def refused(self, request: AnyRequest) -> str:
        """The code of the problem that something is answered with."""
        return next(reply.code for reply in self.say(request) if isinstance(reply, Problem))

    def leave(self) -> None:
        """Disconnect."""
        self.gone = True
        self.playhouse.core.disconnect(self.number, self.playhouse.now)
        self.playhouse.settle()

    def back(self) -> Person:
        """A new connection of the same player, with the token."""
        again = self.playhouse.connect()
        again.enter(Resume(self.token))
        return again


class Playhouse:
    """A core that is run by hand. With `think` the computer's moves are chosen by it instead of by thinking."""

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        seed: int = 0,
        think: Callable[[Thought], int] | None = None,
        store: MemoryStore | None = None,
        games: Catalogue | None = None,
    ) -> None:
        self.settings, self.store, self.catalogue, self.think = (
            settings or Settings(),
            store or MemoryStore(),
            games or catalogue(),
            think,
        )
        self.chance = random.Random(seed)
        self.now = NOON
        self.people: dict[int, Person] = {}
        self.held: list[Task] | None = None
        self.commits = 0
        self._open()

    def _open(self) -> None:
        kept = self.store.load()
        accounts = Accounts(kept.accounts, kept.sessions, self.chance.randbytes, operator="operator", policy=OPEN_DOORS)
        self.core = Core(kept, self.store, self.catalogue, self.settings, accounts, self.chance.randbytes)
        if self.think:  # then no engine is needed
            self.core.context.computation.prepared = Everything()
        self.thinkers = Thinkers(self.core.context.computation)
        self.core.restore(kept, self.core.revive(kept), self.now)
        self.settle()

    # People

    def connect(self, *, line: bool = False, program: bool = False, silent: bool = True) -> Person:
        """Somebody connects."""
        number = len(self.people) + 1
        person = self.people[number] = Person(self, number)
        self.core.connect(number, "127.0.0.1", self.now, line=line, program=program, silent=silent)
        self.settle()
        return person

    def guests(self, *names: str, program: bool = False) -> list[Person]:
        """People who are known by these names."""
        people = [self.connect(program=program) for _ in names]
        for person, name in zip(people, names, strict=True):
            person.enter(Guest(name))
        return people

    def begin(self, new: New, *names: str, program: bool = False) -> list[Person]:
        """Players in a match that the first of them makes, each in the first free seat; it begins when all seats are taken."""
        people = self.guests(*names, program=program)
        people[0].say(new)
        match = people[0].last(Seated).match
        for person in people[1:]:
            person.say(Join(match))
        return people

    # Time and work

    def settle(self) -> None:
        """Keep, tell and do everything that has come up, until nothing more comes."""
        while group := self.core.take(self.now):
            if group.changes:
                self.store.commit(group.changes, self.now)
                self.commits += 1
            for delivery in group.deliveries:
                for number in delivery.connections:
                    if number in self.people and not self.people[number].gone:
                        self.people[number].inbox.append(delivery.reply)
            for number in group.leaving:
                self.people[number].gone = True
                self.core.disconnect(number, self.now)
            for task in group.tasks:
                if self.held is None:
                    self.work(task)
                else:
                    self.held.append(task)

    def work(self, task: Task) -> None:
        """Do the job that a task waits for, if it is its turn."""
        if task.job.ticket is None:
            self._do(task)
            return
        self.thinkers.wait(task)
        self.take_turns()

    def take_turns(self) -> None:
        """Do the jobs whose turn it is."""
        begun, dropped = self.thinkers.turn(self.now)
        for task in begun:
            self._do(task)
        for task in dropped:
            self.core.resume(task, self.now, error=TimeoutError())

    def _do(self, task: Task) -> None:
        work = task.job.work
        try:
            thought = getattr(work, "__self__", None)
            done = self.think(thought) if self.think and isinstance(thought, Thought) else work()
        except Exception as error:
            self.core.resume(task, self.now, error=error)
        else:
            self.core.resume(task, self.now, done)

    @contextmanager
    def slow(self) -> Iterator[list[Task]]:
        """While this lasts, jobs are not done; then they are."""
        self.held = []
        yield self.held
        waiting, self.held = self.held, None
        for task in waiting:
            self.work(task)
        self.settle()

    def wait(self, seconds: float) -> None:
        """Let time pass; the core is told when it wants to be, and at no other time."""
        end = self.now + seconds
        while (due := self.core.next_time) is not None and due <= end:
            self.now = max(self.now, due)
            self.core.tick(self.now)
            self.settle()
        self.now = end

    def restart(self, after: float = 0.0) -> None:
        """Lose the power, and start again `after` some seconds with what the store has."""
        for person in self.people.values():
            person.gone = True
        self.store = self.store.restarted()
        self.now += after
        self._open()

    # What is so

    def match(self, name: str = "m1") -> Match:
        """A match at its room."""
        room = self.core.rooms.get(name)
        assert room is not None, name
        return room.match

    def do(self, command: Command[Result], name: str = "m1") -> Result:
        """Run a command in a match, and publish its events."""
        return self.core.rooms.do(self.core.rooms.get(name), command)

    def kept(self, name: str = "m1") -> list[AnyEvent]:
        """The events of a match on disk."""
        return self.store.events(name)


def do(command: Command[Result]) -> Result:
    """Run a command in a match that is in no room; what it gives at its end."""
    while True:
        try:
            next(command)
        except StopIteration as end:
            return end.value


def everything(replies: list[AnyReply]) -> bytes:
    """All that was said, as bytes."""
    return b"\n".join(msgspec.json.encode(reply) for reply in replies)


def first_move(thought: Thought) -> int:
    """A computer that takes the first legal move."""
    play = Play.replay(thought.rulebook, thought.steps, thought.start)
    return play.rulebook.moves(play.state, thought.seat)[0]


def somebody_asked(playhouse: Playhouse, people: list[Person], luck: random.Random, name: str = "m1") -> Person:
    """One of those whose move is awaited."""
    match = playhouse.match(name)
    movers = [match.next_player(seat) for seat in match.asked]
    return luck.choice([person for person in people if person.name in movers])


def a_random_move(person: Person, luck: random.Random) -> AnyReply:
    """Have somebody make any of the last legal moves, which keep a game going."""
    person.say(Moves(person.last(Ask).match))
    return person.move(*luck.choice(person.last(MoveList).moves[-14:]).path)
