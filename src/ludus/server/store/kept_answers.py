"""How long, and how many, answers are kept: the same in every store."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ludus.server.policy import StorePolicy
from ludus.server.store.changes import PutAnswer


def remembered(answers: Sequence[PutAnswer], now: float, policy: StorePolicy) -> list[PutAnswer]:
    """The answers, oldest first, that are still worth remembering."""
    kept: list[PutAnswer] = []
    requests: defaultdict[str, set[str]] = defaultdict(set)
    for answer in reversed(answers):
        newer = requests[answer.player]
        if answer.at >= now - policy.answer_seconds and answer.request not in newer and len(newer) < policy.answers:
            newer.add(answer.request)
            kept.append(answer)
    return kept[::-1]
