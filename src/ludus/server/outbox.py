"""What the core wants done: changes to keep, messages to send, jobs to start, and when to be called. It does none of it itself.

The order matters: the changes of a group are on disk before any of its messages is sent, and before its jobs are started.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from msgspec import Struct

from ludus.server.call import Task
from ludus.server.store.changes import Change
from ludus.wire.codec import Codec
from ludus.wire.messages import AnyReply


class Delivery(Struct, frozen=True):
    """A message for some connections; where it is to be told in sentences, the width of their windows, 0 if that is not known."""

    connections: tuple[int, ...]
    reply: AnyReply
    prose: int | None = None


class Transport(Protocol):
    """A connection, as messages get to it."""

    codec: Codec

    def send(self, message: bytes) -> None:
        """Send bytes; never waits."""

    def close(self) -> None:
        """End the connection, once everything is sent."""


@dataclass(slots=True)
class Group:
    """Everything that came up since the last group."""

    changes: list[Change] = field(default_factory=list)
    deliveries: list[Delivery] = field(default_factory=list)
    tasks: list[Task] = field(default_factory=list)
    leaving: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.changes or self.deliveries or self.tasks or self.leaving)


class Outbox:
    """Collects a group."""

    def __init__(self) -> None:
        self.group = Group()
        """What has come up so far."""
        self._times: list[float] = []  # when something is due, the next time first
        self._asked: set[float] = set()  # the same: each is kept once

    def keep(self, *changes: Change) -> None:
        """Have something kept."""
        self.group.changes.extend(changes)

    def send(self, connections: Iterable[int], reply: AnyReply) -> None:
        """Send a message."""
        reached = tuple(connections)
        if reached:
            self.group.deliveries.append(Delivery(reached, reply))

    def start_job(self, task: Task) -> None:
        """Have the job done that a task waits for."""
        self.group.tasks.append(task)

    def close(self, connection: int) -> None:
        """End a connection, once it has been sent everything."""
        self.group.leaving.append(connection)

    def wake_at(self, time: float) -> None:
        """Have `tick` called at this time. Whoever asks looks then what is due: it may be nothing any more."""
        if time not in self._asked:
            self._asked.add(time)
            heapq.heappush(self._times, time)

    @property
    def next_time(self) -> float | None:
        """When `tick` should be called next, at the latest."""
        return self._times[0] if self._times else None

    def wake(self, now: float) -> None:
        """Forget the times that have come."""
        while self._times and self._times[0] <= now:
            self._asked.discard(heapq.heappop(self._times))

    def take(self) -> Group:
        """Take the group, and begin a new one."""
        group, self.group = self.group, Group()
        return group
