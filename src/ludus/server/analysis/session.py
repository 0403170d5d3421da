"""`AnalysisSession`: what a connection has said about the positions it will send."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class AnalysisSession:
    """The encoding, and the game type and depth that hold until others are named."""

    encoding: str
    game: str = ""
    depth: int = 0
