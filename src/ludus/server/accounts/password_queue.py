"""Whose password is worked on next: those who log in before those who are new, and of each kind one network after the other.

    logins         192.0.2.7 ●       198.51.100.1 ●
    registrations  203.0.113.5 ●●●●●●●     203.0.113.6 ●●●       one thread is kept free of these

When no more may wait, the network with the most waiting loses its last one.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from ludus.server.rate_limit import network

Item = TypeVar("Item")


class PasswordQueue(Generic[Item]):
    """What waits for a thread, for `threads` of them; of each kind at most `most`."""

    def __init__(self, threads: int, most: int) -> None:
        self._threads, self._most = threads, most
        self._logins: dict[str, list[Item]] = {}  # by network, in the order of their turns
        self._registrations: dict[str, list[Item]] = {}
        self._running = self._registering = 0

    def push(self, item: Item, address: str, *, registers: bool) -> Item | None:
        """Have an item wait; the one that cannot wait any longer for it, if there is one."""
        waiting, place = self._registrations if registers else self._logins, network(address)
        waiting.setdefault(place, []).append(item)
        if sum(map(len, waiting.values())) <= self._most:
            return None
        return self._drop(waiting, max(waiting, key=lambda each: (len(waiting[each]), each == place)), -1)

    def pop(self) -> Item | None:
        """The next item; None when there is none, or no thread for it."""
        if self._running >= self._threads:
            return None
        if self._logins:
            self._running += 1
            return self._next(self._logins)
        if self._registrations and self._registering < max(1, self._threads - 1):
            self._running += 1
            self._registering += 1
            return self._next(self._registrations)
        return None

    def done(self, *, registers: bool) -> None:
        """A thread is free again."""
        self._running -= 1
        self._registering -= registers

    def _next(self, waiting: dict[str, list[Item]]) -> Item:
        """The first item of the network whose turn it is; it comes last then."""
        place = next(iter(waiting))
        item = self._drop(waiting, place, 0)
        if place in waiting:
            waiting[place] = waiting.pop(place)
        return item

    def _drop(self, waiting: dict[str, list[Item]], place: str, which: int) -> Item:
        item = waiting[place].pop(which)
        if not waiting[place]:
            del waiting[place]
        return item
