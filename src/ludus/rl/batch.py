"""`GameBatch`: many games of one kind at once, stepped in compiled code.

    batch = GameBatch(game, 1024)
    while learning:
        batch.step(policy(batch.observation(), batch.mask))

What an action is, `ludus.rl.actions` says.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ludus.library.game import LoadedGame
from ludus.rl.actions import KERNEL, Actions, first_state
from ludus.rules.errors import LudusError
from ludus.rules.rule import ONGOING

LANE = np.dtype([("luck", "u8"), ("turn", "i8"), ("outcome", "i8"), ("count", "i8")])
"""What is noted about each game."""


class GameBatch:
    """Games that go on side by side; a row of each array is a game."""

    def __init__(self, game: LoadedGame, size: int, *, seed: int = 1, actions: int | None = None, again: bool = True) -> None:
        if not game.compiled:
            raise LudusError("a batch needs compiled rules; load the game without compiled=False")
        if size < 1:
            raise LudusError(f"a batch of {size} games is empty")
        self.game, self.size, self.again = game, size, again
        rulebook, dtype = game.rulebook, game.file.game.state.dtype
        self._moves = np.zeros(game.file.game.most_moves, np.int64)
        self._start = first_state(rulebook)
        self.states = np.zeros(size, dtype)
        """The states as the rules know them: `batch.states["turn"]`."""
        known = Actions(rulebook, actions)
        self.kind = "place" if known.listed else "number"
        """What an action is: the `number` of a move, or its `place` in the list of legal moves."""
        self.actions = known.count
        """How many actions there are."""
        self._kernel = rulebook.loaded.kernel(KERNEL, LISTED=known.listed)
        self.mask: npt.NDArray[np.bool_] = np.zeros((size, self.actions), np.bool_)
        """Which actions are legal in each game; none in a game that is over."""
        self._lanes = np.zeros(size, LANE)
        self._lanes["luck"] = np.random.SeedSequence(seed).generate_state(size, np.uint64) | np.uint64(1)
        self.turn: npt.NDArray[np.int64] = self._lanes["turn"]
        """Whose turn it is in each game; -1 where it is over."""
        self.outcome: npt.NDArray[np.int64] = self._lanes["outcome"]
        """How each game stands: -2 it goes on, -1 a draw, otherwise the seat that has won."""
        self._codes = np.zeros((size, rulebook.width * rulebook.height), np.int32)
        self._shared = (self._lanes, self._moves, self.mask.view(np.uint8))
        self.reset()

    def reset(self, which: npt.NDArray[np.bool_] | None = None) -> None:
        """Begin all games anew, or the chosen ones."""
        chosen = np.ones(self.size, np.bool_) if which is None else np.ascontiguousarray(which, np.bool_)
        self._check(self._ask("restart", self.states, self._start, *self._shared, chosen))

    def step(self, actions: npt.ArrayLike) -> None:
        """Make a move in every game that goes on; a game that was over before begins anew, unless `again` is false."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.size,):
            raise LudusError(f"{self.size} actions are expected, one for each game, not an array of shape {chosen.shape}")
        done = self._ask("advance", self.states, self._start, *self._shared, chosen, self.again)
        if done < 0:
            at = -1 - done
            raise LudusError(f"action {chosen[at]} is not legal in game {at}; its mask allows {np.flatnonzero(self.mask[at])}")
        self._check(done)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal action for each game, at random; 0 where it is over."""
        actions = np.zeros(self.size, np.int64)
        self._ask("choose", self._lanes, self.mask.view(np.uint8), actions)
        return actions

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games have ended."""
        return np.not_equal(self.outcome, ONGOING)

    def rewards(self) -> npt.NDArray[np.float32]:
        """What each seat has got in each game: 1 for a win, -1 for a loss, 0 otherwise; a column for each seat."""
        seats = np.arange(self.game.file.game.seats)
        won, lost = self.outcome[:, None] == seats, (self.outcome[:, None] >= 0) & (self.outcome[:, None] != seats)
        rewards: npt.NDArray[np.float32] = np.subtract(won, lost, dtype=np.float32)
        return rewards

    def observation(self) -> npt.NDArray[np.int32]:
        """The numbers of the pieces on the board, a row of squares for each game; nothing is hidden."""
        self._ask("look", self.states, self._codes)
        return self._codes.reshape(self.size, self.game.board[1], self.game.board[0])

    def _ask(self, name: str, *arguments: Any) -> Any:
        return self.game.rulebook.loaded.ask(self._kernel[name], *arguments)

    def _check(self, beyond: int) -> None:
        if beyond > 0:
            raise LudusError(f"there is a move number {beyond - 1}, beyond the {self.actions} actions; give actions={beyond}")

    def __repr__(self) -> str:
        return f"<{self.size} games of {self.game.name}, {int(self.over.sum())} over, {self.actions} actions>"
