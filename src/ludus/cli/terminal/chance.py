"""A position in which chance decides first: everything that may happen is analysed, and the values are averaged.

2 things may happen
  50%  Team 1 begins    best move c3    even
  50%  Team 2 begins    best move c3    even
on average even
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, replace

from ludus.cli.terminal.summary import as_object
from ludus.cli.terminal.thinker import Thinker
from ludus.library.words import value_in_words
from ludus.rules.errors import LudusError
from ludus.rules.movetext import line_texts
from ludus.rules.positions import write_position
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.limit import Limit
from ludus.search.report import Report
from ludus.search.variations import MOST_CHANCES


def drawn(rulebook: Rulebook, state: StateRecord, seed: int) -> tuple[StateRecord, list[str]]:
    """The position after chance was drawn by a seed, and in words what has happened."""
    luck, told = random.Random(seed), []
    while chances := rulebook.chances(state):
        weights = rulebook.weights(state)
        chance = luck.choices(range(chances), weights)[0] if weights else luck.randrange(chances)
        told.append(rulebook.chance_text(state, chance) or ("chance has decided" if rulebook.game.secret else f"*{chance}"))
        state = rulebook.happen(state, chance)
    return state, told


@dataclass(frozen=True)
class OutcomeFound:
    """What was found after one outcome of chance."""

    chance: int
    share: float
    words: str
    state: StateRecord
    seat: int
    report: Report

    @property
    def value(self) -> int:
        """What it is worth for the first team."""
        return self.report.value if self.seat == 0 else -self.report.value


class AveragedAnalysis:
    """What a position is worth in which chance decides first."""

    def __init__(self, thinker: Thinker, state: StateRecord, limit: Limit) -> None:
        self.rulebook, self.state = thinker.player.rulebook, state
        rulebook, chances = self.rulebook, self.rulebook.chances(state)
        if chances > MOST_CHANCES or rulebook.game.seats != 2:
            raise LudusError(f"{chances:,} things may happen by chance here; give --seed N to draw one of them")
        weights = rulebook.weights(state) or [1] * chances
        each = replace(
            limit, seconds=limit.seconds and limit.seconds / chances, nodes=limit.nodes and max(1, limit.nodes // chances)
        )
        self.found: list[OutcomeFound] = []
        for chance, weight in enumerate(weights):
            if weight:
                after = rulebook.happen(state, chance)
                if rulebook.chances(after):
                    raise LudusError("chance decides several times here; give --seed N to draw what happens")
                seat = next(iter(rulebook.acting(after)), 0)
                words = rulebook.chance_text(state, chance) or f"*{chance}"
                report = thinker.think(after, seat, each)
                self.found.append(OutcomeFound(chance, weight / sum(weights), words, after, seat, report))

    @property
    def value(self) -> int:
        """What the position is worth for the first team, on average."""
        return round(sum(outcome.share * outcome.value for outcome in self.found))

    def summary(self) -> str:
        """What was found, in a few lines."""
        game, wide = self.rulebook.game, max(len(outcome.words) for outcome in self.found)
        lines = [f"Chance decides first: {len(self.found)} things may happen"]
        for outcome in self.found:
            best = " ".join(line_texts(self.rulebook, outcome.state, outcome.report.line[:1])) or "none"
            worth = value_in_words(game, outcome.seat, outcome.report)
            lines.append(f"  {outcome.share:4.0%}  {outcome.words:<{wide}}  best move {best}, {worth}")
        ahead = game.team(0 if self.value > 0 else 1)
        return "\n".join([*lines, f"on average {f'+{abs(self.value):,} for {ahead}' if self.value else 'even'}"])

    def as_object(self, written: str | None = None) -> str:
        """What was found, as one line of JSON; the values are those of the team to move, the average that of team 1."""
        outcomes = [
            {"chance": each.chance, "probability": round(each.share, 6), "words": each.words}
            | json.loads(as_object(self.rulebook, each.state, each.seat, each.report))
            for each in self.found
        ]
        position = written or write_position(self.rulebook, self.state)
        return json.dumps({"position": position, "value": self.value, "chances": outcomes}, ensure_ascii=False)
