"""What happens in a match beside the game: coming and going, refused moves, offers, talk. All is kept, so it has a bound."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.server.matches.events import AnyEvent, Erred, Proposed, Rejected, Sat, Spoke, Stood

MOST_SIDE_EVENTS = 1_000
"""So much may happen in a match beside its moves and its chance: ten times what a lively one needs."""

TALK, CALLS = 0.8, 0.4
"""The share of it that is open to the talk of players, and of those who watch: the rest is for seats and offers."""

SIDE_EVENTS = (Sat, Stood, Erred, Proposed, Rejected, Spoke)
"""What may happen as often as somebody likes; each leaves the game as it was."""


def is_full(log: Sequence[AnyEvent], share: float = 1.0) -> bool:
    """Whether so much has happened beside the game that nothing more is begun of a kind to which this share is open."""
    most = int(share * MOST_SIDE_EVENTS)
    return len(log) > most and sum(isinstance(event, SIDE_EVENTS) for event in log) >= most
