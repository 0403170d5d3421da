"""`Roster`: the helpers that have registered, what they offer, and how well they do (E4, E9). Times are arguments."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.server.analysis.analyst import WorkerSummary

LEARNED = 0.3
"""How much of what was known about a helper the latest answer replaces."""


@dataclass(slots=True)
class Registration:
    """A helper: what it offers, when it was last heard of, and what was learned about it."""

    name: str
    games: tuple[str, ...]
    speed: float
    """positions a second; as it says itself until it has been measured"""
    seen: float
    overhead: float = 0.0
    """O: seconds that its answers take beyond the work"""
    task: str = ""
    given: float = 0.0
    """when it got its task, and the seconds for it"""
    seconds: float = 0.0


class Roster:
    """Helpers by name; those that are silent for too long are dead, and nothing refers to them after."""

    def __init__(self, lost_seconds: float) -> None:
        self._lost = lost_seconds
        self._all: dict[str, Registration] = {}

    def register(self, name: str, games: tuple[str, ...], speed: float, now: float) -> Registration:
        """A helper comes, or says again what it offers."""
        known = self._all.get(name)
        if known is None:
            known = self._all[name] = Registration(name, games, speed, now)
        elif games:
            known.games = games
        known.seen = now
        return known

    def unregister(self, name: str) -> bool:
        """A helper leaves; false if it was not here."""
        return self._all.pop(name, None) is not None

    def get(self, name: str) -> Registration | None:
        """A helper that is registered."""
        return self._all.get(name)

    def drop_lost(self, now: float) -> list[str]:
        """Forget those that have not been heard of; who works on something has until its answer is late."""
        lost = [each.name for each in self._all.values() if now > max(each.seen, each.given + each.seconds) + self._lost]
        for name in lost:
            del self._all[name]
        return lost

    def offering(self, game: str) -> list[Registration]:
        """Those who offer a game type, the fastest first."""
        able = [each for each in self._all.values() if not each.games or game in each.games]
        return sorted(able, key=lambda each: -each.speed)

    def give(self, helper: Registration, task: str, seconds: float, now: float) -> None:
        """Note that a helper works on something."""
        helper.task, helper.seconds, helper.given, helper.seen = task, seconds, now, now

    def learn(self, helper: Registration, nodes: int, now: float) -> None:
        """Learn from an answer how fast a helper is, and how much longer than its work it takes."""
        took = max(1e-6, now - helper.given)
        speed, extra = nodes / took, max(0.0, took - helper.seconds)
        helper.speed = speed if not helper.speed else helper.speed + (speed - helper.speed) * LEARNED
        helper.overhead += (extra - helper.overhead) * LEARNED
        helper.task, helper.seen = "", now

    def status(self) -> list[WorkerSummary]:
        """Everybody, for the operator."""
        return [WorkerSummary(each.name, each.games, each.speed, each.task) for each in self._all.values()]
