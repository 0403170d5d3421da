"""Who is connected, and as which player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludus.wire.messages import AnyRequest, Goodbye, Problem


@dataclass(slots=True)
class Visitor:
    """One connection. `plain` is somebody who knows only moves: seated by the house, and told nothing else. Who came in
    `by_password` may do what a token is not enough for.

    Where everybody is seated for one game, a line client is `hosted`, and `to_be_seated` until it is clear who takes the seat.
    Who is `going` is not listened to any more.

    `unanswered` counts the questions that wait for long work; who is `finishing` has asked the last one. While somebody is
    `at_the_door`, with a password that is worked on, what they say next is `held`: who they are decides what it means.
    """

    id: int
    address: str
    program: bool = False
    line: bool = False
    player: str = ""
    role: str = "player"
    guest: bool = False
    token: str = field(default="", repr=False)
    by_password: bool = False
    plain: bool = False
    hosted: bool = False
    to_be_seated: bool = False
    going: bool = False
    operator: bool = False
    watching: set[str] = field(default_factory=set)
    unanswered: int = 0
    finishing: bool = False
    farewell: Goodbye | None = None
    at_the_door: bool = False
    held: list[AnyRequest | Problem] = field(default_factory=list)


class Visitors:
    """All connections, by number and by player."""

    def __init__(self) -> None:
        self._all: dict[int, Visitor] = {}
        self._of: dict[str, dict[int, Visitor]] = {}  # players in the order in which they came

    def __iter__(self) -> Iterator[Visitor]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)

    def get(self, number: int) -> Visitor | None:
        """The visitor with a number, who may have gone meanwhile."""
        return self._all.get(number)

    def add(self, visitor: Visitor) -> None:
        """Somebody has come."""
        self._all[visitor.id] = visitor

    def remove(self, visitor: Visitor) -> None:
        """Somebody has gone."""
        self.forget(visitor)
        self._all.pop(visitor.id, None)

    def know(self, visitor: Visitor, player: str) -> None:
        """A visitor is known as a player from now on."""
        self.forget(visitor)
        visitor.player = player
        self._of.setdefault(player, {})[visitor.id] = visitor

    def forget(self, visitor: Visitor) -> None:
        """A visitor is nobody known any more."""
        same = self._of.get(visitor.player)
        if same:
            same.pop(visitor.id, None)
            if not same:
                del self._of[visitor.player]
        visitor.player, visitor.role, visitor.guest, visitor.token, visitor.by_password = "", "player", False, "", False

    def of(self, player: str) -> Iterator[Visitor]:
        """The connections of a player."""
        return iter(self._of.get(player, {}).values())

    def numbers(self, player: str) -> Iterable[int]:
        """The numbers of the connections of a player."""
        return self._of.get(player, ())

    def is_plain(self, number: int) -> bool:
        """Whether that connection is of somebody who knows only moves."""
        return self._all[number].plain

    def is_here(self, player: str) -> bool:
        """Whether a player is connected."""
        return player in self._of

    @property
    def players(self) -> list[str]:
        """Everybody who is known, in the order they came."""
        return list(self._of)
