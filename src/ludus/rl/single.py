"""`SingleEnv`: one seat of a game as an environment for Gymnasium; the others are played by an opponent."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from ludus.library.errors import IllegalMove
from ludus.library.game import LoadedGame
from ludus.library.match import LocalMatch
from ludus.rl.actions import Actions
from ludus.rl.planes import Planes

Observation = dict[str, Any]
MatchPlayer = Callable[[LocalMatch], Any]


class SingleEnv(gymnasium.Env[Observation, int]):
    """A learner at one seat: an observation is the board in planes and the mask of legal actions.

    The reward is 1 for a win, -1 for a loss and for an action that is not legal, which ends the game, otherwise 0.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  as the base class has it

    def __init__(
        self, game: LoadedGame, *, seat: int = 0, opponent: MatchPlayer | None = None, render_mode: str | None = None
    ) -> None:
        self.game, self.seat, self.render_mode = game, seat, render_mode
        self._opponent = opponent
        self.actions, self.planes = Actions(game.rulebook), Planes(game.rulebook)
        board = gymnasium.spaces.Box(self.planes.lowest, self.planes.highest, self.planes.shape, np.int32)
        mask = gymnasium.spaces.Box(0, 1, (self.actions.count,), np.int8)
        self.observation_space = gymnasium.spaces.Dict({"observation": board, "action_mask": mask})
        self.action_space = gymnasium.spaces.Discrete(self.actions.count)  # type: ignore[assignment]
        self._luck = random.Random(0)
        self.match = game.start(seed=0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, and let the others move until it is the learner's turn."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**31))
        self._luck = random.Random(drawn)
        self.match = self.game.start((options or {}).get("position"), seed=drawn)
        self._let_others_move()
        return self._seen(), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the learner's move, and those of the others until it is the learner's turn again."""
        try:
            self.match.push(self.actions.move(self.match, self.seat, int(action)), self.seat)
        except IllegalMove as illegal:
            return self._seen(), -1.0, True, False, {"illegal": illegal.sentence}
        self._let_others_move()
        outcome = self.match.outcome
        reward = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == self.seat else -1.0
        return self._seen(), reward, outcome is not None, False, {"ending": outcome.sentence} if outcome else {}

    def render(self) -> str:
        """The board as text."""
        return str(self.match.view(self.seat))

    def _let_others_move(self) -> None:
        match = self.match
        while not match.over and self.seat not in match.acting:
            match.push(self._opponent(match) if self._opponent else self._luck.choice(match.listed()))

    def _seen(self) -> Observation:
        mask = self.actions.mask(self.match, self.seat)
        return {"observation": self.planes.seen(self.match.record, self.seat), "action_mask": mask}
