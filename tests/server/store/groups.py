"""Groups of changes that can be told from each other, for tests that interrupt a store."""

from __future__ import annotations

from ludus.server.matches import events
from ludus.server.store.changes import Account, AddEvent, PutAccount, PutAnswer

SIZE = 7


def group(number: int) -> list:
    """Some events, an account and an answer; all tell the number of the group."""
    name = f"p{number}"
    spoken = [events.Spoke(number=number * SIZE + each, at=1.0, player=name, text="x" * 300) for each in range(SIZE)]
    changes = [AddEvent("m1", event) for event in spoken]
    return [PutAccount(Account(name, "x", "player", float(number))), *changes, PutAnswer(name, "r", b"{}", float(number))]
