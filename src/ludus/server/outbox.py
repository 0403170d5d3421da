"""What the house wants done: changes to keep, messages to send, work to give away. It does none of it itself.

The order matters: the changes of a group are on disk before any of its messages is sent, and before its work begins.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ludus.server.changes import Change
from ludus.wire.replies import AnyReply


@dataclass(frozen=True, slots=True)
class Delivery:
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
        self._late: list[tuple[float, int, Delivery]] = []
        self._count = 0

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

    def send_later(self, when: float, visitors: Iterable[int], reply: AnyReply) -> None:
        """Send a message at a later time."""
        self._count += 1  # so that messages of the same time stay in order
        heapq.heappush(self._late, (when, self._count, Delivery(tuple(visitors), reply)))

    def give(self, job: Job) -> None:
        """Have work done."""
        self._group.jobs.append(job)

    def see_off(self, visitor: int) -> None:
        """End a connection, once it has been told everything."""
        self._group.leaving.append(visitor)

    def take(self, now: float) -> Group:
        """What has come up, and what was to be sent by now."""
        while self._late and self._late[0][0] <= now:
            self._group.deliveries.append(heapq.heappop(self._late)[2])
        group, self._group = self._group, Group()
        return group

    @property
    def next_time(self) -> float | None:
        """When the next late message is due."""
        return self._late[0][0] if self._late else None
