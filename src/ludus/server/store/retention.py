"""How long, and how many, answers are kept: the same in every store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ludus.server.store.changes import PutAnswer

MOST_ANSWERS = 200
"""The most answers that are kept for a player."""

LONGEST = 24 * 60 * 60.0
"""Seconds an answer is kept."""


def remembered(answers: Sequence[PutAnswer], now: float) -> list[PutAnswer]:
    """The answers, oldest first, that are still worth remembering."""
    kept: list[PutAnswer] = []
    requests: defaultdict[str, set[str]] = defaultdict(set)
    for answer in reversed(answers):
        newer = requests[answer.player]
        if answer.at >= now - LONGEST and answer.request not in newer and len(newer) < MOST_ANSWERS:
            newer.add(answer.request)
            kept.append(answer)
    return kept[::-1]
