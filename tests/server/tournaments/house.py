"""What tests of tournaments on a server share: people who play by themselves, so that a test tells only what is special.

house = TournamentHouse("ann", "bob", "cat")      everybody is logged in; olga may do everything
name = house.open("tic-tac-toe", kind="round-robin")
house.join(name)
house.start(name)
house.play()                                      everybody answers every question until nothing is asked any more
"""

from __future__ import annotations

import random

from tests.server.playhouse import Person, Playhouse, first_move

from ludus.server.settings import Settings
from ludus.server.tournaments.tournament import Tournament
from ludus.wire.messages import (
    Ask,
    Guest,
    Move,
    Operator,
    Resume,
    TournamentJoin,
    TournamentMade,
    TournamentNew,
    TournamentStart,
)

MOST_MOVES = 20_000


class TournamentHouse(Playhouse):
    """A server with an organiser, and players who move at random."""

    def __init__(self, *names: str, settings: Settings | None = None, seed: int = 0, program: bool = True) -> None:
        super().__init__(settings, seed=seed, think=first_move)
        self.luck, self.tokens = random.Random(seed), {}
        self.olga = self.connect()
        self.tokens["olga"] = self.olga.enter(Guest("olga")).token
        self.olga.say(Operator("operator"))  # a password would take longer than the rest of most tests
        self.here: dict[str, Person] = {}
        for name in names:
            self.come(name, program=program)

    def come(self, name: str, *, program: bool = True) -> Person:
        """Somebody comes, for the first time or again."""
        person = self.here[name] = self.connect(program=program)
        if name in self.tokens:
            person.enter(Resume(self.tokens[name]))
        else:
            person.enter(Guest(name))
            self.tokens[name] = person.token
        return person

    def go(self, name: str) -> None:
        """Somebody vanishes."""
        self.here.pop(name).leave()

    def open(self, game: str = "tic-tac-toe", **rules: object) -> str:
        """Open a tournament."""
        self.olga.say(TournamentNew(game, **rules))
        return self.olga.last(TournamentMade).tournament

    def join(self, name: str, *players: str, team: str = "") -> None:
        """Have everybody, or these, take part, alone or in a team."""
        for player in players or list(self.here):
            self.here[player].say(TournamentJoin(name, team=team))

    def start(self, name: str) -> None:
        """Start it."""
        self.olga.say(TournamentStart(name))

    def tournament(self, name: str = "t1") -> Tournament:
        """A tournament in memory."""
        return self.core.context.tournaments.hosted[name].tournament

    # Playing

    def asked(self) -> list[tuple[Person, Ask]]:
        """Everybody whose move is awaited, and the question."""
        found = []
        for person in self.here.values():
            for room in self.core.rooms.of(person.name):
                if room.match.awaits(person.name):
                    asks = [ask for ask in person.heard(Ask) if ask.match == room.match.id]
                    found.append((person, asks[-1]))
        return found

    def move(self, person: Person, ask: Ask) -> None:
        """Answer a question with a random free square, as tic-tac-toe wants it."""
        free = [(square.x, square.y) for square in ask.board.squares if not square.piece]
        person.say(Move([self.luck.choice(free)], match=ask.match, ref=ask.ref))

    def play(self, moves: int = MOST_MOVES) -> int:
        """Answer questions until nobody is asked any more, or so many were answered; how many were."""
        for made in range(moves):
            asked = self.asked()
            if not asked:
                return made
            self.move(*self.luck.choice(asked))
        return moves

    def crash(self, after: float = 1.0) -> None:
        """The server is killed and comes back; nobody is connected."""
        self.restart(after)
        self.here.clear()
        self.olga = self.connect()
        self.olga.enter(Resume(self.tokens["olga"]))
        self.olga.say(Operator("operator"))
