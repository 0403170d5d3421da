"""How much may happen in a match beside its moves: seats, refused moves, offers, talk. All of it is kept, so it has a limit."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.server.matches.events import AnyEvent, Erred, Proposed, Rejected, Sat, Spoke, Stood

MOST_SIDE_EVENTS = 1_000
"""The most events of a match that are neither moves nor chance: ten times what a lively match needs."""

PLAYERS_TALK, WATCHERS_TALK = 0.8, 0.4
"""The share of them that the talk of players, and of watchers, may use up: the rest is for seats and offers."""

SIDE_EVENTS = (Sat, Stood, Erred, Proposed, Rejected, Spoke)
"""Events that people can cause as often as they like; each leaves the game as it was."""


def is_full(log: Sequence[AnyEvent], share: float = 1.0) -> bool:
    """Whether the share of side events that something may use is used up."""
    most = int(share * MOST_SIDE_EVENTS)
    return len(log) > most and sum(isinstance(event, SIDE_EVENTS) for event in log) >= most
