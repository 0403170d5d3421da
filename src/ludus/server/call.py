"""`Call`: one request on its way through a handler, and the slow work that it may have to wait for.

    def games(context, call):                           a handler that is done at once
        return GameList(...)

    def show(context, call):                            one that waits: it is resumed with the result of the job,
        events = yield Job("store", ...)                and `call.now` is the time by then
        return Shown(...)

Errors of a job are raised where the handler waits, as `JobFailed`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from ludus.server.analysis.ticket import Ticket
from ludus.server.connections import Connection
from ludus.server.fault import Fault
from ludus.wire.messages import AnyReply

Request = TypeVar("Request")
Result = TypeVar("Result")

Answer: TypeAlias = AnyReply | Fault | None
"""What a handler returns; None when something else has been said already, or will be."""


@dataclass(frozen=True, slots=True)
class Job:
    """Slow work for another thread.

    `pool` says whose: `passwords`, `games`, `compilations`, `thoughts` or `store`. A handler is only resumed if its connection is
    still there, and still the same player; with `unconditional` it is resumed in any case. With a `ticket`, which has entered
    its queue, it is begun when the queue says so. Work on passwords waits by `address`; whoever `registers` comes last.
    Compilations wait by player, which is `player` where nobody has asked for it directly; what is `usual` comes first.
    """

    pool: str
    work: Callable[[], Any]
    unconditional: bool = False
    ticket: Ticket | None = None
    address: str = ""
    registers: bool = False
    player: str = ""
    usual: bool = False


class JobFailed(Exception):
    """Raised in a handler, where it waits, when its job has raised an error or could not be started."""


class Crowded(Exception):
    """Too much work is waiting to take on more."""


Steps: TypeAlias = Generator[Job, Any, Result]
"""A handler that waits for jobs, and its result."""


@dataclass(slots=True)
class Moment:
    """The time by which something is done; the core sets it whenever the waiting is over."""

    now: float


@dataclass(slots=True)
class Call(Moment, Generic[Request]):
    """A request, and the connection that it came from."""

    connection: Connection
    request: Request

    @property
    def player(self) -> str:
        """The player whose request this is; empty before logging in."""
        return self.connection.player


@dataclass(slots=True)
class Task:
    """Something that waits for a job: what remains to be done, at which moment, and whose request it was."""

    steps: Steps[Any]
    moment: Moment
    job: Job
    player: str = ""
    changed: bool = False
    """whether anything was changed so far"""
