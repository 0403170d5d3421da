"""How a core is run."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Settings:
    """What it says at the door, and the game that everybody is seated for, if any: with which options, how many, how fast.

    So many refused moves as `patience` says lose a program the game.
    """

    welcome: str = ""
    game: str = ""
    options: dict[str, int] = field(default_factory=dict)
    players: int = 0
    patience: int = 3
    move_seconds: float = 180.0
