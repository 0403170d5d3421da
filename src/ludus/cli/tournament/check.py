"""`ludus tournament check`."""

from __future__ import annotations


def check_program(command: str, game: str, move: float, games: int, option: list[str] | None) -> bool:
    """Try a program; whether it plays by the protocol."""
    raise NotImplementedError
