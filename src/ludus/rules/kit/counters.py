"""Fields that count something, and how near they come to the end of their room."""

from __future__ import annotations

from dataclasses import dataclass

from ludus.rules.game import Game
from ludus.rules.kit.faults import WIDER, room_of
from ludus.rules.state import StateRecord

NARROW = ("i1", "u1", "i2", "u2")
"""Types that a counter can fill; nobody counts further than the others hold."""

MANY = 16
"""A field with more places than this is a board, not a counter."""

NEAR = 0.75
"""Which part of its room a counter may fill."""

LAST_STEP = 8
"""A count that was this near to the end of its room, and is this near to the other end now, has gone over it."""

RISES = 20
"""How often a field has to rise before it is taken for a counter."""


@dataclass(slots=True)
class Counter:
    """What one place of a field has done."""

    field: str
    kind: str
    rises: int = 0
    falls: int = 0
    """How often it became smaller, but not 0."""
    highest: int = 0
    reached_in: int = -1
    """The game in which the highest number came up first."""
    again: bool = False
    """Whether it came up in another game too, but nothing higher: then a rule ends the count there."""
    wrapped: tuple[int, int] | None = None
    """A number, and what came of counting on from it."""
    position: StateRecord | None = None
    """Where the highest number stands, or the first number that went wrong."""

    @property
    def counts(self) -> bool:
        """Whether the field only ever counts up, or begins again at 0."""
        return self.rises >= RISES and self.falls == 0

    @property
    def is_near(self) -> bool:
        """Whether the count comes near the end of its room, and no rule seems to stop it."""
        return self.counts and not self.again and self.highest >= NEAR * room_of(self.kind)[1]

    def note(self, before: int, now: int, game: int, position: StateRecord) -> None:
        """Take notice of a change."""
        low, high = room_of(self.kind)
        if high - before < LAST_STEP and now - low < LAST_STEP:
            self.wrapped = self.wrapped or (before, now)
            self.position = position
            return
        if now > before:
            self.rises += 1
        elif now != 0:
            self.falls += 1
        if self.wrapped:
            return
        if now > self.highest:
            self.highest, self.reached_in, self.again, self.position = now, game, False, position
        elif now == self.highest and game != self.reached_in:
            self.again = True

    @property
    def wider(self) -> str:
        """A type with more room."""
        return WIDER[self.kind]


class Counters:
    """Follows every narrow field of a game."""

    def __init__(self, game: Game) -> None:
        shapes, kinds = game.state.shapes, game.state.kinds
        self._places: dict[str, list[Counter]] = {}
        for name in game.state.fields:
            size = 1
            for side in shapes[name]:
                size *= side
            if name != "turn" and kinds[name] in NARROW and size <= MANY:
                self._places[name] = [Counter(name, kinds[name]) for _ in range(size)]

    def note(self, before: StateRecord, now: StateRecord, game: int) -> None:
        """Take notice of a step in a game."""
        for name, places in self._places.items():
            earlier, later = before[name], now[name]
            if len(places) == 1:
                if earlier != later:
                    places[0].note(int(earlier), int(later), game, now)
            elif earlier.tobytes() != later.tobytes():
                pairs = zip(earlier.ravel().tolist(), later.ravel().tolist(), strict=True)
                for place, (first, second) in zip(places, pairs, strict=True):
                    if first != second:
                        place.note(first, second, game, now)

    def all(self) -> list[Counter]:
        """The places of all fields, those that went wrong first."""
        return sorted((place for places in self._places.values() for place in places), key=lambda place: place.wrapped is None)
