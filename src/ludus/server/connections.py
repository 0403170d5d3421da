"""Who is connected, and as which player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ludus.server.analysis.session import AnalysisSession
from ludus.server.rate_limit import is_this_machine, network
from ludus.wire.messages import AnyRequest, Goodbye, Problem


class Complaint(NamedTuple):
    """Something that could not be read, and the line as it was typed: it may be a move."""

    problem: Problem
    said: str


@dataclass(slots=True)
class Connection:
    """One connection, and what is known about whoever is at its other end."""

    id: int
    address: str
    program: bool = False
    """a program, which loses a game by refused moves"""
    line: bool = False
    """speaks the line protocol, so it is answered in order"""
    prose: bool = False
    """reads drawn boards and sentences instead of the bare lines"""
    width: int = 79
    """characters on a line of its window; one less than most have, until it says"""
    player: str = ""
    """the name it is logged in with; empty before that"""
    role: str = "player"
    guest: bool = False
    token: str = field(default="", repr=False)
    lists_moves: bool = False
    """is told the legal moves with every question"""
    by_password: bool = False
    """logged in with a password; a token alone does not allow everything"""
    operator: bool = False
    """has shown the token of whoever runs the server"""
    plain: bool = False
    """seated automatically: hanging up means resigning, and after a game comes the next; one that speaks lines knows nothing but
    moves, and is told nothing but the game"""
    auto_seated: bool = False
    """a client on a server that seats everybody for one game"""
    awaits_seat: bool = False
    """is to be seated as soon as it is clear who takes the seat"""
    quiet_until: float = 0.0
    """when a program that awaits a seat is given one, unless it asks for something itself; 0 for at once"""
    watching: set[str] = field(default_factory=set)
    pending: int = 0
    """requests in flight: they wait for slow work"""
    entering: bool = False
    """a password is being worked on; what is said next waits, because its meaning depends on who says it"""
    held: list[AnyRequest | Complaint] = field(default_factory=list)
    """what waits to be handled, in order"""
    leaving: bool = False
    """nothing it says is listened to any more"""
    finishing: bool = False
    """has sent its last request, and is closed when everything is answered"""
    farewell: Goodbye | None = None
    analysis: AnalysisSession | None = None
    """what it has said about positions to analyse; None if it came for something else"""


class Connections:
    """All connections, by number and by player."""

    def __init__(self) -> None:
        self._all: dict[int, Connection] = {}
        self.get = self._all.get
        """The connection with a number, if it is still there."""
        self.of_player: dict[str, dict[int, Connection]] = {}
        """The connections of every player by number; the players in the order in which they came."""
        self.readers: set[int] = set()  # those who read sentences
        self.moved: dict[str, None] = {}  # players who have come or gone lately: the core looks after them

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection) -> None:
        """Add a new connection."""
        self._all[connection.id] = connection
        self.tell_in_prose(connection, connection.prose)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self.forget(connection)
        self._all.pop(connection.id, None)
        self.readers.discard(connection.id)

    def tell_in_prose(self, connection: Connection, prose: bool) -> None:
        """Choose whether a connection reads sentences."""
        connection.prose = prose
        if prose:
            self.readers.add(connection.id)
        else:
            self.readers.discard(connection.id)

    def log_in(self, connection: Connection, player: str) -> None:
        """A connection is this player from now on."""
        self.forget(connection)
        connection.player = player
        if player not in self.of_player:
            self.moved[player] = None
        self.of_player.setdefault(player, {})[connection.id] = connection

    def forget(self, connection: Connection) -> None:
        """A connection is nobody in particular any more."""
        same = self.of_player.get(connection.player)
        if same:
            same.pop(connection.id, None)
            if not same:
                del self.of_player[connection.player]
                self.moved[connection.player] = None
        connection.player, connection.role, connection.guest = "", "player", False
        connection.token, connection.by_password = "", False

    def of(self, player: str) -> Iterable[Connection]:
        """The connections of a player."""
        mine = self.of_player.get(player)
        return mine.values() if mine else ()

    def networks(self, player: str) -> set[str]:
        """The networks from which a player is connected, this machine left out."""
        return {network(each.address) for each in self.of(player) if not is_this_machine(each.address)}

    def others(self, connection: Connection) -> list[Connection]:
        """The other connections of the same player."""
        return [each for each in self.of(connection.player) if each is not connection]

    def numbers(self, player: str) -> Iterable[int]:
        """The numbers of a player's connections."""
        return self.of_player.get(player, ())

    def is_plain(self, number: int) -> bool:
        """Whether this connection knows nothing but moves."""
        return self._all[number].plain and self._all[number].line

    def is_here(self, player: str) -> bool:
        """Whether a player is connected."""
        return player in self.of_player

    @property
    def players(self) -> list[str]:
        """Everybody who is logged in, in the order they came."""
        return list(self.of_player)
