"""How much may happen in a match beside its moves: seats, refused moves, offers, talk. All of it is kept, so it has a limit."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.server.matches.events import AnyEvent, Erred, Mixed, Proposed, Rejected, Sat, Spoke, SteppedIn, Stood

SIDE_EVENTS = (Sat, Mixed, Stood, Erred, Proposed, Rejected, Spoke, SteppedIn)
"""Events that people can cause as often as they like; each leaves the game as it was."""


def is_full(log: Sequence[AnyEvent], most: float) -> bool:
    """Whether a match has as many side events as it may have."""
    return len(log) > most and sum(isinstance(event, SIDE_EVENTS) for event in log) >= most
