"""What the house wants done: changes to keep, messages to send, work to give away. It does none of it itself.

The order matters: the changes of a group are on disk before any of its messages is sent, and before its work begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ludus.server.changes import Change
from ludus.wire.messages import AnyReply


class Delivery(NamedTuple):
    """A message for some visitors."""

    visitors: tuple[int, ...]
    reply: AnyReply


@dataclass(frozen=True, slots=True)
class Job:
    """Work that takes long, done elsewhere: `work` is called in another thread, then `then` in the house with result and time.

    `fail` is called instead where the work raised an error. `pool` says who does it: `passwords`, `games`, `computers`, `store`.
    """

    pool: str
    work: Callable[[], Any]
    then: Callable[[Any, float], None]
    fail: Callable[[Exception, float], None]


@dataclass(slots=True)
class Group:
    """Everything that came up since the last group."""

    changes: list[Change] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.changes or self.deliveries or self.jobs or self.leaving)


class Outbox:
    """Collects a group."""

    def __init__(self) -> None:
        self._group = Group()

    @property
    def changes(self) -> int:
        """How many changes have come up."""
        return len(self._group.changes)

    def keep(self, change: Change) -> None:
        """Have something kept."""
        self._group.changes.append(change)

    def send(self, visitors: Iterable[int], reply: AnyReply) -> None:
        """Send a message."""
        reached = tuple(visitors)
        if reached:
            self._group.deliveries.append(Delivery(reached, reply))

    def give(self, job: Job) -> None:
        """Have work done."""
        self._group.jobs.append(job)

    def see_off(self, visitor: int) -> None:
        """End a connection, once it has been told everything."""
        self._group.leaving.append(visitor)

    def take(self) -> Group:
        """What has come up."""
        group, self._group = self._group, Group()
        return group
