"""`WaitingList`: the queue. Pure: who waits for what since when goes in, who plays whom comes out.

Whoever has waited longest chooses first: of those on the same terms whom they have met least often, the nearest rating. The
longer two have waited, the further apart their ratings may be. A pairing is not repeated while a fresh one exists, also with
somebody who is playing now and will wait again; but nobody waits for that longer than `fresh_seconds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from ludus.server.matches.events import Terms
from ludus.server.policy import QueuePolicy

LOOK_EVERY = 1.0
"""Seconds between two looks at those who wait although others are there."""


AT_ONCE = 64
"""The most players among whom pairs are looked for."""

TRIES = 2_000
"""Steps in which a better way to pair everybody is looked for."""


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who waits, or will wait again after the game they are playing."""

    player: str
    terms: Terms
    since: float
    again: bool = False
    key: bytes = b""
    """The same for everybody on the same terms."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.key or msgspec.json.encode(self.terms, order="sorted"))


class WaitingList:
    """Everybody who waits to be paired."""

    def __init__(self, policy: QueuePolicy) -> None:
        self._policy = policy
        self.waiting: dict[str, Waiter] = {}  # by player
        self._playing: dict[str, dict[str, Waiter]] = {}  # by match: those who will wait again after it
        self._met: Counter[tuple[bytes, frozenset[str]]] = Counter()
        self._first: Counter[str] = Counter()  # who made the first move less who did not
        self._networks: Mapping[str, set[str]] = {}
        self._looked = 0.0
        self._changed = False

    # Waiting

    def enter(self, waiter: Waiter) -> int:
        """Wait, instead of for anything else; how many others wait for the same."""
        self.leave(waiter.player)
        self.waiting[waiter.player] = waiter
        self._changed = True
        return sum(other.key == waiter.key for other in self.waiting.values()) - 1

    def leave(self, player: str) -> bool:
        """Stop waiting; whether the player did wait, or would have again."""
        found = self.waiting.pop(player, None) is not None
        for others in self._playing.values():
            found |= others.pop(player, None) is not None
        return found

    def note_begin(self, match: str, group: Sequence[Waiter]) -> None:
        """A group plays, in this order of seats."""
        self._playing[match] = {waiter.player: waiter for waiter in group if waiter.again}
        for seat, waiter in enumerate(group):
            self._first[waiter.player] += 1 if seat == 0 else -1
            for other in group[:seat]:
                self._met[waiter.key, frozenset((waiter.player, other.player))] += 1

    def note_end(self, match: str, now: float) -> None:
        """A match is over: those who wished to wait again do."""
        self._changed = True
        for player, waiter in self._playing.pop(match, {}).items():
            self.waiting.setdefault(player, replace(waiter, since=now))

    @property
    def next_time(self) -> float | None:
        """When to look again, although nothing has changed: with time, ratings may be further apart."""
        return self._looked + LOOK_EVERY if len(self.waiting) > 1 else None

    # Pairing

    def pair(
        self, now: float, ratings: Mapping[str, float], busy: Container[str], networks: Mapping[str, set[str]] | None = None
    ) -> list[list[Waiter]]:
        """The groups that can begin now, who moves first standing first; they do not wait any more.

        Nobody is paired with somebody from the same network.
        """
        due = not 0 <= now - self._looked < LOOK_EVERY
        if not (self._changed or due) or len(self.waiting) < 2:
            return []
        self._changed, self._looked = False, now
        self._networks = networks or {}
        groups: dict[bytes, list[Waiter]] = {}
        for waiter in sorted(self.waiting.values(), key=lambda each: (each.since, each.player)):
            if waiter.player not in busy:
                groups.setdefault(waiter.key, []).append(waiter)
        found = [group for waiting in groups.values() for group in self._groups(waiting, ratings, now)]
        for group in found:
            group.sort(key=lambda waiter: self._first[waiter.player])
            for waiter in group:
                del self.waiting[waiter.player]
        return found

    def _groups(self, waiting: list[Waiter], ratings: Mapping[str, float], now: float) -> Iterator[list[Waiter]]:
        size = waiting[0].terms.players
        if size != 2:  # with more seats, whoever has waited longest
            yield from self._tables(waiting, size)
            return
        if len(waiting) > AT_ONCE:  # those who have waited longest first
            for begin in range(0, len(waiting), AT_ONCE):
                yield from self._groups(waiting[begin : begin + AT_ONCE], ratings, now)
            return
        fitting = {
            one.player: {other.player for other in waiting if other is not one and self._fits(one, other, waiting, ratings, now)}
            for one in waiting
        }
        search = _Matching(waiting, fitting, ratings)
        yield from search.best()

    def _tables(self, waiting: list[Waiter], size: int) -> Iterator[list[Waiter]]:
        """Groups of this size, those who have waited longest first."""
        left = list(waiting)
        while len(left) >= size:
            group: list[Waiter] = []
            for each in left:
                if len(group) < size and not any(self._are_neighbours(each, other) for other in group):
                    group.append(each)
            if len(group) == size:
                yield group
                left = [each for each in left if each not in group]
            else:
                left = left[1:]  # nobody can sit with the first of them

    def _are_neighbours(self, one: Waiter, other: Waiter) -> bool:
        return bool(self._networks.get(one.player, set()) & self._networks.get(other.player, set()))

    def _fits(self, one: Waiter, other: Waiter, waiting: list[Waiter], ratings: Mapping[str, float], now: float) -> bool:
        """Whether two may be paired now: ratings near enough, and no fresher pairing for either of them."""
        if self._are_neighbours(one, other):
            return False
        waited = max(0.0, now - min(one.since, other.since))
        most = self._policy.rating_gap + self._policy.gap_per_second * waited
        if abs(ratings[one.player] - ratings[other.player]) > most:
            return False
        met = self._meetings(one, other.player)
        return not met or all(met <= self._fewest(each, waiting, now) for each in (one, other))

    def _fewest(self, one: Waiter, waiting: list[Waiter], now: float) -> int:
        """How often somebody has met those they could meet now or, if they have not waited long, after a game that is on."""
        circle = [other.player for other in waiting if other.player != one.player]
        if now - one.since < self._policy.fresh_seconds:
            circle += [player for others in self._playing.values() for player, other in others.items() if other.key == one.key]
        return min((self._meetings(one, player) for player in circle), default=0)

    def _meetings(self, one: Waiter, player: str) -> int:
        return self._met[one.key, frozenset((one.player, player))]


class _Matching:
    """Looks for pairs that leave as few as possible waiting; whoever has waited longest chooses first, the nearest rating first.

    With many who wait, the first solution is nearly always complete; where it is not, a number of others are tried.
    """

    def __init__(self, waiting: list[Waiter], fitting: dict[str, set[str]], ratings: Mapping[str, float]) -> None:
        self._all, self._fitting, self._ratings = waiting, fitting, ratings
        self._best: list[list[Waiter]] = []
        self._tries = TRIES

    def best(self) -> list[list[Waiter]]:
        """The pairs."""
        self._look([each for each in self._all if self._fitting[each.player]], [])
        return self._best

    def _look(self, left: list[Waiter], pairs: list[list[Waiter]]) -> bool:
        """Go on with these pairs; true when nobody could do better."""
        if len(pairs) > len(self._best) or not self._best:
            self._best = list(pairs)
        self._tries -= 1
        if not left or self._tries <= 0:
            return not left and 2 * len(pairs) >= len(self._all) - 1
        if len(pairs) + len(left) // 2 <= len(self._best):
            return False
        one, others = left[0], left[1:]
        for other in sorted((each for each in others if each.player in self._fitting[one.player]), key=self._nearness(one)):
            if self._look([each for each in others if each is not other], [*pairs, [one, other]]):
                return True
        return self._look(others, pairs)

    def _nearness(self, one: Waiter) -> Callable[[Waiter], tuple[float, float, str]]:
        return lambda other: (abs(self._ratings[other.player] - self._ratings[one.player]), other.since, other.player)
