"""`Setting`: how one of the two players in the arena thinks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ludus.rules.errors import LudusError
from ludus.rules.game import Game
from ludus.search.levels import limit_of_level
from ludus.search.limit import Limit
from ludus.search.player import KINDS, kind_for

MOST = {"level": 10, "seconds": 10**6, "depth": 100, "nodes": 10**12, "threads": 1024, "megabytes": 2**20}
"""The highest number that each setting may have."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The limits and the memory of one player."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    threads: int = 1
    megabytes: int = 16
    level: int | None = None
    """A level of the computer player, from 1 to 10, in place of limits."""
    player: str | None = None
    """The kind of player, one of `KINDS`; by default the best one for the game."""

    @classmethod
    def read(cls, text: str) -> Setting:
        """The setting that a text such as `seconds=0.2,threads=2` describes."""
        known = [field.name for field in fields(cls)]
        chosen: dict[str, Any] = {}
        for word in text.split(","):
            name, equals, number = (part.strip() for part in word.partition("="))
            if not equals:
                raise LudusError(f"{text!r} is not a setting; write one such as depth=2 or seconds=0.2,threads=2")
            if name in chosen:
                raise LudusError(f"{text!r} sets {name} twice")
            if name not in known:
                raise LudusError(f"there is no setting {name!r}; the settings are {', '.join(known)}")
            chosen[name] = _kind(number) if name == "player" else _number(name, number)
        setting = cls(**chosen)
        own = Limit(setting.seconds, setting.depth, setting.nodes)
        if setting.level is not None and own != Limit():
            raise LudusError(f"{text!r} sets a level and a limit; give one of them")
        if setting.level is None and own == Limit() and setting.player != "strategy":
            raise LudusError(f"{text!r} sets no limit; add level=, seconds=, depth= or nodes=")
        return setting

    def limit_in(self, game: Game) -> Limit:
        """How long it may think about a move of this game."""
        if self.level is not None:
            return limit_of_level(self.level, self.player or kind_for(game))
        return Limit(self.seconds, self.depth, self.nodes)


def _kind(text: str) -> str:
    if text not in KINDS:
        raise LudusError(f"player={text}: the players are {', '.join(KINDS)}")
    return text


def _number(name: str, text: str) -> float:
    try:
        number = float(text) if name == "seconds" else int(text)
    except ValueError:
        raise LudusError(f"{name}={text}: a {'' if name == 'seconds' else 'whole '}number is expected") from None
    if number > MOST[name]:
        raise LudusError(f"{name}={text}: the number must be at most {MOST[name]:,}")
    if not number > 0:
        raise LudusError(f"{name}={text}: the number must be more than 0")
    return number
