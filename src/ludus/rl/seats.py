"""`SeatsEnv`: all seats of a game as agents of a PettingZoo environment, who move in turn."""

from __future__ import annotations

from functools import cache
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

from ludus.library.game import LoadedGame
from ludus.rl.actions import Actions
from ludus.rl.planes import Planes

Observation = dict[str, Any]


class SeatsEnv(pettingzoo.AECEnv[str, Observation, int]):  # type: ignore[misc]
    """Every seat a learner: the agents are `seat_0`, `seat_1`, …, and each sees what its seat may see.

    An action that is not legal raises `IllegalMove`; the mask in the observation says which are.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "ludus_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: LoadedGame, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self.metadata = {**type(self).metadata, "name": f"{game.slug.replace('-', '_')}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(game.file.game.seats)]
        self._actions, self._planes = Actions(game.rulebook), Planes(game.rulebook)
        self.action_space = cache(self.action_space)  # type: ignore[method-assign]
        self.observation_space = cache(self.observation_space)  # type: ignore[method-assign]

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:  # noqa: ARG002  all seats see boards of the same shape
        """What an agent is given to see."""
        board = gymnasium.spaces.Box(self._planes.lowest, self._planes.highest, self._planes.shape, np.int32)
        mask = gymnasium.spaces.Box(0, 1, (self._actions.count,), np.int8)
        return gymnasium.spaces.Dict({"observation": board, "action_mask": mask})

    def action_space(self, agent: str) -> gymnasium.Space[Any]:  # noqa: ARG002
        """What an agent may do."""
        return gymnasium.spaces.Discrete(self._actions.count)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game."""
        self.match = self.game.start((options or {}).get("position"), seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now."""
        seat = self.possible_agents.index(agent)
        board = self._planes.seen(self.match.record, seat)
        return {"observation": board, "action_mask": self._actions.mask(self.match, seat)}

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self.match.push(self._actions.move(self.match, seat, -1 if action is None else int(action)), seat)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.match.outcome
        if outcome:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                won = self.possible_agents[outcome.winner]
                self.rewards = {other: 1.0 if other == won else -1.0 for other in self.agents}
        self._select()
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as text."""
        return str(self.match)

    def close(self) -> None:
        """There is nothing to let go."""

    def _select(self) -> None:
        seat = self.match.turn
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        elif self.agents:
            self.agent_selection = self.agents[0]
