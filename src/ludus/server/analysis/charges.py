"""`Charges`: the seconds of thought that each owner has had, and each lane of an owner; whoever has had least is next."""

from __future__ import annotations

from typing import TypeAlias

from ludus.server.analysis.ticket import Ticket

Place: TypeAlias = tuple[float, float, float]
"""A place in the round: the lower, the sooner."""


MANY = 20_000
"""Owners and lanes beyond which those are forgotten that have used no more than newcomers."""


class Charges:
    """Seconds by owner, and by owner and lane."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, ...], float] = {}
        self._level = 0.0  # what whoever was served last had used: newcomers begin there, so that idleness earns nothing

    def come(self, ticket: Ticket) -> None:
        """Somebody waits who may not have been here before."""
        if len(self._used) > MANY:
            self._used = {key: used for key, used in self._used.items() if used > self._level}
        for key in _keys(ticket):
            self._used[key] = max(self._used.get(key, 0.0), self._level)

    def place(self, ticket: Ticket) -> Place:
        """Where a ticket stands: by what its owner will have used after it, then by the same for its lane."""
        owner, lane = (self._used.get(key, self._level) + ticket.likely for key in _keys(ticket))
        return owner, lane, ticket.arrived

    def charge(self, ticket: Ticket) -> None:
        """A ticket has its turn; what it may use is charged at once."""
        owner, lane = _keys(ticket)
        self._level = max(self._level, self._used.get(owner, 0.0))
        for key in (owner, lane):
            self._used[key] = self._used.get(key, self._level) + ticket.seconds

    def give_back(self, ticket: Ticket, seconds: float) -> None:
        """A thought took less than it might have."""
        for key in _keys(ticket):
            if key in self._used:
                self._used[key] -= seconds

    def forget(self) -> None:
        """Nobody is here any more: everybody begins anew."""
        self._used.clear()
        self._level = 0.0


def _keys(ticket: Ticket) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return (ticket.owner,), (ticket.owner, ticket.lane)
