"""The positions that the cluster's tables are about, and what one worker needs for them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from bench.cluster_cells import BenchPosition, CellFile, Setting
from ludus.cluster.question import Question
from ludus.cluster.simulator.simulation import Network, Simulated, Simulation
from ludus.cluster.simulator.worker import VirtualPlan
from ludus.games import find_game
from ludus.rules.play import Play
from ludus.rules.rulebook import Rulebook
from ludus.rules.state import StateRecord
from ludus.search.arena.openings import openings
from ludus.search.engine import Engine
from ludus.search.limit import Limit

OPENINGS = {"connect_four": 8, "othello": 12, "checkers": 12, "conquest": 8, "santorini": 6}
"""The games, and how many random moves lead to their positions."""

MOST_OPENINGS = 200

SPEED = 2e6
"""Positions a second of a virtual worker of speed 1."""

LONGEST = 5.0
"""A position is left out if one worker needs more than so many times the seconds that are asked for."""


class Positions:
    """The positions of one game."""

    def __init__(self, game: str, setting: Setting, kept: CellFile) -> None:
        self.game, self.setting, self._kept = game, setting, kept
        self.rulebook = Rulebook(find_game(game))
        drawn = openings(self.rulebook, MOST_OPENINGS, OPENINGS[game], random.Random(setting.seed))
        self._openings = list(islice(drawn, MOST_OPENINGS))

    def get(self, index: int) -> tuple[BenchPosition, Question]:
        """A position by its number, looked for if it is not known yet."""
        known = self._kept.positions.get((self.setting, self.game, index))
        if known is None:
            last = self.get(index - 1)[0].opening if index else -1
            known = self._look_for(index, last + 1)
            self._kept.keep(known)
        return known, self._question(known.opening, known.depth)

    def _question(self, opening: int, depth: int) -> Question:
        return Question(self.rulebook, self._state(opening), Limit(depth=depth))

    def _state(self, opening: int) -> StateRecord:
        return Play.replay(self.rulebook, self._openings[opening]).state

    def _look_for(self, index: int, first: int) -> BenchPosition:
        for opening in range(first, MOST_OPENINGS):
            for depth in self._depths(opening):
                alone = self._alone(opening, depth)
                if alone is None:
                    break
                if alone.seconds >= self.setting.seconds:
                    report = alone.report
                    return BenchPosition(self.setting, self.game, index, opening, depth, alone.seconds, alone.nodes, report.value)
        raise SystemExit(f"{self.game}: no position takes one worker {self.setting.seconds:g} s")

    def _depths(self, opening: int) -> Iterator[int]:
        """Depths that may take one worker long enough, from the first that nearly does; none where the game is decided."""
        engine, nodes = Engine(self.rulebook, threads=1, megabytes=self.setting.megabytes), 0
        wanted = self.setting.seconds * SPEED
        try:
            for depth in range(1, 60):  # a depth that is asked for is not proved instead
                found = engine.search(self._state(opening), Limit(depth=depth, nodes=int(LONGEST * wanted)))
                nodes += found.nodes
                if found.exact or found.depth < depth:
                    return
                if nodes >= 0.7 * wanted:
                    break
        finally:
            engine.close()
        yield from (depth, depth + 1)

    def _alone(self, opening: int, depth: int) -> Simulated | None:
        """What one worker needs, unless it is too long."""
        longest, network = LONGEST * self.setting.seconds, Network(self.setting.latency / 1000)
        one = Simulation(self._question(opening, depth), [VirtualPlan(SPEED)], network=network, megabytes=self.setting.megabytes)
        found = one.run(longest)
        return found if found.report.completed >= 1.0 and not found.report.exact else None
