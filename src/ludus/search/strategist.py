"""`Strategist`: plays by a game's own strategy."""

from __future__ import annotations

import time
from collections.abc import Iterable

from ludus.rules.errors import LudusError
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Progress, Report
from ludus.search.turn import as_seen, when_over


class Strategist:
    """Looks up what to do; the answer comes at once, so limits make no difference."""

    kind = "strategy"

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        strategy = rulebook.strategy
        if strategy is None:
            raise LudusError(f"{rulebook.game.name} has no strategy of its own")
        self.strategy = strategy

    def choose(
        self,
        state: StateRecord,
        seat: int,
        limit: Limit,  # noqa: ARG002  the answer comes at once
        *,
        past: Iterable[StateRecord] = (),  # noqa: ARG002  a strategy knows positions, not how they came about
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Report:
        """What the strategy plays in this position, and what it expects."""
        begun, seen = time.perf_counter(), as_seen(self.rulebook, state, seat)
        over = when_over(self.rulebook, seen, seat)
        if over:
            return over
        move = int(self.strategy.choose(self.rulebook, seen, seat))
        remark = self.strategy.expects(self.rulebook, seen, seat)
        return Report(move, 0, False, (move,), 0, 0, time.perf_counter() - begun, 1.0, remark=remark)

    def stop(self) -> None:
        """Do nothing: the answer comes at once."""

    def close(self) -> None:
        """Do nothing: there are no threads."""
