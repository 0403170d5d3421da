"""`Computation`: everything that thinks on a server or for it, and the queues before it.

ANALYSE      ──► analyses:  one lane a game type, one after the other  ──► analyst ──┐
a computer's                                                                         ├──► cluster, helpers, this machine
turn         ──► computers: fair between players, then matches         ──► player  ──┘
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field

from ludus.server.analysis.analyst import PositionAnalyst, Succession
from ludus.server.analysis.experience import Experience
from ludus.server.analysis.local import LocalAnalyst
from ludus.server.analysis.queue import ThoughtQueue
from ludus.server.policy import Policy


@dataclass(slots=True)
class Computation:
    """Who computes, in which order, and what was learned from it."""

    analyst: PositionAnalyst
    player: PositionAnalyst
    analyses: ThoughtQueue
    computers: ThoughtQueue
    experience: Experience = field(default_factory=Experience)
    thoughts: Experience = field(default_factory=Experience)
    """the same for the computer players of matches"""
    counts: Counter[str] = field(default_factory=Counter)
    """analyses by how they ended: decided, over, refused, dropped"""

    @classmethod
    def of(cls, policy: Policy, remote: tuple[PositionAnalyst, ...] = ()) -> Computation:
        """The computation of a server; `remote` are those who are asked first, as long as they are there."""
        cores, analysis, computers = os.cpu_count() or 1, policy.analysis, policy.computers
        local = LocalAnalyst(threads=analysis.threads or None, megabytes=analysis.megabytes, engines=analysis.engines)
        alone = LocalAnalyst(threads=1, megabytes=computers.megabytes, engines=computers.engines)
        return cls(
            analyst=Succession(*remote, *([local] if analysis.local else [])),
            player=Succession(*remote, alone),
            analyses=ThoughtQueue(analysis.at_once, most=analysis.waiting),
            computers=ThoughtQueue(
                computers.at_once or max(1, cores - 1),
                patience=computers.patience_seconds,
                shortest=computers.shortest_seconds,
                most=computers.waiting,
            ),
        )

    @property
    def queues(self) -> tuple[ThoughtQueue, ThoughtQueue]:
        """Both queues."""
        return self.analyses, self.computers
