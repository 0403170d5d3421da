"""What whoever runs a server may choose about its games."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludus.server.policy import Policy


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server."""

    welcome: str = ""
    """the greeting; empty for the usual one"""
    game: str = ""
    """the game that every line client is seated for; empty if they choose for themselves"""
    options: dict[str, int] = field(default_factory=dict)
    """the options of that game"""
    position: str = ""
    """the position in which that game begins; empty for the usual one"""
    players: int = 0
    """the players of that game; 0 for as many as it has seats"""
    policy: Policy = field(default_factory=Policy)
    """how long things are kept, how many there may be, how fast"""
