"""Running a server: keeping players out and letting them back in, roles, passwords, announcements.

Most of these requests are answered with `done` or a `problem`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import Struct

from ludus.wire.messages.base import Reply, Request, word
from ludus.wire.words import AnyText, Name, Role, StopAction, Text, Word

TITLE = "Running the server"


class Operator(Request, tag="operator", frozen=True):
    """Prove that you run this server."""

    example: ClassVar[str] = "OPERATOR 8sK2fQ0aPz"
    before_login: ClassVar[bool] = True

    token: Word


class Ban(Request, tag="ban", frozen=True):
    """Ban a player."""

    example: ClassVar[str] = "BAN mallory rude in chat, twice"
    before_login: ClassVar[bool] = True

    player: Name
    reason: AnyText = ""


class Unban(Request, tag="unban", frozen=True):
    """Lift a ban."""

    example: ClassVar[str] = "UNBAN mallory"
    before_login: ClassVar[bool] = True

    player: Name


class Appoint(Request, tag="appoint", frozen=True):
    """Give a player a role."""

    example: ClassVar[str] = "APPOINT ann organiser"
    before_login: ClassVar[bool] = True

    player: Name
    role: Role


class Reset(Request, tag="reset", frozen=True):
    """Give a player who forgot their password a new one, of at least 8 characters."""

    example: ClassVar[str] = "RESET bob a password to begin with"
    before_login: ClassVar[bool] = True

    player: Name
    password: Text


class Announce(Request, tag="announce", frozen=True):
    """Send a notice to everybody who is connected."""

    example: ClassVar[str] = "ANNOUNCE We stop for a minute at noon"
    before_login: ClassVar[bool] = True

    text: Text


class Recount(Request, tag="recount", frozen=True):
    """Compute all ratings again from the matches that were played. The result is the same, unless something went wrong."""

    example: ClassVar[str] = "RECOUNT"
    before_login: ClassVar[bool] = True


class Recounted(Reply, tag="recounted", frozen=True):
    """All ratings were computed again: how many matches and ratings there are, and how many ratings were different before."""

    matches: int
    ratings: int
    changed: int

    def _lines(self) -> Iterable[str]:
        return [f"RECOUNTED {self.matches} {self.ratings} {self.changed}"]


class Limits(Request, tag="limits", frozen=True):
    """List the networks that cost the server the most right now."""

    example: ClassVar[str] = "LIMITS"
    before_login: ClassVar[bool] = True


class NetworkCost(Struct, frozen=True):
    """What a network has cost lately: seconds of work, requests, connections, how often it was slowed, cut or refused."""

    network: str
    seconds: float
    requests: int
    connections: int
    stopped: int


class StopCount(Struct, frozen=True):
    """How often somebody was slowed, cut or refused for one cause."""

    action: StopAction
    cause: str
    times: int


class LimitList(Reply, tag="limit list", frozen=True):
    """The most expensive networks, and who was slowed, cut or refused since the start, by cause.

    What is past counts less and less: half after a minute.
    """

    networks: list[NetworkCost]
    causes: list[StopCount]

    def _lines(self) -> Iterable[str]:
        for each in self.networks:
            yield f"NETWORK {word(each.network)} {each.seconds:.3f} {each.requests} {each.connections} {each.stopped}"
        for stop in self.causes:
            yield f"STOPPED {word(stop.action)} {stop.times} {word(stop.cause)}"
        yield "END LIMITS"


AdminRequest: TypeAlias = Operator | Ban | Unban | Appoint | Reset | Announce | Recount | Limits
AdminReply: TypeAlias = Recounted | LimitList

EXAMPLES: tuple[Reply, ...] = (
    Recounted(matches=1200, ratings=85, changed=0),
    LimitList(
        networks=[NetworkCost(network="203.0.113.5", seconds=4.25, requests=9000, connections=190, stopped=38)],
        causes=[StopCount(action="refused", cause="too many passwords waiting", times=38)],
    ),
)
"""One of each reply."""
