"""What whoever runs a server may choose about its games."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server."""

    welcome: str = ""
    """the greeting; empty for the usual one"""
    game: str = ""
    """the game that every line client is seated for; empty if they choose for themselves"""
    options: dict[str, int] = field(default_factory=dict)
    """the options of that game"""
    players: int = 0
    """the players of that game; 0 for as many as it has seats"""
    move_seconds: float = 180.0
    """seconds for a move in that game"""
    patience: int = 3
    """refused moves that lose a program the game"""
