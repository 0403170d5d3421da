"""`Computation`: everything that thinks on a server or for it, and the queues before it.

ANALYSE      ──► analyses:  one lane a game type, one after the other  ──► analyst ──┐
a computer's                                                                         ├──► cluster, helpers, this machine
turn         ──► computers: fair between players, then matches         ──► player  ──┘
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field
from weakref import WeakSet

from ludus.rules.rulebook import Rulebook
from ludus.server.analysis.analyst import PositionAnalyst, Succession
from ludus.server.analysis.experience import Experience
from ludus.server.analysis.local import LocalAnalyst
from ludus.server.analysis.queue import ThoughtQueue
from ludus.server.compilation import Compilations
from ludus.server.policy import AnalysisPolicy, Policy


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
    prepared: WeakSet[Rulebook] = field(default_factory=WeakSet)
    """the games that computer players are ready for"""
    analysed: WeakSet[Rulebook] = field(default_factory=WeakSet)
    """the games that analyses are ready for"""
    counts: Counter[str] = field(default_factory=Counter)
    """analyses by how they ended: decided, over, refused, dropped"""

    @classmethod
    def of(
        cls,
        policy: Policy,
        remote: tuple[PositionAnalyst, ...] = (),
        local: PositionAnalyst | None = None,
        compilations: Compilations | None = None,
    ) -> Computation:
        """The computation of a server; `remote` are those who are asked first, as long as they are there."""
        analysis, computers = policy.analysis, policy.computers
        local = local or local_analyst(analysis, compilations)
        places = computers.at_once or max(1, (os.cpu_count() or 1) - 1)
        alone = LocalAnalyst(
            threads=1,
            megabytes=computers.megabytes,
            engines=computers.engines,
            per_game=places,
            compilations=compilations,
        )
        return cls(
            analyst=Succession(*remote, *([local] if analysis.local else [])),
            player=Succession(*remote, alone),
            analyses=ThoughtQueue(analysis.at_once, most=analysis.waiting),
            computers=ThoughtQueue(
                places,
                patience=computers.patience_seconds,
                shortest=computers.shortest_seconds,
                most=computers.waiting,
            ),
        )

    @property
    def queues(self) -> tuple[ThoughtQueue, ThoughtQueue]:
        """Both queues."""
        return self.analyses, self.computers


def local_analyst(policy: AnalysisPolicy, compilations: Compilations | None = None) -> LocalAnalyst:
    """Make use of this machine, as far as analyses may use it."""
    return LocalAnalyst(
        threads=policy.threads or None, megabytes=policy.megabytes, engines=policy.engines, compilations=compilations
    )
